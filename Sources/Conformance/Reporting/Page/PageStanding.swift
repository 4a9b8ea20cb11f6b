// The results of the libraries by specification: tables of libraries, of operators, and of rules.

extension PageSection {
  /// The name of the specification, its size, and the results of each library, in all and by operator.
  var standing: String {
    let name = escapedMarkup(specification)
    let origin = origin.map {
      "<p class=\"when\"><time>\(escapedMarkup(Self.day($0.date)))</time>, "
        + "ConformanceRunner \(escapedMarkup(shortened($0.runner, to: 80)))</p>"
    }
    let count = kept.tally(of: CollectionOfOne(columns[0])).count
    let choice =
      points.isEmpty
      ? "" : " Where the rules leave a choice, each library may make its own."
    let published = Self.link(to: index?.published, "the specification")
    return """
      <div class="title"><h1>\(name) conformance</h1>\(origin ?? "")</div>
      <p><a href="#cases-\(number)">\(counted(caseCount, "case"))</a>, \
      <a href="#rules-\(number)">\(counted(count, "rule"))</a>.\(choice)\(published)</p>
      \(verdict)\(libraries)\(matrix)
      """
  }

  /// A day as people write it: "26 Nov 2026".
  private static func day(_ date: String) -> String {
    let parts = date.prefix(10).split(separator: "-")
    let months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(separator: " ")
    guard parts.count == 3, let month = Int(parts[1]), let day = Int(parts[2]),
      months.indices.contains(month - 1)
    else { return shortened(date, to: 80) }
    return "\(day) \(months[month - 1]) \(parts[0])"
  }

  /// The verdict on the only library.
  private var verdict: String {
    guard entries.count == 1 else { return "" }
    let mark = entries[0].tally.failed == 0 ? "<b class=p>✓</b>" : "<b class=f>✗</b>"
    return "<p class=\"verdict\">\(mark) \(escapedMarkup(entries[0].verdict())).</p>\n"
  }

  /// A table of marked up texts, whose rows begin with their heads; on a narrow screen, cells name their column.
  static func table(_ kind: String, _ heads: [String], _ rows: [[String]]) -> String {
    let head = heads.map { "<th scope=\"col\">\($0)</th>" }
    let body = rows.map { row in
      let cells = zip(heads, row).dropFirst().map { "<td data-h=\"\($0)\">\($1)</td>" }
      return "<tr><th scope=\"row\">\(row[0])</th>\(cells.joined())</tr>\n"
    }
    return """
      <table class="\(kind)"><thead><tr>\(head.joined())</tr></thead><tbody>
      \(body.joined())</tbody></table>

      """
  }

  /// The libraries, each with its counts, which lead to the cases.
  private var libraries: String {
    let tiers = Set(entries.flatMap(\.tiers.keys)).sorted()
    let rows = entries.enumerated().map { column, entry in
      let name = escapedMarkup(entry.name)
      let tally = entry.tally
      func link(_ count: Int, _ kind: String, _ letter: String, _ words: String = "") -> String? {
        count == 0
          ? nil : "<a class=\(letter) data-show=\"\(name):\(kind)\">\(count)\(words)</a>"
      }
      let faults = [
        link(tally.failed, "failed", "f", " new"),
        link(tally.known - tally.differing, "known", "k", " known"),
        link(tally.differing, "known", "k", tally.differing == 1 ? " differs" : " differ"),
      ].compactMap(\.self).joined(separator: ", ")
      let rules = kept.tally(of: CollectionOfOne(columns[column]))
      let unlike = points.count { isUnlike($0, column) }
      return [
        libraryName(entry), link(tally.passed, "passed", "p") ?? "0",
        faults.isEmpty ? "none" : faults, link(tally.skipped, "skipped", "s") ?? "0",
        "\(rules.met) of \(rules.count)",
      ] + tiers.map { entry.tiers[$0]?.share ?? "" }
        + (entries.count == 1
          ? [] : [column == 0 ? "" : "<a href=\"#choices-\(number)\">\(unlike)</a>"])
    }
    let unlike =
      entries.count == 1
      ? [] : ["choices unlike \(escapedMarkup(entries[0].details.ownName ?? entries[0].name.text))"]
    return Self.table(
      "libraries",
      ["library", "conform", "faults", "not offered", "rules kept"]
        + tiers.map { escapedMarkup($0) } + unlike, rows)
  }

  /// The name that a library gives itself; its label, if that differs; its language, and what it announces.
  private func libraryName(_ entry: RunSummary.Entry) -> String {
    let own = entry.details.ownName ?? entry.name.text
    let label = own == entry.name.text ? nil : entry.name.text
    let rest = [label, entry.details.language, entry.details.announced].compactMap(\.self)
      .map { escapedMarkup(shortened($0, to: 80)) }.joined(separator: ", ")
    return "\(escapedMarkup(shortened(entry.fullName, to: 80))) <small>\(rest)</small>"
  }

  // MARK: - Operators

  /// The results of each operator with each library: a few tables side by side.
  private var matrix: String {
    if operators.isEmpty { return "" }
    let unlike = entries.indices.map { column in
      points.filter { isUnlike($0, column) }
        .reduce(into: Set<Int>()) { $0.formUnion(choices[$1.name]?.operators ?? []) }
    }
    let rows = operators.enumerated().sorted { $0.element.name < $1.element.name }
      .map { position, one in
        let name = escapedMarkup(one.name)
        let cells = entries.indices.map { column in
          let isUnlike = unlike[column].contains(position)
          return "<td>"
            + Self.mark(entries[column].name, one.tallies[columns[column]], isUnlike: isUnlike)
            + "</td>"
        }
        return "<tr data-operator=\"\(name)\" data-n=\(position)><th scope=row>\(name)</th>"
          + "\(cells.joined())</tr>\n"
      }
    // As many tables side by side as fit into a wide window.
    let most = max(8, rows.count / max(1, 7_625 / (1_095 + 190 * entries.count)) + 1)
    let parts = stride(from: 0, to: rows.count, by: most).map { start in
      "<table><thead><tr><th scope=col>operator</th>\(markHeads)</tr></thead><tbody>\n"
        + rows[start..<min(start + most, rows.count)].joined() + "</tbody></table>\n"
    }
    let unlikeLegend =
      entries.count == 1
      ? "" : " <b class=d></b> conform, with another choice than the first library"
    return """
      <details class="matrix" open><summary>\(counted(operators.count, "operator"))</summary>
      <p class="legend"><b class=p></b> conform <b class=f></b> fail <b class=k></b> known to fail \
      <b class=s></b> not offered <b class=e></b> crashed\(unlikeLegend). A case counts at each of its operators, also where \
      another one is at fault.</p>
      <div>\(parts.joined())</div></details>

      """
  }

  /// The names of the libraries above columns of marks.
  private var markHeads: String {
    entries.map { "<th scope=col><span>\(escapedMarkup($0.name))</span></th>" }.joined()
  }

  // MARK: - Rules

  /// The rules, folded, each with the results of its cases.
  var ruleTable: String {
    let rows = rules.specifications.first?.rows ?? []
    if rows.isEmpty { return "" }
    let fixtures = rows.filter { $0.clause.checkedBy == .fixtures }
    let covered = fixtures.count { !$0.content.isEmpty }
    var text = """
      <details class="rules" id="rules-\(number)"><summary>\(counted(rows.count, "rule")): \(covered) of \
      \(fixtures.count) have a case\(index == nil ? "; there is no list of rules, spec.yaml" : "")</summary>
      <table><thead><tr><th scope=col>rule</th>\(markHeads)<th scope=col>cases</th></tr></thead><tbody>

      """
    for row in rows {
      let id = row.clause.id
      let words = row.clause.sentence ?? row.clause.heading ?? ""
      let count = columns.map { row.tally(of: $0).cases }.max() ?? 0
      let isOfAPI = row.clause.checkedBy == .api
      let cases =
        count > 0
        ? "<a>\(counted(count, "case"))</a>"
        : isOfAPI ? "shown by the API alone" : "<strong>no case</strong>"
      let isPublished = index?.isPublished(row.clause) ?? false
      let source =
        isPublished ? Self.link(to: row.clause.url, "source") : " <small>the suite's own</small>"
      let marks = zip(entries, columns).map {
        "<td>\(Self.mark($0.name, row.tally(of: $1)))</td>"
      }
      text += "<tr data-clause=\"\(escapedMarkup("\(specification)/\(id)"))\"><th scope=row>"
      text += "<code>\(escapedMarkup(id))</code> <span>\(escapedMarkup(folded(words)))</span>"
      text += "\(source)</th>\(marks.joined())<td>\(cases)</td></tr>\n"
    }
    return text + "</tbody></table></details>\n"
  }
}
