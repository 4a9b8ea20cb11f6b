// What an adapter does wrong, in words.

import Conformance
import Subprocess

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What an adapter did wrong.
struct AdapterFault: Error {
  /// What it did, behind "the adapter"; `nil` where it ended.
  var problem: String?

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

  /// How the process ended.
  struct End {
    var status: TerminationStatus

    /// Whether the runner had to end it.
    var isForced: Bool

    /// The last lines on standard error.
    var lastLines: [String]
  }

  /// The fault as an error of a case or of a run.
  ///
  /// - Parameters:
  ///   - end: How the process ended.
  ///   - time: When it ended, if it did by itself: " before it answered".
  /// - Returns: The error, with all that is known.
  func error(_ end: End, time: String) -> ExecutionError {
    var message = "the adapter "
    if let problem {
      message += problem
      if !end.isForced, end.status != .exited(0) {
        message += "; then it \(Self.sentence(end.status))"
      }
    } else if end.isForced {
      message += "closed its standard output\(time), and lived on"
    } else {
      message += Self.sentence(end.status) + time
    }
    var details = hint.map { ["hint: \($0)"] } ?? []
    if !end.lastLines.isEmpty {
      details += ["its last lines on standard error:"] + end.lastLines.map { "│ \($0)" }
    }
    return ExecutionError(message: message, details: details)
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
  static let isChatty = "standard output is for answers alone; all else goes to standard error"

  static var outputEnded: AdapterFault {
    AdapterFault(problem: nil)
  }

  static func silent(for time: Duration) -> AdapterFault {
    AdapterFault(problem: "was silent for \(seconds(time)) (--timeout)", hint: isBuffered)
  }

  static func ignoredShutdown(for time: Duration) -> AdapterFault {
    AdapterFault(
      problem: "did not exit within \(seconds(time)) of `shutdown`, and was killed",
      hint: "`shutdown`, like the end of its input, tells it to exit with status 0", blame: .nobody)
  }

  static func lineTooLong(limit: Int) -> AdapterFault {
    AdapterFault(problem: "wrote a line of more than \(limit) bytes")
  }

  static func garbage(_ line: ArraySlice<UInt8>) -> AdapterFault {
    let isText = String(validating: line, as: UTF8.self) != nil
    let text = shortened(String(decoding: line.prefix(1_000), as: UTF8.self), to: 80)
    return AdapterFault(
      problem: "wrote a line that is not \(isText ? "an object of JSON" : "UTF-8"): `\(text)`",
      hint: isChatty)
  }

  static func misshapen(_ problem: String, _ blame: Blame = .open) -> AdapterFault {
    AdapterFault(problem: "answered in a wrong shape: \(problem)", blame: blame)
  }

  static func wrongVersion(_ version: String?) -> AdapterFault {
    let actual = version.map { "`\(shortened($0, to: 20))`" } ?? "none"
    return AdapterFault(problem: "answered with the JSON-RPC version \(actual), not `2.0`")
  }

  static func wrongID(_ id: Int?, _ error: AdapterError?) -> AdapterFault {
    let problem =
      id.map { "answered with the id \($0), which no open request has" }
      ?? "answered without the integer `id` of a request"
    let said = error.map { ": error \($0.code): \(shortened($0.message, to: 200))" } ?? ""
    return AdapterFault(problem: problem + said)
  }

  static func answeredTwice(_ blame: Blame) -> AdapterFault {
    AdapterFault(problem: "answered one request twice", blame: blame)
  }

  private static func seconds(_ time: Duration) -> String {
    let number = time / .seconds(1)
    return number == 1 ? "1 second" : "\(Value.number(number)) seconds"
  }
}
