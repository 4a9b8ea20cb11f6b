// A path on a command line that may name a place, `PATH[:LINE[:COLUMN]]`, and the cases that stand there.

import Conformance

/// A path on the command line: a file, a folder, or a place in a file.
struct MeantPath {
  /// The file or folder.
  let path: String

  /// The place, where the path has a line.
  let place: FixturePlace?

  /// Reads a path. Where there is a file of that very name, it is meant.
  init(_ text: String) {
    place = fileExists(text) ? nil : FixturePlace(text)
    path = place?.path.text ?? text
  }

  /// The fixture, the selected cases, at least one, and the clause index beside it.
  ///
  /// - Throws: `InvalidFile`, or an exit code where there are none. The reason has been said.
  func read(
    limits: ReadingLimits
  ) throws -> (fixture: Fixture, cases: [Case], index: ClauseIndex?) {
    let found = FixtureFiles(namedBy: [path], limits: limits)
    if !found.problems.isEmpty { throw InvalidFile(problems: found.problems) }
    guard found.missingPaths.isEmpty, let file = found.files.first, found.files.count == 1 else {
      let status = FileStatus(at: InstalledFixtures.location(of: path) ?? path)
      throw Status.nothingSelected.saying(
        status?.isFolder == true
          ? "`\(visible(path))` is a folder, and a fixture file is asked for"
          : "there is no fixture file `\(visible(path))`\(orDidYouMean(pathNear: path))")
    }
    let fixture = try file.read(limits: limits).get()
    let (cases, problem) = place?.cases(of: fixture) ?? (fixture.cases, nil)
    if let problem { throw Status.nothingSelected.saying(problem) }
    return (fixture, cases, file.index)
  }
}
