// Faults of an adapter, in words.

import Conformance

/// A fault of an adapter.
struct AdapterFault: Error {
  /// The fault, as it follows "the adapter"; `nil` if the adapter ended.
  var problem: String?

  /// The problem without the parts that differ between cases; `nil` if it has no such parts.
  var cause: String?

  /// Advice to its author.
  var hint: String?

  /// Whose fault it is.
  var blame = Blame.open

  enum Blame {
    /// One of the plans that it has not answered, or its start.
    case open

    /// A plan that it has answered.
    case answered(Assignment)

    /// No plan.
    case nobody
  }

  /// The fault as an error of a case or a run; if it ended, without how.
  var error: ExecutionError {
    var error = ExecutionError(
      message: "the adapter \(problem ?? "")", details: hint.map { ["hint: \($0)"] } ?? [])
    error.cause = cause
    return error.bounded()
  }
}

extension AdapterFault {
  /// No answer came in time.
  ///
  /// - Parameters:
  ///   - problem: The missing answer, and the time.
  ///   - unfinished: The output after the last line break.
  ///   - hint: Advice to its author, unless the unfinished output looks like an answer that lacks
  ///     only its line break.
  /// - Returns: The fault.
  static func silent(_ problem: String, _ unfinished: [UInt8], hint: String) -> AdapterFault {
    guard unfinished.first == UInt8(ascii: "{") else {
      return AdapterFault(problem: problem, hint: hint)
    }
    return AdapterFault(
      problem: "\(problem) after `\(excerpt(unfinished[...]))`, which no line break ends",
      cause: problem,
      hint: "end each answer with a line break, and flush standard output after it")
  }

  static func ignoredShutdown(for time: Duration) -> AdapterFault {
    AdapterFault(
      problem: "did not exit within \(seconds(time)) of `shutdown`, and was killed",
      hint: "`shutdown`, like the end of its input, asks it to exit with status 0", blame: .nobody)
  }

  /// A line that is not a message. A line that does not even begin like one is shown unchanged.
  static func garbage(_ line: ArraySlice<UInt8>, _ fault: JSONFault) -> AdapterFault {
    let isText = String(validating: line, as: UTF8.self) != nil
    let cause = "wrote a line that is not \(isText ? "an object of JSON" : "UTF-8")"
    let isMessage = line.first { $0 != UInt8(ascii: " ") } == UInt8(ascii: "{")
    if isText && !isMessage {
      return AdapterFault(problem: "\(cause): `\(excerpt(line))`", cause: cause, hint: fault.hint)
    }
    return AdapterFault(
      problem:
        "\(cause): `\(fault.surroundings(in: line))`; at byte \(fault.offset + 1), \(fault.problem)",
      cause: "\(cause): \(fault.problem)", hint: fault.hint)
  }

  private static func excerpt(_ line: ArraySlice<UInt8>) -> String {
    shortened(String(decoding: line.prefix(1_000), as: UTF8.self), to: 80)
  }

  static func misshapen(_ problem: String, _ blame: Blame = .open) -> AdapterFault {
    // Cases differ in their number of steps, and in their events.
    let cause = (problem.prefix { $0 != ":" }.split(separator: ", and this is").first ?? "")
      .replacing(#/ [0-9]+/#, with: " n")
    return AdapterFault(
      problem: "answered in a wrong shape: \(problem)",
      cause: "answered in a wrong shape: \(cause)",
      blame: blame)
  }

  /// An answer to no open request.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - open: The ids of the open requests, in order.
  /// - Returns: The fault.
  static func wrongID(_ answer: Answer, open: [Int]) -> AdapterFault {
    let problem =
      if let number = answer.id {
        "answered with the id \(number), which no open request has; "
          + (open.isEmpty
            ? "none is open" : "open is \(open.prefix(5).map(String.init).joined(separator: ", "))")
          + (open.count > 5 ? " and \(open.count - 5) more" : "")
      } else {
        "answered without the integer `id` of a request: "
          + (answer.writtenID.map { "its `id` is \(described($0))" } ?? "it has none")
      }
    let said =
      answer.error.map { ": error \($0.code): \(shortened($0.message, to: 200))" } ?? ""
    return AdapterFault(
      problem: problem + said,
      cause: "answered with\(answer.writtenID == nil ? "out an" : " a wrong") id\(said)",
      hint: "an answer has the `id` of its request, as it came")
  }

  static func answeredTwice(_ id: Int) -> AdapterFault {
    let cause = "answered \(id == 0 ? "`initialize`" : "one request") twice"
    return AdapterFault(
      problem: cause + (id == 0 ? "" : ", that with the id \(id)"), cause: cause, blame: .nobody)
  }
}

/// A time, as options write it.
func seconds(_ time: Duration) -> String {
  let number = time / .seconds(1)
  return number == 1 ? "1 second" : "\(Value.number(number)) seconds"
}
