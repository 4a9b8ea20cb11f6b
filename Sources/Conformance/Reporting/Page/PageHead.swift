// The head of the page: the verdict, the implementations, where the results come from, and the filters.

/// What stands above the cases.
struct PageHead {
  let summary: RunSummary
  let names: [Name]

  /// The positions in the page of the cases that failed with some implementation.
  let positions: [CaseName: Int]

  /// The verdict in a few words.
  var verdict: String {
    if !positions.isEmpty {
      return "\(positions.count) of \(counted(summary.cases, "case")) failed"
    }
    if summary.end == .interrupted { return "interrupted" }
    if !summary.problems.isEmpty { return "not every implementation could be run" }
    if summary.invalidFiles > 0 { return "\(counted(summary.invalidFiles, "file")) not valid" }
    if summary.entries.contains(where: \.isUnjudged) { return "no case could be judged" }
    if !summary.isGood { return "something is at fault besides the cases" }
    return "\(counted(summary.cases, "case")) conform\(summary.cases == 1 ? "s" : "")"
  }

  /// The verdict, what is wrong, and with which implementations.
  var text: String {
    func lines(_ texts: [some CustomStringConvertible]) -> String {
      texts.isEmpty ? "" : "<p>\(texts.map { escapedMarkup($0) }.joined(separator: "<br>"))</p>\n"
    }
    let closing = summary.closingLines(Style(isColored: false)).split(separator: "\n")
    let unjudged = summary.judgementLines() + [summary.shortLine].compactMap(\.self)
    let mark = summary.isGood ? "<b class=\"p\">✓</b>" : "<b class=\"f\">✗</b>"
    let problems = summary.problemTexts.map {
      "<pre class=\"problem\">\(escapedMarkup(lines: $0))</pre>\n"
    }
    return """
      <header>
      <h1>\(mark) \(escapedMarkup(verdict))</h1>
      \(findings)\(lines(closing))\(table)\(problems.joined())\
      \(details("what was not judged", lines(unjudged)))\(readings)\(origins)\(key)</header>

      """
  }

  /// What opens below a title; nothing where there is nothing to show.
  private func details(_ title: String, _ content: String, of kind: String = "") -> String {
    if content.isEmpty { return "" }
    return "<details class=\"\(kind)\"><summary>\(title)</summary>\n\(content)</details>\n"
  }

  // MARK: - The implementations

  private var table: String {
    let hasKnown = summary.entries.contains { $0.tally.known > 0 }
    var text = """
      <div class="wide"><table class="implementations"><thead><tr><th scope="col">implementation</th>\
      <th scope="col"><b class="p">✓</b><span> passed</span></th><th scope="col"><b class="f">✗</b><span> failed</span></th>\
      <th scope="col"><b class="s">-</b><span> skipped</span></th>\
      \(hasKnown ? "<th scope=\"col\"><b class=\"k\">~</b><span> known to fail</span></th>" : "")\
      <th scope="col">clauses met</th></tr></thead><tbody>

      """
    for (index, entry) in summary.entries.enumerated() {
      let tally = entry.tally
      let details = [entry.details.version, entry.details.language].compactMap { $0 }
        .map { escapedMarkup(shortened($0, to: 80)) }.joined(separator: ", ")
      text += "<tr><th scope=\"row\">\(escapedMarkup(entry.name)) <small>\(details)</small></th>"
      text += count(tally.passed, "passed", entry) + count(tally.failed, "failed", entry, "f")
      text += count(tally.skipped, "skipped", entry)
      if hasKnown { text += count(tally.known, "known", entry, "k") }
      let clauses = summary.clauses(with: index)
      text += "<td>\(clauses.met) of \(clauses.count)</td></tr>\n"
    }
    return text + "</tbody></table></div>\n"
  }

  private func count(
    _ count: Int, _ kind: String, _ entry: RunSummary.Entry, _ letter: String = ""
  ) -> String {
    if count == 0 { return "<td>0</td>" }
    let outcomes = names.count > 1 ? "\(escapedMarkup(entry.name)):\(kind)" : kind
    return "<td><a class=\"\(letter)\" data-show=\"\(outcomes)\">\(count)</a></td>"
  }

  /// How open points are read: a point a row, an implementation a column.
  private var readings: String {
    let points = summary.readings.points
    if points.isEmpty { return "" }
    let different = points.count(where: \.tellsApart)
    let heads = names.map { "<th scope=\"col\">\(escapedMarkup($0))</th>" }.joined()
    var text = """
      <div class="wide"><table class="implementations"><thead><tr><th scope="col">point</th>\
      \(heads)</tr></thead><tbody>

      """
    for point in points {
      text +=
        "<tr><th scope=\"row\">\(point.tellsApart ? "≠ " : "")\(escapedMarkup(point.name))</th>"
      for answers in point.answers {
        let cells = answers.map { escapedMarkup($0.reading) }
        text += "<td>\(cells.joined(separator: "<br>"))</td>"
      }
      text += "</tr>\n"
    }
    return details(
      "\(counted(points.count, "open point")), \(different == 0 ? "none" : "\(different)") read differently",
      text + "</tbody></table></div>\n", of: "readings")
  }

  // MARK: - Where the results come from

  private var origins: String {
    let lines = summary.origins.map { origin in
      """
      <p><time datetime="\(escapedMarkup(origin.date))">\(escapedMarkup(origin.date))</time>, \
      ConformanceRunner \(escapedMarkup(shortened(origin.runner, to: 80)))</p>\
      <pre>\(escapedMarkup(shortened(shellCommand(origin.command), to: 2_000)))</pre>

      """
    }
    return details("where these results come from", lines.joined(), of: "origins")
  }

  /// The meaning of the marks in pictures.
  private var key: String {
    let meanings = Marble.Meaning.allCases.map { "<li>\(escapedMarkup($0.rawValue))</li>" }
    return details(
      "what the marks in the pictures mean", "<ul class=\"key\">\(meanings.joined())</ul>\n")
  }

  // MARK: - The filters

  /// The filters, which the script fills and shows, and the heads of the columns of marks.
  var bar: String {
    let heads = summary.entries.map { entry in
      let argument = entry.details.argument ?? entry.name.text
      let option =
        names.count == 1 && argument == "swift" ? "" : " -i \(shellCommand([argument]))"
      let name = escapedMarkup(entry.name)
      return "<span title=\"\(name)\" data-i=\"\(escapedMarkup(option))\">\(name)</span>"
    }
    return """
      <div id="bar">
      <form role="search" hidden>
      <label class="text"><span>Text</span> <input type="search" id="text" autocomplete="off"></label>
      <label><span>Show</span> <select id="show"></select></label>
      <label><span>In</span> <select id="in"></select></label>
      <label><span>Clause</span> <select id="clause"></select></label>
      <div id="pair"><label><span>Differs between</span> <select id="between"></select></label>
      <label><span>and</span> <select id="and"></select></label></div>
      <button type="button" id="chosen" hidden></button>
      <button type="button" id="unfold"></button>
      </form>
      <div id="columns"><div id="heads" aria-hidden="true">\(heads.joined())</div>\
      <output id="count" role="status"></output></div>
      </div>

      """
  }
}
