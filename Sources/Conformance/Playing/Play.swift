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

  /// Plays on the calling thread, which must be one of a ``Crew``.
  ///
  /// - Parameter abandon: Called in the middle of a play that does not end.
  /// - Returns: What became of it.
  func performance(abandon: @escaping (ExecutionError) -> Never) -> Performance {
    let execution = Execution(self, abandon: abandon)
    do throws(Unsupported) {
      let rule = implementation.rule
      let (features, channels) = (implementation.features, implementation.channels)
      if let lack = plan.lack(in: features, channels, by: rule, isHere: true) {
        throw lack
      }
      let trace = try execution.run()
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

/// What one thread plays, one play after the other: each may depend on what became of those before.
package protocol Playing: AnyObject {
  /// The next play; `nil` where nothing is left to do.
  func next() -> Play?

  /// Takes what became of the play that was asked for last.
  func take(_ performance: Performance)
}

/// A play that has a thread of its own.
final class SinglePlay: Playing {
  private var play: Play?
  private let deliver: (Performance) -> Void

  init(_ play: Play, deliver: @escaping (Performance) -> Void) {
    (self.play, self.deliver) = (play, deliver)
  }

  func next() -> Play? {
    defer { play = nil }
    return play
  }

  func take(_ performance: Performance) { deliver(performance) }
}
