// The command `audit`: how many known-wrong implementations the fixtures catch.

import ArgumentParser
import Conformance

struct AuditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Tell how many known-wrong implementations the fixtures catch.",
    discussion: """
      Runs the fixtures against a family of implementations that each break one sentence of a \
      specification, or treat a kind of values, observers or calls in a wrong way. For each family of \
      these: how many are caught, and those that are not. With --detail also which cases catch each, by \
      file and line, and the cases that catch nothing that another does not, which takes longer: without \
      it, the first case that catches a deviation is enough.

      With -i, the reference is what is named there, and the deviations are those that its adapter \
      serves: so the fixtures of any specification are audited. One that errs in every case is caught by \
      none: it is an error.

      With --suggest, the smallest case that catches it is looked for, for each deviation that no case \
      catches: on the subjects of the cases, and on each operator that spec.yaml lists. It is a fixture \
      ready to save, which cites the clause of the deviation; --output FOLDER writes each to a file of its \
      own, and overwrites none.

      Exit status: 0, also where deviations are not caught, unless --require-all is given; 1 if the \
      reference itself does not pass a case, or a deviation errs in every case that it was asked for; 65 if \
      a fixture is not valid; 66 if there is nothing to audit, or no deviation could be judged; 69 if the \
      adapter could not be started; 73 if a case could not be written.
      """)

  @OptionGroup var selection: SelectionOptions

  @OptionGroup var implementations: ImplementationOptions

  @Flag(help: "Exit 1 unless every deviation is caught.")
  var requireAll = false

  @Flag(help: "Also say by which cases each deviation is caught.")
  var detail = false

  @Flag(help: "For each deviation that no case catches, look for the smallest case that does.")
  var suggest = false

  @Option(
    help: ArgumentHelp(
      "Write these cases to a folder, a file each, and not to standard output.", valueName: "folder"
    ),
    completion: .directory)
  var output: String?

  @Option(help: "How to write the audit.")
  var format = OutputFormat.text

  @Option(help: "Whether to use colours; auto is for a terminal, unless NO_COLOR is set.")
  var color = ColorChoice.auto

  func validate() throws {
    try implementations.validateOne()
    if let output {
      if !suggest { throw ValidationError("--output is for the cases that --suggest finds") }
      if output.isEmpty { throw ValidationError("--output is the name of a folder") }
    }
  }

  func run() throws {
    try implementations.start(
      processes: coreCount(), limits: selection.limits.adapters, standard: ["literal"]
    ) {
      try run(with: &$0, $1)
    }
  }

  private func run(with contestants: inout Contestants, _ interrupt: Cancellation) throws {
    var suite: [IndexedFixture] = []
    let found = selection.read { file, fixture, _ in suite.append((fixture, file.index)) }
    var statuses = found.statuses
    try contestants.waitUntilAllReady(interrupt)
    let reference = contestants.candidates[0]
    let deviations = contestants.deviationsToAudit
    if deviations.isEmpty {
      printError("\(visible(reference.name)) serves no deviations to audit the fixtures with")
      try Status.exit(with: statuses.union([.nothingSelected]))
    }
    contestants.printLeftOut(of: suite.map(\.fixture.specification))
    // Where cases are suggested, this is an error of its own.
    if !suggest { contestants.printUnknownClauses(in: suite) }
    var audit: Audit
    do {
      audit = try Audit(
        suite.map(\.fixture), reference: reference, deviations: deviations,
        selection: found.selection, limits: selection.limits.execution, isDetailed: detail,
        jobs: coreCount(), cancellation: interrupt)
    } catch {
      throw Status.noThread()
    }
    if interrupt.isCancelled { throw Status.interrupted() }
    selection.printSlips(of: found.selection)
    if format == .text {
      statuses.formUnion(try report(audit, found.selection, of: suite.count, statuses))
    }
    if suggest && !audit.cases.isEmpty {
      let suggestion = CaseSuggestion(
        for: suite, found.selection, reference: reference, limits: selection.limits.reading,
        interrupt: interrupt)
      do {
        statuses.formUnion(try suggestCases(for: &audit, suggestion))
      } catch {
        if !interrupt.isCancelled { _ = contestants.finishSayingFaults() }
        throw error
      }
    }
    if format == .json {
      statuses.formUnion(try report(audit, found.selection, of: suite.count, statuses))
    }
    if !contestants.finishSayingFaults() { statuses.insert(.failure) }
    try Status.exit(with: statuses)
  }

  private func report(
    _ audit: Audit, _ selected: Selection, of fileCount: Int, _ former: Set<Status>
  ) throws -> Set<Status> {
    printSkippedCases(of: audit)
    printProblems(audit.invalidCases.map(\.problem))
    var statuses: Set<Status> = audit.invalidCases.isEmpty ? [] : [.invalidFixture]
    if audit.cases.isEmpty && audit.failingCases.isEmpty {
      if former.isEmpty && audit.skippedCases.isEmpty {
        printError(selection.nothingSelected(by: selected, fileCount: fileCount))
      }
      if implementations.implementation.isEmpty, !audit.skippedCases.isEmpty {
        printNote(
          "no case could be audited with `literal`; name an adapter that serves deviations with -i")
      }
      return [.nothingSelected]
    }
    if audit.findings.isEmpty {
      printError("no deviation is known of what these fixtures are of")
      return statuses.union([.nothingSelected])
    }
    switch format {
    case .text: printResult(audit.text(style: color.style, listsCaught: detail))
    case .json: try printJSON(audit)
    }
    if requireAll && !audit.uncaught.isEmpty { statuses.insert(.failure) }
    if !audit.failingCases.isEmpty { statuses.insert(.failure) }
    if audit.findings.allSatisfy(\.isUnjudged) {
      printError("no deviation could be judged by these cases: nothing was audited")
      statuses.insert(.nothingSelected)
    }
    for finding in audit.erring {
      let details = (finding.error?.details ?? []).map { "\n  \(visibleLine($0))" }.joined()
      printError(
        "\(visible(finding.deviation.name)) errs in every case: "
          + "\(visible(finding.error?.message ?? ""))\(details)")
      statuses.insert(.failure)
    }
    for finding in audit.findings {
      guard let error = finding.catchingError else { continue }
      printWarning(
        "\(visible(finding.deviation.name)) is caught only because it errs: \(visible(error.message))"
      )
    }
    if let problem = audit.firstUnplayed {
      printError("the audit is not whole: some cases were \(visible(problem))")
      statuses.insert(.failure)
    }
    return statuses
  }

  /// Says which cases take no part: for each reason the first, and how many more there are.
  private func printSkippedCases(of audit: Audit) {
    let groups = Dictionary(grouping: audit.skippedCases.indices) {
      ExactText(audit.skippedCases[$0].reason)
    }
    for group in groups.values.sorted(by: { $0[0] < $1[0] }) {
      let (name, reason) = audit.skippedCases[group[0]]
      let more = group.count == 1 ? "" : "; and \(grouped(group.count - 1)) more, the same"
      printError("\(visible(name.path)):\(name.line): not audited: \(visible(reason))\(more)")
    }
  }
}
