// The failures of a run for a person: the diagnosis, then the smallest case of each finding.

/// The most lines of a report for a person that is not asked for everything.
let mostReportLines = 150

/// How many lines a text has.
func lineCount(_ text: String) -> Int { text.utf8.count { $0 == UInt8(ascii: "\n") } }

/// Writes the failures of a run.
struct FailureText {
  let summary: RunSummary
  let style: Style

  /// Those that are told.
  let all: [Failure]

  init(summary: RunSummary, style: Style) {
    (self.summary, self.style, all) = (summary, style, summary.failures.told)
  }

  /// The place and name of a failure, with the implementations where there are several.
  func heading(of failure: Failure) -> String {
    let names = names(of: failure).map(visible).joined(separator: ", ")
    return failure.context.heading(of: failure.testCase, failure.outcome)
      + (names.isEmpty ? "" : "  (\(names))")
  }

  private func names(of failure: Failure) -> [String] {
    let names = summary.names
    return names.count == 1 ? [] : failure.implementations.map { names[$0].text }
  }

  /// A failure in full.
  func report(_ failure: Failure) -> String {
    let report = FailureReport(
      of: failure.testCase, failure.outcome, by: names(of: failure), in: failure.context,
      style: style)
    return report.text + (more(than: failure).map { "\n  \($0)\n" } ?? "")
  }

  /// How many more there are with the same error: of several implementations, by the one that repeats it most.
  private func more(than failure: Failure) -> String? {
    failure.implementations.lazy.compactMap { summary.failures.more(than: failure, with: $0) }.first
  }

  // MARK: - What is shown

  /// All failures that are kept, in full.
  var whole: String {
    let rest = others(beyondKept).map { $0 + "\n" }
    return (all.map(report) + rest).joined(separator: "\n")
  }

  /// How many failures are not kept.
  private var beyondKept: Int { summary.failures.count - summary.failures.all.count }

  /// That there are others; nothing where there are none.
  private func others(_ count: Int) -> [String] {
    count == 0 ? [] : ["… and \(count) \(count == 1 ? "other" : "others")"]
  }

  /// The failures: in full one for each finding; of one implementation, a line for others.
  ///
  /// - Parameter room: How many lines there are; the first failure takes as many as it needs.
  /// - Returns: The text.
  func text(within room: Int) -> String {
    // Some lines are left for the others.
    let hasOthers = summary.entries.count == 1
    var room = hasOthers ? room - 20 : room - 2
    var shown: [Int] = []
    var parts: [String] = []
    for index in examples.prefix(5) {
      let text = report(all[index])
      let lines = lineCount(text) + 1
      if !shown.isEmpty && lines > room { continue }
      shown.append(index)
      parts.append(text)
      room -= lines
    }
    let others = hasOthers ? others(than: shown, within: max(3, room + 16)) : []
    let isRest = !others.isEmpty || !hasOthers && summary.failures.count > 1
    parts += isRest ? [(others + [Self.rest]).joined(separator: "\n") + "\n"] : []
    return parts.joined(separator: "\n")
  }

  /// How the failures that are not shown are to be seen.
  private static let rest = "All in full: --all-failures; to look at: --reporter html=page.html"

  /// The positions of the smallest failure of each finding, of those that no finding explains, and of other kinds;
  /// those of the largest findings first.
  private var examples: [Int] {
    var chosen: [Int] = []
    /// Chooses one, the smallest if not a certain one, unless one of them is chosen already.
    func take(preferring example: CaseName? = nil, where isMeant: (Failure) -> Bool) {
      let meant = all.indices.filter { isMeant(all[$0]) }
      if meant.contains(where: chosen.contains) { return }
      let best = meant.first { all[$0].name == example }
      if let one = best ?? meant.min(by: { (all[$0].size, $0) < (all[$1].size, $1) }) {
        chosen.append(one)
      }
    }
    for (position, entry) in summary.entries.enumerated() {
      var explained: Set<CaseName> = []
      for finding in entry.diagnosis?.findings ?? [] {
        let cases = Set(finding.cases)
        explained.formUnion(cases)
        take(preferring: finding.example) {
          $0.implementations.contains(position) && cases.contains($0.name)
        }
      }
      for kind in [CaseResult.Outcome.Kind.failed, .erred, .mended, .skipped] {
        take {
          $0.outcome.kind == kind && $0.implementations.contains(position)
            && !explained.contains($0.name)
        }
      }
    }
    return chosen
  }

  /// The most failures that have a line.
  private static let mostOthers = 50

  /// A line for each failure that is not shown in full, folded at a terminal.
  ///
  /// - Parameters:
  ///   - shown: Those that are shown in full.
  ///   - room: How many lines there are for them.
  /// - Returns: The lines, with a heading; none where nothing is left.
  private func others(than shown: [Int], within room: Int) -> [String] {
    var lines: [String] = []
    var count = 0
    var hidden = beyondKept
    for (index, failure) in all.enumerated() where !shown.contains(index) {
      // The line of another failure says nothing more.
      let mending = failure.outcome.kind == .mended ? ": \(failure.outcome.word)" : ""
      let more = more(than: failure).map { "  \($0)" } ?? ""
      let own = style.foldedName("✗ \(heading(of: failure))\(mending)\(more)")
      if count < Self.mostOthers, lines.count + own.count <= room {
        lines += own.map(style.bad)
        count += 1
      } else {
        hidden += 1
      }
    }
    if count + hidden == 0 { return [] }
    return ["\(count + hidden) more:"] + lines + others(hidden)
  }

  // MARK: - What is wrong

  /// What is wrong with each implementation, in a sentence or two; nothing where nothing failed.
  var diagnosis: String {
    summary.entries.flatMap { diagnosis(of: $0, most: 3) }.map { $0 + "\n" }.joined()
  }

  /// What is wrong with an implementation, in lines.
  ///
  /// - Parameters:
  ///   - entry: The implementation.
  ///   - most: How many mistakes are told.
  /// - Returns: The lines; none where nothing failed.
  func diagnosis(of entry: RunSummary.Entry, most: Int) -> [String] {
    let mended = entry.tally.mended
    let failed = entry.tally.failed - mended
    let mending =
      mended == 0
      ? []
      : style.folded(
        "\(visible(entry.name)) passes \(counted(mended, "case")) that \(mended == 1 ? "is" : "are") "
          + "listed as known to fail."
      ).map(style.strong)
    if failed == 0 { return mending }
    var head = "\(visible(entry.name)) fails "
    head += entry.tally.cases == 1 ? "its only case." : "\(failed) of \(entry.tally.cases) cases."
    guard let diagnosis = entry.diagnosis, diagnosis.failures > 0 else {
      return style.folded(head).map(style.strong) + mending
    }
    let findings = diagnosis.findings
    let explained = diagnosis.failures - diagnosis.unexplained
    let those =
      explained < failed
      ? "\(explained) of them" : failed == 1 ? "it" : "all \(failed) of them"
    head +=
      findings.isEmpty
      ? " No known mistake explains \(failed == 1 ? "it" : "them")."
      : " \(findings.count == 1 ? "One mistake explains" : "\(findings.count) mistakes explain") "
        + "\(those):"
    var lines = style.folded(head).map(style.strong)
    var quoted: Set<Name> = []
    for finding in findings.prefix(most) {
      let count =
        findings.count > 1 ? " (explains \(counted(finding.explains, "failure")))" : ""
      lines += style.folded("  \(finding.text)\(count)").map(style.bad)
      lines += style.folded(
        "    It \(finding.behaves) \(visible(finding.sentence.deviation)), which breaks "
          + clause(of: finding, isFirst: quoted.insert(finding.sentence.clause).inserted),
        indentation: 4)
    }
    let hidden = findings.dropFirst(most)
    if !hidden.isEmpty { lines.append("  … and \(counted(hidden.count, "other mistake"))") }
    if !findings.isEmpty && diagnosis.unexplained > 0 {
      lines.append(
        style.strong(
          "No known mistake explains \(counted(diagnosis.unexplained, "other failure")):"))
    }
    lines += diagnosis.groupLines.flatMap { style.foldedName("  \($0)") } + mending
    lines += diagnosis.doubt.map(style.foldedName) ?? []
    if let exploration = diagnosis.exploration {
      lines.append(Diagnosis.explorationHead)
      lines.append("    " + style.command(visible(exploration)))
    }
    return lines
  }

  /// The clause that a deviation breaks, with its sentence the first time.
  private func clause(of finding: Diagnosis.Finding, isFirst: Bool) -> String {
    let id = finding.sentence.clause
    let failure = isFirst ? all.first { finding.cases.contains($0.name) } : nil
    let clause = failure?.context.index?.clause(id)
    let words = (clause?.sentence ?? clause?.heading).map {
      ": “\(shortened(folded($0), to: 200))”"
    }
    return visible(id) + (words ?? "")
  }
}
