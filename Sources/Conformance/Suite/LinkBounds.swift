// Where links may lead: files that are found by searching are read only within the named paths.

import ConformancePlatform

/// The files and folders that links may lead to, and all that is below them.
///
/// A path that a user names may lead anywhere. A link that is found in a folder is by the author of the fixtures:
/// outside these bounds it could show a file of the user in a report, or have one written.
package struct LinkBounds: Sendable {
  private let paths: [String]

  /// The paths without links. Computed for the first link, as most suites have none.
  private lazy var roots = Set(
    paths.compactMap { realPath(FixtureFiles.normalized($0)).map { FilePath($0) } })

  /// Makes bounds.
  ///
  /// - Parameter paths: Files and folders, which may be links themselves.
  package init(_ paths: [String]) {
    self.paths = paths
  }

  /// Whether a path leads to one of the files and folders, or below one, whether or not it exists.
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

  /// Why a path that was found is not read; `nil` where it is read.
  package mutating func refusal(of path: some CustomStringConvertible) -> Diagnostic? {
    contains(path)
      ? nil
      : Diagnostic(
        path: Name(path.description),
        message: "not read, as a link leads outside the paths that are named and the project",
        hint: "to have it read all the same, name it itself")
  }
}

/// A path with its links followed, whether or not the file exists.
///
/// - Returns: The path, without `.` and `..`; `nil` where a link on the way cannot be followed.
func followedPath(_ path: String) -> String? {
  let path = path.isEmpty ? "." : path
  if let real = realPath(path) { return real }
  let file = FilePath(path)
  guard let name = file.lastComponent?.string,
    (try? Stat(systemPath(path), followTargetSymlink: false)) == nil,
    let folder = followedPath(file.removingLastComponent().string)
  else { return nil }
  // Once the missing folder exists, a `..` after it may lead to a link.
  let whole = lexicalPath("\(folder)/\(name)")
  return whole == path ? whole : followedPath(whole)
}

/// A path from the root without `.` and `..`, as if none of its parts were a link.
package func lexicalPath(_ path: String) -> String {
  FilePath(path).lexicallyNormalized().string
}
