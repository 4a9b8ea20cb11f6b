// The deviations from delay.

import Conformance

extension Deviation {
  static let timeOfMotion: [Deviation] = [
    .delaying(
      "keeps-its-timers", breaks: "delay-cancels",
      "`delayBy` emits waiting values even after its observer has unsubscribed."
    ) { wait in
      { value in
        wait.emit(value)
        wait.cancellations = []
      }
    },
    .delaying(
      "cancels-the-latest", breaks: "delay-cancels",
      "Unsubscribing from `delayBy` cancels only the latest of the waiting values."
    ) { wait in
      { value in
        wait.cancellations = []
        wait.emit(value)
      }
    },
    .delaying(
      "emits-all-at-once", breaks: "delay-emits-later",
      "`delayBy` emits all waiting values when the first is due."
    ) { wait in
      var waiting: [Value] = []
      return { value in
        waiting.append(value)
        if waiting.count > 1 { return }
        wait.schedule {
          let due = waiting
          waiting = []
          for one in due { wait.observer.next(one) }
        }
      }
    },
    .delaying(
      "takes-seconds-for-milliseconds", breaks: "delay-emits-later",
      "`delayBy` treats its seconds as milliseconds."
    ) { wait in
      wait.milliseconds /= 1000
      return wait.emit
    },
    .delaying(
      "cancels-for-all", breaks: "keeps-nothing",
      "Unsubscribing from `delayBy` cancels the waiting values of all observers.", sharesWait: true
    ) { $0.emit },
    .observing(
      "delayBy", "delays-states", breaks: "delay-states", "`delayBy` delays states like values."
    ) { given, observer in
      let wait = Wait(given, observer)
      return LiteralObserver { notification in wait.schedule { observer.receive(notification) } }
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
              observer.selecting { _ in
                waiting -= 1
                return true
              })
        }
      }
    },
  ]

  /// A delay that treats values differently.
  private static func delaying(
    _ name: Name, breaks clause: Name, _ summary: String, sharesWait: Bool = false,
    _ make: @escaping @Sendable (Wait) -> (Value) -> Void
  ) -> Deviation {
    motion("delayBy", name, breaks: clause, summary) { given in
      var all: [Wait] = []
      return { upstream in
        LiteralObservable { observer in
          let wait = Wait(given, observer)
          all.append(wait)
          let subscription = upstream.subscribe(next: make(wait), state: observer.state)
          return {
            subscription.unsubscribe()
            for one in sharesWait ? all : [wait] { one.cancel() }
          }
        }
      }
    }
  }
}

/// The state of a wrong delay for a subscription.
private final class Wait {
  var milliseconds: Int
  let clock: VirtualClock
  let observer: LiteralObserver
  var cancellations: [() -> Void] = []

  init(_ given: LiteralGiven, _ observer: LiteralObserver) {
    milliseconds = given.argument?.milliseconds ?? 0
    (clock, self.observer) = (given.clock, observer)
  }

  func emit(_ value: Value) { schedule { [observer] in observer.next(value) } }

  func schedule(_ action: @escaping () -> Void) {
    cancellations.append(clock.schedule(after: milliseconds, action))
  }

  func cancel() {
    let all = cancellations
    cancellations = []
    for cancel in all { cancel() }
  }
}
