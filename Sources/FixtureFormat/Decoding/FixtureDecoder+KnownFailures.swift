// The marked tree to a list of known failures.

extension KnownFailures {
  /// Reads a file of known failures: a list of entries, each with `case`, `implementation`, `reason`, and perhaps how
  /// the case fails. A file without content, or with only comments, is an empty list.
  ///
  /// - Parameters:
  ///   - source: The file's path and bytes.
  ///   - limits: How much is read.
  /// - Returns: The list, or all its problems, in the order of the file.
  /// - Complexity: O(*n*) in the size of the file.
  package static func read(
    _ source: SourceText, limits: ReadingLimits = ReadingLimits()
  ) -> Result<KnownFailures, InvalidFile> {
    if source.isBlank { return .success(KnownFailures(source: source)) }
    return readFile(source, limits: limits) { decoder in
      KnownFailures(try decoder.knownFailures(), source: source)
    }
  }
}

extension SourceText {
  /// Whether there are only comments and blank lines.
  var isBlank: Bool { bytes.split(separator: UInt8(ascii: "\n")).allSatisfy(isBlankLine) }
}

/// Whether a line is blank or a comment.
func isBlankLine(_ line: some Sequence<UInt8>) -> Bool {
  let first = line.first { ![0x20, 0x09, 0x0D].contains($0) }
  return first == nil || first == UInt8(ascii: "#")
}

extension FixtureDecoder {
  fileprivate mutating func knownFailures() throws -> [KnownFailures.Entry] {
    var lines: [[Name]: Int] = [:]
    return try each(of: list(0, expected: "a list of known failures")) { decoder, item in
      let entry = try decoder.knownFailure(item)
      let key = [entry.title, entry.implementation, entry.file ?? ""]
      if let other = lines.updateValue(entry.place.line, forKey: key) {
        decoder.problem(
          "this case is listed for this implementation on line \(other) too", at: item)
      }
      return entry
    }
  }

  private mutating func knownFailure(_ index: Int) throws -> KnownFailures.Entry {
    let fields = try map(index, keys: KnownFailureKey.self)
    let title = try? fields[.title].map { try name($0, expected: "the title of a case") }
    let implementation = try? fields[.implementation].map {
      try name($0, expected: "the name of an implementation")
    }
    let file = try? fields[.file].map { try name($0, expected: "the name of a file") }
    let reason = try? fields[.reason].map { try self.reason($0) }
    let skipped = try? fields[.skipped].map { try self.reason($0) }
    if fields[.reason] == nil && fields[.skipped] == nil && !fields.hasUnknownKeys {
      problem("\(KnownFailureKey.noun) needs the key `reason`", at: firstKey(of: fields.map))
    }
    if let title, let file, !Case.titleParts(of: title).contains(where: { $0.path == file }) {
      problem(
        "`case` begins with another file", at: fields[.file]!,
        hint: "`file` is the part of `case` before ` › `")
    }
    let (statement, steps) = (try? statement(fields)) ?? (nil, [])
    guard let title, let implementation, let reason = reason ?? skipped else { throw Refusal() }
    return KnownFailures.Entry(
      title: title, implementation: implementation, reason: reason, file: file,
      statement: statement, skipped: skipped, place: tree.place(of: fields.map),
      origin: .init(tree: tree, limits: limits, steps: steps))
  }

  private mutating func reason(_ index: Int) throws -> String {
    let text = try text(index, expected: "a reason")
    try check(!text.allSatisfy(\.isWhitespace), "a reason is empty", at: index)
    return text
  }

  /// The nodes of the number of a step and of its events.
  typealias PlacedStep = (number: Int, events: Int)

  /// How a case fails, if stated, and the nodes of the steps that differ.
  private mutating func statement(
    _ fields: Fields<KnownFailureKey>
  ) throws -> (KnownFailures.Statement?, [PlacedStep]) {
    let errors = [KnownFailureKey.error, .errorContains].filter { fields[$0] != nil }
    let ofSteps = [KnownFailureKey.step, .actual, .later].filter { fields[$0] != nil }
    if let key = errors.first {
      try check(
        errors.count + ofSteps.count == 1, "a known failure has `step` and `actual`, or `error`",
        at: fields.node(of: key),
        hint: errors.count > 1
          ? "`error` is the whole message, and `error-contains` a part of it"
          : "a case that ends with an error is not compared step by step")
      let message = try name(fields[key]!, expected: "the message of an error")
      return (key == .error ? .error(message) : .errorContains(message), [])
    }
    guard let key = ofSteps.first else { return (nil, []) }
    guard let step = fields[.step] else {
      return try refuse(
        "`\(key.name)` needs `step`, \(key == .actual ? "the step of its events" : "the first that differs")",
        at: fields.node(of: key))
    }
    guard let actual = fields[.actual] else {
      return try refuse(
        "`step` needs `actual`, the events of that step", at: step - 1,
        hint: "write `actual: []` if there was none")
    }
    let first = try number(step)
    var numbers: Set<Int> = []
    var steps = [(step: try self.step(first, actual), nodes: (step, actual))]
    let later = try fields[.later].map {
      try pairs(
        $0, expected: "a map of steps", hint: "write `later: {\(first + 1): [a: 1]}`"
      ) { decoder, key in
        let number = try decoder.number(key)
        try decoder.check(number > first, "a later step comes after step \(first)", at: key)
        try decoder.check(
          numbers.insert(number).inserted, "step \(number) occurs twice", at: key)
        return Name("\(number)")
      }
    }
    for (number, key, content) in later ?? [] {
      guard let step = try? self.step(Int(number.text)!, content) else { continue }
      steps.append((step, (key, content)))
    }
    steps.sort { $0.step.number < $1.step.number }
    return (.steps(steps.map(\.step)), steps.map(\.nodes))
  }

  private mutating func number(_ node: Int) throws -> Int {
    let value = try value(node)
    if let number = value.integer, number > 0 { return number }
    return try refuse("a step is a whole number from 1, not `\(value)`", at: node)
  }

  /// A step with its events as texts.
  private mutating func step(
    _ number: Int, _ actual: Int
  ) throws -> KnownFailures.Statement.Step {
    let items = try list(
      actual, expected: "a list of events", hint: "write `actual: [a: 1]`, or `actual: []`",
      atMost: .events)
    return .init(number: number, events: each(of: items) { try $0.value($1).eventText })
  }

  /// A step with its events, read with the names of the case.
  fileprivate mutating func knownStep(
    _ step: Int, at nodes: PlacedStep, of testCase: Case
  ) throws -> KnownStep {
    let count = testCase.steps.count
    try check(
      step <= count, "the case has \(counted(count, "step")), and no step \(step)",
      at: nodes.number, hint: "`run --write-known-failures FILE` writes how it fails now")
    let items = try list(nodes.events, expected: "a list of events")
    return KnownStep(
      step - 1,
      actual: each(of: items) {
        try $0.oneEvent($1, orElse: "`actual` has no `either`")
      })
  }
}

extension Value {
  /// An event as a list of a fixture has it: a pair without braces, unless its key needs a mark.
  fileprivate var eventText: String {
    let text = description
    guard case .map(let pairs) = self, pairs.count == 1, !text.hasPrefix("{?") else { return text }
    return String(text.dropFirst().dropLast())
  }
}

extension KnownFailures.Entry {
  /// How the case fails, read with its names.
  ///
  /// - Parameter testCase: The case that the entry names.
  /// - Returns: How it fails, `nil` if that is not stated; or the problems of the statement.
  /// - Complexity: O(*n*) in the number of its events and of the actions of the case.
  package func difference(in testCase: Case) -> Result<KnownDifference?, InvalidFile> {
    switch statement {
    case nil: return .success(skipped == nil ? nil : .notRun)
    case .error(let message): return .success(.error(message))
    case .errorContains(let part): return .success(.errorContains(part))
    case .steps(let steps):
      guard let origin else { return .success(nil) }
      var decoder = FixtureDecoder(tree: origin.tree, limits: origin.limits)
      decoder.words.channels = testCase.channels
      decoder.scope.begin(testCase)
      let known = zip(steps, origin.steps).map { step, nodes in
        try? decoder.knownStep(step.number, at: nodes, of: testCase)
      }
      if decoder.problems.isEmpty { return .success(.steps(known.compactMap(\.self))) }
      return .failure(InvalidFile([decoder.problems], of: origin.tree.source))
    }
  }
}

extension Scope {
  /// Begins a case that has been read.
  fileprivate mutating func begin(_ testCase: Case) {
    begin(testCase.subject, channels: testCase.channels)
    for action in testCase.actions {
      actions.insert(Keys(.action(action.words.word)))
      if case .subscribe(let observer, let channels, _, _) = action {
        _ = introduce(observer, channels: channels)
      }
    }
  }
}
