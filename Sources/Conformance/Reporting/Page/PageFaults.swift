// The faults of each library, in sentences, each with its cases.

extension PageSection {
  /// The faults of each library. Choosing a line shows its cases.
  var faultLists: String { entries.indices.map(faultList).joined() }

  /// The most cases without a diagnosis that have a line each.
  private static let mostLines = 50

  private func faultList(of column: Int) -> String {
    let (entry, faults) = (entries[column], faults[column])
    if faults.isEmpty { return "" }
    let different = entry.tally.differing
    let parts = [(faults.count - different, "fault"), (different, "difference")]
    let counts = parts.filter { $0.0 > 0 }.map { counted($0, $1) }.joined(separator: ", ")
    let lines = diagnosed(entry) + others(entry, faults) + known(entry, faults)
    return """
      <section class="findings"><h2>\(escapedMarkup(entry.fullName)): \(counts)</h2>
      <ul>
      \(lines.joined())</ul>
      \(alike(entry))</section>

      """
  }

  /// A line that leads to its cases.
  private func line(
    _ entry: RunSummary.Entry, _ key: String, _ letter: String, of ids: [String], _ words: String
  ) -> String {
    let words = words.replacing(#/`([^`]+)`/#) { "<code>\($0.1)</code>" }
    return """
      <li><a class="\(letter)" data-finding="\(escapedMarkup("\(entry.name):\(key)"))" \
      data-show="\(escapedMarkup("\(entry.name):all"))" data-cases="\(ids.joined(separator: " "))">\
      \(counted(ids.count, "case"))</a> <span>\(words)</span></li>

      """
  }

  /// The findings on new failures.
  private func diagnosed(_ entry: RunSummary.Entry) -> [String] {
    guard let diagnosis = entry.diagnosis else { return [] }
    let findings = diagnosis.findings.enumerated().map { index, finding in
      var words = escapedMarkup(finding.sentence)
      if finding.counts != counted(finding.cases.count, "case") {
        words += " (\(escapedMarkup(finding.counts)))"
      }
      if let clause = finding.clause { words += " <small>\(escapedMarkup(clause))</small>" }
      if let smallest = finding.smallest, let fixture = finding.fixture {
        words +=
          "<details><summary>smallest: <code>\(escapedMarkup(smallest))</code></summary>"
          + "<pre>\(escapedMarkup(lines: fixture))</pre></details>"
      }
      let ids = finding.cases.compactMap { self.ids[$0] }
      return ids.isEmpty ? "" : line(entry, "\(index)", "f", of: ids, words)
    }
    let doubtful = diagnosis.doubtful.compactMap { ids[$0] }
    let doubt = "the specification's reference does the same, so the expectation may be wrong"
    return findings + (doubtful.isEmpty ? [] : [line(entry, "doubtful", "f", of: doubtful, doubt)])
  }

  /// The new failures that no diagnosis explains.
  private func others(_ entry: RunSummary.Entry, _ faults: [Fault]) -> [String] {
    let findings = entry.diagnosis?.findings ?? []
    let explained = Set(findings.flatMap(\.cases) + (entry.diagnosis?.doubtful ?? []))
    let rest = faults.filter { $0.outcome.isFailure && !explained.contains($0.testCase) }
    let groups = rest.groups(by: \.sentence)
    let lines = groups.prefix(Self.mostLines).enumerated().map { index, group in
      let sentence = escapedMarkup(shortened(folded(group[0].sentence), to: 500))
      let name = group.count == 1 ? "\(escapedMarkup(group[0].testCase.name)): " : ""
      return line(entry, "other-\(index)", "f", of: group.map(\.id), name + sentence)
    }
    let more = groups.dropFirst(Self.mostLines).joined().map(\.id)
    return lines + (more.isEmpty ? [] : [line(entry, "more", "f", of: more, "other failures")])
  }

  /// The known failures by the reasons that their list has, then the differences.
  private func known(_ entry: RunSummary.Entry, _ faults: [Fault]) -> [String] {
    let known = faults.filter { $0.outcome.kind == .known }.sorted {
      !$0.outcome.isDifference && $1.outcome.isDifference
    }
    return known.groups(by: \.sentence).enumerated().map { index, group in
      let outcome = group[0].outcome
      let reason = outcome.remark ?? (outcome.isDifference ? "" : "no reason is given")
      let kind = outcome.isDifference ? "differs" : "known"
      let words = "\(escapedMarkup(shortened(folded(reason), to: 500))) <small>\(kind)</small>"
      return line(entry, "known-\(index)", "k", of: group.map(\.id), words)
    }
  }

  private func alike(_ entry: RunSummary.Entry) -> String {
    guard let alike = entry.diagnosis?.alike, alike.specification == specification else {
      return ""
    }
    return "<p>In every case that ran it behaves exactly like "
      + "<strong>\(escapedMarkup(alike.deviation))</strong>: \(escapedMarkup(alike.sentence))</p>\n"
  }
}
