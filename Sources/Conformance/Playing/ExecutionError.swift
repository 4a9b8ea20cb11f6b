// Why a case did not end.

/// Why a case did not end.
package struct ExecutionError: Error, Hashable, Sendable {
  /// What happened, without a full stop.
  package var message: String

  /// The step in which it happened, from 0; `nil` where it concerns no step.
  package var step: Int?

  /// The first events of that step.
  package var events: [Event] = []

  /// Further lines, such as the last lines of an adapter's standard error.
  package var details: [String]

  /// Whether the fixture asks for something that the format does not allow, and the implementation
  /// is not to blame.
  package var isOfFixture = false

  /// The value that a table or reducer was asked for and lacks, if that is what happened.
  package var lack: Lack?

  /// Where the operator with that table stands in the fixture.
  package var place: Place?

  /// Whether the library raised the error in a step of the case.
  package var isRaised = false

  /// Of an error that the library raised, the frames of the adapter, a line each, the innermost first.
  package var adapterFrames: [String] = []

  /// Whether the error is as good as a difference: a table or reducer was asked for a value that it lacks, or
  /// the library raised it.
  package var isDifference: Bool { place != nil || isRaised }

  /// Whether the case was never started, because of an earlier error.
  package var isUnplayed = false

  /// Whether the adapter answered with it, and went on; then where it was raised, if that is known.
  package var isAnswer = false
  package var frame: String?

  /// The message without the parts that differ from case to case; `nil` if there are none.
  package var cause: String?

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - message: What happened, without a full stop.
  ///   - step: The step in which it happened, from 0.
  ///   - events: The first events of that step.
  ///   - details: Further lines.
  package init(
    message: String, step: Int? = nil, events: [Event] = [], details: [String] = []
  ) {
    self.message = message
    self.step = step
    self.events = events
    self.details = details
  }

  /// What went wrong, in words that fit many cases, with the place where the library raised it.
  package var summary: String {
    if let lack, place != nil {
      let value = shortened(lack.value.description, to: 120)
      return "its function is called with `\(value)`, for which the case has no result"
    }
    guard isAnswer else { return shortened(folded(cause ?? message), to: 300) }
    let own = cause ?? message.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? ""
    return "it raises “\(shortened(folded(own), to: 120))”"
      + (frame.map { " at \($0)" } ?? "")
  }

  /// The place of the table that was asked, and its line with a caret; empty where there is none.
  ///
  /// - Parameter source: The fixture.
  /// - Returns: The lines.
  package func excerpt(of source: SourceText) -> [String] {
    guard let place, let line = source.line(place.line) else { return [] }
    let problem = Diagnostic(path: source.path, place: place, message: "", excerpt: line)
    return ["the table: \(visible(source.path)):\(place.line):\(place.column)"]
      + problem.markedExcerpt.map { "  \($0)" }
  }

  /// The message, after a name, and the further lines.
  package func text(of name: Name) -> String {
    (["\(visible(name)): \(visible(message))"] + details.map { "  \(visibleLine($0))" })
      .joined(separator: "\n")
  }

  /// The case was not begun.
  ///
  /// - Parameter reason: Why, to stand after "because".
  /// - Returns: The error.
  package static func unplayed(because reason: String) -> ExecutionError {
    var error = ExecutionError(message: "not run, because \(reason)")
    error.isUnplayed = true
    return error
  }

  /// The implementation asked a table or reducer of the fixture for a value that it lacks, or says so although
  /// the table has it. The subject has the operator.
  package static func lack(_ lack: Lack, in subject: Subject) -> ExecutionError {
    guard case .stream(let stream) = subject else {
      preconditionFailure("only streams have tables")
    }
    let one = stream.operators[lack.operator]
    var (text, rule, isTrue) = one.lack(of: lack.value)
    // A chain may have several of that name.
    if stream.operators.count(where: { $0.name == one.name }) > 1 {
      text += " (operator \(lack.operator + 1) of \(stream.operators.count))"
    }
    var error = ExecutionError(message: "the implementation says that \(text)", step: lack.step)
    if isTrue {
      error.message =
        text + (lack.step.map { ", for which it was asked in step \($0 + 1)" } ?? "")
        + ": either the library passes a wrong value or the table is short"
        + (rule.map { "; \($0)" } ?? "")
      error.cause = text
      error.place = one.place
    }
    if let problem = lack.value.unsayable {
      (error.message, error.cause) = ("the argument of a function of the case \(problem)", nil)
    }
    error.lack = lack
    return error
  }

  /// The fixture does something that the format does not allow, and all else went as expected.
  static func misuse(_ misuse: Misuse) -> ExecutionError {
    let message =
      switch misuse.kind {
      case .prematureUnsubscription:
        "a reaction of this fixture unsubscribes `\(misuse.observer)` before its own `subscribe` has "
          + "returned; let it wait for a later event"
      case .secondSubscription:
        "this fixture subscribes `\(misuse.observer)` while it is subscribed; unsubscribe it first, or "
          + "give the observer another name"
      case .unsubscriptionOfNone:
        "this fixture unsubscribes `\(misuse.observer)` before it has subscribed"
      }
    var error = ExecutionError(message: message)
    error.isOfFixture = true
    return error
  }
}
