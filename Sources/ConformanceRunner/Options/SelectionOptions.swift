// Which fixtures and cases are meant: the options that every command with paths has.

import ArgumentParser
import Conformance
import ConformancePlatform

struct SelectionOptions: ParsableArguments {
  @Argument(
    help: .value(
      "path",
      "Fixture files or folders (default: the project's, or Fixtures), or FILE:LINE[:COLUMN] for the case "
        + "there."),
    completion: .file())
  var paths: [InputPath] = []

  @Option(
    help: .value(
      "pattern",
      "Only cases whose `file › name` matches this glob or contains this word. May be repeated."))
  var filter: [String] = []

  @Option(help: .value("tag", "Only cases with this tag. May be repeated."))
  var tag: [Name] = []

  @Option(help: .value("tag", "No cases with this tag. May be repeated."))
  var skipTag: [Name] = []

  @Option(help: .value("id", "Only cases that cite this clause. May be repeated."))
  var clause: [Name] = []

  @Option(help: Project.help, completion: .file(extensions: ["yaml"]))
  var config: String?

  @Option(help: LimitChoice.help, transform: LimitChoice.init)
  var limit: [LimitChoice] = []

  func validate() throws {
    if filter.contains("") {
      throw ValidationError("--filter needs a pattern, and this one is empty")
    }
  }

  /// What is named: files, folders, and places in files.
  private var meant: [MeantPath] { paths.map { MeantPath($0.path) } }

  /// The files and folders that are meant, or in which a place is.
  var meantPaths: [String] {
    paths.isEmpty ? Project.fixtures : meant.map { FixtureFiles.normalized($0.path) }
  }

  /// The paths of the fixtures and clause indexes that are meant; nothing is read.
  var fixturePaths: [String] {
    FixtureFiles(
      at: meantPaths, areNamed: !paths.isEmpty,
      within: Project.folders(besides: paths.map(\.path)), limits: nil
    ).paths.map(\.text)
  }

  /// The fixtures, and the selected cases.
  struct Found {
    var files: [FixtureFiles.File]
    var indexes: [ClauseIndex]
    var selection = Selection()
    var problems: [Diagnostic]

    /// Leaves lists of known failures out, which are no fixtures, also where they stand among them.
    mutating func leaveOut(_ lists: [KnownFailures]) {
      let paths = lists.compactMap(\.source?.path.text)
      files.removeAll { file in paths.contains { areSameFile($0, file.path.text) } }
    }
  }

  /// Looks for the fixtures, and says which paths are missing.
  ///
  /// - Parameter saysProblems: Whether it says what else is wrong, too.
  /// - Returns: What has been found.
  func find(sayingProblems saysProblems: Bool = true) -> Found {
    let fixtures =
      paths.isEmpty
      ? FixtureFiles.ofProject(limits: limit.reading)
      : FixtureFiles(namedBy: meantPaths, limits: limit.reading)
    var found = Found(
      files: fixtures.files, indexes: fixtures.indexes, problems: fixtures.problems)
    for path in fixtures.missingPaths {
      Status.nothingSelected.note(
        "there is no file or folder `\(visible(path))`\(orDidYouMean(pathNear: path.text))")
    }
    // Where there is no fixture at all, that is said once for all paths.
    for path in fixtures.files.isEmpty ? [] : fixtures.emptyPaths {
      Status.nothingSelected.note("there is no fixture (*.yaml) in `\(visible(path))`")
    }
    found.selection.patterns = filter.map(Glob.init)
    found.selection.tags = tag
    found.selection.skippedTags = skipTag
    found.selection.clauses = clause
    if !(filter.isEmpty && tag.isEmpty && skipTag.isEmpty && clause.isEmpty) {
      found.selection.record = SelectionRecord(of: found.selection, in: fixtures.indexes)
    }
    // A file that is meant as a whole besides stays so.
    let whole = meant.filter { $0.place == nil }.map(\.path)
    for place in meant.compactMap(\.place) where !isBelow(place.path.text, whole) {
      if let problem = select(place, besides: whole, in: &found) {
        Status.nothingSelected.note(problem)
      }
    }
    if saysProblems { Status.note(found.problems) }
    return found
  }

  /// Selects the cases that stand at a place.
  ///
  /// - Returns: Why there are none.
  private func select(
    _ place: FixturePlace, besides whole: [String], in found: inout Found
  ) -> String? {
    let path = place.path.text
    let location = InstalledFixtures.location(of: path) ?? path
    guard let status = FileStatus(at: location) else { return nil }
    if status.isFolder {
      found.files.removeAll { isBelow($0.path.text, [path]) && !isBelow($0.path.text, whole) }
      return "`\(visible(place.path))` is a folder, and has no line \(place.line)"
    }
    let file = found.files.first {
      $0.path == place.path || FileStatus(at: $0.path)?.identity == status.identity
    }
    // What is wrong with a file is said when it is read for its own sake.
    guard let file, case .success(let fixture) = file.read(limits: limit.reading) else {
      return nil
    }
    let (cases, problem) = place.cases(of: fixture)
    found.selection.restrict(to: cases.map(\.place), of: file.path)
    return problem
  }

  /// Reads the fixtures that have been found one after the other, and says what is wrong on the way.
  func read(_ found: Found, _ use: (FixtureFiles.File, Fixture, Selection) -> Void) {
    for file in found.files {
      switch file.read(limits: limit.reading) {
      case .success(let fixture): use(file, fixture, found.selection)
      case .failure(let invalid): Status.note(invalid.problems)
      }
    }
  }

  /// A runner of the cases that have been found, within the limits.
  func runner(for found: Found, of candidates: [Candidate]) -> Runner {
    var runner = Runner(candidates: candidates)
    runner.jobs = coreCount()
    runner.selection = found.selection
    runner.readingLimits = limit.reading
    runner.executionLimits = limit.execution
    return runner
  }

  /// Says which of several values match no case, and which tags to skip are probably slips.
  ///
  /// - Parameter selection: The selection, once it has been asked about every case.
  func printSlips(of selection: Selection) {
    for slip in selection.record?.slips ?? [] { printWarning(slip) }
  }

  /// Takes note that no case is selected, and says why, unless something that is wrong has been said.
  ///
  /// - Parameter found: What has been found, once its selection has been asked about every case.
  func noteNothing(in found: Found) {
    let isSaid = !Invocation.current.statuses.isEmpty
    Status.nothingSelected.note(
      isSaid ? nil : nothingSelected(by: found.selection, found.files.count))
  }

  /// Why no case is selected, and what may have been meant.
  private func nothingSelected(by selection: Selection, _ fileCount: Int) -> String {
    let hint = selection.record?.suggestion.map { "\n  hint: \($0)" } ?? ""
    if fileCount == 0 {
      let places = meantPaths.map { "`\(visible($0))`" }.joined(separator: ", ")
      let isIndex = meantPaths.contains { folderAndName(of: $0).name == ClauseIndex.fileName }
      return "there is no fixture (*.yaml) in \(places)"
        + (isIndex
          ? "\n  hint: a `\(ClauseIndex.fileName)` is checked with the fixtures of its folder; name that"
          : "") + hint
    }
    return "no case is selected: "
      + (fileCount == 1 ? "the file has none" : "\(fileCount) files have none")
      + " that the options ask for" + hint
  }
}

extension Name: ExpressibleByArgument {
  /// Takes a word of the command line for a name.
  public init(argument: String) { self.init(argument) }
}
