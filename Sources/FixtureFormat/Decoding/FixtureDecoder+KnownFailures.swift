// The marked tree to a list of known failures.

extension KnownFailures {
  /// Reads a file of known failures: a list of entries, each with `case`, `implementation`, `reason`, and
  /// perhaps how the case fails. One that is empty, or has comments alone, is a list of nothing.
  ///
  /// - Parameters:
  ///   - source: The file's path and bytes.
  ///   - limits: How much is read.
  /// - Returns: The list, or everything that is wrong with it, in the order of the file.
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
  /// Whether there is nothing but comments and blank lines.
  var isBlank: Bool { bytes.split(separator: UInt8(ascii: "\n")).allSatisfy(isBlankLine) }
}

/// Whether a line has nothing but a comment.
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
        "`case` begins with the file, and not with this one", at: fields[.file]!,
        hint: "`file` is what stands before ` › ` in `case`")
    }
    let statement = try? statement(fields)
    guard let title, let implementation, let reason = reason ?? skipped else { throw Refusal() }
    return KnownFailures.Entry(
      title: title, implementation: implementation, reason: reason, file: file,
      statement: statement, skipped: skipped, place: tree.place(of: fields.map),
      origin: .init(tree: tree, limits: limits, node: index))
  }

  private mutating func reason(_ index: Int) throws -> String {
    let text = try text(index, expected: "a reason")
    try check(!text.allSatisfy(\.isWhitespace), "a reason is empty", at: index)
    return text
  }

  /// How a case fails, where that is said.
  private mutating func statement(
    _ fields: Fields<KnownFailureKey>
  ) throws -> KnownFailures.Statement? {
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
      return key == .error ? .error(message) : .errorContains(message)
    }
    guard let step = fields[.step], let actual = fields[.actual] else {
      guard let key = ofSteps.first else { return nil }
      return try refuse(
        key == .step
          ? "`step` needs `actual`, what came in it"
          : key == .actual
            ? "`actual` needs `step`, in which it came"
            : "`later` needs `step`, the first that differs", at: fields.node(of: key),
        hint: key == .step ? "write `actual: []` where nothing came" : nil)
    }
    var steps = [try statedStep(step, actual)]
    let first = steps[0].number
    for (key, content) in try laterSteps(fields, behind: first) {
      guard let one = try? statedStep(key, content) else { continue }
      if one.number <= first {
        problem("a later step comes after step \(first)", at: key)
      } else if steps.contains(where: { $0.number == one.number }) {
        problem("step \(one.number) occurs twice", at: key)
      }
      steps.append(one)
    }
    return .steps(steps.sorted { $0.number < $1.number })
  }

  /// The nodes of the numbers of the steps of `later`, each with that of its events.
  private mutating func laterSteps(
    _ fields: Fields<KnownFailureKey>, behind first: Int
  ) throws -> [(number: Int, events: Int)] {
    guard let index = try fields[.later].map({ try resolve($0) }) else { return [] }
    guard tree.nodes[index].kind == .mapping else {
      return try wrongKind(
        index, expected: "a map of steps", hint: "write `later: {\(first + 1): [a: 1]}`")
    }
    let nodes = tree.indexes(in: index)
    return stride(from: 0, to: nodes.count, by: 2).map { (nodes[$0], nodes[$0 + 1]) }
  }

  private mutating func statedStep(
    _ step: Int, _ actual: Int
  ) throws -> KnownFailures.Statement.Step {
    let number = try? stepNumber(step)
    _ = try list(
      actual, expected: "a list of events", hint: "write `actual: [a: 1]`, or `actual: []`")
    guard case .list(let events) = try value(actual), let number else { throw Refusal() }
    return .init(number: number, events: events.map(\.eventText))
  }

  private mutating func stepNumber(_ index: Int) throws -> Int {
    let value = try value(index)
    if case .number(let number) = value, let step = Int(exactly: number), step > 0 { return step }
    return try refuse("a step is a whole number from 1, not `\(value)`", at: index)
  }

  /// The steps of an entry that differ, read with the names of the case.
  fileprivate mutating func knownSteps(_ index: Int, of testCase: Case) throws -> [KnownStep] {
    let fields = try map(index, keys: KnownFailureKey.self)
    let first = (number: fields[.step]!, events: fields[.actual]!)
    return try ([first] + laterSteps(fields, behind: 0)).compactMap { step in
      try? knownStep(step.number, step.events, of: testCase)
    }.sorted { $0.step < $1.step }
  }

  private mutating func knownStep(
    _ step: Int, _ actual: Int, of testCase: Case
  ) throws -> KnownStep {
    let number = try stepNumber(step)
    let count = testCase.steps.count
    try check(
      number <= count, "the case has \(counted(count, "step")), and no step \(number)", at: step,
      hint: "`run --write-known-failures FILE` writes how it fails now")
    let items = try list(actual, expected: "a list of events", atMost: .events, "a step has")
    let events = try each(of: items) { decoder, item in
      let isChoice = decoder.either(item) != nil
      try decoder.check(!isChoice, "what came is no choice", at: item)
      return try decoder.event(ofItem: item)
    }
    return KnownStep(number - 1, actual: events)
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
  /// - Returns: How it fails, `nil` where that is not stated; or what is wrong with the statement.
  /// - Complexity: O(*n*) in the number of its events and of the actions of the case.
  package func difference(in testCase: Case) -> Result<KnownDifference?, InvalidFile> {
    switch statement {
    case nil: return .success(skipped == nil ? nil : .notRun)
    case .error(let message): return .success(.error(message))
    case .errorContains(let part): return .success(.errorContains(part))
    case .steps:
      guard let origin else { return .success(nil) }
      var decoder = FixtureDecoder(tree: origin.tree, limits: origin.limits)
      decoder.channels = testCase.channels
      decoder.scope.begin(testCase)
      let steps = try? decoder.knownSteps(origin.node, of: testCase)
      if let steps, decoder.problems.isEmpty { return .success(.steps(steps)) }
      return .failure(InvalidFile([decoder.problems], of: origin.tree.source))
    }
  }
}

extension Scope {
  /// Begins a case that has been read.
  fileprivate mutating func begin(_ testCase: Case) {
    begin(testCase.subject, channels: testCase.channels)
    for action in testCase.actions {
      switch action {
      case .subscribe(let observer, let channels, _, _):
        _ = introduce(observer, channels: channels)
      case .read: hasRead = true
      case .throw: hasThrow = true
      default: break
      }
    }
  }
}
