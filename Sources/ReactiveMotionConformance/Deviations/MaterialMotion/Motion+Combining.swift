// The deviations from merge and valve.

import Conformance

extension Deviation {
  static let combiningOfMotion = merging + valve

  private static let merging: [Deviation] = [
    .merging(
      "connects-the-other-first", breaks: "merge-connects",
      "`merge` subscribes the other stream before upstream."
    ) { upstream, other, observer in
      let second = other.subscribe(observer)
      return [second, upstream.subscribe(observer)]
    },
    .merging(
      "disconnects-upstream-first", breaks: "merge-disconnects",
      "`merge` disconnects upstream before the other stream."
    ) { upstream, other, observer in
      let first = upstream.subscribe(observer)
      return [first, other.subscribe(observer)]
    },
    .merging(
      "stays-with-the-other", breaks: "merge-emits-both",
      "`merge` drops values of upstream once the other stream has emitted."
    ) { choosing($0, $1, $2) { isOther, seen in isOther || !seen.contains(true) } },
  ]

  /// A merge of altered connections, which are disconnected in order.
  private static func merging(
    _ name: Name, breaks clause: Name, _ summary: String,
    _ connect:
      @escaping @Sendable (
        _ upstream: LiteralObservable, _ other: LiteralObservable, _ observer: LiteralObserver
      ) -> [LiteralSubscription]
  ) -> Deviation {
    motion("merge", name, breaks: clause, summary) { given in
      { upstream in
        LiteralObservable { observer in
          let subscriptions = connect(upstream, given.other("with"), observer)
          return { for one in subscriptions { one.unsubscribe() } }
        }
      }
    }
  }

  /// Drops values depending on which streams have emitted: false stands for upstream.
  private static func choosing(
    _ upstream: LiteralObservable, _ other: LiteralObservable, _ observer: LiteralObserver,
    _ passes: @escaping (_ isOther: Bool, _ seen: Set<Bool>) -> Bool
  ) -> [LiteralSubscription] {
    var seen: Set<Bool> = []
    func subscribe(_ stream: LiteralObservable, isOther: Bool) -> LiteralSubscription {
      stream.subscribe(
        observer.selecting { _ in
          seen.insert(isOther)
          return passes(isOther, seen)
        })
    }
    let first = subscribe(upstream, isOther: false)
    return [subscribe(other, isOther: true), first]
  }

  private static let valve: [Deviation] = [
    .valve("begins-open", breaks: "valve-begins-closed", "`valve` is open at first.") {
      $0.open()
      return { $0.set(to: $1) }
    },
    .valve(
      "opens-when-false", breaks: "valve-opens", "`valve` opens on false, and closes on true."
    ) { _ in { $0.set(to: !$1) } },
    .valve(
      "reconnects-at-each-true", breaks: "valve-opens",
      "`valve` subscribes upstream again at each true, and unsubscribes it before."
    ) { _ in
      { gate, isOpen in
        gate.close()
        if isOpen { gate.open() }
      }
    },
    .valve("opens-once", breaks: "valve-opens", "`valve` does not open again.") { _ in
      var hasClosed = false
      return { gate, isOpen in
        hasClosed = hasClosed || (!isOpen && gate.subscription != nil)
        gate.set(to: isOpen && !hasClosed)
      }
    },
    .valve(
      "disconnects-upstream-first", breaks: "valve-disconnects",
      "`valve` disconnects upstream before the valve stream.", disconnectsUpstreamFirst: true
    ) { _ in { $0.set(to: $1) } },
    .valve(
      "emits-the-latest-at-opening", breaks: "valve-opens",
      "`valve` emits the latest value of upstream again when it opens."
    ) { gate in
      var latest: Value?
      gate.alter { observer in
        observer.selecting {
          latest = $0
          return true
        }
      }
      return { [observer = gate.observer] gate, isOpen in
        if isOpen, gate.subscription == nil, let latest { observer.next(latest) }
        gate.set(to: isOpen)
      }
    },
    .gated(
      "passes-states-of-the-valve", breaks: "valve-states",
      "`valve` passes states of the valve stream."
    ) { stream, _, observer in
      LiteralObservable { stream.connect(LiteralObserver(next: $0.next, state: observer.state)) }
    },
    .gated(
      "shares-its-openness", breaks: "keeps-nothing",
      "`valve` opens at once for a new observer while it is open for another."
    ) { stream, isOpen, _ in
      LiteralObservable { inner in
        if isOpen.content { inner.next(true) }
        return stream.connect(
          inner.selecting {
            isOpen.content = $0 == true
            return true
          })
      }
    },
  ]

  /// A valve that treats the values of its stream differently.
  private static func valve(
    _ name: Name, breaks clause: Name, _ summary: String, disconnectsUpstreamFirst: Bool = false,
    _ make: @escaping @Sendable (Gate) -> (_ gate: Gate, _ isOpen: Bool) -> Void
  ) -> Deviation {
    motion("valve", name, breaks: clause, summary) { given in
      { upstream in
        LiteralObservable { observer in
          let gate = Gate(upstream, observer)
          let receive = make(gate)
          let valve = given.other("openWhenTrue").subscribe(next: { value in
            if let isOpen = value.flag { receive(gate, isOpen) }
          })
          return {
            if disconnectsUpstreamFirst { gate.close() }
            valve.unsubscribe()
            gate.close()
          }
        }
      }
    }
  }

  /// A valve with another stream, made for each subscription from state that all share.
  private static func gated(
    _ name: Name, breaks clause: Name, _ summary: String,
    _ alter:
      @escaping @Sendable (
        _ stream: LiteralObservable, _ isOpen: LiteralBox<Bool>, _ observer: LiteralObserver
      ) -> LiteralObservable
  ) -> Deviation {
    motion("valve", name, breaks: clause, summary) { given in
      let isOpen = LiteralBox(false)
      return { upstream in
        LiteralObservable { observer in
          upstream.valve(openWhenTrue: alter(given.other("openWhenTrue"), isOpen, observer))
            .connect(observer)
        }
      }
    }
  }
}

/// The upstream end of a wrong valve.
private final class Gate {
  let upstream: LiteralObservable
  private(set) var observer: LiteralObserver
  private(set) var subscription: LiteralSubscription?

  init(_ upstream: LiteralObservable, _ observer: LiteralObserver) {
    (self.upstream, self.observer) = (upstream, observer)
  }

  func alter(_ make: (LiteralObserver) -> LiteralObserver) {
    observer = make(observer)
  }

  func set(to isOpen: Bool) {
    if isOpen { open() } else { close() }
  }

  func open() {
    if subscription == nil { subscription = upstream.subscribe(observer) }
  }

  func close() { subscription.take()?.unsubscribe() }
}
