// The command `audit`: counts the known-wrong implementations that the fixtures catch.

import ArgumentParser
import Conformance
import ConformancePlatform
import Laboratory

struct AuditCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Count the known-wrong implementations that the fixtures catch.",
    discussion: """
      Runs the fixtures against deviations: implementations that each break one sentence of a \
      specification, or handle some values, observers or calls wrongly. Prints for each family how many are \
      caught, and which are not. With -i, the deviations are those that this adapter serves.

      Exit status: 1 if the reference fails a case, a deviation has an error in every case, or with \
      --require-all a deviation is not caught; 65 a fixture or a list is not valid; 66 nothing could be audited; \
      69 the adapter could not be started; 73 a case could not be written; else 0.
      """)

  @OptionGroup var selection: SelectionOptions

  @OptionGroup var implementations: ImplementationOptions

  @Option(
    help: .value(
      "file", "Leave out the failures of the reference that are listed here. May be repeated."),
    completion: .file(extensions: ["yaml"]))
  var knownFailures: [CommandPath] = []

  @Flag(help: "Exit 1 unless every deviation is caught.")
  var requireAll = false

  @Flag(help: "List the cases that catch each deviation, and redundant cases; takes longer.")
  var detail = false

  @Flag(help: "For each deviation that no case catches, search for the smallest case that does.")
  var suggest = false

  @Option(
    help: .value("folder", "Write each suggested case to a new file in this folder."),
    completion: .directory)
  var output: CommandPath?

  @Option(help: "Output format.")
  var format = OutputFormat.text

  @Option(help: "Use colours; auto: at a terminal without NO_COLOR.")
  var color = ColorChoice.auto

  var config: String? { selection.config }

  func validateInProject() throws {
    try implementations.validateOne()
    try refuse(if: output != nil && !suggest, "--output is for the cases that --suggest finds")
    try refuse(if: output?.output.isEmpty == true, "--output is the name of a folder")
  }

  func run() throws {
    try implementations.start(
      limits: selection.limit.adapters, standard: ["literal"], run(with:_:))
  }

  private func run(with contestants: inout Contestants, _ interrupt: Cancellation) throws {
    let listed = knownFailures.map(\.path)
    let lists = try KnownFailures.read(listed, typed: listed)
    var found = selection.find()
    found.leaveOut(lists)
    var suite: [Fixture] = []
    found.read { fixture, _ in suite.append(fixture) }
    try contestants.waitUntilAllReady(interrupt)
    if implementations.implementation.isEmpty {
      let serving = contestants.all.first { $0.adapter?.deviations.isEmpty == false }
      contestants.all = [try serving ?? Contestant(named: "literal")]
    }
    var runner = found.runner(of: contestants.candidates)
    let reference = runner.candidates[0].name
    let named = lists.map { $0.naming(found.files) }
    var checks = named.map { KnownFailureCheck($0, with: [reference]) }
    for index in checks.indices {
      for fixture in suite { checks[index].add(fixture, at: fixture.source.path) }
    }
    let known = named.flatMap(\.entries).filter { $0.implementation == reference }
    runner.knownFailures = KnownFailures(known)
    let served = contestants.all[0].adapter?.deviations
    let deviations = served ?? BuiltIn.deviations
    if deviations.isEmpty {
      return Status.nothingSelected.note(
        "\(visible(reference)) serves no deviations to audit the fixtures with")
    }
    // Built-in deviations are not checked, because they belong to more specifications than most fixtures.
    (served ?? []).warnings(for: suite).forEach(printWarning)
    var audit = try Audit(
      suite, by: runner, deviations: deviations, isDetailed: detail, cancellation: interrupt,
      watch: Progress().watch())
    if interrupt.isCancelled { throw Status.interrupted() }
    defer { if !interrupt.isCancelled { contestants.finishSayingFaults() } }
    found.printSlips()
    if format == .text { report(audit, found) }
    if suggest && !audit.cases.isEmpty {
      let folder = output?.output
      if let folder { try createFolder(folder) }
      var suggestion = CaseSuggestion(
        for: suite, by: runner, names: .ofThisProgram, interrupt: interrupt)
      // The cases that are found are part of the JSON.
      let rest = try suggestion.suggest(for: &audit, in: folder, watch: Progress().watch) {
        say($0, withResults: format == .text)
      }
      if let rest { throw Status.interrupted(before: rest) }
    }
    if format == .json { report(audit, found) }
    for check in checks { check.report(among: found.files.map(\.path)) }
  }

  private func report(_ audit: Audit, _ found: FoundFixtures) {
    Status.note(audit.problems)
    if audit.isEmpty { return found.noteNothing() }
    if audit.hasResult {
      format.print(audit.text(style: color.style, listsCaught: detail), audit.json)
    }
    audit.remarks(requiresAll: requireAll).forEach { say($0) }
  }
}
