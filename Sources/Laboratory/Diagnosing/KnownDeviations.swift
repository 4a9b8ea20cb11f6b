// The references of specifications, and the known deviations from them.

import Conformance

/// Deviations, and their reference.
package struct KnownDeviations: Sendable {
  /// The deviations.
  let deviations: [Deviation]

  /// The position of the reference among the tested implementations; `nil` if it is not tested.
  let position: Int?

  /// Makes the reference of a specification, with some allowed behaviours.
  let reference: @Sendable (_ follows: [ChosenReading], _ index: ClauseIndex?) -> Reference

  /// Makes known deviations.
  ///
  /// - Parameters:
  ///   - deviations: The deviations.
  ///   - position: The position of the reference among the tested implementations, if it is tested.
  ///   - reference: Makes the reference of a specification, with some allowed behaviours.
  package init(
    _ deviations: [Deviation], at position: Int? = nil,
    reference: @escaping @Sendable ([ChosenReading], ClauseIndex?) -> Reference
  ) {
    (self.deviations, self.position, self.reference) = (deviations, position, reference)
  }

  /// Whether its deviations can be seen in the cases of a specification.
  func isReference(of specification: Name) -> Bool {
    deviations.contains { $0.canShow(in: specification) }
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
