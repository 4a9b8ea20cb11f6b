// What is at a path, and files and folders that are made: whole, or not at all.

import Conformance

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Whether there is something at a path, be it a link to nothing.
func fileExists(_ path: String) -> Bool {
  var status = stat()
  return lstat(path, &status) == 0
}

/// Whether a path leads to one of some files, by whatever path these are named.
func isAny(of files: [String], _ path: String) -> Bool {
  guard let identity = FileStatus(at: path)?.identity else { return false }
  return files.contains { FileStatus(at: $0)?.identity == identity }
}

/// Whether a file, links followed, is one of some paths or below one of them.
func isBelow(_ path: String, _ paths: [String]) -> Bool {
  func real(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
  guard let file = real(path) else { return false }
  return paths.contains { path in
    real(path).map { file == $0 || file.hasPrefix($0 == "/" ? $0 : $0 + "/") } ?? false
  }
}

/// Writes a new file, whole or not at all: never over another, and through no link.
func createFile(_ path: String, _ text: String) throws {
  // Unlike a rename, a link fails where there is a file.
  let isCreated = writeAside(path, Array(text.utf8), mode: 0o666) { part in link(part, path) == 0 }
  if !isCreated { throw Status.unwritable.exitCode }
}

/// Writes a file anew, whole or not at all, unless it is a link or no longer has its former content.
///
/// - Returns: Whether it was written. If not, the reason has been said.
func replaceFile(_ path: String, _ former: [UInt8], with bytes: [UInt8]) -> Bool {
  var status = stat()
  guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
    printError("`\(visible(path))` is not written: it is not a regular file, or it is a link")
    return false
  }
  return writeAside(path, bytes, mode: status.st_mode & 0o7777) { part in
    guard case .success(let now) = SourceText.read(path), now.bytes == former else {
      printError("`\(visible(path))` is not written: it has changed meanwhile")
      return nil
    }
    return rename(part, path) == 0
  }
}

/// Writes a file beside another, and puts it in place.
///
/// - Parameters:
///   - path: The file that is meant.
///   - bytes: Its content.
///   - mode: Its permissions.
///   - putInPlace: Puts the file in place; `nil` where it has said why not.
/// - Returns: Whether it was put in place. If not, the reason has been said.
private func writeAside(
  _ path: String, _ bytes: [UInt8], mode: mode_t, putInPlace: (_ part: String) -> Bool?
) -> Bool {
  let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
  let part = "\(folder).conformance-\(getpid()).part"
  // Beyond a limit of file sizes, writing fails instead of ending the process.
  signal(SIGXFSZ, SIG_IGN)
  let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
  var isDone: Bool? = false
  if descriptor >= 0 {
    let isWritten = write(bytes, to: descriptor)
    if close(descriptor) == 0, isWritten { isDone = putInPlace(part) }
  }
  if isDone == false {
    printError("`\(visible(path))` cannot be written: \(String(cString: strerror(errno)))")
  }
  if descriptor >= 0 { unlink(part) }
  return isDone == true
}

/// Makes a folder, and those that it stands in, where they are not there.
func createFolder(_ path: String) throws {
  var made = path.hasPrefix("/") ? "/" : ""
  for part in path.split(separator: "/") {
    made += made.isEmpty || made == "/" ? part : "/" + part
    guard mkdir(made, 0o777) == 0 || errno == EEXIST else {
      printError(
        "the folder `\(visible(made))` cannot be made: \(String(cString: strerror(errno)))")
      throw Status.unwritable.exitCode
    }
  }
}
