// What is said to one process of an adapter and what it answers, without the process.

import Conformance

/// The requests and answers that go to and fro between the runner and one process.
///
/// It makes the lines that go out, takes those that come in, and finds violations of the protocol.
/// It knows neither pipes nor clocks; its owner keeps the time.
final class Conversation: Sendable {
  private let limits: AdapterLimits

  /// Whether the adapter is started afresh after an answer in a wrong shape, or goes on.
  private let endsAtMisshapenAnswer: Bool

  private let exchange = Monitor(Exchange())

  private struct Exchange {
    var introduction: Introduction?

    /// The channels that the adapter says it has; `nil` for all.
    var channels: Channels?
    var lastID = 0

    /// The requests that have no answer.
    var open: [Int: Assignment] = [:]

    /// The oldest of these, or one that has been answered since.
    var oldestID = 1

    /// The last answer, which counts once it is known not to be given twice.
    var held: Held?

    /// The first answer that was wrong, and why.
    var fault: AdapterFault?
  }

  /// An answer that is not passed on yet.
  private struct Held {
    let id: Int
    let assignment: Assignment
    let performance: Performance
    let time: Duration
  }

  init(limits: AdapterLimits, endsAtMisshapenAnswer: Bool) {
    self.limits = limits
    self.endsAtMisshapenAnswer = endsAtMisshapenAnswer
  }

  /// What the adapter said of itself; `nil` until it has.
  var introduction: Introduction? { exchange.read(\.introduction) }

  /// Whether the adapter has said what it is.
  var isIntroduced: Bool { exchange.read { $0.introduction != nil } }

  /// What was wrong with an answer, whatever else went wrong meanwhile: nobody else knows whose it was.
  var fault: AdapterFault? { exchange.read(\.fault) }

  /// How many requests have no answer.
  var openCount: Int { exchange.read { $0.introduction == nil ? 1 : $0.open.count } }

  /// How many requests have been answered.
  var answeredCount: Int { exchange.read { $0.lastID - $0.open.count } }

  /// The plans that have no answer, in the order in which they went out.
  var unanswered: [Assignment] {
    exchange.read { $0.open.sorted { $0.key < $1.key }.map(\.value) }
  }

  // MARK: - What goes out

  /// Writes the requests for some plans. Those that the adapter says it lacks something for are told so, and
  /// not requested.
  func request(_ assignments: [Assignment], in lines: inout JSONText) {
    let (introduction, channels) = exchange.read { ($0.introduction, $0.channels) }
    guard let introduction else { return }
    for assignment in assignments {
      let supports = introduction.supports
      let missing =
        if let message = assignment.message {
          message.missing(in: supports).map { "`\($0)`" }
        } else {
          supports?.missing(for: assignment.plan, channels: channels)?.feature
        }
      if let missing {
        let reason = "\(introduction.implementation.name) does not have \(missing)"
        assignment.deliver(.unsupported(reason: reason), .zero)
        continue
      }
      let id = exchange.update { exchange in
        exchange.lastID += 1
        exchange.open[exchange.lastID] = assignment
        return exchange.lastID
      }
      lines.run(assignment, id: id)
    }
  }

  // MARK: - What comes in

  /// Takes a line.
  ///
  /// - Parameters:
  ///   - line: What has come in, without its line break.
  ///   - time: How long after what came in before, or after the request where there was nothing else.
  /// - Throws: `AdapterFault` where it is not what the protocol asks for.
  func take(_ line: ArraySlice<UInt8>, after time: Duration) throws(AdapterFault) {
    do throws(AdapterFault) {
      try read(line, after: time)
    } catch {
      exchange.update { $0.fault = $0.fault ?? error }
      throw error
    }
  }

  private func read(_ line: ArraySlice<UInt8>, after time: Duration) throws(AdapterFault) {
    guard isIntroduced else {
      if line.count > limits.introductionSize {
        throw .longIntroduction(line.count, limit: limits.introductionSize)
      }
      return try introduce(try Self.read(line))
    }
    if let (id, performance) = likely(line) {
      let assignment = exchange.update { $0.open.removeValue(forKey: id) }
      hold(assignment.map { Held(id: id, assignment: $0, performance: performance, time: time) })
    } else {
      let answer: Answer<RunResult> = try Self.read(line)
      let (id, assignment) = try close(answer)
      let performance =
        if let message = assignment.message {
          message.performance(try Self.read(line))
        } else {
          try performance(answer.content, of: assignment)
        }
      hold(Held(id: id, assignment: assignment, performance: performance, time: time))
    }
  }

  /// The oldest request and its likely performance, where a line is its answer byte for byte.
  private func likely(_ line: ArraySlice<UInt8>) -> (id: Int, Performance)? {
    let (id, likely, rule) = exchange.update { exchange in
      while exchange.oldestID <= exchange.lastID && exchange.open[exchange.oldestID] == nil {
        exchange.oldestID += 1
      }
      return (
        exchange.oldestID, exchange.open[exchange.oldestID]?.likely,
        exchange.introduction?.rule ?? .exact
      )
    }
    guard let likely, likely.allSatisfy({ $0.count <= limits.events }),
      isAnswer(line, to: id, playing: likely)
    else { return nil }
    return (id, .played(likely, rule: rule))
  }

  private static func read<Content>(
    _ line: ArraySlice<UInt8>
  ) throws(AdapterFault) -> Answer<Content> {
    let answer: Answer<Content>
    do throws(JSONFault) {
      answer = try Answer(line)
    } catch {
      throw .garbage(line, error)
    }
    if answer.version != "2.0" { throw .wrongVersion(answer.version) }
    return answer
  }

  private func introduce(_ answer: Answer<Introduction>) throws(AdapterFault) {
    if answer.id != 0 { throw .wrongID(answer.writtenID, open: [0], answer.error) }
    switch answer.content {
    case .success(let introduction):
      guard introduction.version == protocolVersion else {
        throw AdapterFault(
          problem: "speaks version \(introduction.version) of the protocol, and the runner "
            + "\(protocolVersion)")
      }
      if let problem = introduction.supports?.deviationProblem { throw .misshapen(problem) }
      exchange.update {
        $0.introduction = introduction
        $0.channels = introduction.supports?.knownChannels
      }
    case .failure(.error(let error)):
      throw AdapterFault(problem: "refused to start: \(error.message)")
    case .failure(.misshapen(let problem)): throw .misshapen(problem)
    }
  }

  /// Closes the request that an answer is to, and passes on the answer before.
  private func close(
    _ answer: Answer<RunResult>
  ) throws(AdapterFault) -> (id: Int, Assignment) {
    let (held, lastID) = exchange.read { ($0.held, $0.lastID) }
    if let held, answer.id == held.id {
      exchange.update { $0.held = nil }
      throw .answeredTwice(held.id, .answered(held.assignment))
    }
    settle()
    guard let id = answer.id, let assignment = exchange.update({ $0.open.removeValue(forKey: id) })
    else {
      if let id = answer.id, id >= 0, id <= lastID { throw .answeredTwice(id, .nobody) }
      throw .wrongID(answer.writtenID, open: exchange.read { $0.open.keys.sorted() }, answer.error)
    }
    return (id, assignment)
  }

  private func performance(
    _ content: Result<RunResult, Answer<RunResult>.Refusal>, of assignment: Assignment
  ) throws(AdapterFault) -> Performance {
    let problem: String
    switch content {
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
      if let lack = Lack(error.data, of: assignment.plan) {
        return .erred(ExecutionError.lack(lack, in: assignment.plan.subject).bounded())
      }
      problem =
        "error \(error.code) needs `data` with `operator`, the position of one, and `value`, and this is "
        + (error.data.map { "`\(shortened($0.description, to: 80))`" } ?? "missing")
    case .failure(.error(let error)):
      return .erred(
        ExecutionError(
          message: "the adapter answered with error \(error.code): \(error.message)",
          details: error.data.map(dataLines) ?? []
        ).bounded())
    }
    let fault = AdapterFault.misshapen(problem, .answered(assignment))
    if endsAtMisshapenAnswer { throw fault }
    return .erred(fault.error)
  }

  /// Why a result cannot be that of a plan; `nil` where it can.
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

  /// The first lines of an error's data, under a heading: a text as it is, and another value as a fixture has it.
  private func dataLines(_ value: Value) -> [String] {
    let text = if case .string(let text) = value { text } else { value.description }
    let lines = bounded(text).split(separator: "\n")
    let left = lines.count - limits.dataLines
    return ["data:"] + lines.prefix(limits.dataLines).map { "│ \($0)" }
      + (left > 0 ? ["┊ … \(counted(left, "more line")) …"] : [])
  }

  /// Passes on the last answer: what has come in so far does not give it twice.
  func settle() { hold(nil) }

  /// Keeps an answer, and passes on the one before.
  private func hold(_ next: Held?) {
    let former = exchange.update { exchange in
      defer { exchange.held = next }
      return exchange.held
    }
    if let former { former.assignment.deliver(former.performance, former.time) }
  }
}
