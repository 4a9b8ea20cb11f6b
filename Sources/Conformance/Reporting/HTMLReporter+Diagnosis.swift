// The diagnosis at the top of the page: what each implementation behaves like, with the cases of each.

extension HTMLReporter {
  /// A section for each implementation that fails: its findings, and the groups of what none explains, each
  /// of which opens to its cases.
  func diagnoses(of summary: RunSummary) -> String {
    summary.entries.map { entry in
      guard let diagnosis = entry.diagnosis, diagnosis.failures > 0 else { return "" }
      var text =
        "<section class=\"diagnosis\"><h2>What is wrong with \(escapedMarkup(entry.name))</h2>\n"
      for finding in diagnosis.findings {
        text += entries(
          "finding",
          "\(escapedMarkup(diagnosis.line(of: finding, entry.name))) "
            + "<small>\(escapedMarkup(finding.clauses))</small>", finding.cases)
      }
      let rest = diagnosis.restLines(of: entry.name)
      text += rest.first.map { "<p>\(escapedMarkup($0))</p>\n" } ?? ""
      for group in diagnosis.groups.prefix(Diagnosis.shownGroups) {
        text += entries("group", "\(group.count) × \(escapedMarkup(group.difference))", group.cases)
      }
      let shown = min(diagnosis.groups.count, Diagnosis.shownGroups)
      text += rest.dropFirst(1 + shown).map {
        "<p>\(escapedMarkup(String($0.drop { $0 == " " })))</p>\n"
      }
      .joined()
      return text + "</section>\n"
    }.joined()
  }

  /// What opens to a list of cases.
  private func entries(_ kind: String, _ summary: String, _ cases: [Diagnosis.CaseName]) -> String {
    let items = cases.map { name in
      let title = "\(escapedMarkup(name.path)):\(name.line) \(escapedMarkup(name.name))"
      return numbers[name].map { "<li><a href=\"#case-\($0)\">\(title)</a></li>" }
        ?? "<li>\(title)</li>"
    }
    return
      "<details class=\"\(kind)\"><summary>\(summary)</summary><ul>\(items.joined())</ul></details>\n"
  }
}
