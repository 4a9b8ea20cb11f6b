// The cases that stand at a place of a fixture: `PATH[:LINE[:COLUMN]]`.

import Conformance

extension MeantPath {
  /// The fixture, the selected cases, at least one, and the clause index beside it. Says what is
  /// wrong where there are none.
  func read(
    limits: ReadingLimits
  ) throws -> (fixture: Fixture, cases: [Case], index: ClauseIndex?) {
    let found = FixtureFiles(namedBy: [path], limits: limits)
    printProblems(found.problems)
    if !found.problems.isEmpty { throw Status.invalidFixture.exitCode }
    guard found.missingPaths.isEmpty, let file = found.files.first, found.files.count == 1 else {
      let status = FileStatus(at: InstalledFixtures.location(of: path) ?? path)
      printError(
        status?.isFolder == true
          ? "`\(visible(path))` is a folder, and a fixture file is asked for"
          : "there is no fixture file `\(visible(path))`\(orDidYouMean(pathNear: path))")
      throw Status.nothingSelected.exitCode
    }
    let fixture: Fixture
    switch file.read(limits: limits) {
    case .success(let read): fixture = read
    case .failure(let invalid):
      printProblems(invalid.problems)
      throw Status.invalidFixture.exitCode
    }
    do throws(FixturePlace.Missing) {
      return (fixture, try place?.cases(of: fixture) ?? fixture.cases, file.index)
    } catch {
      printError("\(error)")
      throw Status.nothingSelected.exitCode
    }
  }
}
