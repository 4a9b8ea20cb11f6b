// A file that a report is written to: made sure of before the run, and put in place behind it.

import ArgumentParser
import Conformance

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A report's file while it is written: beside the one that is meant, which it replaces whole.
final class ReportFile {
  let path: String
  private let part: String
  private let descriptor: CInt
  private var bytes: [UInt8] = []

  /// Makes sure that the file can be written.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - inputs: Files that it must not be.
  /// - Throws: An exit code, where it cannot be, or where there is a link or no regular file. The reason
  ///   has been said.
  init(_ path: String, sparing inputs: [String]) throws {
    self.path = path
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let name = path.split(separator: "/").last ?? ""
    part = "\(folder).\(name)-\(getpid()).part"
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      printError("`\(visible(path))` cannot be written: it is a link, or not a regular file")
      throw Status.unwritable.exitCode
    }
    if isAny(of: inputs, path) {
      printError("`\(visible(path))` is not written over: it is one of the files that are read")
      throw Status.unwritable.exitCode
    }
    signal(SIGXFSZ, SIG_IGN)
    descriptor = path.isEmpty ? -1 : open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    if descriptor < 0 {
      printError("`\(visible(path))` cannot be written: \(String(cString: strerror(errno)))")
      throw Status.unwritable.exitCode
    }
    beforeEarlyEnd { [part] in unlink(part) }
  }

  func add(_ text: String) {
    bytes += text.utf8
    if bytes.count > 1 << 20 { flush() }
  }

  private var error: CInt?

  private func flush() {
    if error == nil && !write(bytes, to: descriptor) { error = errno }
    bytes.removeAll(keepingCapacity: true)
  }

  /// Puts the file in place.
  ///
  /// - Returns: Whether that went well. If not, the reason has been said, and what was there is there.
  func finish() -> Bool {
    flush()
    if close(descriptor) != 0 && error == nil { error = errno }
    if error == nil && rename(part, path) != 0 { error = errno }
    guard let error else { return true }
    unlink(part)
    printError("`\(visible(path))` cannot be written: \(String(cString: strerror(error)))")
    return false
  }

  /// Leaves everything as it was.
  func abandon() {
    close(descriptor)
    unlink(part)
  }
}
