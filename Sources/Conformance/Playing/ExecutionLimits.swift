// The limits of a plan while it is played, and of plans that hang.

/// The limits of an implementation while a case runs.
package struct ExecutionLimits: Sendable {
  /// How often an implementation may call the engine's sources, observers and stores in one step.
  package var callsInStep = 10_000

  /// How many cases of a run may be abandoned because they never end.
  package var endlessCases = 16

  /// The limits that fit any sane suite.
  package init() {}

  /// The limits by name.
  package static let named: [NamedLimit<ExecutionLimits>] = [
    NamedLimit("calls", \.callsInStep)
  ]
}
