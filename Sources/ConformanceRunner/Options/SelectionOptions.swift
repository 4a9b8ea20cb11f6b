// Which fixtures and cases are meant: the options that every command with paths has.

import ArgumentParser
import Conformance

struct SelectionOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Fixture files, and folders of them (default: Fixtures).", valueName: "path"),
    completion: .file())
  var paths: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only cases whose `file › name` matches: a glob, a whole `file › name` as `list` prints it, "
        + "or a plain word that occurs anywhere. May be repeated.",
      valueName: "pattern"))
  var filter: [String] = []

  @Option(help: ArgumentHelp("Only cases with this tag. May be repeated.", valueName: "tag"))
  var tag: [String] = []

  @Option(help: ArgumentHelp("No cases with this tag. May be repeated.", valueName: "tag"))
  var skipTag: [String] = []

  @Option(
    help: ArgumentHelp("Only cases that cite this clause. May be repeated.", valueName: "id"))
  var clause: [String] = []

  @Option(
    help: ArgumentHelp(
      "Raise or lower a limit. The limits, with their defaults: \(LimitChoice.list). May be repeated.",
      valueName: "name=n"),
    transform: { try LimitChoice($0) })
  var limit: [LimitChoice] = []

  var limits: ChosenLimits { ChosenLimits(choices: limit) }

  func validate() throws {
    if filter.contains("") {
      throw ValidationError("--filter needs a pattern, and this one is empty")
    }
  }

  var selection: Selection {
    var selection = Selection()
    selection.patterns = filter.map(Glob.init)
    selection.tags = tag
    selection.skippedTags = skipTag
    selection.clauses = clause
    return selection
  }

  /// The paths that are meant.
  var meantPaths: [String] {
    paths.isEmpty ? ["Fixtures"] : paths.map(FixtureFiles.normalized)
  }

  /// Looks for the fixtures, and says what is wrong on the way.
  func find() -> Found {
    let (found, statuses) = look()
    printProblems(found.problems)
    return (found.files, statuses)
  }

  /// Looks for the fixtures, says which paths are missing, and leaves the problems to be said.
  func look() -> (found: FixtureFiles, statuses: Set<Status>) {
    let found = FixtureFiles(at: meantPaths)
    for path in found.missingPaths { printError("there is no file or folder `\(visible(path))`") }
    var statuses: Set<Status> = []
    if !found.problems.isEmpty { statuses.insert(.invalidFixture) }
    if !found.missingPaths.isEmpty { statuses.insert(.nothingSelected) }
    return (found, statuses)
  }

  /// The fixtures, and how the command ends whatever becomes of them.
  typealias Found = (files: [FixtureFiles.File], statuses: Set<Status>)

  /// Looks for the fixtures and reads one after the other, and says what is wrong on the way.
  func read(_ use: (FixtureFiles.File, Fixture) -> Void) -> Found {
    var found = find()
    for file in found.files {
      switch file.read(limits: limits.reading) {
      case .success(let fixture): use(file, fixture)
      case .failure(let invalid):
        printProblems(invalid.problems)
        found.statuses.insert(.invalidFixture)
      }
    }
    return found
  }

  /// Looks for the fixtures and reads them all, and says what is wrong on the way.
  func read() -> (fixtures: [Fixture], statuses: Set<Status>) {
    var fixtures: [Fixture] = []
    let found = read { fixtures.append($1) }
    return (fixtures, found.statuses)
  }

  /// Why no case is selected.
  func nothingSelected(fileCount: Int) -> String {
    if fileCount == 0 {
      let places = meantPaths.map { "`\(visible($0))`" }
      return "there is no fixture (*.yaml) in \(places.joined(separator: ", "))"
    }
    return fileCount == 1
      ? "no case is selected: the file has none that the options ask for"
      : "no case is selected: \(fileCount) files have none that the options ask for"
  }
}
