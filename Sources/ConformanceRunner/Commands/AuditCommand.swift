// The command `audit`: how many known-wrong implementations the fixtures catch.

import ArgumentParser
import Conformance
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
  var knownFailures: [InputPath] = []

  @Flag(help: "Exit 1 unless every deviation is caught.")
  var requireAll = false

  @Flag(help: "List the cases that catch each deviation, and redundant cases; takes longer.")
  var detail = false

  @Flag(help: "For each deviation that no case catches, search for the smallest case that does.")
  var suggest = false

  @Option(
    help: .value("folder", "Write each suggested case to a new file in this folder."),
    completion: .directory)
  var output: OutputPath?

  @Option(help: "Output format.")
  var format = OutputFormat.text

  @Option(help: "Use colours; auto: at a terminal without NO_COLOR.")
  var color = ColorChoice.auto

  var config: String? { selection.config }

  func validateInProject() throws {
    try implementations.validateOne()
    try refuse(if: output != nil && !suggest, "--output is for the cases that --suggest finds")
    try refuse(if: output?.path.isEmpty == true, "--output is the name of a folder")
  }

  func run() throws {
    try implementations.start(
      limits: selection.limit.adapters, standard: ["literal"], run(with:_:))
  }

  private func run(with contestants: inout Contestants, _ interrupt: Cancellation) throws {
    var suite: [IndexedFixture] = []
    let lists = try KnownFailures.read(knownFailures.map(\.path))
    var found = selection.find()
    found.leaveOut(lists)
    found.read { fixture, _, index in suite.append((fixture, index)) }
    try contestants.waitUntilAllReady(interrupt)
    if implementations.implementation.isEmpty { try contestants.keepFirstToAudit() }
    let reference = contestants.candidates[0]
    let named = lists.map { $0.naming(found.files) }
    var checks = named.map { KnownFailureCheck($0, with: [reference.name]) }
    for index in checks.indices {
      for (fixture, _) in suite { checks[index].add(fixture, at: fixture.source.path) }
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
      suite.map(\.fixture), reference: reference, deviations: deviations,
      knownFailures: KnownFailures(known), selection: found.selection,
      limits: selection.limit.execution, isDetailed: detail, jobs: coreCount(),
      cancellation: interrupt, watch: Progress().watch())
    if interrupt.isCancelled { throw Status.interrupted() }
    defer { if !interrupt.isCancelled { contestants.finishSayingFaults() } }
    found.printSlips()
    if format == .text { report(audit, found) }
    if suggest && !audit.cases.isEmpty {
      var suggestion = CaseSuggestion(
        for: suite, found.selection, reference: reference, names: .ofThisProgram,
        limits: selection.limit.reading, jobs: coreCount(), interrupt: interrupt)
      try suggestCases(for: &audit, &suggestion)
    }
    if format == .json { report(audit, found) }
    for check in checks { check.report(among: found.files.map(\.path)) }
  }

  private func report(_ audit: Audit, _ found: FoundFixtures) {
    audit.skippedLines.forEach(printError)
    printProblems(audit.invalidCases.map(\.problem))
    if audit.cases.isEmpty && audit.failingCases.isEmpty {
      if !audit.knownCases.isEmpty {
        printError("the reference is known to fail every case that it plays")
      } else if audit.skippedCases.isEmpty {
        found.noteNothing()
      }
      if implementations.implementation.isEmpty, !audit.skippedCases.isEmpty {
        printNote(
          "no case could be audited with `literal`; name an adapter that serves deviations with -i")
      }
      return Status.nothingSelected.note()
    }
    if !audit.invalidCases.isEmpty { Status.invalidFixture.note() }
    if audit.findings.isEmpty {
      return Status.nothingSelected.note("no deviation is known of what these fixtures are of")
    }
    format.print(audit.text(style: color.style, listsCaught: detail), audit.json)
    if (requireAll && !audit.uncaught.isEmpty) || !audit.failingCases.isEmpty {
      Status.failure.note()
    }
    if audit.findings.allSatisfy(\.isUnjudged) {
      Status.nothingSelected.note(
        "no deviation could be judged by these cases: nothing was audited")
    }
    for finding in audit.erring {
      let what: Name = "\(finding.deviation.name) errs in every case"
      Status.failure.note(finding.error?.text(of: what))
    }
    for finding in audit.findings {
      guard let error = finding.catchingError else { continue }
      printWarning(
        "\(visible(finding.deviation.name)) is caught only because it errs: \(visible(error.message))"
      )
    }
    if let problem = audit.firstUnplayed {
      Status.failure.note("the audit is not whole: some cases were \(visible(problem))")
    }
  }

  // MARK: - Suggested cases

  /// Looks for a case for each deviation that none catches, and prints or writes it.
  private func suggestCases(
    for audit: inout Audit, _ suggestion: inout CaseSuggestion
  ) throws {
    var untold: [String] = []
    let uncaught = audit.findings.indices.filter {
      audit.findings[$0].catching.isEmpty && audit.findings[$0].error == nil
    }
    let names = uncaught.map { visible(audit.findings[$0].deviation.name) }
    let progress = Progress()
    let folder = output?.path
    if let folder { try createFolder(folder) }
    for (number, index) in uncaught.enumerated() {
      let deviation = audit.findings[index].deviation
      let path = folder.map { "\($0)/\(suggestion.fileName(for: deviation)).yaml" }
      if let path, fileExists(path) {
        let isAudited = isAny(of: suggestion.suite.map(\.fixture.source.path.text), path)
        Status.unwritable.note(
          "`\(visible(path))` exists, and is not overwritten; "
            + (isAudited
              ? "`\(names[number])` is not caught by it"
              : "it is not among the fixtures that are audited"))
        continue
      }
      let prefix = "\(number + 1) of \(uncaught.count), \(names[number]): "
      let found = Result { () throws(CaseSuggestion.Failure) in
        try suggestion.fixture(
          for: deviation, watch: progress.watch(behind: prefix))
      }
      // The rest of the search, where it ends early.
      let rest = "no case has been found for \(names[number...].joined(separator: ", "))"
      if suggestion.interrupt.isCancelled { throw Status.interrupted(before: rest) }
      switch found {
      case .success(let text):
        audit.findings[index].suggestion = text
        do { try publish(text, path, deviation) } catch { Status.unwritable.note() }
      case .failure(.notFound): untold.append(names[number])
      case .failure(.unknownClause(let specification)):
        Status.failure.note(deviation.citesUnknownClause(of: specification))
      case .failure(.search(let failure)):
        printError(rest)
        throw failure.saying()
      }
    }
    if audit.findings.contains(where: { $0.suggestion != nil }) {
      suggestion.remarks.forEach(printNote)
    }
    if !untold.isEmpty {
      printNote("\(suggestion.boundsWithoutCase): \(untold.joined(separator: ", "))")
    }
  }

  private func publish(_ text: String, _ path: String?, _ deviation: Deviation) throws {
    if let path { try createFixture(path, text) }
    if format == .json { return }
    printResult(
      path.map { "written to \(visible($0))\n" }
        ?? "\n# \(visible(deviation.name)) is caught by\n\(text)")
  }
}
