// How much is kept of what others wrote: adapters, implementations, and results that are read.

/// How much of what others wrote is kept, in bytes.
///
/// With an outcome, a message, a reason or a value has a limit; details, and the events of a trace that are not as
/// expected, have four times as much together.
package enum TextLimits {
  /// What is kept of most outcomes.
  package static let usual = 16 << 10

  /// What is kept of an outcome where many large ones are kept already.
  package static let short = 2 << 10

  /// What the events of a trace have besides for each step.
  fileprivate static let step = 256

  /// How many cases of a file are kept as usual; those behind them are kept short.
  static let usualCases = 1_024

  /// The longest name, version or language that an implementation may give itself.
  package static let name = 1 << 10

  /// The largest trace that is recorded in a fixture, or compared with that of another implementation.
  static let wholeTrace = 2 << 20

  /// How much the outcomes of a run may take as JSON; beyond that they are kept short.
  static let run = 16 << 20

  /// The largest result of one file that is read, as JSON.
  static let storedFile = 128 << 20

  /// How much results that are read may hold beside their files, as JSON.
  static let storedHead = 64 << 20

  /// What is kept of a case by its position among those of its file that are run.
  static func limit(ofCaseAt position: Int) -> Int {
    position < usualCases ? usual : short
  }
}

/// A text that others wrote. One that is too long is cut, and says at its end how long it was, with a digest of
/// all of it: another that begins alike is told from it. To bound it again by the same limit changes nothing.
///
/// - Parameters:
///   - text: Any text.
///   - most: How long it may be, in bytes.
/// - Returns: The text, or its beginning, not longer than that.
/// - Complexity: O(*n*) in the length of a text that is too long; O(1) for another.
package func bounded(_ text: String, to most: Int = TextLimits.usual) -> String {
  text.utf8.count <= most ? text : beginning(of: text, most)
}

/// The beginning of a text with the mark of one that has been cut, even if all of it has room.
private func beginning(of text: String, _ most: Int) -> String {
  // One that has been cut keeps what it says of the whole.
  let former = text.suffix(100).firstMatch(
    of: #/ … \([0-9,]+ bytes in all, FNV-1a 64 0x[0-9a-f]{16}\)$/#)
  let mark = former.map { String($0.0) } ?? cutMark(text.utf8.count, "bytes", StableHash(text))
  var end = max(0, min(most, text.utf8.count) - mark.utf8.count)
  // A character is not cut in two.
  while end > 0, String(text.utf8.prefix(end)) == nil { end -= 1 }
  return String(decoding: text.utf8.prefix(end), as: UTF8.self) + mark
}

/// What stands at the end of something that has been cut: ` … (1,234,567 bytes in all, FNV-1a 64 0x…)`.
///
/// - Parameters:
///   - count: How much it was.
///   - unit: Of what.
///   - hash: The digest of all of it.
/// - Returns: The mark.
package func cutMark(_ count: Int, _ unit: StaticString, _ hash: StableHash) -> String {
  " … (\(grouped(count)) \(unit) in all, FNV-1a 64 \(hash.digits))"
}

/// Lines that others wrote, bounded together: of more, the first and the last are kept.
///
/// - Parameters:
///   - lines: Any lines.
///   - most: How long one may be, in bytes. All together have four times as much.
/// - Returns: The lines, with one that says how many are left out.
func bounded(_ lines: [String], to most: Int) -> [String] {
  let lines = lines.map { bounded($0, to: most) }
  func size(_ lines: some Sequence<String>) -> Int { lines.reduce(0) { $0 + 16 + $1.utf8.count } }
  if size(lines) <= 4 * most { return lines }
  // With less than there is room for, it is not cut again.
  var room = 2 * most
  let kept = lines.prefix {
    room -= 16 + $0.utf8.count
    return room >= 0
  }
  return kept + ["┊ … \(counted(lines.count - kept.count - 1, "more line")) …", lines.last!]
}

extension Value {
  /// About how much memory it takes, in bytes.
  var size: Int {
    switch self {
    case .null, .bool, .number: 16
    case .string(let text): 16 + text.utf8.count
    case .list(let values): values.reduce(32) { $0 + $1.size }
    case .map(let pairs): pairs.reduce(32) { $0 + 16 + $1.key.text.utf8.count + $1.value.size }
    }
  }

  /// The value, or a text that is the beginning of one that is too large.
  fileprivate func bounded(to most: Int) -> Value {
    if size <= 16 + most { return self }
    let text = if case .string(let text) = self { text } else { description }
    return .string(beginning(of: text, most))
  }
}

extension Event {
  /// About how much memory it takes, in bytes.
  fileprivate var size: Int {
    48 + (name?.text.utf8.count ?? 0) + (words.content?.size ?? 0) + (message?.utf8.count ?? 0)
  }

  /// The event, with the beginning of a value or of a name that is too large.
  fileprivate func bounded(to most: Int) -> Event {
    let (word, content) = words
    let (short, shortName) = (
      content?.bounded(to: most), name.map { Name(Conformance.bounded($0.text, to: most)) }
    )
    if short == content, shortName == name { return self }
    return Event(word, of: shortName, short) ?? self
  }
}

extension Trace {
  /// About how much memory it takes, in bytes.
  var size: Int { joined().reduce(0) { $0 + $1.size } }

  /// The trace with the beginning of what came otherwise than expected, and the rest as expected.
  ///
  /// A step that is cut ends with an event whose value says so, with a digest of all events of the step.
  ///
  /// - Parameters:
  ///   - most: How long a value may be.
  ///   - expected: What is expected in each step.
  /// - Returns: The trace, which is the same for most.
  /// - Complexity: O(*n*) in the size of the trace.
  fileprivate func bounded(
    to most: Int, expecting expected: @autoclosure () -> Trace
  ) -> Trace {
    if size <= most { return self }
    let expected = expected()
    // What a step begins with as expected takes nothing: the fixture has it.
    let common = zip(self, expected).map { zip($0, $1).prefix { $0 == $1 }.count }
    let short = zip(self, common).map { $0.dropFirst($1).map { $0.bounded(to: most) } }
    // With less than there is room for, it is not cut again.
    let all = 4 * most + TextLimits.step * count
    var room = short.size <= all ? all : all / 2
    return indices.map { step in
      let kept = short[step].prefix {
        room -= $0.size
        return room >= 0
      }
      let left = short[step].dropFirst(kept.count)
      return expected[step].prefix(common[step]) + kept
        + (left.isEmpty ? [] : [Self.cutEvent(left, of: self[step], most)])
    }
  }

  /// What stands for the last events of a step.
  private static func cutEvent(
    _ left: ArraySlice<Event>, of all: [Event], _ most: Int
  ) -> Event {
    var hash = StableHash()
    for event in all { hash.combine(event.bounded(to: most).description.utf8) }
    let text =
      "\(grouped(left.count)) more \(left.count == 1 ? "event" : "events")"
      + cutMark(all.count, "events", hash)
    return .next(observer: "…", .string(text))
  }
}

extension [Event] {
  /// The first events, with the beginnings of what is too large.
  func bounded(to most: Int = TextLimits.usual) -> [Event] {
    [self].bounded(to: most, expecting: [[]])[0]
  }
}

extension ExecutionError {
  /// The error with the beginnings of its texts.
  package func bounded(to most: Int = TextLimits.usual) -> ExecutionError {
    var error = self
    error.message = Conformance.bounded(message, to: most)
    error.cause = cause.map { Conformance.bounded($0, to: most) }
    error.details = Conformance.bounded(details, to: most)
    error.adapterFrames = Conformance.bounded(adapterFrames, to: most)
    error.events = events.bounded(to: most)
    error.lack?.value = lack!.value.bounded(to: most)
    return error
  }
}

extension CaseResult.Ending {
  /// About how much memory what others wrote takes, in bytes.
  fileprivate var size: Int {
    switch self {
    case .passed, .notRun: 0
    case .failed(let trace, _): trace.size
    case .skipped(let reason): reason.utf8.count
    case .erred(let error):
      ([error.message, error.cause ?? ""] + error.details + error.adapterFrames)
        .reduce([error.events].size) { $0 + $1.utf8.count }
    }
  }

  /// The ending with the beginnings of what others wrote.
  ///
  /// - Parameters:
  ///   - most: How long a message, a reason or a value may be.
  ///   - testCase: The case that ended so.
  /// - Returns: The ending, which is the same for most.
  /// - Complexity: O(*n*) in the size of the ending.
  func bounded(to most: Int, of testCase: Case) -> Self {
    switch self {
    case .passed, .notRun: return self
    case .failed(let trace, let comparison):
      let cut = trace.bounded(to: most, expecting: comparison.expected(of: testCase, trace))
      return cut == trace
        ? self : .failed(cut, Comparison(of: testCase, with: cut, by: comparison.rule))
    case .skipped(let reason): return .skipped(reason: Conformance.bounded(reason, to: most))
    case .erred(let error): return .erred(error.bounded(to: most))
    }
  }
}

extension Comparison {
  /// What is expected in each step, and what came where that differs from it in free order alone.
  fileprivate func expected(of testCase: Case, _ trace: Trace) -> Trace {
    let differing = Set(differences.map(\.step))
    return zip(testCase.steps.indices, trace).map { step, events in
      let expected = expectation(of: testCase.steps[step])
      return differing.contains(step) || events == expected ? expected : events
    }
  }
}

extension Performance {
  /// The performance, if its trace is small enough to be recorded or compared; else the error that it is not.
  ///
  /// - Complexity: O(*n*) in the size of the trace.
  package var whole: Performance {
    guard case .played(let trace, _, _) = self, trace.size > TextLimits.wholeTrace else {
      return self
    }
    return .erred(
      ExecutionError(
        message: "what came takes \(grouped(trace.size)) bytes, and at most "
          + "\(grouped(TextLimits.wholeTrace)) are recorded or compared"))
  }
}

/// Bounds what the outcomes of a run take together.
struct TextBudget: Sendable {
  private var room = TextLimits.run

  /// How many outcomes have been kept short.
  private(set) var shortCount = 0

  /// The result of a file, the next in the order of the run: once there is no more room, what others wrote is
  /// kept short.
  ///
  /// - Complexity: O(*n*) in the size of the outcomes that are not plainly passed.
  mutating func bound(_ result: FileResult) -> FileResult {
    guard case .ran(let fixture, var results) = result.content else { return result }
    for index in results.indices {
      for (position, outcome) in results[index].outcomes.enumerated() where !outcome.isPassed {
        let size = outcome.ending.size
        if size <= room {
          room -= size
          continue
        }
        results[index].outcomes[position].ending = outcome.ending.bounded(
          to: TextLimits.short, of: results[index].testCase)
        shortCount += 1
      }
    }
    var bounded = result
    bounded.content = .ran(fixture, results)
    return bounded
  }
}
