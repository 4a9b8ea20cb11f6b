// What is wrong, at the top of the page: the deviations and groups that explain the failures.

extension PageHead {
  /// The diagnoses of the implementations that failed. Choosing a line shows the cases that it explains.
  var findings: String {
    summary.entries.map { entry in
      guard let diagnosis = entry.diagnosis, diagnosis.failures > 0 else { return "" }
      return
        "<section class=\"findings\"><h2>What is wrong with \(escapedMarkup(entry.name))</h2>\n"
        + text(of: diagnosis, entry.name) + "</section>\n"
    }.joined()
  }

  private func text(of diagnosis: Diagnosis, _ name: Name) -> String {
    var text = "<ul>\n"
    for finding in diagnosis.findings {
      let (deviation, clause) = (finding.sentence.deviation, finding.sentence.clause)
      text += line(
        of: finding.cases, count: finding.explains, "\(name):\(deviation)",
        """
        \(finding.behaves) <strong>\(escapedMarkup(deviation))</strong>: \
        \(escapedMarkup(finding.text)) <small>\(escapedMarkup(clause))</small>
        """)
    }
    for group in diagnosis.groups.prefix(Diagnosis.shownGroups) {
      text += line(
        of: group.cases, count: group.count, "\(name):\(group.difference)",
        "<em>\(escapedMarkup(group.difference))</em> <small>explained by no known deviation</small>"
      )
    }
    text += "</ul>\n"
    var notes = [diagnosis.doubt].compactMap(\.self)
    if let exploration = diagnosis.exploration {
      notes.append("\(Diagnosis.explorationHead) \(visible(exploration))")
    }
    return text
      + notes.map { "<p>\(escapedMarkup(String($0.drop { $0 == " " })))</p>\n" }.joined()
  }

  /// A line that leads to the cases that it is about.
  private func line(
    of cases: [CaseName], count: Int, _ finding: String, _ words: String
  ) -> String {
    let ids = cases.compactMap { failed[$0] }.joined(separator: " ")
    return """
      <li><a class="f" data-finding="\(escapedMarkup(finding))" data-cases="\(ids)">\
      \(counted(count, "failure"))</a> <span>\(words)</span></li>

      """
  }
}
