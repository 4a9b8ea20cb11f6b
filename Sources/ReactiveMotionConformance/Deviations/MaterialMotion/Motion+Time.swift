// The deviations from delay.

import Conformance

extension Deviation {
  static let timeOfMotion: [Deviation] = [
    .delaying(
      "keeps-its-timers", breaks: "delay-cancels",
      "`delayBy` emits what waits also when its observer has left."
    ) { wait in
      { value in wait.clock.schedule(after: wait.milliseconds) { wait.observer.next(value) } }
    },
    .delaying(
      "cancels-the-latest", breaks: "delay-cancels",
      "Unsubscribing from `delayBy` cancels the value that came last, and no other that waits."
    ) { wait in
      { value in
        wait.cancellations = []
        wait.emit(value, after: wait.milliseconds)
      }
    },
    .delaying(
      "emits-the-rest-at-the-end", breaks: "delay-cancels",
      "Unsubscribing from `delayBy` emits what has not been emitted yet."
    ) { wait in
      { value in
        var isOver = false
        let cancel = wait.clock.schedule(after: wait.milliseconds) {
          isOver = true
          wait.observer.next(value)
        }
        wait.cancellations.append {
          cancel()
          if !isOver { wait.observer.next(value) }
        }
      }
    },
    .delaying(
      "drops-what-waits", breaks: "delay-emits-later",
      "A value that comes to `delayBy` cancels those that wait."
    ) { wait in
      { value in
        wait.cancel()
        wait.emit(value, after: wait.milliseconds)
      }
    },
    .delaying(
      "drops-while-one-waits", breaks: "delay-emits-later",
      "`delayBy` leaves out what comes while a value waits."
    ) { wait in
      var isWaiting = false
      return { value in
        if isWaiting { return }
        isWaiting = true
        wait.cancellations.append(
          wait.clock.schedule(after: wait.milliseconds) {
            isWaiting = false
            wait.observer.next(value)
          })
      }
    },
    .delaying(
      "emits-the-first-at-once", breaks: "delay-emits-later",
      "`delayBy` does not delay the first value."
    ) { wait in
      var isFirst = true
      return { value in
        if isFirst { wait.observer.next(value) } else { wait.emit(value, after: wait.milliseconds) }
        isFirst = false
      }
    },
    .delaying(
      "emits-all-at-once", breaks: "delay-emits-later",
      "`delayBy` emits all that waits when the time of the first has come."
    ) { wait in
      var waiting: [Value] = []
      return { value in
        waiting.append(value)
        if waiting.count > 1 { return }
        wait.cancellations.append(
          wait.clock.schedule(after: wait.milliseconds) {
            let due = waiting
            waiting = []
            for one in due { wait.observer.next(one) }
          })
      }
    },
    .delaying(
      "waits-for-each", breaks: "delay-emits-later",
      "The time of a value in `delayBy` begins when the value before it has been emitted."
    ) { wait in
      var end = 0
      return { value in
        end = max(end, wait.clock.now) + wait.milliseconds
        wait.emit(value, after: end - wait.clock.now)
      }
    },
    .delaying(
      "turns-the-order", breaks: "delay-emits-later",
      "Of values that are due at once, `delayBy` emits the last first."
    ) { wait in
      var waiting: [(due: Int, value: Value)] = []
      return { value in
        let due = wait.clock.now + wait.milliseconds
        waiting.append((due, value))
        wait.cancellations.append(
          wait.clock.schedule(after: wait.milliseconds) {
            guard let index = waiting.lastIndex(where: { $0.due == due }) else { return }
            wait.observer.next(waiting.remove(at: index).value)
          })
      }
    },
    .delaying(
      "takes-seconds-for-milliseconds", breaks: "delay-emits-later",
      "`delayBy` takes its seconds for milliseconds."
    ) { wait in { value in wait.emit(value, after: wait.milliseconds / 1000) } },
    .motion(
      "delayBy", "delays-states", breaks: "delay-states", "`delayBy` delays states like values."
    ) { given in
      { upstream in
        upstream.altered { observer in
          let milliseconds = given.argument?.milliseconds ?? 0
          return LiteralObserver(
            next: { value in given.clock.schedule(after: milliseconds) { observer.next(value) } },
            state: { state in given.clock.schedule(after: milliseconds) { observer.state(state) } })
        }
      }
    },
    .motion(
      "delayBy", "holds-states", breaks: "delay-states",
      "`delayBy` passes no states while a value waits."
    ) { given in
      { upstream in
        LiteralObservable { observer in
          var waiting = 0
          let counted = upstream.altered { inner in
            LiteralObserver(
              next: {
                waiting += 1
                inner.next($0)
              }, state: { if waiting == 0 { inner.state($0) } })
          }
          return counted.delay(byMilliseconds: given.argument?.milliseconds ?? 0, given.clock)
            .connect(
              LiteralObserver(
                next: {
                  waiting -= 1
                  observer.next($0)
                }, state: observer.state))
        }
      }
    },
    .motion(
      "delayBy", "connects-late", breaks: "delay-emits-later",
      "`delayBy` connects upstream that much later, and does not delay values."
    ) { given in
      { upstream in
        LiteralObservable { observer in
          var subscription: LiteralSubscription?
          let cancel = given.clock.schedule(after: given.argument?.milliseconds ?? 0) {
            subscription = upstream.subscribe(observer)
          }
          return {
            cancel()
            subscription?.unsubscribe()
          }
        }
      }
    },
    .motion(
      "delayBy", "cancels-for-all", breaks: "keeps-nothing",
      "Unsubscribing from `delayBy` cancels what waits for all of its observers."
    ) { given in
      var cancellations: [() -> Void] = []
      return { upstream in
        LiteralObservable { observer in
          let subscription = upstream.subscribe(
            next: { value in
              cancellations.append(
                given.clock.schedule(after: given.argument?.milliseconds ?? 0) {
                  observer.next(value)
                })
            }, state: observer.state)
          return {
            subscription.unsubscribe()
            for cancel in cancellations { cancel() }
          }
        }
      }
    },
  ]

  /// A delay that does something else with values.
  private static func delaying(
    _ name: Name, breaks clause: Name, _ summary: String,
    _ make: @escaping @Sendable (Wait) -> (Value) -> Void
  ) -> Deviation {
    motion("delayBy", name, breaks: clause, summary) { given in
      { upstream in
        LiteralObservable { observer in
          let wait = Wait(given, observer)
          let subscription = upstream.subscribe(next: make(wait), state: observer.state)
          return {
            subscription.unsubscribe()
            wait.cancel()
          }
        }
      }
    }
  }
}

/// What a wrong delay has of a subscription.
private final class Wait {
  let milliseconds: Int
  let clock: VirtualClock
  let observer: LiteralObserver
  var cancellations: [() -> Void] = []

  init(_ given: LiteralGiven, _ observer: LiteralObserver) {
    milliseconds = given.argument?.milliseconds ?? 0
    (clock, self.observer) = (given.clock, observer)
  }

  func emit(_ value: Value, after milliseconds: Int) {
    cancellations.append(clock.schedule(after: milliseconds) { self.observer.next(value) })
  }

  func cancel() {
    let all = cancellations
    cancellations = []
    for cancel in all { cancel() }
  }
}
