// Where links may lead: what is found by looking is read only within the paths that somebody named.

import ConformancePlatform

/// The files and folders that links may lead to, and all that is below them.
///
/// A path that a user names may lead anywhere. A link that is found in a folder was put there by whoever wrote the
/// fixtures: outside these bounds it could show a file of the user in a report, or have one written.
package struct LinkBounds: Sendable {
  private let paths: [String]

  /// Found when the first link is met, as most suites have none. Two spellings of a path have the same identity.
  private lazy var roots = Set(
    paths.compactMap { FileStatus(at: FixtureFiles.normalized($0))?.identity })

  /// Paths without links, and whether they are within.
  private var known: [Name: Bool] = [:]

  /// Makes bounds.
  ///
  /// - Parameter paths: Files and folders, which may be links themselves.
  package init(_ paths: [String]) {
    self.paths = paths
  }

  /// Whether a path leads to one of the files and folders, or below one, be it there or not.
  ///
  /// - Complexity: O(*d*) system calls for a path of *d* parts. Links into one folder share most of them.
  package mutating func contains(_ path: some CustomStringConvertible) -> Bool {
    followedPath(path.description).map { isWithin(Name($0)) } ?? false
  }

  private mutating func isWithin(_ path: Name) -> Bool {
    if let known = known[path] { return known }
    let isRoot = FileStatus(at: path).map { roots.contains($0.identity) } ?? false
    let above = Name(FilePath(path.text).removingLastComponent().string)
    let answer = isRoot || path != above && isWithin(above)
    known[path] = answer
    return answer
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
package func followedPath(_ path: String) -> String? {
  let start = path.hasPrefix("/") ? "/" : "./"
  let parts = path.split(separator: "/")
  for count in (0...parts.count).reversed() {
    let part = start + parts[..<count].joined(separator: "/")
    if let real = realPath(part) {
      let rest = parts[count...]
      let whole = lexicalPath(([real] + rest.map(String.init)).joined(separator: "/"))
      // Once what is missing has been made, this leads back to what may be a link.
      return rest.contains("..") ? followedPath(whole) : whole
    }
    if (try? Stat(systemPath(part), followTargetSymlink: false)) != nil { return nil }
  }
  return nil
}

/// A path from the root without `.` and `..`, as if none of its parts were a link.
package func lexicalPath(_ path: String) -> String {
  FilePath(path).lexicallyNormalized().string
}
