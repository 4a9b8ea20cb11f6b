// The messages between the runner and one process of an adapter, without the process.

import Conformance
import ConformancePlatform

/// The requests and answers between the runner and one process.
///
/// It writes requests, reads answers, and finds violations of the protocol. It has no pipes and no
/// clocks; its owner keeps the time.
final class Conversation: Sendable {
  private let limits: AdapterLimits

  /// Whether the adapter is restarted after an answer in a wrong shape.
  private let endsAtMisshapenAnswer: Bool

  private let exchange = Monitor(Exchange())

  /// The longest answer to `initialize`, in bytes: it is kept as long as the adapter runs.
  private static let introductionSize = 1 << 20

  /// The number of lines shown of an error's data.
  private static let dataLines = 10

  private struct Exchange {
    var introduction: Introduction?
    var lastID = 0

    /// The requests without an answer, the oldest first.
    var open: [(id: Int, assignment: Assignment)] = []

    /// The first wrong answer, and why it is wrong.
    var fault: AdapterFault?

    mutating func close(_ id: Int?) -> Assignment? {
      open.firstIndex { $0.id == id }.map { open.remove(at: $0).assignment }
    }
  }

  init(limits: AdapterLimits, endsAtMisshapenAnswer: Bool) {
    self.limits = limits
    self.endsAtMisshapenAnswer = endsAtMisshapenAnswer
  }

  private var introduction: Introduction? { exchange.read(\.introduction) }

  /// Whether the adapter has answered `initialize`.
  var isIntroduced: Bool { exchange.read { $0.introduction != nil } }

  /// The fault of an answer. It names the answer's plan, so it takes precedence over other faults.
  var fault: AdapterFault? { exchange.read(\.fault) }

  /// How many requests have no answer.
  var openCount: Int { exchange.read { $0.introduction == nil ? 1 : $0.open.count } }

  /// How many requests have been answered.
  var answeredCount: Int { exchange.read { $0.lastID - $0.open.count } }

  /// The plans without an answer, in the order of their requests.
  var unanswered: [Assignment] { exchange.read { $0.open.map(\.assignment) } }

  // MARK: - Requests

  /// Writes the requests for some plans, if they are still wanted. Plans that need something the
  /// adapter lacks are answered as unsupported, and not requested.
  func request(_ assignments: [Assignment], in lines: inout JSONText) {
    guard let introduction else { return }
    for assignment in assignments where assignment.plan.isWanted?() ?? true {
      let supports = introduction.supports
      let missing =
        if let message = assignment.message {
          message.missing(in: supports).map { "`\($0)`" }
        } else {
          supports?.missing(for: assignment.plan)?.feature
        }
      if let missing {
        let reason = "\(introduction.implementation.name) does not have \(missing)"
        assignment.deliver(.unsupported(reason: reason), .zero)
        continue
      }
      let id = exchange.update { exchange in
        exchange.lastID += 1
        exchange.open.append((exchange.lastID, assignment))
        return exchange.lastID
      }
      if let message = assignment.message {
        message.request(id: id, to: &lines)
      } else {
        lines.request("run", id: id, assignment.plan)
      }
    }
  }

  // MARK: - Answers

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - line: The line, without its line break.
  ///   - time: The time since the answer before, or since the request if no other was open.
  /// - Returns: The introduction, if the line is one.
  /// - Throws: `AdapterFault` if it violates the protocol.
  @discardableResult
  func take(
    _ line: ArraySlice<UInt8>, after time: Duration
  ) throws(AdapterFault) -> Introduction? {
    do throws(AdapterFault) {
      if !isIntroduced { return try introduce(line) }
      let (assignment, performance) =
        if let known = likely(line) { known } else { try answer(line) }
      assignment.deliver(performance, time)
      return nil
    } catch {
      exchange.update { $0.fault = $0.fault ?? error }
      throw error
    }
  }

  /// The oldest request and its likely performance, if the line is exactly its answer.
  private func likely(_ line: ArraySlice<UInt8>) -> (Assignment, Performance)? {
    let (oldest, rule) = exchange.read { ($0.open.first, $0.introduction!.rule) }
    guard let oldest, let likely = oldest.assignment.likely,
      likely.allSatisfy({ $0.count <= limits.events })
    else { return nil }
    var text = JSONText(size: line.count)
    text.answer(to: oldest.id, "result", RunResult(trace: likely))
    let isSame = text.withBytes { answer in
      line.count == answer.count
        && line.withUnsafeBytes { memcmp($0.baseAddress!, answer.baseAddress!, answer.count) == 0 }
    }
    if !isSame { return nil }
    exchange.update { _ = $0.close(oldest.id) }
    return (oldest.assignment, .played(likely, rule: rule))
  }

  private func introduce(_ line: ArraySlice<UInt8>) throws(AdapterFault) -> Introduction {
    if line.count > Self.introductionSize {
      throw AdapterFault(
        problem: "answered `initialize` with \(grouped(line.count)) bytes, and at most "
          + "\(grouped(Self.introductionSize)) are read")
    }
    let answer = try Answer(line)
    if answer.id != 0 { throw .wrongID(answer, open: [0]) }
    switch answer.content(as: Introduction.self) {
    case .success(let introduction):
      guard introduction.version == protocolVersion else {
        throw AdapterFault(
          problem: "speaks version \(introduction.version) of the protocol, and the runner "
            + "\(protocolVersion)")
      }
      exchange.update { $0.introduction = introduction }
      return introduction
    case .failure(.error(let error)):
      throw AdapterFault(problem: "refused to start: \(error.message)")
    case .failure(.misshapen(let problem)): throw .misshapen(problem)
    }
  }

  /// The request of an answer, and its content.
  private func answer(
    _ line: ArraySlice<UInt8>
  ) throws(AdapterFault) -> (Assignment, Performance) {
    if line.count > limits.lineSize {
      throw AdapterFault(problem: "wrote a line of more than \(limits.lineSize) bytes")
    }
    let answer = try Answer(line)
    let (assignment, lastID) = exchange.update { ($0.close(answer.id), $0.lastID) }
    guard let assignment else {
      if let id = answer.id, id >= 0, id <= lastID { throw .answeredTwice(id) }
      throw .wrongID(answer, open: exchange.read { $0.open.map(\.id) })
    }
    if let message = assignment.message { return (assignment, message.performance(answer)) }
    return (assignment, try performance(answer, of: assignment))
  }

  private func performance(
    _ answer: Answer, of assignment: Assignment
  ) throws(AdapterFault) -> Performance {
    let problem: String
    switch answer.content(as: RunResult.self) {
    case .success(let result):
      guard let misfit = misfit(of: result, to: assignment.plan) else {
        return .played(
          result.trace,
          misuse: result.misuse.flatMap { assignment.plan.misuse(among: [$0], result.trace) },
          rule: introduction?.rule ?? .exact)
      }
      problem = misfit
    case .failure(.misshapen(let reason)): problem = reason
    case .failure(.error(let error)) where error.code == AdapterError.unsupported:
      return .unsupported(reason: error.message)
    case .failure(.error(let error)) where error.code == AdapterError.lacked:
      if let lack = error.data.flatMap({ try? Lack(json: $0) }), lack.isOf(assignment.plan) {
        return .erred(ExecutionError.lack(lack, in: assignment.plan.subject).bounded())
      }
      problem =
        "error \(error.code) needs `data` with `operator`, the position of one, and `value`, and this is "
        + (error.data.map { "`\(shortened($0.description, to: 80))`" } ?? "missing")
    case .failure(.error(let error)) where error.code == AdapterError.raised:
      return .erred(raised(error, in: assignment.plan).bounded())
    case .failure(.error(let error)):
      var raised = ExecutionError(
        message: "the adapter answered with error \(error.code): \(error.message)",
        details: error.data.map(dataLines) ?? [])
      (raised.isAnswer, raised.frame) = (true, error.data.flatMap(innermostFrame))
      return .erred(raised.bounded())
    }
    let fault = AdapterFault.misshapen(problem, .answered(assignment))
    if endsAtMisshapenAnswer { throw fault }
    return .erred(fault.error)
  }

  /// An error that the library raised while it played a plan.
  private func raised(_ error: AdapterError, in plan: Plan) -> ExecutionError {
    let own = introduction?.implementation
    let library = [own?.name.text, own?.version].compactMap(\.self).joined(separator: " ")
    let place = error.data.flatMap { try? RaisedAt(json: $0) } ?? RaisedAt()
    var raised = ExecutionError(
      message: "\(library) raised \(error.message)",
      step: place.step.flatMap { plan.timeline.indices.contains($0) ? $0 : nil },
      details: Array(place.frames.prefix(Self.dataLines)))
    raised.adapterFrames = Array(place.adapterFrames.prefix(Self.dataLines))
    (raised.isRaised, raised.isAnswer) = (true, true)
    (raised.cause, raised.frame) = (error.message, place.frames.first)
    return raised
  }

  /// Why a result cannot be that of a plan; `nil` if it can.
  private func misfit(of result: RunResult, to plan: Plan) -> String? {
    if let longest = result.trace.firstIndex(where: { $0.count > limits.events }) {
      return "step \(longest + 1) of its trace has more than \(limits.events) events"
    }
    if let misuse = result.misuse,
      let impossibility = plan.impossibility(of: misuse, in: result.trace)
    {
      return "its `\(misuse.kind)` is `\(shortened(misuse.observer, to: 80))`, \(impossibility)"
    }
    let (steps, lists) = (plan.timeline.count, result.trace.count)
    if steps == lists { return nil }
    return
      "its trace has \(counted(lists, "list")) of events, and the case \(counted(steps, "step"))"
  }

  /// The first lines of an error's data, under a heading: a text itself, other values as YAML.
  private func dataLines(_ value: Value) -> [String] {
    let text = if case .string(let text) = value { text } else { value.description }
    let lines = bounded(text).split(separator: "\n")
    let left = lines.count - Self.dataLines
    return ["data:"] + lines.prefix(Self.dataLines).map { "│ \($0)" }
      + (left > 0 ? ["┊ … \(counted(left, "more line")) …"] : [])
  }
}

/// The innermost frame of a stack trace of Python, Java or JavaScript.
private func innermostFrame(in data: Value) -> String? {
  guard case .string(let stack) = data else { return nil }
  let python = stack.matches(of: #/File "([^"]*)", line (\d+), in (\S+)/#).last.map {
    "\($0.1.split(separator: "/").suffix(2).joined(separator: "/")):\($0.2), in \($0.3)"
  }
  return python ?? stack.firstMatch(of: #/\n\s+at ([^\n]+)/#).map { shortened($0.1, to: 120) }
}
