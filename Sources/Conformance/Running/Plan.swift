// What an implementation is asked to do: a case without what it expects.

/// A case as an implementation sees it: the subject, the reactions and the actions, and no
/// expectation.
public struct Plan: Sendable {
  /// What is under test.
  public var subject: Subject

  /// What observers do while they are being called.
  public var reactions: [Reaction]

  /// What is done, a step after the other. Never empty.
  public var timeline: [Action]

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - subject: What is under test.
  ///   - reactions: What observers do while they are being called.
  ///   - timeline: What is done, a step after the other.
  public init(subject: Subject, reactions: [Reaction] = [], timeline: [Action]) {
    self.subject = subject
    self.reactions = reactions
    self.timeline = timeline
  }

  /// What a case asks for.
  ///
  /// - Parameter testCase: The case.
  public init(_ testCase: Case) {
    self.init(
      subject: testCase.subject, reactions: testCase.reactions,
      timeline: testCase.steps.map(\.action))
  }
}

/// What became of a plan that an implementation was asked to play.
public enum Performance: Sendable {
  /// It was played to its end. A reaction may have unsubscribed an observer whose own `subscribe` had
  /// not returned, which the format does not allow; then that is its name.
  case played(Trace, prematureUnsubscription: String? = nil)

  /// The implementation lacks something that the plan needs: what, in a sentence.
  case unsupported(reason: String)

  /// It could not be played to its end.
  case erred(ExecutionError)
}

extension Plan {
  /// Plays the plan on the calling thread, which must be one that ``startThread(_:)`` started.
  ///
  /// - Parameters:
  ///   - implementation: What is judged.
  ///   - limits: When it is given up.
  ///   - abandon: Called in the middle of a plan that does not end, on the thread that plays it.
  /// - Returns: What became of it.
  package func play(
    by implementation: any Implementation, limits: ExecutionLimits,
    abandon: @escaping (ExecutionError) -> Never
  ) -> Performance {
    let execution = Execution(self, limits: limits) { endless in
      abandon(
        ExecutionError(
          message: "the implementation never ends: it called the runner more than "
            + "\(limits.callsInStep) times in this step, or used up its stack",
          step: endless.step, events: Array((endless.trace.last ?? []).prefix(3))))
    }
    do throws(Unsupported) {
      let trace = try execution.trace(by: implementation)
      return .played(trace, prematureUnsubscription: execution.prematureUnsubscription)
    } catch {
      return .unsupported(reason: "\(implementation.name) does not have \(error.feature)")
    }
  }
}
