// What is wrong, at the top of the page: in sentences, each with its cases.

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
    for (index, finding) in diagnosis.findings.enumerated() {
      var words = "<strong>\(escapedMarkup(finding.sentence))</strong>"
      if finding.counts != counted(finding.cases.count, "case") {
        words += " (\(escapedMarkup(finding.counts)))"
      }
      if let clause = finding.clause { words += " <small>\(escapedMarkup(clause))</small>" }
      if let smallest = finding.smallest, let fixture = finding.fixture {
        words +=
          "<details><summary>smallest: <code>\(escapedMarkup(smallest))</code></summary>"
          + "<pre>\(escapedMarkup(fixture))</pre></details>"
      }
      text += line(of: finding.cases, "\(name):\(index)", words)
    }
    text += line(
      of: diagnosis.doubtful, "\(name):doubtful",
      "the transcription of the specification does the same: the expectation is to be doubted")
    text += "</ul>\n"
    if diagnosis.unexplained > 0 {
      text += "<p>nothing is said of \(counted(diagnosis.unexplained, "case"))</p>\n"
    }
    guard let alike = diagnosis.alike else { return text }
    return text + "<p>In every case that ran it behaves exactly like "
      + "<strong>\(escapedMarkup(alike.deviation))</strong>: \(escapedMarkup(alike.sentence))</p>\n"
  }

  /// A line that leads to the cases that it is about.
  private func line(
    of cases: [CaseName], _ finding: String, _ words: String
  ) -> String {
    if cases.isEmpty { return "" }
    let ids = cases.compactMap { failed[$0] }.joined(separator: " ")
    return """
      <li><a class="f" data-finding="\(escapedMarkup(finding))" data-cases="\(ids)">\
      \(counted(cases.count, "failure"))</a> <span>\(words)</span></li>

      """
  }
}
