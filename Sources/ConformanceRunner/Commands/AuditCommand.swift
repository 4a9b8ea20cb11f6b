// The command `audit`: how many known-wrong implementations the fixtures catch.

import ArgumentParser
import Conformance
import Laboratory

struct AuditCommand: ParsableCommand {
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
    help: ArgumentHelp(
      "Leave out the cases that the reference is listed to fail. May be repeated.",
      valueName: "file"),
    completion: .file(extensions: ["yaml"]), transform: Project.inputPath)
  var knownFailures: [String] = []

  @Flag(help: "Exit 1 unless every deviation is caught.")
  var requireAll = false

  @Flag(help: "List the cases that catch each deviation, and redundant cases; takes longer.")
  var detail = false

  @Flag(help: "For each deviation that no case catches, search for the smallest case that does.")
  var suggest = false

  @Option(
    help: ArgumentHelp(
      "Write each suggested case to a new file in this folder.", valueName: "folder"),
    completion: .directory, transform: Project.outputPath)
  var output: String?

  @Option(help: "Output format.")
  var format = OutputFormat.text

  @Option(help: "Use colours; auto: at a terminal without NO_COLOR.")
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
      limits: selection.limits.adapters, standard: ["literal"], run(with:_:))
  }

  private func run(with contestants: inout Contestants, _ interrupt: Cancellation) throws {
    var suite: [IndexedFixture] = []
    let read = try KnownFailures.read(knownFailures)
    let found = selection.read(besides: read) { file, fixture, _ in
      suite.append((fixture, file.index))
    }
    var statuses = found.statuses
    try contestants.waitUntilAllReady(interrupt)
    if implementations.implementation.isEmpty { contestants.keepFirstToAudit() }
    let reference = contestants.candidates[0]
    let lists = read.map { $0.naming(found.files) }
    var check = KnownFailureCheck(lists, with: [reference.name])
    for (fixture, _) in suite {
      check.add(fixture, at: fixture.source.path)
    }
    let deviations = contestants.deviationsToAudit
    if deviations.isEmpty {
      printError("\(visible(reference.name)) serves no deviations to audit the fixtures with")
      try Status.exit(with: statuses.union([.nothingSelected]))
    }
    contestants.printLeftOut(of: suite.map(\.fixture.specification))
    // Where cases are suggested, this is an error of its own.
    if !suggest { contestants.printUnknownClauses(in: suite) }
    var audit: Audit
    let progress = AuditProgress()
    do {
      defer { progress.clear() }
      audit = try Audit(
        suite.map(\.fixture), reference: reference, deviations: deviations,
        knownFailures: KnownFailures(
          lists.flatMap(\.entries).filter { $0.implementation == reference.name }),
        selection: found.selection, limits: selection.limits.execution, isDetailed: detail,
        jobs: coreCount(), cancellation: interrupt,
        watch: progress.isShown ? progress.show : nil)
    }
    if interrupt.isCancelled { throw Status.interrupted() }
    selection.printSlips(of: found.selection)
    if format == .text {
      statuses.formUnion(try report(audit, found.selection, of: suite.count, statuses))
    }
    if suggest && !audit.cases.isEmpty {
      let suggestion = CaseSuggestion(
        for: suite, found.selection, reference: reference, names: .ofThisProgram,
        limits: selection.limits.reading, jobs: coreCount(), interrupt: interrupt)
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
    if !check.report() { statuses.insert(.invalidFixture) }
    try Status.exit(with: statuses)
  }

  private func report(
    _ audit: Audit, _ selected: Selection, of fileCount: Int, _ former: Set<Status>
  ) throws -> Set<Status> {
    printSkippedCases(of: audit)
    printProblems(audit.invalidCases.map(\.problem))
    var statuses: Set<Status> = audit.invalidCases.isEmpty ? [] : [.invalidFixture]
    if audit.cases.isEmpty && audit.failingCases.isEmpty {
      if !audit.knownCases.isEmpty {
        printError("the reference is known to fail every case that it plays")
      } else if former.isEmpty && audit.skippedCases.isEmpty {
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
    case .json: printJSON(audit.json)
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

  /// Says which cases are not audited: for each reason the first case, and the number of further
  /// ones.
  private func printSkippedCases(of audit: Audit) {
    let groups = Dictionary(grouping: audit.skippedCases.indices) { audit.skippedCases[$0].reason }
    for group in groups.values.sorted(by: { $0[0] < $1[0] }) {
      let (name, reason) = audit.skippedCases[group[0]]
      let more = group.count == 1 ? "" : "; and \(grouped(group.count - 1)) more, the same"
      printError("\(visible(name.path)):\(name.line): not audited: \(visible(reason))\(more)")
    }
  }
}

extension AuditCommand {
  /// Looks for a case for each deviation that none catches, and prints or writes it.
  ///
  /// - Returns: What went wrong.
  func suggestCases(
    for audit: inout Audit, _ suggestion: CaseSuggestion
  ) throws -> Set<Status> {
    var suggestion = suggestion
    var statuses: Set<Status> = []
    var files: Set<String> = []
    var untold: [String] = []
    let uncaught = audit.findings.indices.filter {
      audit.findings[$0].catching.isEmpty && audit.findings[$0].error == nil
    }
    /// The rest of the search, if it ends early at a deviation.
    func rest(from number: Int, of audit: Audit) -> String {
      let names = uncaught[number...].map { visible(audit.findings[$0].deviation.name) }
      return "no case has been found for \(names.joined(separator: ", "))"
    }
    let progress = SearchProgress()
    if let output { try createFolder(output) }
    for (number, index) in uncaught.enumerated() {
      let deviation = audit.findings[index].deviation
      let path = output.map { "\($0)/\(Self.fileName(of: deviation, &files)).yaml" }
      if let path, fileExists(path) {
        let isAudited = isAny(of: suggestion.suite.map(\.fixture.source.path.text), path)
        printError(
          "`\(visible(path))` exists, and is not overwritten; "
            + (isAudited
              ? "`\(visible(deviation.name))` is not caught by it"
              : "it is not among the fixtures that are audited"))
        statuses.insert(.unwritable)
        continue
      }
      let prefix = "\(number + 1) of \(uncaught.count), \(visible(deviation.name)): "
      var watch: (@Sendable (Exploration.Progress) -> Void)?
      if progress.isShown { watch = { progress.show($0, behind: prefix) } }
      let text: String
      do throws(CaseSuggestion.Failure) {
        text = try suggestion.fixture(for: deviation, watch: watch)
        progress.clear()
      } catch {
        progress.clear()
        if suggestion.interrupt.isCancelled {
          throw Status.interrupted(before: rest(from: number, of: audit))
        }
        switch error {
        case .notFound: untold.append(visible(deviation.name))
        case .unknownClause(let specification):
          printError(deviation.citesUnknownClause(of: specification))
          statuses.insert(.failure)
        case .search(let failure):
          printError(rest(from: number, of: audit))
          throw Explore.exit(for: failure)
        }
        continue
      }
      if suggestion.interrupt.isCancelled {
        throw Status.interrupted(before: rest(from: number, of: audit))
      }
      audit.findings[index].suggestion = text
      do { try publish(text, path, deviation) } catch { statuses.insert(.unwritable) }
    }
    if audit.findings.contains(where: { $0.suggestion != nil }) {
      suggestion.remarks.forEach(printNote)
    }
    if !untold.isEmpty {
      printNote(
        "no case found within the bounds, "
          + (suggestion.length > 0
            ? "by every timeline of up to \(counted(suggestion.length, "step")) and by longer ones that are "
              + "chosen or random" : "by timelines that are chosen or random")
          + ": \(untold.joined(separator: ", "))")
    }
    return statuses
  }

  private func publish(_ text: String, _ path: String?, _ deviation: Deviation) throws {
    if let path {
      try createFixture(path, text)
      if format == .text { printResult("written to \(visible(path))\n") }
    } else if format == .text {
      let margin = "# \(visible(deviation.name)) is caught by\n"
      printResult("\n\(margin)\(text)")
    }
  }

  /// A new name for the file of a deviation, of letters, digits, `_` and dashes.
  private static func fileName(of deviation: Deviation, _ given: inout Set<String>) -> String {
    func safe(_ name: Name) -> String {
      let words = name.text.split {
        !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-"))
      }
      return String(words.joined(separator: "-").drop { $0 == "-" }.prefix(100))
    }
    var name = safe(deviation.name)
    if name.isEmpty || name.lowercased() == "spec" { name = "deviation-\(name)" }
    let own = name
    var number = 1
    // Some file systems do not tell `A` from `a`.
    while !given.insert(name.lowercased()).inserted {
      let specification = safe(deviation.specification)
      name =
        number == 1 && !specification.isEmpty
        ? "\(specification)-\(own)" : "\(own)-\(number + 1)"
      number += 1
    }
    return name
  }
}
