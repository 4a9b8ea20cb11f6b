// The failures of a run for a person: the diagnosis, then the smallest case of each finding.

/// The most lines of a report for a person, unless everything is asked for.
let mostReportLines = 150

/// How many lines a text has.
func lineCount(_ text: String) -> Int { text.utf8.count { $0 == UInt8(ascii: "\n") } }

/// Writes the failures of a run.
struct FailureText {
  let summary: RunSummary
  let style: Style

  /// Those that are shown.
  let all: [Failure]

  init(summary: RunSummary, style: Style) {
    (self.summary, self.style, all) = (summary, style, summary.failures.shown)
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
  func report(_ failure: Failure, isWhole: Bool = false) -> String {
    let report = FailureReport(
      of: failure.testCase, failure.outcome, by: names(of: failure), in: failure.context,
      style: style, showsAdapterFrames: isWhole)
    return report.text + (more(than: failure).map { "\n  \($0)\n" } ?? "")
  }

  /// How many more cases ended with the same error, for the first of its implementations that repeats it.
  private func more(than failure: Failure) -> String? {
    failure.implementations.lazy.compactMap { summary.failures.more(than: failure, with: $0) }.first
  }

  // MARK: - The failures that are shown

  /// All failures that are kept, in full.
  var whole: String {
    let rest = others(beyondKept).map { $0 + "\n" }
    return (all.map { report($0, isWhole: true) } + rest).joined(separator: "\n")
  }

  /// How many failures are not kept.
  private var beyondKept: Int { summary.failures.count - summary.failures.all.count }

  /// A line with the number of others; none for 0.
  private func others(_ count: Int) -> [String] {
    count == 0 ? [] : ["… and \(count) \(count == 1 ? "other" : "others")"]
  }

  /// The failures: one in full for each finding, and with one implementation, a line for each other.
  ///
  /// - Parameter room: How many lines there are; the first failure takes as many as it needs.
  /// - Returns: The text.
  func text(within room: Int) -> String {
    // A case that is asked for alone is shown in full, also where it is known to fail.
    if all.isEmpty, summary.cases == 1, let known = summary.failures.known.first {
      return report(known)
    }
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
    parts += isRest ? [(others + style.folded(Self.rest)).joined(separator: "\n") + "\n"] : []
    return parts.joined(separator: "\n")
  }

  /// How to see the failures that are not shown.
  private static let rest = "All in full: --all-failures; to look at: --reporter html=page.html"

  /// The positions of the smallest failure of each finding, of those that no finding explains, and of other kinds;
  /// those of the largest findings first.
  private var examples: [Int] {
    var chosen: [Int] = []
    /// Chooses the preferred one, or else the smallest, unless one of them is chosen already.
    func take(preferring example: CaseName? = nil, where isMeant: (Failure) -> Bool) {
      let meant = all.indices.filter { isMeant(all[$0]) }
      if meant.contains(where: chosen.contains) { return }
      let best = meant.first { all[$0].name == example }
      if let one = best ?? meant.min(by: { (all[$0].length, $0) < (all[$1].length, $1) }) {
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
      // Other failures need no more words.
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

  // MARK: - The diagnosis

  /// The diagnosis of each implementation, in a sentence or two; empty where nothing failed.
  var diagnosis: String {
    summary.entries.flatMap { diagnosis(of: $0, most: 3) }.map { $0 + "\n" }.joined()
  }

  /// The diagnosis of an implementation, in lines.
  ///
  /// - Parameters:
  ///   - entry: The implementation.
  ///   - most: How many mistakes are named.
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
    head += entry.tally.ran == 1 ? "its only case." : "\(failed) of \(entry.tally.ran) cases."
    guard let diagnosis = entry.diagnosis, diagnosis.failures > 0 else {
      return style.folded(head).map(style.strong) + mending
    }
    if !diagnosis.findings.isEmpty { head = "\(head.dropLast()):" }
    var lines = style.folded(head).map(style.strong)
    // One sentence for each operator, so that one mistake does not hide another.
    let first = diagnosis.findings.groups(by: \.operators).map { $0[0] }
    let named = most == .max ? diagnosis.findings : Array(first.prefix(most))
    var quoted: Set<Name> = []
    for finding in named {
      lines += style.folded(
        "  \(shortened(visible(finding.sentence), to: 600)) (\(finding.counts))"
      ).map(style.bad)
      if let clause = finding.clause {
        lines += style.folded(
          "    breaks \(words(of: clause, citedBy: finding, isFirst: quoted.insert(clause).inserted))",
          indentation: 4)
      }
      if let smallest = finding.smallest, let origin = finding.example {
        lines += style.foldedName(
          "    smallest: \(shortened(visible(smallest), to: 600))  \(visible(origin.path)):\(origin.line)",
          indentation: 6)
      }
    }
    let rest = diagnosis.findings.count - named.count
    if rest > 0 {
      let names = Set(named.map(\.sentence))
      let cases = diagnosis.findings.filter { !names.contains($0.sentence) }.flatMap(\.cases)
      lines.append(
        "  … and \(counted(rest, "other difference")), of \(counted(cases.count, "case"))")
    }
    if diagnosis.unexplained > 0 {
      lines.append("  not explained: \(counted(diagnosis.unexplained, "case"))")
    }
    if let alike = diagnosis.alike {
      lines += style.folded(
        "  In every case that ran it behaves exactly like \(visible(alike.deviation)): \(visible(alike.sentence))"
      )
    }
    lines += mending
    if let first = diagnosis.doubtful.first {
      let count = diagnosis.doubtful.count
      lines += style.foldedName(
        "  the transcription of the specification does the same in "
          + (count == 1 ? "1 case, whose expectation is" : "\(count) cases, whose expectations are")
          + " doubtful; first: \(visible(first.path)):\(first.line)")
    }
    return lines
  }

  /// A clause, with its sentence the first time.
  private func words(
    of clause: Name, citedBy finding: Diagnosis.Finding, isFirst: Bool
  ) -> String {
    let failure = isFirst ? all.first { finding.cases.contains($0.name) } : nil
    return failure?.context.words(of: clause, to: 200) ?? visible(clause)
  }
}

extension Diagnosis.Finding {
  /// How many cases it holds in, and in how many in part.
  var counts: String {
    let more = partly.isEmpty ? "" : " and \(partly.count) more in part"
    let passing =
      passing == 0
      ? "" : "; \(counted(passing, "step")) of this kind \(passing == 1 ? "passes" : "pass")"
    return counted(cases.count, "case") + more + passing
  }
}
