// The frame of the specifications: their list, problems, the filters, and the origin of the results.

/// The parts of the page above and below the specifications.
struct PageFrame {
  let summary: RunSummary
  let sections: [PageSection]

  /// The files that are not valid.
  let invalid: String

  /// The title of the page.
  var title: String {
    guard sections.count == 1 else { return "Conformance" }
    let verdict = sections[0].entries.count == 1 ? ": \(sections[0].entries[0].verdict())" : ""
    return escapedMarkup("\(sections[0].specification) conformance\(verdict)")
  }

  /// The problems outside cases, the specifications to choose from, and the filters, which the script shows above
  /// the cases of a specification.
  var head: String {
    let stop = [summary.stop, summary.emptyPart].compactMap(\.self).map { (nil as Name?, $0) }
    let problems = (summary.troubles + stop).map { name, text in
      let whose = name.map { "\($0): " } ?? ""
      return "<pre class=\"problem\">\(escapedMarkup(lines: whose + text))</pre>\n"
    }
    let none = sections.isEmpty ? "<h1>No case ran</h1>\n" : ""
    return """
      <header>
      \(specifications)\(none)\(problems.joined())\(invalid)</header>
      <div id="bar" hidden>
      <form role="search">
      <label class="text"><span>Search</span> <input type="search" id="text" autocomplete="off"></label>
      <label><span>Show</span> <select id="show"></select></label>
      <label><span>In</span> <select id="in"></select></label>
      <label><span>Rule</span> <select id="clause"></select></label>
      <label><span>Operator</span> <select id="operator"></select></label>
      <div id="pair"><label><span>Differs between</span> <select id="between"></select></label>
      <label><span>and</span> <select id="and"></select></label></div>
      <button type="button" id="chosen" hidden></button>
      <button type="button" id="unfold"></button>
      </form>
      <p><output id="count" role="status"></output> <small>Keys: / search, n and p next and previous case</small></p>
      </div>

      """
  }

  private var specifications: String {
    if sections.count < 2 { return "" }
    let lines = sections.map { one in
      let name = escapedMarkup(one.specification)
      let failed = one.entries.reduce(0) { $0 + $1.tally.failed }
      let libraries = one.entries.map { escapedMarkup($0.fullName) }.joined(separator: ", ")
      return """
        <li><a href="#s\(one.number)" data-in="\(name)">\(name)</a> \
        <small>\(counted(one.caseCount, "case")), \(libraries)</small>\
        \(failed > 0 ? " <b class=f>\(counted(failed, "new failure"))</b>" : "")</li>

        """
    }
    return "<nav aria-label=\"Specifications\"><ul>\n\(lines.joined())</ul></nav>\n"
  }

  /// The cases that did not run, the origin of the results, and the meanings of the marks in pictures.
  var foot: String {
    func lines(_ texts: [some CustomStringConvertible]) -> String {
      texts.isEmpty ? "" : "<p>\(texts.map { escapedMarkup($0) }.joined(separator: "<br>"))</p>\n"
    }
    let notRun = summary.reasonLines(most: 50) + [summary.shortLine].compactMap(\.self)
    let origins = summary.origins.map { origin in
      """
      <p><time>\(escapedMarkup(origin.date))</time>, \
      ConformanceRunner \(escapedMarkup(shortened(origin.runner, to: 80)))</p>\
      <pre>\(escapedMarkup(shortened(shellCommand(origin.command), to: 2_000)))</pre>

      """
    }
    let meanings = Marble.Meaning.allCases.map { "<li>\(escapedMarkup($0.rawValue))</li>" }
    return """
      <footer>
      \(folded("cases that did not run, and why", lines(notRun)))\
      \(folded("origin of these results", origins.joined(), of: "origins"))\
      \(folded("meaning of the marks in pictures", "<ul class=\"key\">\(meanings.joined())</ul>\n"))</footer>

      """
  }

  private func folded(_ title: String, _ content: String, of kind: String = "") -> String {
    content.isEmpty
      ? "" : "<details class=\"\(kind)\"><summary>\(title)</summary>\n\(content)</details>\n"
  }
}
