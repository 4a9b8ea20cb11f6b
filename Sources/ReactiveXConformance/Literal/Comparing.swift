// distinct, distinctUntilChanged and sequenceEqual, which compare values or their keys.

import Conformance

extension OperatorCall {
  /// "A value is emitted if no equal one was emitted before", or none with an equal key.
  func distinct() throws(Unsupported) -> Stream {
    let keyOf = try key()
    return stream { to in
      let known = to.state(Set<Value>())
      to.connect(self.upstream) { value throws(Thrown) in
        if known.content.insert(try keyOf(value)).inserted { to.next(value) }
      }
    }
  }

  /// "A value is emitted if it is the first, or differs from the one before it."
  ///
  /// With a key function, the keys are compared; an equality function gets the former value and the
  /// new one.
  func distinctUntilChanged() throws(Unsupported) -> Stream {
    let (keyOf, areEqual) = (try key(), try equality())
    return stream { to in
      let former = to.held()
      to.connect(self.upstream) { value throws(Thrown) in
        let key = try keyOf(value)
        let isRepeated = if let before = former.value { try areEqual(before, key) } else { false }
        if !isRepeated || self.chooses("distinctUntilChanged-compares-with-the-one-before") {
          former.value = key
        }
        if !isRepeated { to.next(value) }
      }
    }
  }

  /// "True once both sources have completed with equal values in the same order, or false once two
  /// values differ", or one source has more.
  func sequenceEqual() throws(Unsupported) -> Stream {
    let other = try other()
    let waits = chooses("sequenceEqual-decides-at-the-end")
    return stream { to in
      let queues = to.state([[Value]](repeating: [], count: 2))
      let hasEnded = to.state([false, false])
      let isDecided = to.state(false)
      func decide(_ areEqual: Bool) {
        if isDecided.content { return }
        isDecided.content = true
        to.finish(with: .bool(areEqual))
      }
      func take(_ value: Value, from source: Int) {
        if !queues.content[1 - source].isEmpty {
          if queues.content[1 - source].removeFirst() != value { decide(false) }
        } else if hasEnded.content[1 - source], !waits {
          decide(false)
        } else {
          queues.content[source].append(value)
        }
      }
      func end(_ source: Int) {
        hasEnded.content[source] = true
        let isLonger = !queues.content[1 - source].isEmpty
        if hasEnded.content[1 - source] {
          decide(queues.content.allSatisfy(\.isEmpty))
        } else if isLonger, self.chooses("sequenceEqual-decides-at-once") {
          decide(false)
        }
      }
      to.connect(self.upstream, next: { take($0, from: 0) }, completed: { end(0) })
      to.connect(other, next: { take($0, from: 1) }, completed: { end(1) })
    }
  }
}
