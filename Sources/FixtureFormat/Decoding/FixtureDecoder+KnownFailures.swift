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
      decoder.knownFailures().map { KnownFailures($0, source: source) }
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
  fileprivate mutating func knownFailures() -> [KnownFailures.Entry]? {
    guard let items = list(0, expected: "a list of known failures") else { return nil }
    var lines: [[Name]: Int] = [:]
    return each(of: items) { decoder, item in
      let entry = decoder.knownFailure(item)
      if let entry,
        let other = lines.updateValue(
          entry.place.line, forKey: [entry.title, entry.implementation, entry.file ?? ""])
      {
        decoder.problem(
          "this case is listed for this implementation on line \(other) too", at: item)
      }
      return entry
    }
  }

  private mutating func knownFailure(_ index: Int) -> KnownFailures.Entry? {
    guard let fields = map(index, keys: KnownFailureKey.self) else { return nil }
    let title = fields[.title].flatMap { name($0, expected: "the title of a case") }
    let implementation = fields[.implementation].flatMap {
      name($0, expected: "the name of an implementation")
    }
    let file = fields[.file].flatMap { name($0, expected: "the name of a file") }
    let reason = fields[.reason].flatMap { text($0, expected: "a reason") }
    let skipped = fields[.skipped].flatMap { text($0, expected: "a reason") }
    for (key, text) in [(KnownFailureKey.reason, reason), (.skipped, skipped)] {
      if text?.allSatisfy(\.isWhitespace) == true { problem("a reason is empty", at: fields[key]!) }
    }
    if fields[.reason] == nil && fields[.skipped] == nil && !fields.hasUnknownKeys {
      problem("\(KnownFailureKey.noun) needs the key `reason`", at: firstKey(of: fields.map))
    }
    if let title, let file, !Case.titleParts(of: title).contains(where: { $0.path == file }) {
      problem(
        "`case` begins with the file, and not with this one", at: fields[.file]!,
        hint: "`file` is what stands before ` › ` in `case`")
    }
    let stated = statement(fields)
    guard let title, let implementation, let reason = reason ?? skipped else { return nil }
    var entry = KnownFailures.Entry(
      title: title, implementation: implementation, reason: reason,
      place: tree.place(of: fields.map))
    entry.file = file
    entry.skipped = skipped
    entry.statement = stated?.statement
    entry.origin = stated.flatMap {
      $0.nodes.isEmpty ? nil : StatementOrigin(tree, limits, $0.nodes)
    }
    return entry
  }

  /// How a case fails, where that is said, with the nodes of its steps: of each number, and of its events.
  private mutating func statement(
    _ fields: Fields<KnownFailureKey>
  ) -> (statement: KnownFailures.Statement, nodes: [StatementOrigin.Step])? {
    let ways = [KnownFailureKey.step, .error, .errorContains].filter { fields[$0] != nil }
    let ofSteps = [KnownFailureKey.actual, .later].first { fields[$0] != nil }
    let ofError = ways.first { $0 != .step }
    if ways.count > 1 || (ofError != nil && ofSteps != nil) {
      problem(
        "a known failure has `step` and `actual`, or `error`",
        at: keyNode(ofError!, in: fields),
        hint: ways.contains(.error) && ways.contains(.errorContains)
          ? "`error` is the whole message, and `error-contains` a part of it"
          : "a case that ends with an error is not compared step by step")
      return nil
    }
    switch (fields[.step], fields[.actual]) {
    case (nil, nil):
      if let later = ofSteps {
        problem("`later` needs `step`, the first that differs", at: keyNode(later, in: fields))
      }
    case (nil, _?):
      problem("`actual` needs `step`, in which it came", at: keyNode(.actual, in: fields))
    case (_?, nil):
      problem(
        "`step` needs `actual`, what came in it", at: keyNode(.step, in: fields),
        hint: "write `actual: []` where nothing came")
    case (let step?, let actual?):
      guard let first = statedStep(step, actual) else { return nil }
      let later = fields[.later].map { laterSteps($0, behind: first.step.number) } ?? []
      guard let later else { return nil }
      let all = [first] + later
      return (.steps(all.map(\.step)), all.map(\.node))
    }
    guard let ofError else { return nil }
    return name(fields[ofError]!, expected: "the message of an error").map {
      (ofError == .error ? .error($0) : .errorContains($0), [])
    }
  }

  private typealias StatedStep = (step: KnownFailures.Statement.Step, node: StatementOrigin.Step)

  /// The steps of `later`, in their order.
  private mutating func laterSteps(_ index: Int, behind first: Int) -> [StatedStep]? {
    guard let index = resolve(index) else { return nil }
    guard tree.nodes[index].kind == .mapping else {
      return wrongKind(
        index, expected: "a map of steps", hint: "write `later: {\(first + 1): [a: 1]}`")
    }
    var steps: [StatedStep] = []
    var isWhole = true
    var children = tree.children(of: index)
    while let key = tree.next(&children), let content = tree.next(&children) {
      guard let one = statedStep(key, content) else {
        isWhole = false
        continue
      }
      if one.step.number <= first || steps.contains(where: { $0.step.number == one.step.number }) {
        problem(
          one.step.number <= first
            ? "a later step comes after step \(first)" : "step \(one.step.number) occurs twice",
          at: key)
        isWhole = false
      }
      steps.append(one)
    }
    return isWhole ? steps.sorted { $0.step.number < $1.step.number } : nil
  }

  private mutating func statedStep(_ step: Int, _ actual: Int) -> StatedStep? {
    let number = stepNumber(step)
    let items = list(
      actual, expected: "a list of events", hint: "write `actual: [a: 1]`, or `actual: []`")
    guard items != nil, case .list(let events)? = value(actual), let number else { return nil }
    return (
      .init(number: number, events: events.map(\.eventText)),
      .init(number: step, events: actual)
    )
  }

  private mutating func stepNumber(_ index: Int) -> Int? {
    guard let value = value(index) else { return nil }
    if case .number(let number) = value, let step = Int(exactly: number), step > 0 { return step }
    problem("a step is a whole number from 1, not `\(value)`", at: index)
    return nil
  }

  /// A text that is not empty. Paths, and what a command line calls an implementation, may have line breaks.
  mutating func name(_ index: Int, expected: String) -> Name? {
    let text = text(index, expected: expected)
    if text == "" { problem("\(expected) is empty", at: index) }
    return text == "" ? nil : text.map { Name($0) }
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

// MARK: - What a case is known to do

/// Where a file says which steps of a case differ, and what comes in them.
final class StatementOrigin: Sendable {
  /// The nodes of a step: of its number, and of the list of its events.
  struct Step {
    let number: Int
    let events: Int
  }

  fileprivate let tree: Tree
  fileprivate let limits: ReadingLimits
  fileprivate let steps: [Step]

  fileprivate init(_ tree: Tree, _ limits: ReadingLimits, _ steps: [Step]) {
    (self.tree, self.limits, self.steps) = (tree, limits, steps)
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
    case .steps(let stated):
      guard let origin else { return .success(nil) }
      var decoder = FixtureDecoder(tree: origin.tree, limits: origin.limits)
      decoder.channels = testCase.channels
      decoder.scope.begin(testCase)
      let steps = zip(stated, origin.steps).compactMap { step, nodes in
        decoder.events(at: nodes, of: testCase, step: step.number).map {
          KnownStep(step.number - 1, actual: $0)
        }
      }
      return decoder.problems.isEmpty
        ? .success(.steps(steps))
        : .failure(InvalidFile([decoder.problems.content], of: origin.tree.source))
    }
  }
}

extension FixtureDecoder {
  fileprivate mutating func events(
    at origin: StatementOrigin.Step, of testCase: Case, step: Int
  ) -> [Event]? {
    let count = testCase.steps.count
    if step > count {
      problem(
        "the case has \(counted(count, "step")), and no step \(step)", at: origin.number,
        hint: "`run --write-known-failures FILE` writes how it fails now")
      return nil
    }
    guard
      let items = list(
        origin.events, expected: "a list of events", atMost: .events, "a step has")
    else { return nil }
    return each(of: items) { decoder, item in
      if decoder.either(item) == nil { return decoder.event(ofItem: item) }
      decoder.problem("what came is no choice", at: item)
      return nil
    }
  }
}

extension Scope {
  /// Begins a case that has been read.
  fileprivate mutating func begin(_ testCase: Case) {
    begin(testCase.subject, channels: testCase.channels)
    for action in testCase.steps.lazy.map(\.action) + testCase.reactions.lazy.flatMap(\.actions) {
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
