// Tests that walk all there is.

import Testing

extension Trait where Self == ConditionTrait {
  /// The test goes through all deviations or timelines, which takes long where nothing is optimized.
  static var exhaustive: Self {
    .enabled(if: isOptimized, "it walks all there is: `swift test -c release` has it")
  }
}

private var isOptimized: Bool {
  #if DEBUG || UNOPTIMIZED
    false
  #else
    true
  #endif
}
