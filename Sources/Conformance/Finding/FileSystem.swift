// What the engine asks of the file system.

import ConformancePlatform

/// What a path leads to, links followed.
package struct FileStatus {
  /// What tells one file from another, by whatever path it was reached.
  package struct Identity: Hashable {
    var device: UInt64
    var file: UInt64
  }

  package let identity: Identity
  package let isFolder: Bool

  /// Looks at a path; `nil` where there is nothing, or nothing that may be looked at.
  package init?(at path: String) {
    try? self.init(at: path, from: AT_FDCWD)
  }

  /// Looks at a path that begins at a folder which is open.
  fileprivate init(at path: UnsafePointer<CChar>, from folder: CInt) throws(SystemError) {
    var status = stat()
    guard fstatat(folder, path, &status, 0) == 0 else { throw SystemError() }
    identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      file: UInt64(truncatingIfNeeded: status.st_ino))
    isFolder = status.st_mode & S_IFMT == S_IFDIR
  }
}

/// A path without links and parts that lead nowhere; `nil` where there is nothing.
package func realPath(_ path: String) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return String(cString: resolved)
}

/// A path that is the same for all names of a file, be it there or not.
func comparablePath(_ path: String) -> String {
  if let real = realPath(path) { return real }
  let normal = FixtureFiles.normalized(path)
  return normal.hasPrefix("/") ? normal : (realPath(".") ?? ".") + "/" + normal
}

/// Whether there is a link at a path, and nothing behind it.
func isDanglingLink(_ path: String) -> Bool {
  var status = stat()
  guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return false }
  return stat(path, &status) != 0 && errno == ENOENT
}

/// Something that has a name in a folder.
package struct FolderEntry {
  package let name: String

  /// What it leads to, or why that cannot be looked at.
  let status: Result<FileStatus, SystemError>

  /// Whether it leads to a folder.
  package var isFolder: Bool { (try? status.get().isFolder) ?? false }
}

/// An error of the system.
package struct SystemError: Error {
  private let number = errno

  /// Takes the last error of the calling thread.
  package init() {}

  var words: String { String(cString: strerror(number)) }
}

/// What is in a folder, in the order of the names' bytes, but for names that begin with a dot.
///
/// - Throws: `SystemError` where it cannot be read to its end.
package func entries(ofFolder folder: String) throws(SystemError) -> [FolderEntry] {
  guard let stream = opendir(folder) else { throw SystemError() }
  defer { closedir(stream) }
  var entries: [FolderEntry] = []
  while true {
    // The end is told from an error by this alone.
    errno = 0
    guard let entry = readdir(stream) else { break }
    withUnsafePointer(to: &entry.pointee.d_name) { name in
      name.withMemoryRebound(to: CChar.self, capacity: 1) { name in
        if name.pointee == CChar(bitPattern: UInt8(ascii: ".")) { return }
        let status = Result { () throws(SystemError) in
          try FileStatus(at: name, from: dirfd(stream))
        }
        entries.append(FolderEntry(name: String(cString: name), status: status))
      }
    }
  }
  if errno != 0 { throw SystemError() }
  return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
}

/// The last error of the system, in words.
func lastError() -> String {
  SystemError().words
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
    func failure(_ message: String, hint: String? = nil) -> Result<SourceText, InvalidFile> {
      .failure(InvalidFile(problems: [Diagnostic(path: path, message: message, hint: hint)]))
    }
    // Without O_NONBLOCK, opening a pipe would wait for its other end.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return failure("the file cannot be read: \(lastError())") }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      return failure("the file cannot be read: \(lastError())")
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return failure("this is not a regular file") }

    // The size that is announced is a hint: a file may grow, and those of /proc announce none. One
    // byte more than is allowed tells that a file is too large.
    var bytes: [UInt8] = []
    var error: String?
    var isAtEnd = false
    while !isAtEnd && bytes.count <= limits.fileSize {
      let wanted = min(max(Int(status.st_size), 1 << 12), limits.fileSize - bytes.count) + 1
      let part = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
        var length = readBytes(descriptor, buffer.baseAddress!, wanted)
        while length < 0 && errno == EINTR {
          length = readBytes(descriptor, buffer.baseAddress!, wanted)
        }
        if length < 0 { error = lastError() }
        // A regular file has no more than it announced if it did not give the one byte more.
        isAtEnd = length <= 0 || (length < wanted && length == Int(status.st_size))
        count = max(0, length)
      }
      if bytes.isEmpty { bytes = part } else { bytes += part }
    }
    if let error { return failure("the file cannot be read: \(error)") }
    return .success(SourceText(path: path, bytes: bytes))
  }
}

private func readBytes(
  _ descriptor: CInt, _ buffer: UnsafeMutableRawPointer, _ size: Int
) -> Int {
  read(descriptor, buffer, size)
}
