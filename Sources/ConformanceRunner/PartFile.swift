// A file while it is written: beside its final place, and put there whole or not at all.

import Conformance
import ConformancePlatform

/// The one way in which files are written.
///
/// However the command ends, the written text is removed unless ``finish()`` has put it in place.
final class PartFile {
  /// The final path.
  let path: String

  private let part: String
  private var file: FileDescriptor?
  private let replaces: Bool
  private let former: [UInt8]?
  private var error: (any Error)?

  /// Makes sure that a file can be written, and begins to.
  ///
  /// - Parameters:
  ///   - path: The final path.
  ///   - replaces: Whether it takes the place of another, whose permissions stay; this must be a regular
  ///     file that may be written, and no link. Otherwise there must be none.
  ///   - former: The content that the other must have until the end; `nil` for any.
  /// - Throws: An exit code if it cannot be written. The reason has been printed.
  init(_ path: String, replaces: Bool, ifStill former: [UInt8]? = nil) throws {
    (self.path, self.replaces, self.former) = (path, replaces, former)
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? ""
    // In a container, a process before this one may have had the same id, and been killed.
    let number = String(UInt64.random(in: .min ... .max), radix: 36)
    part = systemPath("\(folder).conformance-\(getpid())-\(number).part")
    let status = replaces ? try? Stat(systemPath(path), followTargetSymlink: false) : nil
    var problem: String?
    if Invocation.current.inputs.contains(path) {
      problem = "is not written over: it is one of the files that are read"
    } else if let status, status.type != .regular {
      problem = "cannot be written: it is a link, or not a regular file"
    } else if status != nil && !isWritable(path) {
      // Replacing it would need only the permission of its folder.
      problem = "cannot be written: it is read-only"
    }
    if let problem { throw Status.unwritable.saying("`\(visible(path))` \(problem)") }
    do {
      if path.isEmpty { throw Errno.noSuchFileOrDirectory }
      let file = try Invocation.current.openPartFile(part)
      if let status, fchmod(file.rawValue, status.permissions.rawValue) != 0 { error = Errno.last }
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
  func add(_ text: String) { add(Array(text.utf8)) }

  /// Adds to the file.
  func add(_ bytes: [UInt8]) { attempt { try write(bytes, to: file!) } }

  /// Puts the file in place, unless the former file has changed.
  ///
  /// - Returns: Whether that went well. If not, the reason has been printed, and the former file is kept.
  @discardableResult
  func finish() -> Bool {
    var limits = ReadingLimits()
    limits.fileSize = max(limits.fileSize, former?.count ?? 0)
    if let former, (try? SourceText.read(path, limits: limits).get().bytes) != former {
      Status.unwritable.note("`\(visible(path))` is not written: it has changed meanwhile")
      return false
    }
    attempt {
      try file.take()?.close()
      // Unlike a rename, a link fails if there is a file.
      let path = systemPath(path)
      if (replaces ? rename(part, path) : link(part, path)) != 0 { throw Errno.last }
      if !replaces { unlink(part) }
    }
    Invocation.current.settle(path)
    if let error { noteUnwritable(path, error) }
    return error == nil
  }

  /// Does something unless something has failed before.
  private func attempt(_ body: () throws -> Void) {
    if error != nil { return }
    do { try body() } catch { self.error = error }
  }
}
