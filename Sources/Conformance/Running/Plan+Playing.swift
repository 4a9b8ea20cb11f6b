// One plan, given to one implementation: played to its end, skipped, or given up.

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
      if let channel = missingChannel(in: implementation.channels) {
        throw Unsupported("the channel `\(channel)`")
      }
      let trace = try execution.trace(by: implementation)
      if let (position, value) = execution.lack {
        return .lacked(operator: position, value: value)
      }
      return .played(
        trace, prematureUnsubscription: execution.prematureUnsubscription,
        hasReleases: implementation.hasReleases)
    } catch {
      return .unsupported(reason: "\(implementation.name) does not have \(error.feature)")
    }
  }
}
