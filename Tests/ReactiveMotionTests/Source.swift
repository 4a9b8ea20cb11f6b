// A source whose connections can be seen and driven.

import ReactiveMotion

final class Source<Value> {
  private(set) var log: [String] = []
  private var observers: [MotionObserver<Value>] = []

  var stream: MotionObservable<Value> {
    MotionObservable { [self] observer in
      log.append("connect")
      observers.append(observer)
      return { [self] in
        log.append("disconnect")
        observers.removeAll { $0 === observer }
      }
    }
  }

  func emit(_ value: Value) {
    for observer in observers { observer.next(value) }
  }
}

/// Whether all that is made, of which some is returned to be looked at, is gone when that has returned.
func isReleased(_ make: () -> [AnyObject]) -> Bool {
  struct Weak { weak var object: AnyObject? }
  let made = make().map { Weak(object: $0) }
  return made.allSatisfy { $0.object == nil }
}

final class Token {}

/// The same numbers for the same seed, on every machine (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
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
}
