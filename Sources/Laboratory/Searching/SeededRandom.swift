// The same random numbers for the same seed, on every machine.

import Conformance

/// SplitMix64, after Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
struct SeededRandom {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 to below a bound.
  mutating func index(below bound: Int) -> Int {
    Int(next() % UInt64(bound))
  }

  /// Whether an event happens that happens once in this many times.
  mutating func happens(onceIn times: Int) -> Bool { index(below: times) == 0 }

  /// A random element of a list.
  mutating func one<Element>(of list: [Element]) -> Element { list[index(below: list.count)] }
}
