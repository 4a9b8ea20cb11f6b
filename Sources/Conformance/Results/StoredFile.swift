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
  private var cases: [StoredCase]?

  init() {}

  /// Takes the result of a file.
  ///
  /// - Parameters:
  ///   - result: What became of the file.
  ///   - position: Gives the position of a clause index among those of the results.
  init(_ result: FileResult, position: (ClauseIndex) -> Int?) {
    path = result.path
    switch result.content {
    case .invalid(let invalid): problems = invalid.problems
    case .ran(let fixture, let results):
      self.fixture = fixture
      index = fixture.index.flatMap(position)
      selected = Double(result.selectedCases)
      selection = result.selectionMark
      // The usual ones are known.
      let usual = ReadingLimits()
      limits.pairs = ReadingLimits.named.compactMap { limit in
        let value = fixture.limits[keyPath: limit.path]
        return value == usual[keyPath: limit.path] ? nil : (Name(limit.name), value)
      }
      source = String(decoding: fixture.source.bytes, as: UTF8.self)
      cases = results.map(StoredCase.init)
    }
  }

  mutating func members(_ form: inout some JSONForm & ~Copyable) throws(Misshapen) {
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
    if count == 0, cases?.isEmpty == false {
      throw RunResults.Problem("these results have cases, and no implementation")
    }
    guard let cases, case .success(let fixture) = Fixture.read(text, index: known, limits: limits)
    else {
      throw RunResults.Problem(
        "the fixture `\(visible(path))` that these results hold is not valid")
    }
    let named = Dictionary(
      fixture.cases.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let results = try cases.map { stored throws(RunResults.Problem) in
      guard let testCase = named[stored.name], stored.outcomes.count == count else {
        throw RunResults.Problem(
          "the results of `\(visible(stored.name))` do not fit the fixture "
            + "`\(visible(path))` that stands beside them")
      }
      return CaseResult(
        testCase: testCase, outcomes: stored.outcomes.map { $0.judged(by: testCase) })
    }
    if Set(cases.map(\.name)).count < cases.count {
      throw RunResults.Problem("these results have a case of `\(visible(path))` twice")
    }
    var result = FileResult(path: path, content: .ran(fixture, results))
    let selected = max(0, min(selected ?? 0, Double(fixture.cases.count)))
    result.selectedCases = max(Int(selected), results.count)
    result.selectionMark = selection
    return result
  }
}

/// A case of a file, which stands on a line of its own.
private struct StoredCase: JSONObject {
  private(set) var name: Name = ""
  private(set) var outcomes: [CaseResult.Outcome] = []
  private var testCase: Case?

  init() {}

  init(_ result: CaseResult) {
    (name, outcomes, testCase) = (result.testCase.name, result.outcomes, result.testCase)
  }

  func write(to text: inout JSONText) {
    var copy = self
    text.raw("\n{")
    try! copy.members(&text)
    text.raw("}")
  }

  mutating func members(_ form: inout some JSONForm & ~Copyable) throws(Misshapen) {
    try form("name", &name)
    form.also("line", testCase?.place.line)
    form.also("column", testCase?.place.column)
    form.also("clauses", testCase?.clauses)
    form.also("tags", testCase?.tags)
    form.also("note", testCase?.note)
    form.also("expected", testCase?.steps.map(\.expected))
    try form("outcomes", &outcomes)
  }
}

/// What a step expects: its events, and where there are several readings, an object with these.
extension ExpectedEvents: JSONWritable {
  @usableFromInline package func write(to text: inout JSONText) {
    if !allowsReadings { return events.write(to: &text) }
    text.list(items) { text, item in
      switch item {
      case .event(let event): event.write(to: &text)
      case .choice(let alternative):
        text.raw("{")
        text.also("point", alternative.point)
        text.member("either")
        text.map(alternative.readings.lazy.map { (key: $0.name, value: $0.expected) }) {
          $1.write(to: &$0)
        }
        text.raw("}")
      }
    }
  }
}

/// As it is written and read, an outcome knows nothing of its case. By what is read, the case is compared again.
extension CaseResult.Outcome: JSONObject {
  package init() { self.init(.passed()) }

  package mutating func members(_ form: inout some JSONForm & ~Copyable) throws(Misshapen) {
    var word = Self(ending).kind.rawValue
    var readings = JSONMap(self.readings.map { ($0.point, $0.reading) })
    var (actual, releases) = (nil as Trace?, nil as Bool?)
    var stops: String?
    var (reason, error) = (self.reason?.text, nil as ExecutionError?)
    if case .failed(let trace, let comparison) = ending {
      (actual, releases) = (trace, comparison.rule.hasReleases ? nil : false)
      stops = comparison.rule.stopsLater ? "later" : nil
    } else if case .erred(let known) = ending {
      error = known
    }
    try form("outcome", &word)
    try form("actual", &actual)
    try form("releases", &releases)
    try form("stops", &stops)
    try form("readings", &readings)
    try form("reason", &reason)
    try form("error", &error)
    switch word {
    case "passed":
      ending = .passed(
        readings: readings.pairs.map { ChosenReading(point: $0.key, reading: $0.value) })
    case Kind.notRun.rawValue: ending = .notRun
    case "skipped": ending = .skipped(reason: reason ?? "")
    case "failed" where error == nil:
      let rule = ComparisonRule(hasReleases: releases != false, stopsLater: stops == "later")
      ending = .failed(actual ?? [], Comparison(by: rule))
    default:
      ending = .erred(
        error ?? ExecutionError(message: "an outcome that this runner does not know"))
    }
    var (listing, known): (String?, KnownFailure?) =
      switch listed {
      case .no: (nil, nil)
      case .yes(let known): ("yes", known)
      case .otherwise(let known): ("otherwise", known)
      }
    var compared: Bool? = isCompared ? true : nil
    try form("compared", &compared)
    isCompared = compared == true
    try form("listed", &listing)
    try form("known", &known)
    listed = known.map { listing == "yes" ? .yes($0) : .otherwise($0) } ?? .no
  }

  /// The outcome that has been read, compared with what a case expects.
  fileprivate func judged(by testCase: Case) -> Self {
    var judged = self
    switch ending {
    case .passed(let readings):
      if readings.isEmpty { break }
      // They stand in the order in which the case meets its points.
      let points = testCase.steps.flatMap(\.expected.alternatives).map(\.point).uniqued()
      judged.ending = .passed(
        readings: points.compactMap { point in readings.first { $0.point == point } })
    case .failed(let actual, let former):
      let comparison = Comparison(of: testCase, with: actual, by: former.rule)
      judged.ending =
        actual.count == testCase.steps.count && !comparison.isEmpty
        ? .failed(actual, comparison)
        : .erred(ExecutionError(message: "these results say that it failed, and not how"))
    case .erred(var error):
      if let step = error.step, !testCase.steps.indices.contains(step) { error.step = nil }
      judged.ending = .erred(error)
    case .skipped, .notRun: break
    }
    judged.ending = judged.ending.bounded(to: TextLimits.usual, of: testCase)
    return judged
  }
}

extension Comparison {
  /// A comparison that is to be made.
  fileprivate init(by rule: ComparisonRule) {
    (differences, readings, self.rule) = ([], [], rule)
  }
}

// MARK: - A clause index

/// A clause index stands in results as the text of its file.
extension SourceText: JSONObject {
  @usableFromInline package init() { self.init(path: "", bytes: []) }

  @usableFromInline package mutating func members(_ form: inout some JSONForm & ~Copyable)
    throws(Misshapen)
  {
    var (path, source) = (path, String(decoding: bytes, as: UTF8.self))
    try form("path", &path)
    try form("source", &source)
    self = SourceText(path: path, bytes: Array(source.utf8))
  }

  /// The index, whatever limits it was read with.
  func index() throws(RunResults.Problem) -> ClauseIndex {
    var limits = ReadingLimits()
    for limit in ReadingLimits.named { limits[keyPath: limit.path] = limit.most }
    guard case .success(let index) = ClauseIndex.read(self, limits: limits) else {
      throw RunResults.Problem(
        "the specification `\(visible(path))` that these results hold is not valid")
    }
    return index
  }
}
