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
      throw Status.nothingSelected.saying(
        InstalledFixtures.status(of: path)?.isFolder == true
          ? "`\(visible(path))` is a folder, and a fixture file is asked for"
          : "there is no fixture file `\(visible(path))`\(orDidYouMean(pathNear: path))")
    }
    let fixture = try file.read(limits: limits).get()
    do throws(FixturePlace.Missing) {
      return (fixture, try place?.cases(of: fixture) ?? fixture.cases, file.index)
    } catch {
      throw Status.nothingSelected.saying("\(error)")
    }
  }
}
