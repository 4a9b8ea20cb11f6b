// What an implementation may get wrong: known-wrong implementations, for audits, searches and diagnoses.

/// An implementation that breaks one sentence of a specification, and keeps to all others.
public struct Deviation: Sendable {
  /// The name, in words joined by dashes.
  public let name: String

  /// The specification, by the name that fixtures give it; empty where it may be any.
  public let specification: String

  /// The clause that is broken, by the id that fixtures cite.
  public let clause: String

  /// What it does, in one sentence.
  public let summary: String

  /// The family that it belongs to, by what they have in common; empty where it belongs to none.
  public let family: String

  /// Other specifications whose streams are made of what it deviates in.
  package var specificationsBuiltOnIt: [String] = []

  /// Whether it is about some values alone, or from some number on: then it explains little of what happens
  /// to others, and is not tried together with every other.
  package var isOfSomeAlone = false

  /// The subjects that it shows on.
  package enum ShownOn: Sendable {
    /// The plainest of its specification: one stream, one property.
    case one

    /// A property that anything can be an object of.
    case unscoped

    /// Several streams or properties in one case.
    case several
  }

  /// What it must be looked for on.
  package var shownOn = ShownOn.one

  /// What plays it, under the deviation's name.
  public package(set) var candidate: Candidate

  /// Makes a deviation that is played in this process.
  ///
  /// - Parameters:
  ///   - name: The name, in words joined by dashes.
  ///   - specification: The specification, by the name that fixtures give it.
  ///   - clause: The clause that is broken, by the id that fixtures cite.
  ///   - summary: What it does, in one sentence.
  ///   - family: The family that it belongs to.
  ///   - implementation: The implementation.
  public init(
    name: String, specification: String, clause: String, summary: String, family: String = "",
    implementation: any Implementation
  ) {
    self.init(
      name: name, specification: specification, clause: clause, summary: summary, family: family,
      candidate: Candidate(implementation, name: name))
  }

  /// Makes a deviation that is played anywhere.
  package init(
    name: String, specification: String, clause: String, summary: String, family: String = "",
    candidate: Candidate
  ) {
    self.name = name
    self.specification = specification
    self.clause = clause
    self.summary = summary
    self.family = family
    self.candidate = candidate
  }

  /// Whether it deviates from a specification.
  package func concerns(_ specification: String) -> Bool {
    self.specification.isEmpty || self.specification == specification
  }

  /// Whether it can be seen in the cases of a specification.
  package func canShow(in specification: String) -> Bool {
    concerns(specification) || specificationsBuiltOnIt.contains(specification)
  }
}

/// An implementation that deviates from its specification, and can deviate in another way besides.
public protocol ComposableImplementation: Implementation {
  /// The implementation with what another deviates in besides.
  ///
  /// - Parameter other: What is laid over it.
  /// - Returns: Both together; `nil` where they cannot be.
  func composed(with other: any Implementation) -> (any Implementation)?
}
