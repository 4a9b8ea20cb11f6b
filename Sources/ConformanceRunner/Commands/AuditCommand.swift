// The command `audit`: how many known-wrong implementations the fixtures catch.

import ArgumentParser
import Conformance
import ConformancePlatform
import Laboratory

struct AuditCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Tell how many known-wrong implementations the fixtures catch.",
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
      "file", "Leave out the cases that the reference is listed to fail. May be repeated."),
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
    var suite: [Fixture] = []
    let listed = knownFailures.map(\.path)
    let lists = try KnownFailures.read(listed, typed: listed)
    var found = selection.find()
    found.leaveOut(lists)
    found.read { fixture, _ in suite.append(fixture) }
    try contestants.waitUntilAllReady(interrupt)
    if implementations.implementation.isEmpty {
      let serving = contestants.all.first { $0.adapter?.deviations.isEmpty == false }
      contestants.all = [try serving ?? Contestant(named: "literal")]
    }
    let reference = contestants.candidates[0]
    let named = lists.map { $0.naming(found.files) }
    var checks = named.map { KnownFailureCheck($0, with: [reference.name]) }
    for index in checks.indices {
      for fixture in suite { checks[index].add(fixture, at: fixture.source.path) }
    }
    let served = contestants.all[0].adapter?.deviations
    let deviations = served ?? BuiltIn.deviations
    if deviations.isEmpty {
      return Status.nothingSelected.note(
        "\(visible(reference.name)) serves no deviations to audit the fixtures with")
    }
    // Where cases are suggested, an unknown clause is an error of its own. Built-in deviations are not checked, because
    // they belong to more specifications than most fixtures.
    (served ?? []).warnings(for: suite, checkingClauses: !suggest).forEach(printWarning)
    let known = named.flatMap(\.entries).filter { $0.implementation == reference.name }
    var audit = try Audit(
      suite, reference: reference, deviations: deviations,
      knownFailures: KnownFailures(known), selection: found.selection,
      limits: selection.limit.execution, isDetailed: detail, jobs: coreCount(),
      cancellation: interrupt, watch: Progress().watch())
    if interrupt.isCancelled { throw Status.interrupted() }
    defer { if !interrupt.isCancelled { contestants.finishSayingFaults() } }
    found.printSlips()
    if format == .text { report(audit, found) }
    if suggest && !audit.cases.isEmpty {
      let folder = output?.output
      if let folder { try createFolder(folder) }
      var suggestion = CaseSuggestion(
        for: suite, found.selection, reference: reference, names: .ofThisProgram,
        limits: selection.limit.reading, jobs: coreCount(), interrupt: interrupt)
      let rest = try suggestion.suggest(
        for: &audit, in: folder, write: createFixture, watch: Progress().watch
      ) { remark in
        // What is found is part of the JSON.
        if case .result = remark, format == .json { return }
        say(remark)
      }
      if let rest { throw Status.interrupted(before: rest) }
    }
    if format == .json { report(audit, found) }
    for check in checks { check.report(among: found.files.map(\.path)) }
  }

  private func report(_ audit: Audit, _ found: FoundFixtures) {
    audit.skippedLines.forEach(printError)
    Status.note(audit.invalidCases.map(\.problem))
    if audit.isEmpty { return found.noteNothing() }
    if audit.hasResult {
      format.print(audit.text(style: color.style, listsCaught: detail), audit.json)
    }
    audit.remarks(requiresAll: requireAll, isBuiltIn: implementations.implementation.isEmpty)
      .forEach(say)
  }
}
