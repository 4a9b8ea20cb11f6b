// Access to the file system.

import ConformancePlatform

/// The file or folder that a path leads to, links followed.
package struct FileStatus {
  /// Identifies a file, whatever path was used.
  package struct Identity: Hashable {
    var device: DeviceID
    var file: Inode
  }

  package let identity: Identity
  package let isFolder: Bool

  /// Looks at a path; `nil` where nothing exists, or access is denied.
  package init?(at path: some CustomStringConvertible) {
    guard let status = try? Stat(systemPath(path.description)) else { return nil }
    self.init(status)
  }

  fileprivate init(_ status: Stat) {
    identity = Identity(device: status.deviceID, file: status.inode)
    isFolder = status.type == .directory
  }
}

/// A path without links, `.` and `..`; `nil` where nothing exists.
package func realPath(_ path: String) -> String? { resolvedPath(systemPath(path)) }

/// A path that is the same for all names of a file, whether or not it exists.
package func comparablePath(_ path: Name) -> Name {
  if let followed = followedPath(path.text) { return Name(followed) }
  let folder = path.text.hasPrefix("/") ? "" : realPath(".") ?? ""
  return Name(lexicalPath("\(folder)/\(path)"))
}

/// Whether a path is that of a symbolic link.
package func isLink(_ path: Name) -> Bool {
  (try? Stat(systemPath(path.text), followTargetSymlink: false).type) == .symbolicLink
}

/// An entry of a folder.
package struct FolderEntry {
  package let name: String

  /// Whether its name is UTF-8; otherwise it has no path here, and ``name`` has each invalid byte written
  /// as `\xFF`.
  package let isNamed: Bool

  /// Whether it is a symbolic link.
  let isLink: Bool

  /// Its status, links followed, or why there is none.
  let status: Result<FileStatus, Errno>

  /// Whether it leads to a folder.
  package var isFolder: Bool { (try? status.get().isFolder) ?? false }
}

/// The entries of a folder in the order of the names' bytes, without names that begin with a dot.
///
/// - Throws: Where it cannot be read to its end.
package func entries(ofFolder folder: String) throws(Errno) -> [FolderEntry] {
  guard let stream = opendir(systemPath(folder)) else { throw .last }
  defer { closedir(stream) }
  var entries: [FolderEntry] = []
  while true {
    // Only this distinguishes the end from an error.
    errno = 0
    guard let entry = readdir(stream) else { break }
    let name = UnsafeRawPointer(entry.pointer(to: \.d_name)!).assumingMemoryBound(to: CChar.self)
    if name.pointee == CChar(bitPattern: UInt8(ascii: ".")) { continue }
    let folder = FileDescriptor(rawValue: dirfd(stream))
    let status = Result { () throws(Errno) in
      FileStatus(try Stat(name, relativeTo: folder, flags: []))
    }
    let type = try? Stat(name, relativeTo: folder, flags: .symlinkNoFollow).type
    let text = String(validatingCString: name)
    entries.append(
      FolderEntry(
        name: text ?? escaped(name), isNamed: text != nil, isLink: type == .symbolicLink,
        status: status))
  }
  if errno != 0 { throw .last }
  return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
}

/// A text whose bytes are not all UTF-8, with all bytes but ASCII written out.
package func escaped(_ text: UnsafePointer<CChar>) -> String {
  UnsafeBufferPointer(start: text, count: strlen(text)).map { byte in
    byte >= 0
      ? String(UnicodeScalar(UInt8(byte)))
      : "\\x" + String(UInt8(bitPattern: byte), radix: 16, uppercase: true)
  }.joined()
}

/// Opens a file to be read.
///
/// - Parameter path: The file, which must be a regular one.
/// - Returns: The file, which the caller closes, and its announced size; or why it cannot be read.
package func openRegularFile(
  _ path: String
) -> Result<(file: FileDescriptor, size: Int), InvalidFile> {
  do {
    // Without `nonBlocking`, opening a pipe would wait for its other end.
    let file = try FileDescriptor.open(
      systemPath(path), .readOnly, options: [.nonBlocking, .closeOnExec])
    let status = try Stat(file)
    if status.type == .regular { return .success((file, Int(status.size))) }
    try? file.close()
    return .failure(InvalidFile(path, "this is not a regular file"))
  } catch {
    return .failure(InvalidFile(path, "the file cannot be read: \(error)"))
  }
}

extension InvalidFile {
  /// Makes the error of a file that has one problem as a whole.
  package init(_ path: String, _ message: String, hint: String? = nil) {
    self.init(problems: [Diagnostic(path: Name(path), message: message, hint: hint)])
  }
}

extension SourceText {
  /// Reads a file whole.
  ///
  /// - Parameters:
  ///   - path: The file, which must be a regular one.
  ///   - limits: How large it may be.
  /// - Returns: The text, or why there is none.
  /// - Complexity: O(*n*) in the size of the file.
  public static func read(
    _ path: String, limits: ReadingLimits = ReadingLimits()
  ) -> Result<SourceText, InvalidFile> {
    openRegularFile(path).flatMap { file, size in
      defer { try? file.close() }
      return Result {
        // The announced size is a hint: a file may grow, and files of /proc announce none. One byte more
        // than allowed shows that a file is too large.
        var bytes: [UInt8] = []
        while bytes.count <= limits.fileSize {
          let wanted = min(max(size, 1 << 12), limits.fileSize - bytes.count) + 1
          let part = try [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
            count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
          }
          if part.isEmpty { break }
          bytes = bytes.isEmpty ? part : bytes + part
        }
        return SourceText(path: Name(path), bytes: bytes)
      }.mapError { InvalidFile(path, "the file cannot be read: \($0)") }
    }
  }
}
