// Which fixtures and cases are meant: the options that every command with paths has.

import ArgumentParser
import Conformance
import ConformancePlatform

struct SelectionOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Fixture files or folders (default: the project's, or Fixtures), or FILE:LINE[:COLUMN] for the case "
        + "there.",
      valueName: "path"),
    completion: .file(), transform: Project.inputPath)
  var paths: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only cases whose `file › name` matches this glob or contains this word. May be repeated.",
      valueName: "pattern"))
  var filter: [String] = []

  @Option(help: ArgumentHelp("Only cases with this tag. May be repeated.", valueName: "tag"))
  var tag: [Name] = []

  @Option(help: ArgumentHelp("No cases with this tag. May be repeated.", valueName: "tag"))
  var skipTag: [Name] = []

  @Option(
    help: ArgumentHelp("Only cases that cite this clause. May be repeated.", valueName: "id"))
  var clause: [Name] = []

  @Option(help: Project.help, completion: .file(extensions: ["yaml"]))
  var config: String?

  @Option(help: LimitOptions.help, transform: { try LimitChoice($0) })
  var limit: [LimitChoice] = []

  /// The limits that are chosen. They are no group within this one: what stands in two groups is made many
  /// times over while a command line is read, which took half of the time that a command needs to start.
  var limits: LimitOptions {
    var limits = LimitOptions()
    limits.limit = limit
    return limits
  }

  func validate() throws {
    if filter.contains("") {
      throw ValidationError("--filter needs a pattern, and this one is empty")
    }
  }

  /// The files and folders that are meant, or in which a place is.
  var meantPaths: [String] {
    paths.isEmpty ? Project.fixtures : paths.map { FixtureFiles.normalized(MeantPath($0).path) }
  }

  /// The paths of the fixtures and clause indexes that are meant; nothing is read.
  var fixturePaths: [String] {
    FixtureFiles.paths(
      below: meantPaths, areNamed: !paths.isEmpty,
      within: Project.folders(besides: paths)
    ).map(\.text)
  }

  /// The fixtures, the selected cases, and the exit statuses that are already certain.
  struct Found {
    var files: [FixtureFiles.File]
    var indexes: [ClauseIndex]
    var selection = Selection()
    var problems: [Diagnostic]
    var statuses: Set<Status> = []

    /// Leaves lists of known failures out, which are no fixtures, also where they stand among them.
    mutating func leaveOut(_ lists: [KnownFailures]) {
      let paths = lists.compactMap(\.source?.path.text)
      files.removeAll { file in paths.contains { areSameFile($0, file.path.text) } }
    }
  }

  /// Looks for the fixtures, and says what is wrong on the way.
  func find() -> Found {
    let found = look()
    printProblems(found.problems)
    return found
  }

  /// Looks for the fixtures, says which paths are missing, and leaves the problems to be said.
  func look() -> Found {
    let fixtures =
      paths.isEmpty
      ? FixtureFiles.ofProject(limits: limits.reading)
      : FixtureFiles(namedBy: meantPaths, limits: limits.reading)
    for path in fixtures.missingPaths {
      printError(
        "there is no file or folder `\(visible(path))`\(orDidYouMean(pathNear: path.text))")
    }
    // Where there is no fixture at all, that is said once for all paths.
    let emptyPaths = fixtures.files.isEmpty ? [] : fixtures.emptyPaths
    for path in emptyPaths { printError("there is no fixture (*.yaml) in `\(visible(path))`") }
    var found = Found(
      files: fixtures.files, indexes: fixtures.indexes, problems: fixtures.problems)
    found.selection.patterns = filter.map(Glob.init)
    found.selection.tags = tag
    found.selection.skippedTags = skipTag
    found.selection.clauses = clause
    if !(filter.isEmpty && tag.isEmpty && skipTag.isEmpty && clause.isEmpty) {
      found.selection.record = SelectionRecord(of: fixtures.indexes)
    }
    if !found.problems.isEmpty { found.statuses.insert(.invalidFixture) }
    if !fixtures.missingPaths.isEmpty || !emptyPaths.isEmpty {
      found.statuses.insert(.nothingSelected)
    }
    selectPlaces(in: &found)
    return found
  }

  /// Selects the cases that stand at the places among the paths. A file that is meant as a whole besides
  /// stays so.
  private func selectPlaces(in found: inout Found) {
    let meant = paths.map(MeantPath.init)
    let whole = meant.filter { $0.place == nil }.map(\.path)
    for place in meant.compactMap(\.place) where !isBelow(place.path.text, whole) {
      let path = place.path.text
      let location = InstalledFixtures.location(of: path) ?? path
      guard let status = FileStatus(at: location) else { continue }
      if status.isFolder {
        printError("`\(visible(place.path))` is a folder, and has no line \(place.line)")
        found.files.removeAll {
          isBelow($0.path.text, [path]) && !isBelow($0.path.text, whole)
        }
        found.statuses.insert(.nothingSelected)
        continue
      }
      let file = found.files.first {
        $0.path == place.path || FileStatus(at: $0.path)?.identity == status.identity
      }
      // What is wrong with a file is said when it is read for its own sake.
      guard let file, case .success(let fixture) = file.read(limits: limits.reading) else {
        continue
      }
      do throws(FixturePlace.Missing) {
        found.selection.restrict(
          to: try place.cases(of: fixture).map(\.place), of: file.path)
      } catch {
        printError("\(error)")
        found.selection.restrict(to: [], of: file.path)
        found.statuses.insert(.nothingSelected)
      }
    }
  }

  /// Looks for the fixtures and reads one after the other, and says what is wrong on the way.
  ///
  /// - Parameters:
  ///   - lists: Lists of known failures, which are left out.
  ///   - use: Receives each file, its fixture, and which cases are meant.
  /// - Returns: What has been found.
  func read(
    besides lists: [KnownFailures] = [], _ use: (FixtureFiles.File, Fixture, Selection) -> Void
  ) -> Found {
    var found = find()
    found.leaveOut(lists)
    read(&found, use)
    return found
  }

  /// Reads the fixtures that have been found one after the other, and says what is wrong on the way.
  func read(_ found: inout Found, _ use: (FixtureFiles.File, Fixture, Selection) -> Void) {
    for file in found.files {
      switch file.read(limits: limits.reading) {
      case .success(let fixture): use(file, fixture, found.selection)
      case .failure(let invalid):
        printProblems(invalid.problems)
        found.statuses.insert(.invalidFixture)
      }
    }
  }

  /// Looks for the fixtures and reads them all, and says what is wrong on the way.
  func read() -> (fixtures: [Fixture], selection: Selection, statuses: Set<Status>) {
    var fixtures: [Fixture] = []
    let found = read { _, fixture, _ in fixtures.append(fixture) }
    return (fixtures, found.selection, found.statuses)
  }

  /// Has a runner run the cases that have been found, within the limits.
  func prepare(_ runner: inout Runner, for found: Found) {
    runner.selection = found.selection
    runner.readingLimits = limits.reading
    runner.executionLimits = limits.execution
  }

  /// Says which of several values match no case, and which tags to skip are probably slips.
  ///
  /// - Parameter selection: The selection, once it has been asked about every case.
  func printSlips(of selection: Selection) {
    guard let record = selection.record else { return }
    // One value that matches nothing selects nothing, and that is said by itself.
    let areSeveral = max(filter.count, tag.count, clause.count) > 1
    let slips = (areSeveral ? record.slips(of: selection) : []) + record.skippedSlips(of: selection)
    for slip in slips { printWarning(slip) }
  }

  /// Why no case is selected.
  ///
  /// - Parameters:
  ///   - selection: The selection, once it has been asked about every case.
  ///   - fileCount: How many files it was asked about.
  /// - Returns: The reason, and what may have been meant.
  func nothingSelected(by selection: Selection, fileCount: Int) -> String {
    let hint = selection.record?.suggestion(for: selection).map { "\n  hint: \($0)" } ?? ""
    return reasonForNothing(fileCount: fileCount) + hint
  }

  private func reasonForNothing(fileCount: Int) -> String {
    if fileCount == 0 {
      let places = meantPaths.map { "`\(visible($0))`" }
      let isIndex = meantPaths.contains {
        FilePath($0).lastComponent?.string == ClauseIndex.fileName
      }
      return "there is no fixture (*.yaml) in \(places.joined(separator: ", "))"
        + (isIndex
          ? "\n  hint: a `\(ClauseIndex.fileName)` is checked with the fixtures of its folder; name that"
          : "")
    }
    return fileCount == 1
      ? "no case is selected: the file has none that the options ask for"
      : "no case is selected: \(fileCount) files have none that the options ask for"
  }
}

extension Name: ExpressibleByArgument {
  /// Takes a word of the command line for a name.
  public init(argument: String) { self.init(argument) }
}

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
}
