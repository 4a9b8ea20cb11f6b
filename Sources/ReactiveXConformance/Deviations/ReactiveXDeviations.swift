// The deviations from ReactiveX.

import Conformance

/// Known-wrong implementations of ReactiveX.
package enum ReactiveXDeviations {
  /// All of them.
  package static let all: [Deviation] = []
}
