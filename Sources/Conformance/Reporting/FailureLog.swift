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
        let alike = one.outcomes.indices.filter { one.outcomes[$0].isSame(as: outcome) }
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
    names.isEmpty ? [] : failure.implementations.map { visible(names[$0]) }
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
      than: examples.map(\.index), within: max(3, room - lineCount(text) - 4), style)
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
      for mistake in entry.diagnosis?.mistakes ?? [] {
        isExplained.formUnion(mistake.cases)
        // What needs two mistakes says little of one.
        let cases = Set(mistake.alone?.cases ?? mistake.cases)
        take(&chosen, preferring: mistake.alone?.example) {
          $0.implementations.contains(position) && cases.contains($0.name)
        }
      }
      for kind in [CaseResult.Outcome.Kind.failed, .erred, .mended] {
        take(&chosen) {
          $0.outcome.kind == kind && $0.implementations.contains(position)
            && !isExplained.contains($0.name)
        }
      }
    }
    return Array(chosen.prefix(most))
  }

  /// Chooses one of some failures, the smallest if not a certain one, unless one of them is chosen already.
  private func take(
    _ chosen: inout [Int], preferring example: CaseName? = nil, where isMeant: (Failure) -> Bool
  ) {
    let meant = all.indices.filter { isMeant(all[$0]) }
    if meant.contains(where: chosen.contains) { return }
    let best = meant.first { all[$0].name == example }
    if let one = best ?? meant.min(by: { (all[$0].size, $0) < (all[$1].size, $1) }) {
      chosen.append(one)
    }
  }

  /// The most failures that have a line.
  private static let mostOthers = 50

  /// A line for each failure that is not shown in full, folded at a terminal; equal errors share one.
  ///
  /// - Parameters:
  ///   - shown: Those that are shown in full.
  ///   - room: How many lines there are for them.
  ///   - style: Whether there are colours, and where lines end.
  /// - Returns: The lines, with a heading; none where nothing is left.
  private func others(than shown: [Int], within room: Int, _ style: Style) -> [String] {
    var told = Set(shown.compactMap { all[$0].key })
    var lines: [String] = []
    var count = 0
    var hidden = self.count - all.count
    for index in all.indices where !shown.contains(index) {
      if let key = all[index].key, !told.insert(key).inserted { continue }
      let more = errors.more(all[index].key).map { "  \($0)" } ?? ""
      let own = style.foldedName("✗ \(heading(of: all[index]))\(Self.mending(all[index]))\(more)")
      if hidden == self.count - all.count, count < Self.mostOthers, lines.count + own.count <= room
      {
        lines += own.map(style.bad)
        count += 1
      } else {
        hidden += 1
      }
    }
    if count + hidden == 0 { return [] }
    let rest = hidden > 0 ? ["… and \(hidden) \(hidden == 1 ? "other" : "others")"] : []
    return ["\(count + hidden) more:"] + lines + rest + [Self.rest]
  }

  /// That a case passes which is known to fail; the line of another failure says nothing more.
  private static func mending(_ failure: Failure) -> String {
    failure.outcome.kind == .mended ? ": \(failure.outcome.word)" : ""
  }

  // MARK: - What is wrong

  /// The most mistakes that are told.
  private static let mostFindings = 3

  /// What is wrong with an implementation, in a sentence or two.
  ///
  /// - Parameters:
  ///   - entry: The implementation.
  ///   - style: Whether there are colours.
  /// - Returns: The lines; none where nothing failed.
  func diagnosis(of entry: RunSummary.Entry, _ style: Style) -> [String] {
    let failed = entry.tally.failed - entry.tally.mended
    let mended = mending(of: entry)
    if failed == 0 { return mended.map { style.folded($0).map(style.strong) } ?? [] }
    var head = "\(visible(entry.name)) fails "
    head += entry.tally.cases == 1 ? "its only case." : "\(failed) of \(entry.tally.cases) cases."
    guard let diagnosis = entry.diagnosis, diagnosis.failures > 0 else {
      return [head, mended].compactMap(\.self).flatMap { style.folded($0) }.map(style.strong)
    }
    let mistakes = diagnosis.mistakes
    let explained = diagnosis.failures - diagnosis.unexplained
    func those(_ count: Int) -> String {
      count < failed ? "\(count) of them" : failed == 1 ? "it" : "all \(failed) of them"
    }
    head +=
      mistakes.isEmpty
      ? " No known mistake explains \(failed == 1 ? "it" : "them")."
      : " \(mistakes.count == 1 ? "One mistake explains" : "\(mistakes.count) mistakes explain") "
        + "\(those(explained)):"
    var lines = style.folded(head).map(style.strong)
    var quoted: Set<Name> = []
    for mistake in mistakes.prefix(Self.mostFindings) {
      let count =
        mistakes.count > 1
        ? " (explains \(counted(mistake.cases.count, "failure"))\(mistake.share))" : ""
      lines += style.folded("  \(mistake.text)\(count)").map(style.bad)
      let isExact = mistake.alone?.isExact == true
      lines += style.folded(
        "    It behaves \(isExact ? "exactly " : "")like \(visible(mistake.sentence.deviation)), which breaks "
          + clause(of: mistake, isFirst: quoted.insert(mistake.sentence.clause).inserted),
        indentation: 4)
    }
    let hidden = mistakes.dropFirst(Self.mostFindings)
    if !hidden.isEmpty { lines.append("  … and \(counted(hidden.count, "other mistake"))") }
    lines += diagnosis.exactPairs.flatMap { style.folded("  It behaves exactly like \($0).") }
    if !mistakes.isEmpty && diagnosis.unexplained > 0 {
      lines.append(
        style.strong(
          "No known mistake explains \(counted(diagnosis.unexplained, "other failure")):"))
    }
    if diagnosis.unexplained > 1 {
      lines += diagnosis.groupLines.flatMap { style.foldedName("  \($0)") }
    }
    lines += mended.map { style.folded($0).map(style.strong) } ?? []
    lines += diagnosis.doubt.map(style.foldedName) ?? []
    if let exploration = diagnosis.exploration {
      lines.append(Diagnosis.explorationHead)
      lines += style.command(visible(exploration), indentation: 4)
    }
    return lines
  }

  /// That cases pass which are known to fail; `nil` where none does.
  private func mending(of entry: RunSummary.Entry) -> String? {
    let count = entry.tally.mended
    return count == 0
      ? nil
      : "\(visible(entry.name)) passes \(counted(count, "case")) that \(count == 1 ? "is" : "are") "
        + "listed as known to fail."
  }

  /// The clause that a mistake breaks, with its sentence the first time.
  private func clause(of mistake: Diagnosis.Mistake, isFirst: Bool) -> String {
    let id = mistake.sentence.clause
    let place = all.first { mistake.cases.contains($0.name) }
    let clause = isFirst ? place.flatMap { contexts[$0.context].index?.clause(id) } : nil
    let words = (clause?.sentence ?? clause?.heading).map {
      ": “\(shortened(folded($0), to: 200))”"
    }
    return visible(id) + (words ?? "")
  }
}

extension [CaseResult.Outcome] {
  /// The outcomes at some positions, where one of them tells the text of an error; else none.
  func told(of positions: [Int]) -> [CaseResult.Outcome] {
    let some = positions.map { self[$0] }
    return some.contains(where: \.hasMessage) ? some : []
  }
}
