// The head of the page: the verdict, the implementations, where the results come from, and the filters.

/// What stands above the cases.
struct PageHead {
  let summary: RunSummary
  let names: [Name]

  /// The ids of the cases that failed with some implementation.
  let failed: [CaseName: String]

  /// The verdict in a few words.
  var verdict: String {
    if !failed.isEmpty {
      return "\(failed.count) of \(counted(summary.cases, "case")) failed"
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
    let problems = summary.troubles.map { name, text in
      let whose = name.map { "\($0): " } ?? ""
      return "<pre class=\"problem\">\(escapedMarkup(lines: whose + text))</pre>\n"
    }
    return """
      <header>
      <h1>\(mark) \(escapedMarkup(verdict))</h1>
      \(findings)\(lines(closing))\(implementations)\(problems.joined())\
      \(details("what was not judged", lines(unjudged)))\(readings)\(origins)\(key)</header>

      """
  }

  /// What opens below a title; nothing where there is nothing to show.
  private func details(_ title: String, _ content: String, of kind: String = "") -> String {
    if content.isEmpty { return "" }
    return "<details class=\"\(kind)\"><summary>\(title)</summary>\n\(content)</details>\n"
  }

  // MARK: - The implementations

  /// A table of marked up texts, whose rows have their heads first.
  private func table(_ heads: [String], _ rows: [[String]]) -> String {
    let head = heads.map { "<th scope=\"col\">\($0)</th>" }
    let body = rows.map { row in
      let cells = row.dropFirst().map { "<td>\($0)</td>" }
      return "<tr><th scope=\"row\">\(row[0])</th>\(cells.joined())</tr>\n"
    }
    return """
      <div class="wide"><table class="implementations"><thead><tr>\(head.joined())</tr></thead><tbody>
      \(body.joined())</tbody></table></div>

      """
  }

  /// How the cases ended with each implementation.
  private var implementations: String {
    let hasKnown = summary.entries.contains { $0.tally.known > 0 }
    // What is counted: its class, its mark and its words, of which the script takes the first.
    let counts: [(letter: String, mark: String, words: String, KeyPath<Tally, Int>)] =
      [
        ("p", "✓", "passed", \.passed), ("f", "✗", "failed", \.failed),
        ("s", "-", "skipped", \.skipped),
      ] + (hasKnown ? [("k", "~", "known to fail", \.known)] : [])
    let rows = summary.entries.enumerated().map { index, entry in
      let details = [entry.details.version, entry.details.language, entry.details.announced]
        .compactMap(\.self)
        .map { escapedMarkup(shortened($0, to: 80)) }.joined(separator: ", ")
      let clauses = summary.clauses(with: index)
      let numbers = counts.map { letter, _, words, count in
        let shown =
          (names.count > 1 ? "\(escapedMarkup(entry.name)):" : "") + words.prefix { $0 != " " }
        return entry.tally[keyPath: count] == 0
          ? "0" : "<a class=\"\(letter)\" data-show=\"\(shown)\">\(entry.tally[keyPath: count])</a>"
      }
      return ["\(escapedMarkup(entry.name)) <small>\(details)</small>"] + numbers
        + ["\(clauses.met) of \(clauses.count)"]
        + summary.tiers.map { entry.tiers[$0]?.share ?? "" }
    }
    let heads = counts.map { "<b class=\"\($0.letter)\">\($0.mark)</b><span> \($0.words)</span>" }
    return table(
      ["implementation"] + heads + ["clauses met"] + summary.tiers.map { "\(escapedMarkup($0))" },
      rows)
  }

  /// How open points are read: a point a row, an implementation a column.
  private var readings: String {
    let points = summary.readings.points
    if points.isEmpty { return "" }
    let different = points.count(where: \.tellsApart)
    let rows = points.map { point in
      ["\(point.tellsApart ? "≠ " : "")\(escapedMarkup(point.name))"]
        + point.answers.map { answers in
          answers.map { escapedMarkup($0.reading) }.joined(separator: "<br>")
        }
    }
    return details(
      "\(counted(points.count, "open point")), \(different == 0 ? "none" : "\(different)") read differently",
      table(["point"] + names.map { escapedMarkup($0) }, rows), of: "readings")
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
