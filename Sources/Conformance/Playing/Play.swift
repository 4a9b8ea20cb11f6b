// One play: a plan, given to one implementation, and played to its end, skipped, or abandoned.

/// A plan, and the implementation in this process that plays it.
package struct Play {
  let plan: Plan
  let implementation: any Implementation
  let limits: ExecutionLimits
  let goesOn: ((_ step: Int, _ events: [Event]) -> Bool)?

  /// Prepares a play.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - implementation: The implementation that plays it.
  ///   - limits: When it is abandoned.
  ///   - goesOn: Whether to go on after a step, by its events; `nil` to play to the end.
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
  /// - Returns: The result.
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
              + "during the step, and use the `clock` of the stream for time"))
      }
      if let lack = execution.lack { return .erred(.lack(lack, in: plan.subject)) }
      return .played(trace, misuse: plan.misuse(among: execution.misuses, trace), rule: rule)
    } catch {
      return .unsupported(reason: "\(implementation.name) does not have \(error.feature)")
    }
  }
}

/// The plays of one thread, one after the other: each may depend on the results of those before.
package protocol Playing: AnyObject {
  /// The next play; `nil` where nothing is left to do.
  func next() -> Play?

  /// Takes the result of the last play.
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
