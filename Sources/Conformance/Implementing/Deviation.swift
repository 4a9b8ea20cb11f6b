// Known mistakes, for audits, searches and diagnoses.

/// A known mistake: an implementation that breaks one sentence of a specification, and keeps to all others.
public struct Deviation: Sendable {
  /// The name, in words joined by dashes.
  public let name: Name

  /// The specification, by the name that fixtures give it; empty for any.
  public let specification: Name

  /// The clause that is broken, by the id that fixtures cite.
  public let clause: Name

  /// Its behaviour, in one sentence.
  public let summary: String

  /// The name of its family, whose members make similar mistakes; empty if it has none.
  public let family: Name

  /// Other specifications whose streams are built on the one that it breaks.
  package var specificationsBuiltOnIt: [Name] = []

  /// The kind of subject that can show it.
  package enum ShownOn: Sendable {
    /// The simplest subject of its specification: one stream or one property.
    case one

    /// An unscoped property.
    case unscoped

    /// Several streams or properties in one case.
    case several
  }

  /// The kind of subject on which to search for it.
  package var shownOn = ShownOn.one

  /// The candidate that plays it, under the deviation's name.
  package var candidate: Candidate

  /// Makes a deviation that is played in this process.
  ///
  /// - Parameters:
  ///   - name: The name, in words joined by dashes.
  ///   - specification: The specification, by the name that fixtures give it.
  ///   - clause: The clause that is broken, by the id that fixtures cite.
  ///   - summary: Its behaviour, in one sentence.
  ///   - family: The family that it belongs to.
  ///   - implementation: The implementation.
  public init(
    name: Name, specification: Name, clause: Name, summary: String, family: Name = "",
    implementation: any Implementation
  ) {
    self.init(
      name: name, specification: specification, clause: clause, summary: summary, family: family,
      candidate: Candidate(implementation, name: name))
  }

  /// Makes a deviation that is played anywhere.
  package init(
    name: Name, specification: Name, clause: Name, summary: String, family: Name = "",
    candidate: Candidate
  ) {
    (self.name, self.specification, self.clause) = (name, specification, clause)
    (self.summary, self.family, self.candidate) = (summary, family, candidate)
  }
}
