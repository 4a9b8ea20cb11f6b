// What takes part in a run: implementations in this process, and elsewhere.

/// An implementation that is judged, under the name that reports give it.
package struct Candidate: Sendable {
  /// The name in reports.
  package var name: Name

  /// Whether it is judged by a file of fixtures: not by those of a specification that it does not claim, even if
  /// operators of theirs have the names of its own.
  package var isJudged: @Sendable (_ path: Name, _ specification: Name?) -> Bool = { _, _ in true }

  /// What its library calls operators, by their names in the specification.
  package var names: [Name: String] = [:]

  /// The specifications that it does not claim, and is compared with: what it does otherwise is no failure.
  package var compared: Set<Name> = []

  /// The implementation, where it runs in this process.
  package let local: (any Implementation)?

  /// The implementation, where it runs elsewhere.
  package let remote: (any RemoteImplementation)?

  /// The deviation of that one which is judged; `nil` for itself.
  private let deviation: Name?

  /// The same under another name.
  package func named(_ name: Name) -> Candidate {
    var candidate = self
    candidate.name = name
    return candidate
  }

  /// Whether it runs in this process.
  package var isLocal: Bool { local != nil }

  /// Has a plan played: elsewhere, see ``RemoteImplementation/play(_:likely:deliver:)``, or by a thread of its own.
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

  /// Whether all observers of a stream share it: cases that ask for a connection of its own for each are skipped.
  package var sharesStreams: Bool { remote?.sharesStreams ?? false }

  /// What it is compared by, as far as that is known.
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

/// A reference, and the others that a specification allows for a plan: of each point that it leaves open, those that
/// read it in another way.
package typealias Reference = (
  candidate: Candidate, others: @Sendable (_ plan: Plan) -> [Candidate]
)

/// Receives what became of a plan, and the time that this took, as far as it is known.
package typealias Delivery = @Sendable (Performance, Duration) -> Void

/// An implementation that runs elsewhere: it is given plans, and answers with what became of them.
package protocol RemoteImplementation: Sendable {
  /// Takes a plan, and returns before it has been played.
  ///
  /// - Parameters:
  ///   - plan: What to play. It knows of no other plan.
  ///   - trace: What most likely becomes observable. It changes nothing, and the implementation itself
  ///     never sees it; what is known beforehand is recognized sooner.
  ///   - deliver: Receives what became of it, and the time that this took, as far as it is known: once,
  ///     on any thread; never after ``dropWaiting()`` if the plan was waiting then, and not where the plan
  ///     is not wanted any more.
  func play(_ plan: Plan, likely trace: Trace, deliver: @escaping Delivery)

  /// Forgets the plans that are not being played yet.
  func dropWaiting()

  /// What it is compared by, as far as that is known.
  var rule: ComparisonRule { get }

  /// Whether all observers of a stream share it, as far as that is known.
  var sharesStreams: Bool { get }

  /// Learns whether more plans come soon, whatever becomes of those that it has.
  ///
  /// - Parameter more: Whether they do; not, where this has not been said.
  func expect(more: Bool)
}

extension RemoteImplementation {
  /// Nothing, where it is of no use.
  package func expect(more: Bool) {}

  /// That every event counts, unless it says otherwise.
  package var rule: ComparisonRule { .exact }

  /// That they do not, unless it says otherwise.
  package var sharesStreams: Bool { false }
}
