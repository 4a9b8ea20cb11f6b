// The result of a file as JSON holds it: with the text of the fixture, by which it is read back.

/// What became of a file, as it stands in results.
struct StoredFile: JSONObject {
  private(set) var path: Name = ""
  private var problems: [Diagnostic]?
  private var fixture: Fixture?
  private var index: Int?
  private var selected: Double?
  private var selection: Name?
  private var limits = JSONMap<Int>()
  private var source: String?
  private var cases: StoredCases?

  init() {}

  /// Takes the result of a file.
  ///
  /// - Parameters:
  ///   - result: What became of the file.
  ///   - index: The position of its clause index among those of the results.
  init(_ result: FileResult, index: Int?) {
    path = result.path
    switch result.content {
    case .invalid(let invalid): problems = invalid.problems
    case .ran(let fixture, let results):
      self.fixture = fixture
      self.index = index
      selected = Double(result.selectedCases)
      selection = result.selectionMark
      // The usual ones are known.
      let usual = ReadingLimits()
      limits.pairs = ReadingLimits.named.compactMap { limit in
        let value = fixture.limits[keyPath: limit.path]
        return value == usual[keyPath: limit.path] ? nil : (Name(limit.name), value)
      }
      source = String(decoding: fixture.source.bytes, as: UTF8.self)
      cases = StoredCases(results: results)
    }
  }

  mutating func members<Form: JSONForm & ~Copyable>(_ form: inout Form) throws(Form.Failure) {
    try form("path", &path)
    try form("problems", &problems)
    form.also("specification", fixture?.specification)
    form.also("title", fixture?.title)
    try form("index", &index)
    try form("selected", &selected)
    try form("selection", &selection)
    try form("limits", &limits)
    try form("source", &source)
    try form("cases", &cases)
  }

  /// The result of the file.
  ///
  /// - Parameters:
  ///   - indexes: The clause indexes of the results that it stands in.
  ///   - count: How many implementations these have.
  /// - Returns: It, with each case compared again.
  /// - Throws: Where the fixture is not valid, or does not hold the cases.
  func result(_ indexes: [ClauseIndex], outcomes count: Int) throws(RunResults.Problem)
    -> FileResult
  {
    if let problems {
      let own = problems.map { problem in
        var problem = problem
        problem.path = path
        return problem
      }
      return FileResult(path: path, content: .invalid(InvalidFile(problems: own)))
    }
    var limits = ReadingLimits()
    for (name, value) in self.limits.pairs {
      // One that this runner does not know bounds nothing here.
      guard let one = ReadingLimits.named.first(where: { $0.name == name.text }) else { continue }
      limits[keyPath: one.path] = min(max(0, value), one.most)
    }
    let known = index.flatMap { indexes.indices.contains($0) ? indexes[$0] : nil }
    let text = SourceText(path: path, bytes: Array((source ?? "").utf8))
    let cases = cases?.stored ?? []
    if count == 0, !cases.isEmpty {
      throw RunResults.Problem(description: "these results have cases, and no implementation")
    }
    guard self.cases != nil,
      case .success(let fixture) = Fixture.read(text, index: known, limits: limits)
    else {
      throw RunResults.Problem(
        description: "the fixture `\(visible(path))` that these results hold is not valid")
    }
    let named = Dictionary(
      fixture.cases.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let results = try cases.map { stored throws(RunResults.Problem) in
      guard let testCase = named[stored.name], stored.outcomes.count == count else {
        throw RunResults.Problem(
          description: "the results of `\(visible(stored.name))` do not fit the fixture "
            + "`\(visible(path))` that stands beside them")
      }
      return CaseResult(
        testCase: testCase, outcomes: stored.outcomes.map { $0.outcome(of: testCase) })
    }
    if Set(cases.map(\.name)).count < cases.count {
      throw RunResults.Problem(
        description: "these results have a case of `\(visible(path))` twice")
    }
    var result = FileResult(path: path, index: known, content: .ran(fixture, results))
    let selected = max(0, min(selected ?? 0, Double(fixture.cases.count)))
    result.selectedCases = max(Int(selected), results.count)
    result.selectionMark = selection
    return result
  }
}

/// The cases of a file: written one by one, and read all at once.
private struct StoredCases: JSONContent {
  var results: [CaseResult] = []
  var stored: [StoredCase] = []

  init(results: [CaseResult]) {
    self.results = results
  }

  func write(to text: inout JSONText) {
    text.list(results) { text, result in
      text.raw("\n")
      StoredCase(result).write(to: &text)
    }
  }

  init(json value: Value) throws(Misshapen) { stored = try [StoredCase](json: value) }
}

private struct StoredCase: JSONObject {
  private(set) var name: Name = ""
  private(set) var outcomes: [StoredOutcome] = []
  private var testCase: Case?

  init() {}

  init(_ result: CaseResult) {
    name = result.testCase.name
    testCase = result.testCase
    outcomes = result.outcomes.map(StoredOutcome.init)
  }

  mutating func members<Form: JSONForm & ~Copyable>(_ form: inout Form) throws(Form.Failure) {
    try form("name", &name)
    form.also("line", testCase?.place.line)
    form.also("column", testCase?.place.column)
    form.also("clauses", testCase?.clauses)
    form.also("tags", testCase?.tags)
    form.also("note", testCase?.note)
    form.also("expected", testCase?.steps.map { Expected($0.expectation, $0.alternatives) })
    try form("outcomes", &outcomes)
  }
}

/// What a step expects: its events, and where there are several readings, an object with these.
private struct Expected: JSONWritable {
  let events: [Event]
  let alternatives: [Alternative]

  init(_ events: [Event], _ alternatives: [Alternative]) {
    (self.events, self.alternatives) = (events, alternatives)
  }

  func write(to text: inout JSONText) {
    if alternatives.isEmpty { return events.write(to: &text) }
    text.list(events.items(alternatives)) { text, item in
      switch item {
      case .event(let event): event.write(to: &text)
      case .choice(let alternative):
        text.raw("{")
        text.also("point", alternative.point)
        text.member("either")
        text.map(alternative.readings.lazy.map { (key: $0.name, value: $0) }) {
          Expected($1.events, $1.alternatives).write(to: &$0)
        }
        text.raw("}")
      }
    }
  }
}

/// How a case ended, as it stands in results: by what is read, the case is compared again.
private struct StoredOutcome: JSONObject {
  private var ending = ""
  private var actual: Trace?
  private var releases: Bool?
  private var readings = JSONMap<Name>()
  private var reason: String?
  private var error: ExecutionError?
  private var listed: String?
  private var known: KnownFailure?

  init() {}

  init(_ outcome: CaseResult.Outcome) {
    ending = CaseResult.Outcome(outcome.ending).kind.rawValue
    readings.pairs = outcome.readings.map { ($0.point, $0.reading) }
    switch outcome.ending {
    case .passed: break
    case .failed(let trace, let comparison):
      (actual, releases) = (trace, comparison.rule.hasReleases ? nil : false)
    case .erred(let error): self.error = error
    case .skipped(let reason): self.reason = reason
    }
    switch outcome.listed {
    case .no: break
    case .yes(let known): (listed, self.known) = ("yes", known)
    case .otherwise(let known): (listed, self.known) = ("otherwise", known)
    }
  }

  mutating func members<Form: JSONForm & ~Copyable>(_ form: inout Form) throws(Form.Failure) {
    try form("outcome", &ending)
    try form("actual", &actual)
    try form("releases", &releases)
    try form("readings", &readings)
    try form("reason", &reason)
    try form("error", &error)
    try form("listed", &listed)
    try form("known", &known)
  }

  func outcome(of testCase: Case) -> CaseResult.Outcome {
    CaseResult.Outcome(
      ending(of: testCase),
      listed: known.map { listed == "yes" ? .yes($0) : .otherwise($0) } ?? .no)
  }

  private func ending(of testCase: Case) -> CaseResult.Ending {
    switch ending {
    case "passed": return .passed(readings: chosen(of: testCase))
    case "skipped": return .skipped(reason: reason ?? "")
    case "failed":
      let actual = actual ?? []
      let comparison = Comparison(
        of: testCase, with: actual, by: ComparisonRule(hasReleases: releases != false))
      if actual.count == testCase.steps.count, !comparison.isEmpty {
        return .failed(actual, comparison)
      }
      return .erred(ExecutionError(message: "these results say that it failed, and not how"))
    default:
      var error =
        error ?? ExecutionError(message: "an outcome that this runner does not know")
      if let step = error.step, !testCase.steps.indices.contains(step) { error.step = nil }
      return .erred(error)
    }
  }

  /// The readings, in the order in which the case meets its points.
  private func chosen(of testCase: Case) -> [ChosenReading] {
    if readings.pairs.isEmpty { return [] }
    var chosen: [ChosenReading] = []
    for alternative in testCase.steps.flatMap(\.allAlternatives) {
      guard let reading = readings.pairs.first(where: { $0.key == alternative.point })?.value,
        !chosen.contains(where: { $0.point == alternative.point })
      else { continue }
      chosen.append(ChosenReading(point: alternative.point, reading: reading))
    }
    return chosen
  }
}

/// A clause index in results: the text of its file.
struct StoredIndex: JSONObject {
  private(set) var path: Name = ""
  private var source = ""

  init() {}

  init(_ text: SourceText) {
    path = text.path
    source = String(decoding: text.bytes, as: UTF8.self)
  }

  mutating func members<Form: JSONForm & ~Copyable>(_ form: inout Form) throws(Form.Failure) {
    try form("path", &path)
    try form("source", &source)
  }

  /// The index, whatever limits it was read with.
  func index() throws(RunResults.Problem) -> ClauseIndex {
    var limits = ReadingLimits()
    for limit in ReadingLimits.named { limits[keyPath: limit.path] = limit.most }
    let text = SourceText(path: path, bytes: Array(source.utf8))
    guard case .success(let index) = ClauseIndex.read(text, limits: limits) else {
      throw RunResults.Problem(
        description: "the specification `\(visible(path))` that these results hold is not valid")
    }
    return index
  }
}
