// What an adapter does wrong, in words.

import Conformance
import ConformancePlatform
import Subprocess

/// What an adapter did wrong.
struct AdapterFault: Error {
  /// What it did, behind "the adapter"; `nil` where it ended.
  var problem: String?

  /// The problem without what differs from case to case; `nil` where nothing does.
  var cause: String?

  /// What its author may want to look at.
  var hint: String?

  /// Whom it concerns.
  var blame = Blame.open

  enum Blame {
    /// One of the plans that it has not answered, or its start.
    case open

    /// A plan that it has answered.
    case answered(Assignment)

    /// No plan.
    case nobody
  }

  /// The fault of an adapter that goes on, as an error of a case.
  var error: ExecutionError {
    var error = ExecutionError(
      message: "the adapter \(problem ?? "")", details: hint.map { ["hint: \($0)"] } ?? [])
    error.cause = cause
    return error.bounded()
  }

  /// The fault of one that has ended, as an error of a case or of a run.
  ///
  /// - Parameters:
  ///   - status: How the process ended.
  ///   - isForced: Whether the runner had to end it.
  ///   - errorLines: What it wrote on standard error, for a person.
  ///   - time: When it ended, if it did by itself: " before it answered".
  /// - Returns: The error, with all that is known.
  func error(
    _ status: TerminationStatus, isForced: Bool, _ errorLines: [String], time: String
  ) -> ExecutionError {
    var error = self.error
    if problem != nil {
      if !isForced, status != .exited(0) {
        error.message += "; then it \(Self.sentence(status))"
      }
    } else if isForced {
      error.message += "closed its standard output\(time), and lived on"
    } else {
      error.message += Self.sentence(status) + time
    }
    error.details += errorLines
    return error
  }

  /// What a status says: "exited with status 3", "was killed by signal 11 (Segmentation fault)".
  static func sentence(_ status: TerminationStatus) -> String {
    switch status {
    case .exited(let status): "exited with status \(status)"
    case .signaled(let signal):
      "was killed by signal \(signal)"
        + (strsignal(signal).map { " (\(String(cString: $0)))" } ?? "")
    }
  }
}

extension AdapterFault {
  static let isBuffered = "does it flush standard output behind each answer?"

  static var outputEnded: AdapterFault {
    AdapterFault(problem: nil)
  }

  /// Nothing came for too long.
  ///
  /// - Parameters:
  ///   - time: For how long.
  ///   - unfinished: What came behind the last line break.
  /// - Returns: The fault.
  static func silent(for time: Duration, _ unfinished: ArraySlice<UInt8>) -> AdapterFault {
    let problem = "was silent for \(seconds(time)) (--timeout)"
    return unended(unfinished, problem) ?? AdapterFault(problem: problem, hint: isBuffered)
  }

  /// It did not answer `initialize`; the parameters are those of ``silent(for:_:)``.
  static func neverStarted(
    within time: Duration, _ unfinished: ArraySlice<UInt8>
  ) -> AdapterFault {
    let problem = "did not answer `initialize` within \(seconds(time)) (--start-timeout)"
    return unended(unfinished, problem)
      ?? AdapterFault(
        problem: problem,
        hint:
          "either it takes longer to start, or it does not flush standard output behind its answer")
  }

  /// What looks like an answer, and would be one with a line break behind it; `nil` where nothing does.
  private static func unended(_ line: ArraySlice<UInt8>, _ problem: String) -> AdapterFault? {
    guard line.first == UInt8(ascii: "{") else { return nil }
    return AdapterFault(
      problem: "\(problem) behind `\(excerpt(line))`, which no line break ends", cause: problem,
      hint: "end each answer with a line break, and flush standard output behind it")
  }

  static func ignoredShutdown(for time: Duration) -> AdapterFault {
    AdapterFault(
      problem: "did not exit within \(seconds(time)) of `shutdown`, and was killed",
      hint: "`shutdown`, like the end of its input, tells it to exit with status 0", blame: .nobody)
  }

  static func lineTooLong(limit: Int) -> AdapterFault {
    AdapterFault(problem: "wrote a line of more than \(limit) bytes")
  }

  static func longIntroduction(_ size: Int, limit: Int) -> AdapterFault {
    AdapterFault(
      problem:
        "answered `initialize` with \(grouped(size)) bytes, and at most \(grouped(limit)) are read")
  }

  /// A line that is not a message. A line that does not even begin like one is shown as it is.
  static func garbage(_ line: ArraySlice<UInt8>, _ fault: JSONFault) -> AdapterFault {
    let isText = String(validating: line, as: UTF8.self) != nil
    let cause = "wrote a line that is not \(isText ? "an object of JSON" : "UTF-8")"
    let problem = cause + ": "
    let isMessage = line.first { $0 != UInt8(ascii: " ") } == UInt8(ascii: "{")
    if isText && !isMessage {
      return AdapterFault(
        problem: problem + "`\(excerpt(line))`", cause: cause, hint: fault.hint)
    }
    return AdapterFault(
      problem: problem + "`\(fault.surroundings(in: line))`; at byte \(fault.offset + 1), "
        + fault.problem,
      cause: "\(cause): \(fault.problem)", hint: fault.hint)
  }

  private static func excerpt(_ line: ArraySlice<UInt8>) -> String {
    shortened(String(decoding: line.prefix(1_000), as: UTF8.self), to: 80)
  }

  static func misshapen(_ problem: String, _ blame: Blame = .open) -> AdapterFault {
    // Cases differ in how many steps they have, and in what came.
    let cause = (problem.prefix { $0 != ":" }.split(separator: ", and this is").first ?? "")
      .replacing(#/ [0-9]+/#, with: " n")
    return AdapterFault(
      problem: "answered in a wrong shape: \(problem)",
      cause: "answered in a wrong shape: \(cause)", blame: blame)
  }

  static func wrongVersion(_ version: String?) -> AdapterFault {
    let actual = version.map { "`\(shortened($0, to: 20))`" } ?? "none"
    return AdapterFault(problem: "answered with the JSON-RPC version \(actual), not `2.0`")
  }

  /// An answer to no open request.
  ///
  /// - Parameters:
  ///   - id: What stands as its id; `nil` where nothing does.
  ///   - open: The ids of the open requests, in order.
  ///   - error: The error that it answered with, if it did.
  /// - Returns: The fault.
  static func wrongID(_ id: Value?, open: [Int], _ error: AdapterError?) -> AdapterFault {
    let problem =
      if let id, let number = id.integer {
        "answered with the id \(number), which no open request has; "
          + (open.isEmpty
            ? "none is open" : "open is \(open.prefix(5).map(String.init).joined(separator: ", "))")
          + (open.count > 5 ? " and \(open.count - 5) more" : "")
      } else {
        "answered without the integer `id` of a request: "
          + (id.map { "its `id` is \(described($0))" } ?? "it has none")
      }
    let said = error.map { ": error \($0.code): \(shortened($0.message, to: 200))" } ?? ""
    return AdapterFault(
      problem: problem + said,
      cause: "answered with\(id == nil ? "out an" : " a wrong") id\(said)",
      hint: "an answer has the `id` of its request, as it came")
  }

  static func answeredTwice(_ id: Int, _ blame: Blame) -> AdapterFault {
    let request = id == 0 ? "`initialize`" : "one request"
    return AdapterFault(
      problem: "answered \(request) twice" + (id == 0 ? "" : ", that with the id \(id)"),
      cause: "answered \(request) twice", blame: blame)
  }

  private static func seconds(_ time: Duration) -> String {
    let number = time / .seconds(1)
    return number == 1 ? "1 second" : "\(Value.number(number)) seconds"
  }
}
