// A specification in the page: the results of its cases with each library that ran them.

/// The page's section on one specification.
struct PageSection {
  let specification: Name

  /// Its position in the page.
  let number: Int

  /// The libraries, at first all of the run, then those that ran a case of it.
  private(set) var entries: [RunSummary.Entry]

  /// The positions of these libraries in the run.
  private(set) var columns: [Int]

  /// How many cases it has.
  private(set) var caseCount = 0

  private(set) var index: ClauseIndex?

  /// The rules, by all cases, and by those that are not beyond the contract.
  private(set) var rules = ClauseTable<Tally>()
  private(set) var kept = ClauseTable<Tally>()

  /// The operators, in the order in which cases have them, with the counts of each library.
  private(set) var operators: [(name: Name, tallies: [Tally])] = []
  private var positions: [Name: Int] = [:]

  /// The choices of the cases, by name.
  private(set) var choices: [Name: Choice] = [:]

  /// The answer of each library to each choice; complete at the end.
  private(set) var points: [ReadingTable.Point] = []

  /// The cases that fail with each library, and their ids.
  private(set) var faults: [[Fault]]
  private(set) var ids: [CaseName: String] = [:]

  private var files: [File] = []

  /// The cases of a choice, by their ids, the name of the first, and their operators.
  typealias Choice = (ids: [String], name: Name, operators: Set<Int>)

  /// A case that fails with a library.
  typealias Fault = (
    id: String, testCase: CaseName, outcome: CaseResult.Outcome, sentence: String
  )

  private typealias File = (
    path: Name, title: String, subject: String, tallies: [Tally], rows: [PageCase.Row]
  )

  init(of specification: Name, number: Int, names: [Name]) {
    (self.specification, self.number) = (specification, number)
    entries = names.map { RunSummary.Entry(name: $0) }
    columns = Array(names.indices)
    faults = names.map { _ in [] }
  }

  // MARK: - Filling it

  /// Adds the cases of a file that a library ran, with their ids in the page.
  mutating func add(_ fixture: Fixture, _ path: Name, _ results: [CaseResult], _ ids: [String]) {
    if index == nil, let found = fixture.index {
      index = found
      rules.add(found, of: specification)
      kept.add(found, of: specification)
    }
    let subject = FixtureText.line(results[0].testCase.subject)
    let names = entries.map(\.name)
    let writer = PageCase(names: names, context: CaseContext(of: fixture), subject: subject)
    var file = (path, fixture.title ?? "", subject, names.map { _ in Tally() }, []) as File
    caseCount += results.count
    for (one, id) in zip(results, ids) {
      let testCase = one.testCase
      let cited = rules.add(one.outcomes, citing: testCase.clauses, of: specification)
      if testCase.tier == nil {
        kept.add(one.outcomes, citing: testCase.clauses, of: specification)
      }
      let own = testCase.operators.map { position(of: $0) }
      for (position, outcome) in one.outcomes.enumerated() {
        entries[position].add(outcome, in: testCase.tier)
        file.tallies[position].add(outcome)
        for one in own { operators[one].tallies[position].add(outcome) }
        if outcome.isFailure || outcome.kind == .known {
          let name = CaseName(testCase, of: fixture)
          self.ids[name] = id
          faults[position].append((id, name, outcome, outcome.sentence(for: testCase)))
        }
      }
      for point in one.outcomes.flatMap({ $0.readings.map(\.point) }).uniqued() {
        var choice = choices[point] ?? ([], testCase.name, [])
        choice.ids.append(id)
        choice.operators.formUnion(own)
        choices[point] = choice
      }
      file.rows.append(writer.row(one, id: id, clauses: cited, operators: own))
    }
    files.append(file)
  }

  private mutating func position(of name: Name) -> Int {
    if let known = positions[name] { return known }
    positions[name] = operators.count
    operators.append((name, entries.map { _ in Tally() }))
    return operators.count - 1
  }

  /// The section with the parts that are known at the end of a run, and with the libraries that ran it.
  func completed(by summary: RunSummary) -> Self {
    var section = self
    section.columns = columns.filter { entries[$0].tally.cases > 0 }
    for column in entries.indices {
      section.entries[column].details = summary.entries[column].details
      section.entries[column].diagnosis = summary.entries[column].diagnosis
    }
    section.entries = section.columns.map { section.entries[$0] }
    section.faults = section.columns.map { faults[$0] }
    section.points = summary.readings.points.filter { $0.specification == specification }
    section.origin = summary.origins.first
    return section
  }

  /// The first of the runs that it comes from.
  private(set) var origin: RunOrigin?

  // MARK: - Writing it

  /// The section.
  var text: String {
    let widths = entries.map { Conformance.columns(of: $0.name.text) }
    let isLevel = (widths.max() ?? 0) <= 10 && entries.count <= 6
    let column = entries.count == 1 ? 4 : isLevel ? max(5, (widths.max() ?? 0) + 1) : 5
    let kind =
      entries.count == 1 ? " alone" : !isLevel ? " upright" : widths.max()! > 6 ? " long" : ""
    let width = Value.number(Double(column) * 0.5625)
    let heads = zip(entries, columns).map { entry, position in
      let argument = entry.details.argument ?? entry.name.text
      let isUsual = entries.count == 1 && argument == "swift"
      let option = isUsual ? "" : " -i \(shellCommand([argument]))"
      let name = escapedMarkup(entry.name)
      return "<span title=\"\(escapedMarkup(entry.fullName))\" data-n=\(position) "
        + "data-i=\"\(escapedMarkup(option))\">\(name)</span>"
    }
    return """
      <section class="specification\(kind)" id="s\(number)" data-name="\(escapedMarkup(specification))" \
      style="--marks: \(entries.count); --column: \(width)rem">
      \(standing)\(faultLists)\(choiceTable)\(ruleTable)<h2 id="cases-\(number)">Cases</h2>
      <div class="columns"><div class="heads" aria-hidden="true">\(heads.joined())</div></div>
      \(files.map(text).joined())<p class="nothing" hidden></p>
      </section>

      """
  }

  private func text(of file: File) -> String {
    let path = escapedMarkup(file.path)
    let subject = escapedMarkup(shortened(file.subject, to: 500))
    let marks = zip(entries, columns).map { Self.mark($0.name, file.tallies[$1]) }.joined()
    return """
      <section class="file" data-path="\(path)" data-subject="\(subject)">
      <h3><span class="name">\(path)</span> <small>\(escapedMarkup(file.title))</small>\
      <span class=marks>\(marks)</span></h3>
      \(file.rows.map { $0.text(columns) }.joined())</section>

      """
  }

  /// A link to an address, if it is a web address.
  static func link(to address: String?, _ words: String) -> String {
    guard let address, address.hasPrefix("https://") || address.hasPrefix("http://") else {
      return ""
    }
    return " <small><a rel=\"noreferrer\" href=\"\(escapedMarkup(address))\">\(words)</a></small>"
  }

  /// The result of cases with a library: how many fail, or a mark. The script makes it a link to the cases.
  static func mark(_ name: Name, _ counts: Tally, isUnlike: Bool = false) -> String {
    if counts.cases == 0 { return "<span></span>" }
    let letter =
      counts.failed > 0
      ? "f" : counts.known > 0 ? "k" : counts.ran == 0 ? "s" : isUnlike ? "d" : "p"
    let count = letter == "f" ? "\(counts.failed)" : letter == "k" ? "~\(counts.known)" : ""
    let words = counts.verdict() + (isUnlike ? ", with another choice" : "")
    return "<a class=\(letter) title=\"\(escapedMarkup(name)): \(words)\">\(count)</a>"
  }
}

extension Case {
  /// Its operators, each once.
  fileprivate var operators: [Name] {
    guard case .stream(let stream) = subject else { return [] }
    return stream.operators.map(\.name).uniqued()
  }
}
