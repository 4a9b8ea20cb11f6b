// One plan, given to one implementation: played to its end, skipped, or given up.

extension Plan {
  /// The calling thread.
  private static var thread: EngineThread {
    guard let thread = EngineThread.current else {
      preconditionFailure("a plan is played on a thread of a `Crew`")
    }
    return thread
  }

  /// Plays the plan on the calling thread, which must be one of a ``Crew``.
  ///
  /// - Parameters:
  ///   - implementation: The implementation to judge.
  ///   - limits: When it is given up.
  ///   - abandon: Called in the middle of a plan that does not end, on the thread that plays it.
  /// - Returns: What became of it.
  package func play(
    by implementation: any Implementation, limits: ExecutionLimits,
    abandon: @escaping (ExecutionError) -> Never
  ) -> Performance {
    let execution = Execution(self, limits: limits, on: Self.thread) { endless in
      abandon(
        ExecutionError(
          message: "the implementation never ends: it called the runner more than "
            + "\(limits.callsInStep) times in this step, or used up its stack",
          step: endless.step, events: Array((endless.trace.last ?? []).prefix(3))))
    }
    do throws(Unsupported) {
      let rule = implementation.rule
      if let lack = lack(in: implementation.features, implementation.channels, by: rule) {
        throw lack
      }
      let trace = try execution.trace(by: implementation)
      if execution.hasForeignCalls {
        return .erred(
          ExecutionError(
            message:
              "the implementation called on another thread than the one that plays the case; call "
              + "from within the step, and keep time with the `clock` of the stream"))
      }
      if let lack = execution.lack { return .erred(.lack(lack, in: subject)) }
      return .played(trace, misuse: misuse(among: execution.misuses, trace), rule: rule)
    } catch {
      return .unsupported(reason: "\(implementation.name) does not have \(error.feature)")
    }
  }

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

  /// Plays the plan on the calling thread until an implementation differs from an earlier trace.
  ///
  /// - Parameters:
  ///   - implementation: The implementation to judge.
  ///   - expected: What became observable, a list for each step.
  ///   - rule: What is compared.
  ///   - abandon: Called in the middle of a plan that does not end, on the thread that plays it.
  /// - Returns: The number of equal steps, from the first; 0 if it cannot be played.
  package func agreement(
    of implementation: any Implementation, with expected: Trace, by rule: ComparisonRule,
    abandon: @escaping () -> Never
  ) -> Int {
    let own = implementation.rule
    if lack(in: implementation.features, implementation.channels, by: own) != nil { return 0 }
    let rule = rule.union(own)
    var steps = 0
    let execution = Execution(self, limits: ExecutionLimits(), on: Self.thread) { _ in abandon() }
    _ = try? execution.trace(by: implementation) { step, events in
      let isSame = rule.isSame(expected[step], events)
      if isSame { steps = step + 1 }
      return isSame && execution.lack == nil
    }
    return execution.lack == nil ? steps : 0
  }
}
