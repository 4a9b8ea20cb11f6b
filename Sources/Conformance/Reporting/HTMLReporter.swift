// Results as one page for people who would rather look.

/// Writes results as one HTML page that refers to nothing outside itself.
///
/// Each specification has its clauses with the cases that demonstrate them, and its cases with their
/// outcomes; a case opens to its picture, expected over actual. The pictures are made into elements
/// only when they are opened, so that a page of very many cases opens at once. All text of fixtures and
/// adapters is escaped, and the page's policy lets no script run but its own.
public struct HTMLReporter: Reporter {
  private let names: [String]
  private var sections: [Section] = []
  private var sectionOf: [ExactText: Int] = [:]
  private var caseCount = 0

  /// The numbers of the cases that failed, by which the diagnosis refers to them.
  private(set) var numbers: [Diagnosis.CaseName: Int] = [:]

  private struct Section {
    let specification: String
    var index: ClauseIndex?
    var files = ""
    var citations: [ExactText: Int] = [:]
    var cited: Set<ExactText> = []
    var clausesInOrder: [String] = []
  }

  /// Makes a reporter.
  ///
  /// - Parameter names: The implementations, in the order of the results.
  public init(names: [String]) {
    self.names = names
  }

  /// Adds a file.
  ///
  /// - Parameter result: What became of the file.
  /// - Returns: Nothing: the page is written at the end.
  public mutating func report(_ result: FileResult) -> String {
    switch result.content {
    case .invalid(let invalid):
      let section = section(of: "Files that are not valid", nil)
      sections[section].files += """
        <section class="file"><h3>\(escapedMarkup(result.path))</h3>
        <pre class="problem">\(escapedMarkup(lines: invalid.problems.map { "\($0)" }.joined(separator: "\n")))</pre>
        </section>

        """
    case .ran(_, let results) where results.isEmpty: break
    case .ran(let fixture, let results):
      let section = section(of: fixture.specification, result.index)
      let context = CaseContext(of: fixture, index: result.index)
      var text =
        "<section class=\"file\" data-path=\"\(escapedMarkup(result.path))\"><h3>\(escapedMarkup(result.path))"
      text += fixture.title.map { " <small>\(escapedMarkup($0))</small>" } ?? ""
      text += "</h3>\n"
      for one in results {
        text += row(one, fixture.specification, context)
        for clause in one.testCase.clauses {
          if sections[section].cited.insert(clause).inserted {
            sections[section].clausesInOrder.append(clause)
          }
          if one.isJudged { sections[section].citations[clause, default: 0] += 1 }
        }
      }
      sections[section].files += text + "</section>\n"
    }
    return ""
  }

  private mutating func section(of specification: String, _ index: ClauseIndex?) -> Int {
    if let known = sectionOf[specification] {
      if sections[known].index == nil { sections[known].index = index }
      return known
    }
    sections.append(Section(specification: specification, index: index))
    sectionOf[specification] = sections.count - 1
    return sections.count - 1
  }

  // MARK: - Cases

  private mutating func row(
    _ result: CaseResult, _ specification: String, _ context: CaseContext
  ) -> String {
    caseCount += 1
    let testCase = result.testCase
    if result.outcomes.contains(where: \.isFailure) {
      numbers[
        Diagnosis.CaseName(
          path: context.source.path, line: testCase.place.line, name: testCase.name)] = caseCount
    }
    let kinds = Set(result.outcomes.map(\.kind)).sorted().joined(separator: " ")
    let marks = zip(names, result.outcomes).map { name, outcome in
      """
      <span class="mark \(outcome.kind)" title="\(escapedMarkup(name)): \(outcome.word)">\
      \(outcome.mark)<span class="hidden"> \(escapedMarkup(name)) \(outcome.word), </span></span>
      """
    }
    return """
      <details class="case" id="case-\(caseCount)" data-outcomes="\(kinds)" \
      data-clauses="\(testCase.clauses.map { Self.title(of: $0, specification) }.joined(separator: "\n"))">\
      <summary>\(marks.joined())<span class="name">\(escapedMarkup(testCase.name))</span></summary>\
      <noscript>\(content(result, context))</noscript></details>

      """
  }

  /// A clause with its specification, of which several may have one of the same id.
  private static func title(of clause: String, _ specification: String) -> String {
    escapedMarkup("\(specification) › \(clause)")
  }

  private func content(_ result: CaseResult, _ context: CaseContext) -> String {
    let testCase = result.testCase
    var text = "<div class=\"content\"><p class=\"place\">\(escapedMarkup(context.source.path)):"
    text += "\(testCase.place.line):\(testCase.place.column)</p><ul class=\"reasons\">"
    let reactions = testCase.reactions.map {
      "reaction: \(FixtureText.line($0, of: testCase))"
    }
    for line in context.topic(of: testCase).suffix(1) + context.reasons(for: testCase) + reactions {
      text += "<li>\(escapedMarkup(String(line.drop { $0 == " " })))</li>"
    }
    text += "</ul>"
    var isShown = Array(repeating: false, count: result.outcomes.count)
    for (first, outcome) in result.outcomes.enumerated() where !isShown[first] {
      let alike = result.outcomes.indices.filter { result.outcomes[$0].isSame(as: outcome) }
      for index in alike { isShown[index] = true }
      let reading = outcome.readings.isEmpty ? "" : ", read as \(outcome.readingsText)"
      let with = alike.map { escapedMarkup(names[$0]) }.joined(separator: ", ")
      text += "<h4><span class=\"mark \(outcome.kind)\">\(outcome.mark)</span> \(with): "
      text += "\(outcome.word)\(escapedMarkup(reading))</h4>\(detail(testCase, outcome, context))"
    }
    return text + "</div>"
  }

  private func detail(
    _ testCase: Case, _ outcome: CaseResult.Outcome, _ context: CaseContext
  ) -> String {
    switch outcome {
    case .passed(let readings):
      let drawing = MarbleDrawing(of: testCase.choosing(readings))
      return "<div class=\"picture\">\(drawing.element)</div>"
    case .skipped(let reason), .mended(let reason): return "<p>\(escapedMarkup(reason))</p>"
    case .known(let outcome, let reason):
      return "<p>\(escapedMarkup(reason))</p>" + detail(testCase, outcome, context)
    case .erred, .failed:
      let report = FailureReport(
        of: testCase, outcome, in: context, style: Style(isColored: false), hasPicture: false)
      let lines = report.difference.drop { $0.isEmpty }
      var text = "<pre>\(escapedMarkup(lines: lines.joined(separator: "\n")))\n</pre>"
      if case .failed(let trace, let comparison) = outcome {
        let drawing = MarbleDrawing(of: testCase, with: trace, comparison: comparison)
        text += "<div class=\"picture\">\(drawing.element)</div>"
      }
      return text
    }
  }

  // MARK: - The page

  /// Ends the report.
  ///
  /// - Parameter summary: What the run comes to.
  /// - Returns: The page.
  public func end(_ summary: RunSummary) -> String {
    let isGood = summary.isGood
    let lines = summary.closingLines(Style(isColored: false)).split(separator: "\n").map(
      String.init)
    let closing = (lines + summary.noteLines).map { escapedMarkup($0) }
    var text = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      style-src 'unsafe-inline'; script-src '\(HTMLPage.scriptHash)'; base-uri 'none'; form-action 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(isGood ? "✓" : "✗") Conformance</title>
      <style>
      \(HTMLPage.styleSheet)
      \(MarbleDrawing.styleSheet)
      </style>
      </head>
      <body>
      <header>
      <h1><span class="mark \(isGood ? "passed" : "failed")">\(isGood ? "✓" : "✗")</span> Conformance</h1>
      <p>\(closing.joined(separator: "<br>"))</p>

      """
    text += table(of: summary)
    text += diagnoses(of: summary)
    for problem in summary.problems + faults(of: summary) {
      text += "<pre class=\"problem\">\(escapedMarkup(lines: problem))</pre>\n"
    }
    if names.count > 1 {
      text +=
        "<p>The marks of a case, in order: \(escapedMarkup(names.joined(separator: ", "))).</p>\n"
    }
    text += controls
    text += "</header>\n<main id=\"cases\">\n"
    for section in sections {
      text += "<section class=\"specification\"><h2>\(escapedMarkup(section.specification))</h2>\n"
      text += clauses(of: section) + section.files + "</section>\n"
    }
    return text + "</main>\n<script>\(HTMLPage.script)</script>\n</body>\n</html>\n"
  }

  private func faults(of summary: RunSummary) -> [String] {
    summary.entries.flatMap { entry in
      summary.faults(of: entry).map { fault in
        ([entry.name + ": " + fault.message] + fault.details).joined(separator: "\n")
      }
    }
  }

  private func table(of summary: RunSummary) -> String {
    var text = """
      <table><thead><tr><th scope="col">implementation</th><th scope="col">passed</th>\
      <th scope="col">failed</th><th scope="col">skipped</th><th scope="col">known to fail</th></tr>\
      </thead><tbody>

      """
    for entry in summary.entries {
      let tally = entry.tally
      text += "<tr><th scope=\"row\">\(escapedMarkup(entry.name))</th>"
      for count in [tally.passed, tally.failed, tally.skipped, tally.known] {
        text += "<td>\(count)</td>"
      }
      text += "</tr>\n"
    }
    return text + "</tbody></table>\n"
  }

  private var controls: String {
    let options = sections.flatMap { section in
      section.clausesInOrder.sorted().map {
        "<option>\(Self.title(of: $0, section.specification))</option>"
      }
    }.joined()
    return """
      <form id="filter" role="search" hidden>
      <label>Text <input type="search" id="text" autocomplete="off"></label>
      <label>Outcome <select id="outcome"><option value="">any</option>\
      <option value="failed erred mended">failed</option><option value="passed">passed</option>\
      <option value="skipped">skipped</option><option value="known">known to fail</option></select></label>
      <label>Clause <select id="clause"><option value="">any</option>\(options)</select></label>
      <output id="count" aria-live="polite"></output>
      </form>

      """
  }

  private func clauses(of section: Section) -> String {
    let known = section.index?.clauses ?? section.clausesInOrder.map { Clause(id: $0) }
    if known.isEmpty { return "" }
    let checked = known.filter { $0.checkedBy == .fixtures }
    let cited = checked.count { section.citations[$0.id] != nil }
    var text = """
      <details class="clauses"><summary>\(cited) of \(checked.count) clauses have a case</summary>
      <table><thead><tr><th scope="col">clause</th><th scope="col">sentence</th>\
      <th scope="col">cases</th></tr></thead><tbody>

      """
    for clause in known {
      let id = escapedMarkup(clause.id)
      let count = section.citations[clause.id] ?? 0
      let cases =
        count > 0
        ? "<button type=\"button\" data-clause=\"\(Self.title(of: clause.id, section.specification))\">\(counted(count, "case"))</button>"
        : clause.checkedBy == .api ? "shown by the API alone" : "<strong>none</strong>"
      text += "<tr><th scope=\"row\">\(id)</th>"
      text +=
        "<td>\(escapedMarkup(clause.sentence ?? clause.heading ?? ""))</td><td>\(cases)</td></tr>\n"
    }
    return text + "</tbody></table></details>\n"
  }
}

extension CaseResult.Outcome {
  fileprivate var word: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .erred: "could not be played to its end"
    case .skipped: "skipped"
    case .known: "fails, as is known"
    case .mended: "passes, and is listed as known to fail"
    }
  }

  /// Whether two outcomes are one, for a person.
  fileprivate func isSame(as other: CaseResult.Outcome) -> Bool {
    switch (self, other) {
    case (.passed(let left), .passed(let right)): left == right
    case (.skipped(let left), .skipped(let right)): left == right
    case (.known(let left, let reason), .known(let right, let other)):
      reason == other && left.isSame(as: right)
    default: isAlike(other)
    }
  }
}
