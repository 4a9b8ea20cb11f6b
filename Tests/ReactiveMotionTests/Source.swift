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
