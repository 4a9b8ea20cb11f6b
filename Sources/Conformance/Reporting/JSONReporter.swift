// Results as JSON: for other programs, and to be reported again later.

/// Writes results as JSON, whose shape the article "Results" describes.
///
/// Each file is written with its text, so that a ``RunResults`` can be reported as if it had just been
/// run.
package struct JSONReporter: Reporter {
  /// The version of the shape.
  package static let version = 1

  private let runnerVersion: String
  private let shard: Shard
  private var hasBegun = false
  private var indexes: [ClauseIndex] = []
  private var indexOfFolder: [Name: Int] = [:]

  /// Makes a reporter.
  ///
  /// - Parameters:
  ///   - runnerVersion: The version of the runner.
  ///   - shard: Which part of the cases is run.
  package init(runnerVersion: String, shard: Shard = .all) {
    self.runnerVersion = runnerVersion
    self.shard = shard
  }

  /// Adds a file.
  ///
  /// - Parameter result: What became of the file.
  /// - Returns: What to write now, with a line break at its end; empty for nothing.
  package mutating func report(_ result: FileResult) -> String {
    let content = result.content
    if case .ran = content, result.selectedCases == 0 { return "" }
    var text = JSONText()
    hasBegun ? text.raw(",\n") : begin(&text)
    hasBegun = true
    text.raw("{\"path\":")
    text.string(result.path)
    switch content {
    case .invalid(let invalid):
      text.raw(",\"problems\":")
      text.list(invalid.problems) { $0.problem($1) }
    case .ran(let fixture, let results):
      text.raw(",\"specification\":")
      text.string(fixture.specification)
      text.raw(",\"title\":")
      text.optional(fixture.title)
      text.raw(",\"index\":")
      position(of: result.index, beside: result.path).map { text.integer($0) } ?? text.raw("null")
      text.raw(",\"selected\":")
      text.integer(result.selectedCases)
      if let mark = result.selectionMark {
        text.raw(",\"selection\":")
        text.string(mark)
      }
      text.member(limits: fixture.limits)
      text.raw(",\"source\":")
      text.string(String(decoding: fixture.source.bytes, as: UTF8.self))
      text.raw(",\"cases\":")
      text.list(results) { $0.result($1) }
    }
    text.raw("}")
    return text.take()
  }

  private func begin(_ text: inout JSONText) {
    text.raw("{\"version\":")
    text.integer(Self.version)
    text.raw(",\"runner\":{\"name\":\"ConformanceRunner\",\"version\":")
    text.string(runnerVersion)
    text.raw("},\"shard\":{\"index\":")
    text.integer(shard.index + 1)
    text.raw(",\"count\":")
    text.integer(shard.count)
    text.raw("},\"files\":[\n")
  }

  /// The position of a clause index among those that are written at the end.
  private mutating func position(of index: ClauseIndex?, beside path: Name) -> Int? {
    guard let index else { return nil }
    let path = path.text
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = Name(String(path[..<(slash ?? path.startIndex)]))
    if let known = indexOfFolder[folder] { return known }
    indexes.append(index)
    indexOfFolder[folder] = indexes.count - 1
    return indexes.count - 1
  }

  /// Ends the report.
  ///
  /// - Parameter summary: What the run comes to.
  /// - Returns: What to write, with a line break at its end.
  package func end(_ summary: RunSummary) -> String {
    var text = JSONText()
    if !hasBegun { begin(&text) }
    text.raw("],\n\"implementations\":")
    text.list(summary.entries) { text, entry in
      text.raw("{\"name\":")
      text.string(entry.name)
      text.details(entry.details)
      for (key, count) in entry.tally.byKind {
        text.raw(",")
        text.string(key)
        text.raw(":")
        text.integer(count)
      }
      text.raw(",\"clauses\":{")
      for (position, (key, count)) in summary.clauses(with: entry).byKind.enumerated() {
        text.raw(position > 0 ? "," : "")
        text.string(key)
        text.raw(":")
        text.integer(count)
      }
      text.raw("},\"faults\":")
      text.list(entry.faults) { $0.error($1) }
      if let diagnosis = entry.diagnosis { text.members(of: diagnosis) }
      text.raw("}")
    }
    text.raw(",\n\"indexes\":")
    text.list(indexes) { $0.index($1) }
    text.raw(",\n\"readings\":")
    text.list(summary.readings.points) { $0.point($1, summary.entries.map(\.name)) }
    text.raw(",\n\"runs\":")
    text.list(summary.origins) { $0.origin($1) }
    text.raw(",\n\"problems\":")
    text.list(summary.problems) { $0.string($1) }
    text.raw(",\n\"end\":")
    text.string(summary.end.rawValue)
    text.raw(",\"allowsSkips\":")
    text.bool(summary.allowsSkips)
    text.raw(",\"seconds\":")
    text.number((summary.seconds * 1_000).rounded() / 1_000)
    text.raw("}\n")
    return text.take()
  }
}

extension CaseResult.Outcome {
  /// How much it takes as JSON, in bytes.
  ///
  /// - Complexity: O(*n*) in that size.
  var jsonSize: Int {
    var text = JSONText()
    text.outcome(self)
    return text.withBytes(\.count)
  }
}

extension Tally {
  fileprivate var byKind: [(key: String, count: Int)] {
    [
      ("passed", passed), ("failed", failed), ("skipped", skipped), ("known", known),
      ("judged", judged),
    ]
  }
}

extension ClauseTally {
  fileprivate var byKind: [(key: String, count: Int)] {
    [("met", met), ("failed", failed), ("notJudged", notJudged)]
  }
}

extension JSONText {
  fileprivate mutating func optional(_ text: String?) {
    text.map { string($0) } ?? raw("null")
  }

  fileprivate mutating func optional(_ number: Int?) {
    number.map { integer($0) } ?? raw("null")
  }

  fileprivate mutating func details(_ details: ImplementationDetails) {
    let members: [(StaticString, String?)] = [
      (",\"version\":", details.version), (",\"language\":", details.language),
      (",\"argument\":", details.argument),
    ]
    for case (let key, let value?) in members {
      raw(key)
      string(value)
    }
  }

  fileprivate mutating func origin(_ origin: RunOrigin) {
    raw("{\"date\":")
    string(origin.date)
    raw(",\"command\":")
    list(origin.command) { $0.string($1) }
    raw(",\"runner\":")
    string(origin.runner)
    raw("}")
  }

  /// How each implementation reads a point: the readings, each with the number of its cases.
  fileprivate mutating func point(_ point: ReadingTable.Point, _ names: [Name]) {
    raw("{\"specification\":")
    string(point.specification)
    raw(",\"point\":")
    string(point.name)
    raw(",\"implementations\":")
    list(zip(names, point.answers)) { text, pair in
      text.raw("{\"name\":")
      text.string(pair.0)
      text.raw(",\"readings\":")
      text.map(pair.1.lazy.map { (key: $0.reading, value: $0.count) }) { $0.integer($1) }
      text.raw("}")
    }
    raw("}")
  }

  /// The limits that are not the usual ones, without which a fixture could not be read again.
  fileprivate mutating func member(limits: ReadingLimits) {
    let usual = ReadingLimits()
    let raised = ReadingLimits.named.filter { limits[keyPath: $0.path] != usual[keyPath: $0.path] }
    if raised.isEmpty { return }
    raw(",\"limits\":")
    map(raised.lazy.map { (key: Name($0.name), value: limits[keyPath: $0.path]) }) {
      $0.integer($1)
    }
  }

  fileprivate mutating func problem(_ problem: Diagnostic) {
    raw("{\"line\":")
    optional(problem.place?.line)
    raw(",\"column\":")
    optional(problem.place?.column)
    raw(",\"length\":")
    integer(problem.length)
    raw(",\"message\":")
    string(problem.message)
    raw(",\"hint\":")
    optional(problem.hint)
    raw(",\"excerpt\":")
    optional(problem.excerpt)
    raw("}")
  }

  fileprivate mutating func result(_ result: CaseResult) {
    let testCase = result.testCase
    raw("\n{\"name\":")
    string(testCase.name)
    raw(",\"line\":")
    integer(testCase.place.line)
    raw(",\"column\":")
    integer(testCase.place.column)
    raw(",\"clauses\":")
    list(testCase.clauses) { $0.string($1) }
    raw(",\"tags\":")
    list(testCase.tags) { $0.string($1) }
    raw(",\"note\":")
    optional(testCase.note)
    raw(",\"expected\":")
    list(testCase.steps) { $0.expectation(of: $1) }
    raw(",\"outcomes\":")
    list(result.outcomes) { $0.outcome($1) }
    raw("}")
  }

  /// What a step expects: its events, and where there are several readings, an object with these.
  private mutating func expectation(of step: Step) {
    expected(step.expectation, step.alternatives)
  }

  private mutating func expected(_ events: [Event], _ alternatives: [Alternative]) {
    if alternatives.isEmpty { return list(events) { $0.event($1) } }
    list(events.items(alternatives)) { text, item in
      switch item {
      case .event(let event): text.event(event)
      case .choice(let alternative):
        text.raw("{\"point\":")
        text.string(alternative.point)
        text.raw(",\"either\":")
        text.map(alternative.readings.lazy.map { (key: $0.name, value: $0) }) {
          $0.expected($1.events, $1.alternatives)
        }
        text.raw("}")
      }
    }
  }

  fileprivate mutating func outcome(_ outcome: CaseResult.Outcome) {
    raw("{\"outcome\":")
    string(outcome.kind)
    members(of: outcome)
    raw("}")
  }

  private mutating func members(of outcome: CaseResult.Outcome) {
    switch outcome {
    case .passed: member(readings: outcome.readings)
    case .failed(let actual, let comparison):
      raw(",\"actual\":")
      trace(actual)
      if !comparison.rule.hasReleases { raw(",\"releases\":false") }
      member(readings: comparison.readings)
    case .skipped(let reason): member(reason: reason)
    case .mended(let reason, let readings):
      member(reason: reason)
      member(readings: readings)
    case .erred(let error):
      raw(",\"error\":")
      self.error(error)
    case .known(let failure, let reason):
      member(reason: reason)
      raw(",\"failure\":")
      self.outcome(failure)
    case .changed(let failure, let known):
      members(of: failure)
      raw(",\"known\":{\"reason\":")
      string(known.reason)
      switch known.difference {
      case .step(let step, let actual):
        raw(",\"step\":")
        integer(step + 1)
        raw(",\"actual\":")
        list(actual) { $0.event($1) }
      case .error(let beginning):
        raw(",\"error\":")
        string(beginning)
      }
      raw("}")
    }
  }

  private mutating func member(readings: [ChosenReading]) {
    if readings.isEmpty { return }
    raw(",\"readings\":")
    map(readings.lazy.map { (key: $0.point, value: $0.reading) }) { $0.string($1) }
  }

  private mutating func member(reason: String) {
    raw(",\"reason\":")
    string(reason)
  }

  fileprivate mutating func error(_ error: ExecutionError) {
    raw("{\"message\":")
    string(error.message)
    raw(",\"step\":")
    optional(error.step.map { $0 + 1 })
    raw(",\"events\":")
    list(error.events) { $0.event($1, withMessage: true) }
    raw(",\"details\":")
    list(error.details) { $0.string($1) }
    raw(",\"ofFixture\":")
    bool(error.isOfFixture)
    if let place = error.place {
      raw(",\"line\":")
      integer(place.line)
      raw(",\"column\":")
      integer(place.column)
    }
    if let cause = error.cause {
      raw(",\"cause\":")
      string(cause)
    }
    raw(",\"unplayed\":")
    bool(error.isUnplayed)
    raw("}")
  }

  /// The words that a specification brings, without which its fixtures could not be read again.
  private mutating func words(of index: ClauseIndex) {
    if let channels = index.channels {
      raw(",\"channels\":")
      list(channels.all) { $0.string($1.rawValue) }
    }
    if let operators = index.operators {
      raw(",\"operators\":")
      map(operators.lazy.map { (key: $0.name, value: $0.arguments) }) { $0.arguments($1) }
    }
    if !index.unordered.isEmpty {
      raw(",\"unordered\":")
      list(SourceEvent.allCases.filter(index.unordered.contains)) { $0.string($1.rawValue) }
    }
    for (key, operators) in [
      (",\"connectable\":" as StaticString, index.connectable),
      (",\"tellsStreams\":", index.tellsStreams),
    ] where !operators.isEmpty {
      raw(key)
      list(operators.sorted()) { $0.string($1) }
    }
    if !index.readings.isEmpty {
      raw(",\"readings\":")
      map(index.readings.lazy.map { (key: $0.name, value: $0.readings) }) {
        $0.list($1) { $0.string($1) }
      }
    }
  }

  /// What an operator is given, as `spec.yaml` has it.
  private mutating func arguments(_ arguments: OperatorWord.Arguments) {
    switch arguments {
    case .none: raw("null")
    case .one(let one): string(one.kind.rawValue + (one.isOptional ? "?" : ""))
    case .named(let named):
      map(
        named.lazy.map {
          (key: "\($0.name)\($0.argument.isOptional ? "?" : "")", value: $0.argument.kind.rawValue)
        }
      ) { $0.string($1) }
    }
  }

  fileprivate mutating func index(_ index: ClauseIndex) {
    raw("{\"name\":")
    optional(index.name?.text)
    raw(",\"published\":")
    optional(index.published)
    raw(",\"clauses\":")
    list(index.clauses) { text, clause in
      text.raw("{\"id\":")
      text.string(clause.id)
      text.raw(",\"heading\":")
      text.optional(clause.heading)
      text.raw(",\"sentence\":")
      text.optional(clause.sentence)
      text.raw(",\"checkedBy\":")
      text.string(clause.checkedBy.rawValue)
      text.raw("}")
    }
    words(of: index)
    raw("}")
  }
}
