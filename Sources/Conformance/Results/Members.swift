// The members of what results consist of, but for files.

extension CaseName: JSONObject {
  package init() { self.init(path: "", line: 0, name: "") }

  package mutating func members(_ form: inout some JSONForm & ~Copyable) throws(Misshapen) {
    try form("path", &path)
    try form("line", &line)
    try form("name", &name)
  }
}

extension Place? {
  /// Line and column, among the members of what has the place.
  mutating func members(_ form: inout some JSONForm & ~Copyable) throws(Misshapen) {
    var (line, column) = (self?.line, self?.column)
    try form("line", &line)
    try form("column", &column)
    guard let line, let column, line > 0, column > 0 else { return self = nil }
    self = Place(line: line, column: column)
  }
}

extension Diagnostic: JSONObject {
  @usableFromInline package init() { self.init(path: "", message: "") }

  @usableFromInline package mutating func members(_ form: inout some JSONForm & ~Copyable)
    throws(Misshapen)
  {
    try place.members(&form)
    try form("length", &length)
    length = max(1, min(length, 10_000))
    try form("message", &message)
    try form("hint", &hint)
    try form("excerpt", &excerpt)
    message = bounded(message)
    hint = hint.map { bounded($0) }
    excerpt = excerpt.map { bounded($0) }
  }
}

extension ExecutionError: JSONObject {
  package init() { self.init(message: "") }

  package mutating func members(_ form: inout some JSONForm & ~Copyable) throws(Misshapen) {
    var number = step.map { $0 + 1 }
    try form("message", &message)
    try form("step", &number)
    step = number.flatMap { $0 >= 1 ? $0 - 1 : nil }
    try form("events", &events)
    try form("details", &details)
    try form("ofFixture", &isOfFixture)
    try place.members(&form)
    try form("cause", &cause)
    try form("unplayed", &isUnplayed)
    try form("raised", &isRaised)
    try form("adapterFrames", &adapterFrames)
    self = bounded()
  }
}

extension KnownFailure: JSONObject {
  package init() { self.init(reason: "") }

  package mutating func members(_ form: inout some JSONForm & ~Copyable) throws(Misshapen) {
    var (step, actual, later) = (nil as Int?, nil as [Event]?, JSONMap<[Event]>())
    var (error, part, skipped) = (nil as Name?, nil as Name?, nil as Bool?)
    switch difference {
    case nil: break
    case .steps(let steps):
      (step, actual) = (steps[0].step + 1, steps[0].actual)
      later.pairs = steps.dropFirst().map { (Name("\($0.step + 1)"), $0.actual) }
    case .error(let message): error = message
    case .errorContains(let text): part = text
    case .notRun: skipped = true
    }
    try form("reason", &reason)
    try form("step", &step)
    try form("actual", &actual)
    try form("later", &later)
    try form("error", &error)
    try form("errorContains", &part)
    try form("skipped", &skipped)
    reason = bounded(reason)
    if let step, step > 0, let actual {
      let steps = [(key: Name("\(step)"), value: actual)] + later.pairs
      difference = .steps(
        steps.compactMap { number, actual in
          Int(number.text).flatMap { $0 > 0 ? KnownStep($0 - 1, actual: actual.bounded()) : nil }
        })
    } else if skipped == true {
      difference = .notRun
    } else {
      difference =
        error.map { .error(Name(bounded($0.text))) }
        ?? part.map { .errorContains(Name(bounded($0.text))) }
    }
  }
}

// MARK: - A run

extension RunOrigin: JSONObject {
  package init() { self.init(date: "", command: [], runner: "") }

  package mutating func members(_ form: inout some JSONForm & ~Copyable) throws(Misshapen) {
    try form("date", &date)
    try form("command", &command)
    try form("runner", &runner)
  }
}

extension RunSummary.End: JSONContent {}

extension Tally {
  fileprivate var json: Value {
    .object([
      "passed": .number(Double(passed)), "failed": .number(Double(failed)),
      "skipped": .number(Double(skipped)), "known": .number(Double(known)),
    ])
  }
}

extension RunSummary.Entry: JSONObject {
  package init() { self.init(name: "") }

  package mutating func members(_ form: inout some JSONForm & ~Copyable) throws(Misshapen) {
    try form("name", &name)
    try form("ownName", &details.ownName)
    try form("version", &details.version)
    try form("language", &details.language)
    try form("argument", &details.argument)
    try form("announced", &details.announced)
    name = Name(bounded(name.text, to: TextLimits.name))
    for text in [\ImplementationDetails.ownName, \.version, \.language, \.argument, \.announced] {
      details[keyPath: text] = details[keyPath: text].map { bounded($0) }
    }
    form.also("passed", tally.passed)
    form.also("failed", tally.failed)
    form.also("skipped", tally.skipped)
    form.also("known", tally.known)
    form.also("judged", tally.judged)
    var others = unclaimed > 0 ? unclaimed : nil
    try form("unclaimed", &others)
    unclaimed = max(0, others ?? 0)
    if !tiers.isEmpty {
      let all = tiers.sorted { $0.key < $1.key }.map { (key: $0, value: $1.json) }
      form.also("tiers", Value.map(all))
    }
    form.also(
      "clauses",
      [
        "met": .number(Double(clauses.met)), "failed": .number(Double(clauses.failed)),
        "notJudged": .number(Double(clauses.notJudged)),
      ] as Value)
    try form("faults", &faults)
    try form("diagnosis", &diagnosis)
  }
}

extension RunSummary {
  /// The members of a run behind its files, on which its counts depend.
  mutating func members(_ form: inout some JSONForm & ~Copyable) throws(Misshapen) {
    try form("implementations", &entries)
    form.also("readings", readings.points.map { $0.json(entries.map(\.name)) })
    try form("runs", &origins)
    try form("problems", &problems)
    problems = problems.map { bounded($0) }
    try form("end", &end)
    try form("allowsSkips", &allowsSkips)
    seconds = (seconds * 1_000).rounded() / 1_000
    try form("seconds", &seconds)
    seconds = min(max(0, seconds), 1e9)
  }
}

extension ReadingTable.Point {
  /// How each implementation reads the point: the readings, each with the number of its cases.
  fileprivate func json(_ names: [Name]) -> Value {
    [
      "specification": .string(specification), "point": .string(name),
      "implementations": .list(
        zip(names, answers).map { name, answers in
          let readings = answers.map { (key: $0.reading, value: Value.number(Double($0.count))) }
          return ["name": .string(name), "readings": .map(readings)]
        }),
    ]
  }
}

// MARK: - A diagnosis

extension Diagnosis: JSONObject {
  package mutating func members(_ form: inout some JSONForm & ~Copyable) throws(Misshapen) {
    try form("findings", &findings)
    form.also("unexplained", unexplained)
    try form("doubtful", &doubtful)
    try form("alike", &alike)
  }
}

extension Diagnosis.Finding: JSONObject {
  package init() { self.init("", of: [], in: "") }

  package mutating func members(_ form: inout some JSONForm & ~Copyable) throws(Misshapen) {
    try form("sentence", &sentence)
    try form("specification", &specification)
    try form.list("operators", &operators)
    try form("clause", &clause)
    form.also("explains", cases.count)
    try form("cases", &cases)
    try form("partly", &partly)
    try form("passing", &passing)
    try form("example", &example)
    try form("smallest", &smallest)
    try form("fixture", &fixture)
    sentence = bounded(sentence)
    smallest = smallest.map { bounded($0) }
    fixture = fixture.map { bounded($0) }
  }
}

extension Diagnosis.KnownMistake: JSONObject {
  package init() {}

  package mutating func members(_ form: inout some JSONForm & ~Copyable) throws(Misshapen) {
    try form("deviation", &deviation)
    try form("specification", &specification)
    try form("clause", &clause)
    try form("sentence", &sentence)
    sentence = bounded(sentence)
  }
}
