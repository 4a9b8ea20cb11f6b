// The participants of a run: implementations in this process, and elsewhere.

/// An implementation to test, under the name that reports give it.
package struct Candidate: Sendable {
  /// The name in reports.
  package var name: Name

  /// Whether a file of fixtures is run with it: not if it does not claim the specification, even if it has operators
  /// of the same names.
  package var isJudged: @Sendable (_ path: Name, _ specification: Name?) -> Bool = { _, _ in true }

  /// The library's names of operators, by their names in the specification.
  package var names: [Name: String] = [:]

  /// The specifications that it does not claim, and is compared with: a difference is no failure.
  package var compared: Set<Name> = []

  /// The implementation, where it runs in this process.
  package let local: (any Implementation)?

  /// The implementation, where it runs elsewhere.
  package let remote: (any RemoteImplementation)?

  /// The deviation to run, of those that it serves; `nil` for itself.
  private let deviation: Name?

  /// The same under another name.
  package func named(_ name: Name) -> Candidate {
    var candidate = self
    candidate.name = name
    return candidate
  }

  /// Whether it runs in this process.
  package var isLocal: Bool { local != nil }

  /// Plays a plan elsewhere, see ``RemoteImplementation/play(_:likely:deliver:)``, or on a thread of its own.
  package func play(
    _ plan: Plan, likely trace: Trace, limits: ExecutionLimits = ExecutionLimits(),
    deliver: @escaping Delivery
  ) {
    var plan = plan
    plan.deviation = deviation
    if let remote { return remote.play(plan, likely: trace, deliver: deliver) }
    Crew().play { [plan, local] in
      SinglePlay(Play(plan, by: local!, limits: limits)) { deliver($0, .zero) }
    } orElse: {
      deliver(.erred(.unplayed(because: "the system has no thread left")), .zero)
    }
  }

  /// Whether all observers of a stream share it: cases that need a connection for each observer are skipped.
  package var sharesStreams: Bool { remote?.sharesStreams ?? false }

  /// The rule by which it is compared, as far as that is known.
  package var rule: ComparisonRule {
    local?.rule ?? remote!.rule
  }

  /// An implementation in the same process.
  ///
  /// - Parameters:
  ///   - implementation: The implementation.
  ///   - name: The name in reports; its own if `nil`.
  package init(_ implementation: any Implementation, name: Name? = nil) {
    self.name = name ?? Name(implementation.name)
    (local, remote, deviation) = (implementation, nil, nil)
  }

  /// An implementation elsewhere, or a deviation that it serves.
  ///
  /// - Parameters:
  ///   - implementation: The implementation.
  ///   - name: The name in reports.
  ///   - deviation: The deviation.
  package init(_ implementation: any RemoteImplementation, name: Name, deviation: Name? = nil) {
    (self.name, local, remote, self.deviation) = (name, nil, implementation, deviation)
  }
}

/// A reference, and the others that a specification allows for a plan: one for each other allowed behaviour of each
/// choice.
package typealias Reference = (
  candidate: Candidate, others: @Sendable (_ plan: Plan) -> [Candidate]
)

/// Receives the result of a plan, and the time that it took, as far as it is known.
package typealias Delivery = @Sendable (Performance, Duration) -> Void

/// An implementation that runs elsewhere: it receives plans, and answers with their results.
package protocol RemoteImplementation: Sendable {
  /// Takes a plan, and returns before it has been played.
  ///
  /// - Parameters:
  ///   - plan: The plan to play, which is independent of all others.
  ///   - trace: The most likely events. They change nothing, and the implementation itself never sees
  ///     them, but known events are recognized sooner.
  ///   - deliver: Receives the result, and the time that it took, as far as it is known: once, on any
  ///     thread; never after ``dropWaiting()`` if the plan was waiting then, or if the plan is not wanted
  ///     any more.
  func play(_ plan: Plan, likely trace: Trace, deliver: @escaping Delivery)

  /// Forgets the plans that are not being played yet.
  func dropWaiting()

  /// The rule by which it is compared, as far as that is known.
  var rule: ComparisonRule { get }

  /// Whether all observers of a stream share it, as far as that is known.
  var sharesStreams: Bool { get }

  /// Notes whether more plans come soon, besides those that it has.
  ///
  /// - Parameter more: Whether they do; `false` at first.
  func expect(more: Bool)
}

extension RemoteImplementation {
  /// Does nothing by default.
  package func expect(more: Bool) {}

  /// Every event counts by default.
  package var rule: ComparisonRule { .exact }

  /// `false` by default.
  package var sharesStreams: Bool { false }
}
