// The deviations that failures are compared with.

import Conformance

/// Deviations, and the reference that they deviate from.
package struct KnownDeviations: Sendable {
  /// What keeps to the specifications.
  package var reference: Candidate

  /// What `-i` calls it.
  package var referenceText: String

  /// What deviates from it.
  package var deviations: [Deviation]

  /// The position of the reference among the judged implementations; `nil` if it is not judged.
  package var position: Int?

  /// Makes known deviations.
  ///
  /// - Parameters:
  ///   - deviations: What deviates.
  ///   - reference: The reference, which conforms to the specifications.
  ///   - referenceText: What `-i` calls the reference.
  package init(_ deviations: [Deviation], from reference: Candidate, referenceText: String) {
    self.deviations = deviations
    self.reference = reference
    self.referenceText = referenceText
  }
}

extension Deviation {
  /// Whether it deviates from a specification.
  package func concerns(_ specification: Name) -> Bool {
    self.specification.isEmpty || self.specification == specification
  }

  /// Whether it can be seen in the cases of a specification.
  func canShow(in specification: Name) -> Bool {
    concerns(specification) || specificationsBuiltOnIt.contains(specification)
  }
}
