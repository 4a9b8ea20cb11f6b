// One play: a plan, given to one implementation, and played to its end, skipped, or given up.

/// A plan, and what plays it in this process.
package struct Play {
  let plan: Plan
  let implementation: any Implementation
  let limits: ExecutionLimits
  let goesOn: ((_ step: Int, _ events: [Event]) -> Bool)?

  /// Prepares a play.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - implementation: What plays it.
  ///   - limits: When it is given up.
  ///   - goesOn: Whether to go on behind a step, of what became observable in it; `nil` for to the end.
  package init(
    _ plan: Plan, by implementation: any Implementation,
    limits: ExecutionLimits = ExecutionLimits(),
    while goesOn: ((_ step: Int, _ events: [Event]) -> Bool)? = nil
  ) {
    (self.plan, self.implementation) = (plan, implementation)
    (self.limits, self.goesOn) = (limits, goesOn)
  }
}

/// What one thread plays, one play after the other: each may depend on what became of those before.
package protocol Playing: AnyObject {
  /// The next play; `nil` where nothing is left to do.
  func next() -> Play?

  /// Takes what became of the play that was asked for last.
  func take(_ performance: Performance)
}

extension Play {
  /// The calling thread.
  private static var thread: EngineThread {
    guard let thread = EngineThread.current else {
      preconditionFailure("a plan is played on a thread of a `Crew`")
    }
    return thread
  }

  /// Plays on the calling thread, which must be one of a ``Crew``.
  ///
  /// - Parameter abandon: Called in the middle of a play that does not end.
  /// - Returns: What became of it.
  func performance(abandon: @escaping (ExecutionError) -> Never) -> Performance {
    let execution = Execution(plan, limits: limits, on: Self.thread) { [limits] endless in
      abandon(
        ExecutionError(
          message: "the implementation never ends: it called the runner more than "
            + "\(limits.callsInStep) times in this step, or used up its stack",
          step: endless.step, events: Array((endless.trace.last ?? []).prefix(3))))
    }
    do throws(Unsupported) {
      let rule = implementation.rule
      if let lack = plan.lack(in: implementation.features, implementation.channels, by: rule) {
        throw lack
      }
      let trace = try execution.trace(by: implementation, while: goesOn)
      if execution.hasForeignCalls {
        return .erred(
          ExecutionError(
            message:
              "the implementation called on another thread than the one that plays the case; call "
              + "from within the step, and keep time with the `clock` of the stream"))
      }
      if let lack = execution.lack { return .erred(.lack(lack, in: plan.subject)) }
      return .played(trace, misuse: plan.misuse(among: execution.misuses, trace), rule: rule)
    } catch {
      return .unsupported(reason: "\(implementation.name) does not have \(error.feature)")
    }
  }
}

extension Plan {
  /// The first noted misuse that is a mistake of the fixture. An observer that subscribes by one reading only
  /// may be unsubscribed by every reading.
  ///
  /// - Parameters:
  ///   - misuses: What was noted.
  ///   - trace: What became observable.
  /// - Returns: The first that is one; `nil` where none is.
  /// - Complexity: O(*e* + *r*) for *e* events and *r* reactions.
  package func misuse(among misuses: [Misuse], _ trace: Trace) -> Misuse? {
    misuses.first { misuse in
      guard misuse.kind == .unsubscriptionOfNone else { return true }
      let unsubscription = Action.unsubscribe(observer: misuse.observer)
      let (first, subscription) = (
        firstStep(of: trace) { $0 == unsubscription },
        firstStep(of: trace) { $0.observer == misuse.observer && $0 != unsubscription }
      )
      guard let first, let subscription else { return false }
      return first <= subscription
    }
  }

  /// The first step in which such an action is done: by itself, or by a reaction.
  private func firstStep(of trace: Trace, where isMeant: (Action) -> Bool) -> Int? {
    let triggers = Set(reactions.filter { $0.actions.contains(where: isMeant) }.map(\.when))
    return zip(timeline, trace).enumerated().first { _, step in
      isMeant(step.0) || step.1.contains(where: triggers.contains)
    }?.offset
  }
}
