// The failures of a run, reported at its end: the diagnosis first, then the smallest case of each
// finding.

/// The most lines of a report for a person that is not asked for everything.
let mostReportLines = 150

/// How many lines a text has.
func lineCount(_ text: String) -> Int { text.utf8.count { $0 == UInt8(ascii: "\n") } }

/// The failures of a run, as they come.
struct FailureLog {
  /// A case that failed, with all implementations that did the same.
  struct Failure {
    let testCase: Case
    let outcome: CaseResult.Outcome

    /// How it ended with each of them, where the texts of errors may differ; else empty.
    let alike: [CaseResult.Outcome]

    /// The implementations, by their position.
    let implementations: [Int]
    let name: CaseName
    fileprivate let context: Int

    /// What makes it the same as others.
    let key: RepeatedErrors.Key?

    fileprivate var size: Int { testCase.steps.count + testCase.reactions.count }
  }

  /// How many are kept: of others it is only known how many there are.
  private static let most = 10_000

  private(set) var all: [Failure] = []

  /// How many cases failed, whatever is kept.
  private(set) var count = 0
  private var errors = RepeatedErrors()
  private var contexts: [CaseContext] = []
  private let names: [Name]

  /// Prepares to take failures.
  ///
  /// - Parameter names: The implementations where there are several; none for one.
  init(names: [Name] = []) {
    self.names = names
  }

  /// Takes the failures of a file.
  mutating func add(_ results: [CaseResult], in context: CaseContext) {
    var isKept = false
    for one in results {
      var isTaken = Array(repeating: false, count: one.outcomes.count)
      for (first, outcome) in one.outcomes.enumerated() where outcome.isFailure && !isTaken[first] {
        let alike = one.outcomes.indices.filter { one.outcomes[$0].isAlike(outcome) }
        for index in alike { isTaken[index] = true }
        count += 1
        let key = RepeatedErrors.key(
          of: outcome, with: names.isEmpty ? [] : alike.map { names[$0] })
        _ = errors.isFirst(key)
        if all.count == Self.most { continue }
        if !isKept { contexts.append(context) }
        isKept = true
        all.append(
          Failure(
            testCase: one.testCase, outcome: outcome,
            alike: one.outcomes.told(of: alike), implementations: alike,
            name: CaseName(
              path: context.source.path, line: one.testCase.place.line, name: one.testCase.name),
            context: contexts.count - 1, key: key))
      }
    }
  }

  /// The place and name of a failure, with the implementations where there are several.
  func heading(of failure: Failure) -> String {
    contexts[failure.context].heading(of: failure.testCase, failure.outcome)
      + (names.isEmpty ? "" : "  (\(implementations(of: failure).joined(separator: ", ")))")
  }

  private func implementations(of failure: Failure) -> [String] {
    names.isEmpty ? [] : failure.implementations.map { visibleHead(names[$0]) }
  }

  /// A failure in full.
  func report(_ failure: Failure, _ style: Style) -> String {
    FailureReport(
      of: failure.testCase, failure.outcome, by: implementations(of: failure),
      alike: failure.alike, in: contexts[failure.context], style: style
    ).text
  }

  // MARK: - What is shown

  /// How the failures that are not shown are to be seen.
  static let rest = "All in full: --all-failures; to look at: --reporter html=page.html"

  /// The failures: in full one for each finding, a line for others.
  ///
  /// - Parameters:
  ///   - summary: What the run comes to.
  ///   - room: How many lines there are; the first failure takes as many as it needs.
  ///   - style: Whether there are colours.
  /// - Returns: The text, with a blank line at its end.
  func text(_ summary: RunSummary, within room: Int, _ style: Style) -> String {
    // Some lines are left for the others.
    let examples = examples(of: summary, within: room - 20, style)
    let text = examples.map { $0.text + "\n" }.joined()
    let others = others(
      than: examples.map(\.index), most: max(3, min(50, room - lineCount(text) - 4)), style)
    return text + (others.isEmpty ? "" : others.joined(separator: "\n") + "\n\n")
  }

  /// The examples that there is room for, in full, each with how many are the same.
  ///
  /// - Parameters:
  ///   - summary: What the run comes to, with its diagnosis.
  ///   - room: How many lines there are, with a blank one for each; the first takes as many as it needs.
  ///   - style: Whether there are colours.
  /// - Returns: The examples, each with the position of its failure.
  func examples(
    of summary: RunSummary, within room: Int, _ style: Style
  ) -> [(index: Int, text: String)] {
    var examples: [(index: Int, text: String)] = []
    var room = room
    for index in self.examples(of: summary, most: 5) {
      let others = errors.more(all[index].key).map { "\n  \($0)\n" } ?? ""
      let text = report(all[index], style) + others
      let lines = lineCount(text) + 1
      if !examples.isEmpty && lines > room { continue }
      examples.append((index, text))
      room -= lines
    }
    return examples
  }

  /// The smallest failure of each finding, of those that no finding explains, and of other kinds.
  ///
  /// - Parameters:
  ///   - summary: What the run comes to, with its diagnosis.
  ///   - most: How many there are at most.
  /// - Returns: Positions of failures, those of the largest findings first.
  private func examples(of summary: RunSummary, most: Int) -> [Int] {
    var chosen: [Int] = []
    for (position, entry) in summary.entries.enumerated() {
      var isExplained: Set<CaseName> = []
      for finding in entry.diagnosis?.findings ?? [] {
        let cases = Set(finding.cases)
        isExplained.formUnion(cases)
        take(&chosen) { $0.implementations.contains(position) && cases.contains($0.name) }
      }
      for kind in ["failed", "erred", "mended"] {
        take(&chosen) {
          $0.outcome.kind == kind && $0.implementations.contains(position)
            && !isExplained.contains($0.name)
        }
      }
    }
    return Array(chosen.prefix(most))
  }

  /// Chooses the smallest of some failures, unless one of them is chosen already.
  private func take(_ chosen: inout [Int], where isMeant: (Failure) -> Bool) {
    let meant = all.indices.filter { isMeant(all[$0]) }
    if meant.contains(where: chosen.contains) { return }
    if let smallest = meant.min(by: { (all[$0].size, $0) < (all[$1].size, $1) }) {
      chosen.append(smallest)
    }
  }

  /// A line for each failure that is not shown in full; equal errors share a line.
  ///
  /// - Parameters:
  ///   - shown: Those that are shown in full.
  ///   - most: How many lines there are at most, with the one that says how to see the rest.
  ///   - style: Whether there are colours.
  /// - Returns: The lines, with a heading; none where nothing is left.
  func others(than shown: [Int], most: Int, _ style: Style) -> [String] {
    var told = Set(shown.compactMap { all[$0].key })
    var lines: [String] = []
    var hidden = count - all.count
    for index in all.indices where !shown.contains(index) {
      if let key = all[index].key, !told.insert(key).inserted { continue }
      if lines.count < most {
        lines.append(
          style.bad("✗ \(heading(of: all[index]))")
            + (errors.more(all[index].key).map { "  \($0)" } ?? ""))
      } else {
        hidden += 1
      }
    }
    if lines.isEmpty && hidden == 0 { return [] }
    let rest = hidden > 0 ? ["… and \(hidden) \(hidden == 1 ? "other" : "others")"] : []
    return ["\(lines.count + hidden) more:"] + lines + rest
      + [Self.rest]
  }

  // MARK: - What is wrong

  /// The most mistakes that are told.
  private static let mostFindings = 5

  /// What is wrong with an implementation, in a sentence or two.
  ///
  /// - Parameters:
  ///   - entry: The implementation.
  ///   - style: Whether there are colours.
  /// - Returns: The lines; none where nothing failed.
  func diagnosis(of entry: RunSummary.Entry, _ style: Style) -> [String] {
    let failed = entry.tally.failed
    if failed == 0 { return [] }
    var head = "\(visibleHead(entry.name)) fails "
    head += entry.tally.cases == 1 ? "its only case." : "\(failed) of \(entry.tally.cases) cases."
    guard let diagnosis = entry.diagnosis else { return [style.strong(head)] }
    let findings = diagnosis.findings
    let explained = findings.reduce(0) { $0 + $1.explains }
    func those(_ count: Int) -> String {
      count < failed ? "\(count) of them" : failed == 1 ? "it" : "all \(failed) of them"
    }
    head +=
      findings.isEmpty
      ? " No known mistake explains \(failed == 1 ? "it" : "them")."
      : " \(findings.count == 1 ? "One mistake explains" : "\(findings.count) mistakes explain") "
        + "\(those(explained)):"
    var lines = [style.strong(head)]
    for finding in findings.prefix(Self.mostFindings) {
      let count =
        findings.count > 1 ? " (explains \(counted(finding.explains, "failure")))" : ""
      lines += style.folded("  \(shortened(folded(finding.text), to: 500))\(count)").map(style.bad)
      lines += style.folded(
        "    It behaves \(finding.isExact ? "exactly " : "")like \(visible(finding.name)), which breaks "
          + clauses(of: finding), indentation: 4)
    }
    let hidden = findings.dropFirst(Self.mostFindings)
    if !hidden.isEmpty { lines.append("  … and \(counted(hidden.count, "other mistake"))") }
    if !findings.isEmpty && diagnosis.unexplained > 0 {
      lines.append(
        style.strong(
          "No known mistake explains \(counted(diagnosis.unexplained, "other failure")):"))
    }
    if diagnosis.unexplained > 1 { lines += diagnosis.groupLines.map { "  \($0)" } }
    lines += [
      diagnosis.doubt, diagnosis.exploration.map { Diagnosis.explorationHead + visible($0) },
    ]
    .compactMap(\.self)
    return lines
  }

  /// The clauses that a finding breaks, with their sentences.
  private func clauses(of finding: Diagnosis.Finding) -> String {
    let context = all.first { finding.cases.contains($0.name) }.map { contexts[$0.context] }
    return finding.sentences.map { one in
      let clause = context?.index?.clause(one.clause)
      let words = (clause?.sentence ?? clause?.heading).map {
        ": “\(shortened(folded($0), to: 200))”"
      }
      return visible(one.clause) + (words ?? "")
    }.joined(separator: " and ")
  }
}

extension [CaseResult.Outcome] {
  /// The outcomes at some positions, where one of them tells the text of an error; else none.
  func told(of positions: [Int]) -> [CaseResult.Outcome] {
    let some = positions.map { self[$0] }
    return some.contains(where: \.hasMessage) ? some : []
  }
}
