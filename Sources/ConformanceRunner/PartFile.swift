// A file while it is written: beside the one that is meant, and put in place whole or not at all.

import Conformance
import ConformancePlatform

/// The one way in which files are written.
///
/// However the command ends, the written text is removed unless ``finish()`` has put it in place.
final class PartFile {
  /// The file that is meant.
  let path: String

  private let part: String
  private var file: FileDescriptor?
  private let replaces: Bool
  private var bytes: [UInt8] = []
  private var error: (any Error)?

  /// Makes sure that a file can be written, and begins to.
  ///
  /// - Parameters:
  ///   - path: The file that is meant.
  ///   - replaces: Whether it takes the place of another, whose permissions stay; this must be a regular
  ///     file that may be written, and no link. Otherwise there must be none.
  /// - Throws: An exit code where it cannot be written. The reason has been said.
  init(_ path: String, replaces: Bool) throws {
    self.path = path
    self.replaces = replaces
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? ""
    // In a container, a process before this one may have had the same id, and been killed.
    let number = String(UInt64.random(in: .min ... .max), radix: 36)
    part = systemPath("\(folder).conformance-\(getpid())-\(number).part")
    let former = replaces ? try? Stat(systemPath(path), followTargetSymlink: false) : nil
    if Invocation.current.inputs.contains(path) {
      throw Status.unwritable.saying(
        "`\(visible(path))` is not written over: it is one of the files that are read")
    }
    if let former, former.type != .regular {
      throw Status.unwritable.saying(
        "`\(visible(path))` cannot be written: it is a link, or not a regular file")
    }
    // To replace it takes no permission but that of its folder.
    if former != nil && !isWritable(path) {
      throw Status.unwritable.saying("`\(visible(path))` cannot be written: it is read-only")
    }
    do {
      if path.isEmpty { throw Errno.noSuchFileOrDirectory }
      let file = try Invocation.current.openPartFile(part)
      if let former, fchmod(file.rawValue, former.permissions.rawValue) != 0 { error = Errno.last }
      self.file = file
    } catch {
      noteUnwritable(path, error)
      throw Status.unwritable.exitCode
    }
  }

  deinit {
    try? file?.close()
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
    attempt { try write(bytes, to: file!) }
    bytes.removeAll(keepingCapacity: true)
  }

  /// Puts the file in place.
  ///
  /// - Returns: Whether that went well. If not, the reason has been said, and what was there is there.
  @discardableResult
  func finish() -> Bool {
    flush()
    attempt {
      try file.take()?.close()
      // Unlike a rename, a link fails where there is a file.
      let path = systemPath(path)
      if (replaces ? rename(part, path) : link(part, path)) != 0 { throw Errno.last }
      if !replaces { unlink(part) }
    }
    Invocation.current.settle(path)
    guard let error else { return true }
    noteUnwritable(path, error)
    return false
  }

  /// Does something unless something has failed before.
  private func attempt(_ body: () throws -> Void) {
    if error != nil { return }
    do { try body() } catch { self.error = error }
  }
}
