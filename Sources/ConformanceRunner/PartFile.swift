// A file while it is written: beside the one that is meant, and put in place whole or not at all.

import Conformance
import ConformancePlatform
import Synchronization

/// The one way in which files are written.
///
/// What has been written is gone unless ``finish()`` has put it in place, whatever ends the process.
final class PartFile {
  /// The file that is meant.
  let path: String

  private let part: String
  private let descriptor: CInt
  private let replaces: Bool
  private var bytes: [UInt8] = []
  private var error: CInt?
  private var isOpen = true

  private static let count = Atomic(0)

  /// Makes sure that a file can be written, and begins to.
  ///
  /// - Parameters:
  ///   - path: The file that is meant.
  ///   - replaces: Whether it takes the place of another, whose permissions stay; this must be a regular
  ///     file, and no link. Otherwise there must be none.
  /// - Throws: An exit code where it cannot be written. The reason has been said.
  init(_ path: String, replaces: Bool) throws {
    self.path = path
    self.replaces = replaces
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let number = Self.count.add(1, ordering: .relaxed).newValue
    part = "\(folder).conformance-\(getpid())-\(number).part"
    var status = stat()
    let isThere = lstat(path, &status) == 0
    if isThere && replaces && status.st_mode & S_IFMT != S_IFREG {
      printError("`\(visible(path))` cannot be written: it is a link, or not a regular file")
      throw Status.unwritable.exitCode
    }
    descriptor = path.isEmpty ? -1 : Session.openPartFile(part, mode: 0o666)
    if descriptor < 0 {
      printError("`\(visible(path))` cannot be written: \(String(cString: strerror(errno)))")
      throw Status.unwritable.exitCode
    }
    if isThere && replaces && fchmod(descriptor, status.st_mode & 0o7777) != 0 { error = errno }
  }

  deinit {
    abandon()
  }

  /// Adds to the file.
  func add(_ text: String) {
    add(Array(text.utf8))
  }

  /// Adds to the file.
  func add(_ bytes: [UInt8]) {
    self.bytes += bytes
    if self.bytes.count > 1 << 20 { flush() }
  }

  private func flush() {
    if error == nil && !write(bytes, to: descriptor) { error = errno }
    bytes.removeAll(keepingCapacity: true)
  }

  /// Puts the file in place.
  ///
  /// - Returns: Whether that went well. If not, the reason has been said, and what was there is there.
  func finish() -> Bool {
    flush()
    isOpen = false
    if close(descriptor) != 0 && error == nil { error = errno }
    // Unlike a rename, a link fails where there is a file.
    if error == nil && (replaces ? rename(part, path) : link(part, path)) != 0 { error = errno }
    Session.removePartFile(part)
    guard let error else { return true }
    printError("`\(visible(path))` cannot be written: \(String(cString: strerror(error)))")
    return false
  }

  /// Leaves everything as it was.
  func abandon() {
    guard isOpen else { return }
    isOpen = false
    close(descriptor)
    Session.removePartFile(part)
  }
}
