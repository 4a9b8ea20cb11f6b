// The deviations from merge and valve.

import Conformance

extension Deviation {
  static let combiningOfMotion: [Deviation] =
    [
      .motion(
        "merge", "connects-the-other-first", breaks: "merge-connects",
        "`merge` subscribes the other stream before upstream."
      ) { given in
        { upstream in
          LiteralObservable { observer in
            let second = given.other("with").subscribe(observer)
            let first = upstream.subscribe(observer)
            return {
              second.unsubscribe()
              first.unsubscribe()
            }
          }
        }
      },
      .motion(
        "merge", "disconnects-upstream-first", breaks: "merge-disconnects",
        "`merge` disconnects upstream before the other stream."
      ) { given in
        { upstream in
          LiteralObservable { observer in
            let first = upstream.subscribe(observer)
            let second = given.other("with").subscribe(observer)
            return {
              first.unsubscribe()
              second.unsubscribe()
            }
          }
        }
      },
      .merging(
        "leaves-the-other-connected", breaks: "merge-disconnects",
        "`merge` does not disconnect the other stream."
      ) { ($0, $1.stayingConnected) },
      .motion(
        "merge", "shares-the-other", breaks: "connects-once",
        "`merge` connects the other stream once for all its subscriptions."
      ) { given in
        let other = given.other("with").shared
        return { upstream in upstream.merge(with: other) }
      },
      .merging(
        "passes-no-states-of-the-other", breaks: "passes-states",
        "`merge` does not pass states of the other stream."
      ) { ($0, $1.withoutStates) },
      .merging(
        "passes-no-states-of-upstream", breaks: "passes-states",
        "`merge` does not pass states of upstream."
      ) { ($0.withoutStates, $1) },
      .motion(
        "merge", "connects-both-twice", breaks: "connects-once",
        "`merge` connects both streams twice for each subscription, and hears one connection of each."
      ) { given in
        { upstream in
          let other = given.other("with")
          return LiteralObservable { observer in
            let silent = LiteralObserver(next: { _ in }, state: { _ in })
            let all = [
              upstream.subscribe(silent), other.subscribe(silent), upstream.subscribe(observer),
              other.subscribe(observer),
            ]
            return { for one in all.reversed() { one.unsubscribe() } }
          }
        }
      },
      .merging(
        "connects-the-other-late", breaks: "merge-connects",
        "`merge` subscribes the other stream when upstream has emitted."
      ) { upstream, other in
        var connect: (() -> Void)?
        let late = LiteralObservable { observer in
          var subscription: LiteralSubscription?
          connect = {
            connect = nil
            subscription = other.subscribe(observer)
          }
          return {
            connect = nil
            subscription?.unsubscribe()
          }
        }
        return (
          upstream.altered { observer in
            LiteralObserver(
              next: {
                observer.next($0)
                connect?()
              }, state: observer.state)
          }, late
        )
      },
      .choosing(
        "waits-for-both", "`merge` emits nothing before both streams have emitted."
      ) { isOther, seen in seen.contains(!isOther) },
      .choosing(
        "follows-the-first", "`merge` emits what that stream emits which has emitted first."
      ) { isOther, seen in seen.first == isOther },
      .choosing(
        "stays-with-the-other",
        "`merge` emits nothing of upstream once the other stream has emitted."
      ) { isOther, seen in isOther || !seen.contains(true) },

      .valve("begins-open", breaks: "valve-begins-closed", "`valve` is open at first.") {
        $0.open()
        return { $1 ? $0.open() : $0.close() }
      },
      .valve(
        "opens-when-false", breaks: "valve-opens", "`valve` opens by false, and closes by true."
      ) { _ in { $1 ? $0.close() : $0.open() } },
      .valve(
        "connects-at-each-true", breaks: "valve-opens",
        "Each true subscribes upstream once more in `valve`."
      ) { _ in
        { gate, isOpen in
          if !isOpen { return gate.close() }
          gate.subscriptions.append(gate.upstream.subscribe(gate.observer))
        }
      },
      .valve(
        "reconnects-at-each-true", breaks: "valve-opens",
        "Each true subscribes upstream anew in `valve`, and unsubscribes it before."
      ) { _ in
        { gate, isOpen in
          gate.close()
          if isOpen { gate.open() }
        }
      },
      .valve("opens-once", breaks: "valve-opens", "`valve` does not open again.") { _ in
        var hasClosed = false
        return { gate, isOpen in
          if !isOpen, !gate.subscriptions.isEmpty { hasClosed = true }
          if !isOpen || hasClosed { gate.close() } else { gate.open() }
        }
      },
      .valve("never-closes", breaks: "valve-closes", "`valve` does not close.") { _ in
        { if $1 { $0.open() } }
      },
      .valve(
        "disconnects-upstream-first", breaks: "valve-disconnects",
        "`valve` disconnects upstream before the valve stream.", disconnectsUpstreamFirst: true
      ) { _ in { $1 ? $0.open() : $0.close() } },
      .valve(
        "keeps-upstream-connected", breaks: "valve-closes",
        "`valve` does not unsubscribe upstream while it is closed, and emits nothing."
      ) { gate in
        let pass = gate.passingOnRequest()
        return { gate, isOpen in
          pass(isOpen)
          if isOpen { gate.open() }
        }
      },
      .valve(
        "passes-states-while-closed", breaks: "valve-states",
        "`valve` passes states while it is closed again, and keeps upstream connected."
      ) { gate in
        let pass = gate.passingOnRequest(states: false)
        return { gate, isOpen in
          pass(isOpen)
          if isOpen { gate.open() }
        }
      },
      .valve(
        "connects-upstream-at-once", breaks: "valve-begins-closed",
        "`valve` connects upstream before the first true, and emits nothing."
      ) { gate in
        let pass = gate.passingOnRequest()
        gate.open()
        return { gate, isOpen in
          pass(isOpen)
          if isOpen { gate.open() } else { gate.close() }
        }
      },
      .valve(
        "emits-the-latest-at-opening", breaks: "valve-opens",
        "`valve` emits the latest value of upstream again when it opens."
      ) { gate in
        var latest: Value?
        gate.alter { observer in
          LiteralObserver(
            next: {
              latest = $0
              observer.next($0)
            }, state: observer.state)
        }
        return { [observer = gate.observer] gate, isOpen in
          if !isOpen { return gate.close() }
          if gate.subscriptions.isEmpty, let latest { observer.next(latest) }
          gate.open()
        }
      },
      .gated(
        "passes-states-of-the-valve", breaks: "valve-states",
        "`valve` passes states of the valve stream."
      ) { stream, observer in stream.states { _ in observer.state } },
      .gated(
        "leaves-the-valve-connected", breaks: "valve-disconnects",
        "`valve` does not disconnect the valve stream."
      ) { stream, _ in stream.stayingConnected },
      .motion(
        "valve", "shares-the-valve", breaks: "connects-once",
        "`valve` connects the valve stream once for all its subscriptions."
      ) { given in
        let stream = given.other("openWhenTrue").shared
        return { upstream in upstream.valve(openWhenTrue: stream) }
      },
      .motion(
        "valve", "shares-its-openness", breaks: "keeps-nothing",
        "`valve` opens at once for an observer that comes while it is open for another."
      ) { given in
        let stream = given.other("openWhenTrue")
        var isOpen = false
        return { upstream in
          upstream.valve(
            openWhenTrue: LiteralObservable { observer in
              if isOpen { observer.next(true) }
              return stream.connect(
                LiteralObserver(
                  next: {
                    isOpen = $0 == true
                    observer.next($0)
                  }, state: { _ in }))
            })
        }
      },
      .gated(
        "lets-the-valve-go", breaks: "valve-stays-subscribed",
        "`valve` unsubscribes the valve stream at its first true."
      ) { stream, _ in
        LiteralObservable { observer in
          var isOver = false
          var subscription: LiteralSubscription?
          let made = stream.subscribe(next: { value in
            if isOver { return }
            isOver = value == true
            if isOver { subscription?.unsubscribe() }
            observer.next(value)
          })
          subscription = made
          if isOver { made.unsubscribe() }
          return { made.unsubscribe() }
        }
      },
    ]

  private static func merging(
    _ name: Name, breaks clause: Name, _ summary: String,
    _ alter:
      @escaping @Sendable (_ upstream: LiteralObservable, _ other: LiteralObservable) -> (
        LiteralObservable, LiteralObservable
      )
  ) -> Deviation {
    motion("merge", name, breaks: clause, summary) { given in
      { upstream in
        LiteralObservable { observer in
          let (first, second) = alter(upstream, given.other("with"))
          return first.merge(with: second).connect(observer)
        }
      }
    }
  }

  /// A merge that leaves values out, by which streams have emitted before: false stands for upstream.
  private static func choosing(
    _ name: Name, _ summary: String,
    _ passes: @escaping @Sendable (_ isOther: Bool, _ seen: [Bool]) -> Bool
  ) -> Deviation {
    motion("merge", name, breaks: "merge-emits-both", summary) { given in
      { upstream in
        LiteralObservable { observer in
          var seen: [Bool] = []
          func chosen(_ stream: LiteralObservable, isOther: Bool) -> LiteralObservable {
            stream.leavingOut { _ in
              if !seen.contains(isOther) { seen.append(isOther) }
              return !passes(isOther, seen)
            }
          }
          return chosen(upstream, isOther: false)
            .merge(with: chosen(given.other("with"), isOther: true)).connect(observer)
        }
      }
    }
  }

  /// A valve that does something else with what its stream says.
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

  /// A valve whose stream is another.
  private static func gated(
    _ name: Name, breaks clause: Name, _ summary: String,
    _ alter:
      @escaping @Sendable (_ stream: LiteralObservable, _ observer: LiteralObserver) ->
      LiteralObservable
  ) -> Deviation {
    motion("valve", name, breaks: clause, summary) { given in
      { upstream in
        LiteralObservable { observer in
          upstream.valve(
            openWhenTrue: LiteralObservable { inner in
              let stream = alter(given.other("openWhenTrue"), observer)
              return stream.connect(LiteralObserver(next: inner.next, state: { _ in }))
            }
          ).connect(observer)
        }
      }
    }
  }
}

/// The upstream end of a wrong valve.
private final class Gate {
  let upstream: LiteralObservable
  private(set) var observer: LiteralObserver
  var subscriptions: [LiteralSubscription] = []

  init(_ upstream: LiteralObservable, _ observer: LiteralObserver) {
    (self.upstream, self.observer) = (upstream, observer)
  }

  func alter(_ make: (LiteralObserver) -> LiteralObserver) {
    observer = make(observer)
  }

  /// Passes values on, and states unless these always pass, only while the returned function was called with true.
  func passingOnRequest(states: Bool = true) -> (Bool) -> Void {
    var isPassing = false
    alter { observer in
      LiteralObserver(
        next: { if isPassing { observer.next($0) } },
        state: { if isPassing || !states { observer.state($0) } })
    }
    return { isPassing = $0 }
  }

  func open() {
    if subscriptions.isEmpty { subscriptions = [upstream.subscribe(observer)] }
  }

  func close() {
    let open = subscriptions
    subscriptions = []
    for one in open { one.unsubscribe() }
  }
}
