// What failures are held against.

import Conformance

/// Deviations, and what they are measured by.
public struct KnownDeviations: Sendable {
  /// What keeps to the specifications.
  public var reference: Candidate

  /// What `-i` calls it.
  public var referenceText: String

  /// What deviates from it.
  public var deviations: [Deviation]

  /// Whether the reference is one of those that are judged, by its position among them; `nil` for none.
  public var position: Int?

  /// Makes known deviations.
  ///
  /// - Parameters:
  ///   - deviations: What deviates.
  ///   - reference: What keeps to the specifications.
  ///   - referenceText: What `-i` calls the reference.
  public init(_ deviations: [Deviation], from reference: Candidate, referenceText: String) {
    self.deviations = deviations
    self.reference = reference
    self.referenceText = referenceText
  }
}
