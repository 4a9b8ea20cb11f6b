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
          entry.place.line, forKey: [entry.title, entry.implementation])
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
    let reason = fields[.reason].flatMap { text($0, expected: "a reason") }
    let statement = statement(fields)
    guard let title, let implementation, let reason else { return nil }
    if reason.allSatisfy(\.isWhitespace) { problem("a reason is empty", at: fields[.reason]!) }
    var entry = KnownFailures.Entry(
      title: title, implementation: implementation, reason: reason,
      place: tree.place(of: fields.map))
    entry.statement = statement
    if let step = fields[.step], let actual = fields[.actual] {
      entry.origin = StatementOrigin(tree, limits, step: step, actual: actual)
    }
    return entry
  }

  /// How a case fails, where that is said.
  private mutating func statement(
    _ fields: Fields<KnownFailureKey>
  ) -> KnownFailures.Statement? {
    let (step, actual, error) = (fields[.step], fields[.actual], fields[.error])
    if error != nil, step != nil || actual != nil {
      problem(
        "a known failure has `step` and `actual`, or `error`", at: keyNode(.error, in: fields),
        hint: "a case that ends with an error is not compared step by step")
      return nil
    }
    if let error {
      return name(error, expected: "the beginning of an error's message").map { .error($0) }
    }
    switch (step, actual) {
    case (nil, nil): return nil
    case (nil, _?):
      problem("`actual` needs `step`, in which it came", at: keyNode(.actual, in: fields))
    case (_?, nil):
      problem(
        "`step` needs `actual`, what came in it", at: keyNode(.step, in: fields),
        hint: "write `actual: []` where nothing came")
    case (let step?, let actual?):
      let number = stepNumber(step)
      let items = list(
        actual, expected: "a list of events", hint: "write `actual: [a: 1]`, or `actual: []`")
      guard items != nil, let value = value(actual), let number else { return nil }
      return .step(number, actual: value)
    }
    return nil
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

// MARK: - What a case is known to do

/// Where a file says in which step a case differs, and what comes in it.
final class StatementOrigin: Sendable {
  fileprivate let tree: Tree
  fileprivate let limits: ReadingLimits
  fileprivate let step: Int
  fileprivate let actual: Int

  fileprivate init(_ tree: Tree, _ limits: ReadingLimits, step: Int, actual: Int) {
    (self.tree, self.limits, self.step, self.actual) = (tree, limits, step, actual)
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
    case nil: return .success(nil)
    case .error(let beginning): return .success(.error(beginning))
    case .step(let number, _):
      guard let origin else { return .success(nil) }
      var decoder = FixtureDecoder(tree: origin.tree, limits: origin.limits)
      if let events = decoder.events(at: origin, of: testCase, step: number),
        decoder.problems.isEmpty
      {
        return .success(.step(number - 1, actual: events))
      }
      return .failure(InvalidFile([decoder.problems.content], of: origin.tree.source))
    }
  }
}

extension FixtureDecoder {
  fileprivate mutating func events(
    at origin: StatementOrigin, of testCase: Case, step: Int
  ) -> [Event]? {
    let count = testCase.steps.count
    if step > count {
      problem(
        "the case has \(counted(count, "step")), and no step \(step)", at: origin.step,
        hint: "`run --write-known-failures FILE` writes how it fails now")
      return nil
    }
    channels = testCase.channels
    scope.begin(testCase)
    guard let items = list(origin.actual, expected: "a list of events"),
      !isBeyond(.events, items.count, at: origin.actual, "a step has")
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
