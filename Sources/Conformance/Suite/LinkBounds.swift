// Where links may lead: what is found by looking is read only within the paths that somebody named.

import ConformancePlatform

/// The files and folders that links may lead to, and all that is below them.
///
/// A path that a user names may lead anywhere. A link that is found in a folder was put there by whoever wrote the
/// fixtures: outside these bounds it could show a file of the user in a report, or have one written.
package struct LinkBounds: Sendable {
  private let paths: [String]

  /// They without links. Found when the first link is met, as most suites have none.
  private lazy var roots = Set(
    paths.compactMap { realPath(FixtureFiles.normalized($0)).map { FilePath($0) } })

  /// Makes bounds.
  ///
  /// - Parameter paths: Files and folders, which may be links themselves.
  package init(_ paths: [String]) {
    self.paths = paths
  }

  /// Whether a path leads to one of the files and folders, or below one, be it there or not.
  ///
  /// - Complexity: O(*d*) for a path of *d* parts.
  package mutating func contains(_ path: some CustomStringConvertible) -> Bool {
    guard let followed = followedPath(path.description) else { return false }
    var folder = FilePath(followed)
    repeat {
      if roots.contains(folder) { return true }
    } while folder.removeLastComponent()
    return false
  }

  /// Why what was found at a path is not read; `nil` where it is.
  package mutating func refusal(of path: some CustomStringConvertible) -> Diagnostic? {
    contains(path)
      ? nil
      : Diagnostic(
        path: Name(path.description),
        message: "not read, as a link leads outside the paths that are named and the project",
        hint: "to have it read all the same, name it itself")
  }
}

/// A path with its links followed, be the file there or not.
///
/// - Returns: The path, without parts that lead nowhere; `nil` where a link on the way cannot be followed.
func followedPath(_ path: String) -> String? {
  let path = path.isEmpty ? "." : path
  if let real = realPath(path) { return real }
  let file = FilePath(path)
  guard let name = file.lastComponent?.string,
    (try? Stat(systemPath(path), followTargetSymlink: false)) == nil,
    let folder = followedPath(file.removingLastComponent().string)
  else { return nil }
  // Once what is missing has been made, a path back from it leads to what may be a link.
  let whole = lexicalPath("\(folder)/\(name)")
  return whole == path ? whole : followedPath(whole)
}

/// A path from the root without `.` and `..`, as if none of its parts were a link.
package func lexicalPath(_ path: String) -> String {
  FilePath(path).lexicallyNormalized().string
}
