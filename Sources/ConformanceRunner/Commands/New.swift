// The command `new`: a new fixture file to fill in.

import Adapters
import ArgumentParser
import Conformance
import ConformancePlatform
import ReactiveMotionConformance

struct New: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Make a new fixture file with a first case to change, or a new adapter.",
    discussion: """
      `new _remember "late subscribers"` makes Fixtures/_remember/late-subscribers.yaml, with a case that \
      passes and a comment for each part. If they are missing, it also makes a spec.yaml beside it, for the \
      clauses and words of the specification, the JSON Schema that the first line names, and with the first \
      fixture of a project its \(ProjectFile.name). It never overwrites a file, and writes \
      only below the project's folder.

      `new --adapter python FOLDER` (or javascript, or java) makes an adapter for a library: the protocol, a \
      short file to fill in, and a fixture that its example passes. The project file gets a label for it.
      """)

  @Argument(
    help: .value(
      "spec-or-folder",
      "The specification, and the name of its folder of fixtures; with --adapter, the folder of the adapter."
    ))
  var spec: Name

  @Argument(help: "The subject of the file in a few words, for its title and file name.")
  var name: String?

  @Option(help: .value("language", "Make an adapter in this language."))
  var adapter: AdapterKit?

  @Option(
    name: .customLong("folder"),
    help: .value(
      "folder", "The folder of all fixtures (default: that of the project file, or Fixtures)."),
    completion: .directory)
  var namedFolder: CommandPath?

  var config: String? { nil }

  /// The fixtures of the project may not exist yet.
  func mayBeMissing(isKnownFailures: Bool) -> Bool { true }

  /// The folder of all fixtures.
  var folder: String {
    if let namedFolder { return namedFolder.output }
    let folders = Project.fixtures.filter { FileStatus(at: $0)?.isFolder ?? true }
    // The folder of a specification is in that of all fixtures.
    if let own = folders.map(folderAndName).first(where: { $0.name == spec.text }) {
      return own.folder
    }
    let folder =
      folders.first { !fileExists("\($0)/\(ClauseIndex.fileName)") } ?? InstalledFixtures.name
    // A folder of that name would hide the fixtures that came with the executable.
    return InstalledFixtures.location(of: folder) == nil ? folder : "."
  }

  func validateInProject() throws {
    if adapter != nil {
      try refuse(
        if: name != nil, "--adapter takes a folder, and neither a specification nor a name")
      return try refuse(if: spec.isEmpty, "the name of the folder is empty")
    }
    guard let name else {
      throw ValidationError("say what the file is about: new \(visible(spec)) \"a few words\"")
    }
    try refuse(if: fileName.isEmpty, "the name needs a letter or a digit")
    let index = ClauseIndex.fileName
    try refuse(if: "\(fileName).yaml" == index, "`\(index)` is the name of the clause index")
    let isNoFolder = spec.isEmpty || spec.text.contains("/") || spec.text.hasPrefix(".")
    try refuse(
      if: isNoFolder || spec == Self.schemaName,
      "`\(visible(spec))` cannot be the name of a folder")
    try refuse(
      if: spec.text.contains(where: \.isNewline), "the name of the specification is one line")
    try refuse(if: name.contains(where: \.isNewline), "the name is one line")
  }

  func run() throws {
    if let adapter { return try makeAdapter(adapter, in: CommandPath(argument: spec.text).output) }
    let own = FixtureFiles.normalized("\(folder)/\(spec)")
    try requireInProject([folder, own])
    let path = "\(own)/\(fileName).yaml"
    try refuseExisting(path, by: "new")
    // Too many names are near a short one.
    let others = ((try? entries(ofFolder: folder)) ?? []).filter(\.isFolder).map(\.name)
    if !fileExists(own), spec.text.count > 3, let near = nearest(to: spec, among: others) {
      throw ValidationError(
        "`\(visible(folder))` has no `\(visible(spec))`; did you mean `\(visible(near))`? For a "
          + "specification of that name, make the folder `\(visible(own))` first")
    }
    let isFirst = FixtureFiles(at: [folder], limits: nil).paths.isEmpty
    let index = "\(own)/\(ClauseIndex.fileName)"
    let installedIndex = InstalledFixtures.location(
      of: "\(InstalledFixtures.name)/\(spec)/\(ClauseIndex.fileName)")
    try createFolder(own)
    let beside = filesOfSpecification()
    // A fixture beside the index of another specification would not be valid.
    if fileExists(index) { try check(index) }
    try makeSchema(in: folder)
    // An index above may be that of this specification, or of another.
    if !fileExists(index) && !beside.indexes.contains(where: { $0.name == spec }) {
      let known = installedIndex.flatMap { try? SourceText.read($0).get() }
      try make(
        index,
        known.map { String(decoding: $0.bytes, as: UTF8.self) } ?? indexText(citedBy: beside.files))
    }
    try make(path, fixtureText(by: filesOfSpecification().indexes.first))
    try enlist(own, isFirst: isFirst)
  }

  /// Makes the first project file, with these fixtures and those that came with the executable, if any; or prints
  /// what to add to one.
  private func enlist(_ own: String, isFirst: Bool) throws {
    if namedFolder != nil || folder != "." {
      if isFirst { try makeProject(fixtures: [folder]) }
    } else if let project = Project.current {
      if isBelow(own, Project.fixtures) { return }
      printNote(
        "Add `\(visible(own))` to `fixtures` in `\(visible(project.fileName))`, so that it runs "
          + "without a path")
    } else {
      try makeProject(fixtures: [InstalledFixtures.name, own])
    }
  }

  /// Makes a file, and prints its path.
  func make(_ path: String, _ text: String) throws {
    try createFile(path, text)
    printResult("made \(visible(path))\n")
  }

  /// Makes the schema that the first line of a fixture names, unless it is there.
  func makeSchema(in folder: String) throws {
    let schema = "\(folder)/\(Self.schemaName)"
    if !fileExists(schema) { try createFile(schema, jsonText(Fixture.schema)) }
  }

  /// Refuses folders outside the project, links followed. Without a project, the working directory stands for it.
  ///
  /// - Throws: An exit code if there is one. The reason has been printed.
  func requireInProject(_ folders: [String]) throws {
    guard let folder = folders.first(where: { !isBelow($0, ["."]) }) else { return }
    let place = Project.current == nil ? "working directory" : "project"
    throw Status.unwritable.saying(
      "`\(visible(folder))` leads outside the \(place), and `new` writes only within that")
  }

  /// The files in the folder of the specification.
  private func filesOfSpecification() -> FixtureFiles {
    FixtureFiles(at: ["\(folder)/\(spec)"], within: Project.folders(besides: []))
  }

  /// Refuses a clause index that makes every new fixture invalid, and prints the problems of another.
  private func check(_ index: String) throws {
    try Project.refuseLinks(among: [index], typed: [])
    switch SourceText.read(index).flatMap({ ClauseIndex.read($0) }) {
    case .failure(let invalid): printProblems(invalid.problems)
    case .success(let own):
      let name = own.name ?? spec
      try refuse(
        if: name != spec,
        "`\(visible(index))` is that of `\(visible(name))`, not of `\(visible(spec))`")
      if own.clauses.isEmpty {
        throw Status.invalidFixture.saying(
          "`\(visible(index))` lists no clause, and a case demonstrates at least one: write one there first"
        )
      }
    }
  }

  static let schemaName: Name = "fixture.schema.json"

  /// The name in lower case, with dashes for all that is not a letter or a digit.
  private var fileName: String {
    (name ?? "").lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
  }
}
