// A specification in the page: how its clauses fared, and its files with their cases.

/// What the page has of one specification.
struct PageSection {
  let specification: Name
  let names: [Name]

  /// The clauses, each with a number: those of the index, and others that are cited.
  private var clauses = ClauseTable<Tally>()
  private var index: ClauseIndex?
  private var tallies: [Tally]
  private var files = ""

  init(of specification: Name, names: [Name]) {
    self.specification = specification
    self.names = names
    tallies = names.map { _ in Tally() }
  }

  // MARK: - Filling it

  /// Adds a file.
  ///
  /// - Parameters:
  ///   - fixture: The file.
  ///   - result: What became of it.
  ///   - results: What became of its cases.
  ///   - ids: The ids of these in the page.
  mutating func add(
    _ fixture: Fixture, _ result: FileResult, _ results: [CaseResult], _ ids: [String]
  ) {
    if index == nil, let found = fixture.index {
      index = found
      clauses.add(found, of: specification)
    }
    let subject = results.first.map { FixtureText.line($0.testCase.subject) } ?? ""
    let writer = PageCase(
      names: names, context: CaseContext(of: fixture), subject: subject)
    var counts = names.map { _ in Tally() }
    var rows = ""
    for (one, id) in zip(results, ids) {
      let cited = clauses.add(
        one.outcomes, citing: one.testCase.clauses, of: specification)
      for (position, outcome) in one.outcomes.enumerated() {
        counts[position].add(outcome)
        tallies[position].add(outcome)
      }
      rows += writer.row(
        one, id: id, clauses: cited)
    }
    let path = escapedMarkup(result.path)
    files += """
      <section class="file" data-path="\(path)" data-subject="\(escapedMarkup(shortened(subject, to: 500)))">
      <h3><span class="name">\(path)</span> <small>\(escapedMarkup(fixture.title ?? ""))</small>\
      \(marks(counts))</h3>
      \(rows)</section>

      """
  }

  /// Adds a file that is not valid.
  mutating func add(_ invalid: InvalidFile, _ path: Name) {
    files += """
      <section class="invalid"><h3>\(escapedMarkup(path))</h3>
      <pre class="problem">\(escapedMarkup(lines: "\(invalid)"))</pre>
      </section>

      """
  }

  // MARK: - Writing it

  /// The section.
  var text: String {
    let name = escapedMarkup(specification)
    let hasCases = tallies.contains { $0.cases > 0 }
    let marks = hasCases ? marks(tallies) : ""
    return """
      <section class="specification" data-name="\(name)">
      <h2><span class="name">\(name)</span>\(Self.link(to: index?.published, "the specification"))\(marks)</h2>
      \(clauseTable)\(files)</section>

      """
  }

  /// A link to an address, if that is one of the web.
  private static func link(to address: String?, _ words: String) -> String {
    guard let address, address.hasPrefix("https://") || address.hasPrefix("http://") else {
      return ""
    }
    return " <small><a rel=\"noreferrer\" href=\"\(escapedMarkup(address))\">\(words)</a></small>"
  }

  /// How many cases failed with each implementation, in its column.
  private func marks(_ counts: [Tally]) -> String {
    "<span class=marks>\(zip(names, counts).map(Self.mark).joined())</span>"
  }

  /// A count of failed cases, or a mark if there is none. The script makes it a link to the cases.
  private static func mark(_ name: Name, _ counts: Tally) -> String {
    if counts.cases == 0 { return "<span></span>" }
    let (letter, words) =
      counts.failed > 0
      ? ("f", "\(counts.failed) of \(counts.cases) failed")
      : counts.known > 0
        ? ("k", "\(counts.known) of \(counts.cases) known to fail")
        : counts.passed > 0
          ? ("p", "\(counts.passed) of \(counts.cases) passed")
          : ("s", "none of \(counts.cases) judged")
    let count = counts.failed > 0 ? "\(counts.failed)" : ""
    return "<a class=\(letter) title=\"\(escapedMarkup(name)): \(words)\">\(count)</a>"
  }

  private var clauseTable: String {
    let rows = clauses.specifications.first?.rows ?? []
    if rows.isEmpty { return "" }
    let counted = rows.filter { $0.clause.checkedBy == .fixtures }
    let covered = counted.count { !$0.content.isEmpty }
    var text = """
      <table class="clauses"><caption>\(covered) of \(counted.count) clauses \
      have a case\(index == nil ? "; there is no index of clauses, spec.yaml" : "")</caption>
      <thead class="hidden"><tr>\
      \(names.map { "<th scope=\"col\">\(escapedMarkup($0))</th>" }.joined())\
      <th scope="col">clause</th><th scope="col">cases</th></tr></thead><tbody>

      """
    for row in rows {
      let id = row.clause.id
      let words = row.clause.sentence ?? row.clause.heading ?? ""
      let cases =
        row.content.first.map { "<a>\(Conformance.counted($0.cases, "case"))</a>" }
        ?? (row.clause.checkedBy == .api ? "shown by the API alone" : "<strong>no case</strong>")
      text += "<tr data-clause=\"\(escapedMarkup("\(specification)/\(id)"))\">"
      text += names.enumerated().map { "<td>\(Self.mark($1, row.tally(of: $0)))</td>" }.joined()
      text += "<th scope=row><code>\(escapedMarkup(id))</code> "
      let isPublished = index?.isPublished(row.clause) ?? false
      let source =
        isPublished ? Self.link(to: row.clause.url, "source") : " <small>the suite's own</small>"
      text += "<span>\(escapedMarkup(folded(words)))</span>\(source)</th><td>\(cases)</td></tr>\n"
    }
    return text + "</tbody></table>\n"
  }
}
