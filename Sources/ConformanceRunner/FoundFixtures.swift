// The fixtures that a command is about, and the cases that are selected.

import Conformance
import ConformancePlatform

/// The fixtures of a command, and the selected cases.
struct FoundFixtures: Sendable {
  /// The files and folders that were searched.
  let paths: [String]

  var files: [FixtureFiles.File]
  let indexes: [ClauseIndex]

  /// The problems of clause indexes and folders.
  let problems: [Diagnostic]

  var selection = Selection()
  private let limit: [LimitChoice]

  /// Looks for fixtures, and prints missing paths and places, and the problems of clause indexes and folders.
  ///
  /// - Parameters:
  ///   - typed: The paths of the command line; if there are none, those of the project are used.
  ///   - limit: The limits of the command.
  init(namedBy typed: [CommandPath], _ limit: [LimitChoice]) {
    self.limit = limit
    let named = typed.map { FixtureFiles.normalized($0.file) }
    paths = named.isEmpty ? Project.fixtures : named
    let found = FixtureFiles(namedBy: named, limits: limit.reading)
    (files, indexes, problems) = (found.files, found.indexes, found.problems)
    let isEmpty = named.isEmpty && Project.current == nil && !found.missingPaths.isEmpty
    if isEmpty { Status.nothingSelected.note(Self.first) }
    for path in isEmpty ? [] : found.missingPaths {
      Status.nothingSelected.note(
        "there is no file or folder `\(visible(path))`\(orDidYouMean(pathNear: path.text))")
    }
    // If there is no fixture at all, one message is for all paths.
    for path in files.isEmpty ? [] : found.emptyPaths {
      Status.nothingSelected.note("there is no fixture (*.yaml) in `\(visible(path))`")
    }
    // A file that is also named without a place stays whole.
    let whole = typed.filter { $0.place == nil }.map(\.path)
    for place in typed.compactMap(\.place) where !isBelow(place.path.text, whole) {
      if let problem = select(place) { Status.nothingSelected.note(problem) }
    }
    Status.note(problems)
  }

  /// The message for a folder without fixtures: what to do first.
  private static var first: String {
    let program = Style.plainProgram
    let steps = [
      ("To write a first fixture:", "new my-spec first"),
      ("To test your library:", "new --adapter python mine"),
      ("To see it work on the built-in streams:", "\(InstalledFixtures.name)/_remember"),
    ]
    return """
      there are no fixtures in this folder: no `\(InstalledFixtures.name)`, and no `\(ProjectFile.name)`

      \(steps.map { "  \(padded($0, to: 40)) \(program) \($1)" }.joined(separator: "\n"))
        (which needs the fixtures of a release)
      """
  }

  /// Selects the cases at a place.
  ///
  /// - Returns: Why there are none.
  private mutating func select(_ place: FixturePlace) -> String? {
    let identity = InstalledFixtures.status(of: place.path.text)?.identity
    let file = files.first { $0.path == place.path || $0.identity == identity }
    // The problems of a file are printed when it is run.
    guard let file, case .success(let fixture) = file.read(limits: limit.reading) else {
      return nil
    }
    let (cases, problem) = place.cases(of: fixture)
    selection.restrict(to: cases.map(\.place), of: file.path)
    return problem
  }

  /// Leaves out lists of known failures, which are no fixtures but may be in their folders.
  mutating func leaveOut(_ lists: [KnownFailures]) {
    let own = lists.compactMap { FileStatus(at: $0.source.path)?.identity }
    files.removeAll { own.contains($0.identity) }
  }

  /// Reads the fixtures one after the other, and prints their problems.
  ///
  /// - Parameter use: Receives each, and its selected cases.
  func read(_ use: (Fixture, [Case]) -> Void) {
    for file in files {
      switch file.read(limits: limit.reading) {
      case .success(let fixture): use(fixture, cases(of: fixture, in: file))
      case .failure(let invalid): Status.note(invalid.problems)
      }
    }
  }

  /// The only fixture, with its selected cases, at least one.
  ///
  /// - Throws: `InvalidFile`, or an exit code if there are none. The reason has been printed.
  func readOne() throws -> Fixture {
    try Status.throwNoted()
    guard let file = files.first, files.count == 1 else {
      if FileStatus(at: paths[0])?.isFolder == true {
        throw Status.nothingSelected.saying(
          "`\(visible(paths[0]))` is a folder, and a fixture file is asked for")
      }
      noteNothing()
      throw Status.nothingSelected.exitCode
    }
    var fixture = try file.read(limits: limit.reading).get()
    fixture.cases = cases(of: fixture, in: file)
    return fixture
  }

  private func cases(of fixture: Fixture, in file: FixtureFiles.File) -> [Case] {
    fixture.cases.filter { selection.includes($0, of: file.path) }
  }

  /// The number of selected cases in files that are valid.
  func countCases() -> Int {
    files.reduce(0) { $0 + ((try? $1.check(selection, limits: limit.reading).get().count) ?? 0) }
  }

  /// A runner of the selected cases, within the limits.
  func runner(of candidates: [Candidate]) -> Runner {
    var runner = Runner(candidates: candidates)
    runner.jobs = coreCount()
    runner.selection = selection
    runner.readingLimits = limit.reading
    runner.executionLimits = limit.execution
    return runner
  }

  /// Warns about values that match no case, and about tags to skip that are probably misspelt. The selection must have
  /// seen every case.
  func printSlips() {
    for slip in selection.slips { printWarning(slip) }
  }

  /// Notes that no case is selected, and prints why, with a suggestion, unless another problem has been printed. The
  /// selection must have seen every case.
  func noteNothing() {
    if !Invocation.current.statuses.isEmpty { return Status.nothingSelected.note() }
    var hint = selection.suggestion
    var problem = "there is no fixture (*.yaml) in "
    if !files.isEmpty {
      let files = files.count == 1 ? "the file has none" : "\(files.count) files have none"
      problem = "no case is selected: \(files) that the options ask for"
    } else {
      problem += paths.map { "`\(visible($0))`" }.joined(separator: ", ")
      let index = ClauseIndex.fileName
      if paths.contains(where: { folderAndName(of: $0).name == index }) {
        hint = "a `\(index)` is checked with the fixtures of its folder; name that"
      }
    }
    Status.nothingSelected.note(problem + (hint.map { "\n  hint: \($0)" } ?? ""))
  }
}
