// Mistakes of one operator, each at an edge case.

import Conformance

extension ReactiveXDeviations {
  /// A mistake in the operator that begins its name.
  static func edge(
    _ name: Name, breaks clause: Name? = nil, _ summary: String, _ faults: Faults
  ) -> Deviation {
    let word = operatorName(in: name)
    return deviation(
      name.text, of: word, breaks: clause ?? self.clause(of: word), summary, family: "edges", faults
    )
  }

  static func edge(
    _ name: Name, breaks clause: Name? = nil, _ summary: String,
    _ replaced: @escaping @Sendable (OperatorCall) throws(Unsupported) -> Stream
  ) -> Deviation {
    edge(name, breaks: clause, summary, Faults(replaced: replaced))
  }

  /// An operator that passes everything.
  static func passing(_ call: OperatorCall) -> Stream {
    call.stream { to in to.connect(call.upstream, next: to.next) }
  }

  static let edges =
    edgesOfValues + edgesOfEnds + edgesOfSources + edgesOfTime + edgesOfSharing + edgesOfComparing
    + edgesOfBuffers + edgesOfCreating

  private static let edgesOfValues: [Deviation] = [
    edge(
      "take-tells-more-from-within",
      "`take` counts a value only after emitting it, and emits more during the last one."
    ) {
      call throws(Unsupported) in
      let count = try call.count()
      return call.stream { to in
        if count == 0 { return to.completed() }
        var told = 0
        to.connect(call.upstream) { value in
          to.next(value)
          told += 1
          if told >= count { to.completed() }
        }
      }
    },
    edge("takeLast-reverses", "`takeLast` emits the last value first.") {
      call throws(Unsupported) in
      let count = try call.count()
      return call.stream { to in
        var last: [Value] = []
        to.connect(
          call.upstream, next: { last = Array(([$0] + last).prefix(count)) },
          completed: {
            for value in last { to.next(value) }
            to.completed()
          })
      }
    },
    edge("distinct-compares-loosely", "`distinct` treats null, false, 0 and empty values as equal.")
    {
      call in
      call.stream { to in
        var known: Set<Value> = []
        to.connect(call.upstream) { value in
          if known.insert(value.isFalsy ? .null : value).inserted { to.next(value) }
        }
      }
    },
    edge("startWith-tells-it-late", "`startWith` emits its value after connecting upstream.") {
      call throws(Unsupported) in
      let value = try call.value()
      return call.stream { to in
        to.connect(call.upstream, next: to.next)
        to.next(value)
      }
    },
    edge(
      "defaultIfEmpty-has-no-false-default",
      "`defaultIfEmpty` does not emit a falsy default."
    ) {
      call throws(Unsupported) in
      try call.value().isFalsy ? passing(call) : try call.defaultIfEmpty()
    },
    edge("onErrorReturn-goes-on", "`onErrorReturn` does not complete after its value.") {
      call throws(Unsupported) in
      let value = try call.value()
      return call.stream { to in
        to.connect(call.upstream, next: to.next, error: { _ in to.next(value) })
      }
    },
    edge(
      "buffer-clears-late",
      "`buffer` clears its list only after emitting it, and loses what comes meanwhile."
    ) {
      call throws(Unsupported) in
      let count = try call.count(from: 1)
      return call.stream { to in
        var list: [Value] = []
        to.connect(
          call.upstream,
          next: { value in
            list.append(value)
            if list.count < count { return }
            to.next(.list(list))
            list = []
          },
          completed: {
            if !list.isEmpty { to.next(.list(list)) }
            to.completed()
          })
      }
    },
  ]

  private static let edgesOfEnds: [Deviation] = [
    edge("merge-completes-with-the-first", "`merge` completes as soon as one source does.") {
      call throws(Unsupported) in
      let other = try call.other()
      return call.stream { to in
        to.connect(call.upstream, next: to.next)
        to.connect(other, next: to.next)
      }
    },
    edge(
      "flatMap-completes-with-upstream",
      "`flatMap` completes when upstream does, while its sources go on."
    ) {
      call throws(Unsupported) in
      let sourceOf = try call.sourceFunction()
      return call.stream { to in
        to.connect(call.upstream) { value throws(Thrown) in
          to.connect(try sourceOf(value), next: to.next, completed: {})
        }
      }
    },
    edge(
      "repeat-repeats-errors", breaks: "errors-pass", "`repeat` also connects again after an error."
    ) {
      call throws(Unsupported) in
      let count = try call.count(from: 1)
      return call.stream { to in
        var left = count
        func connect() {
          left -= 1
          to.connect(
            call.upstream, next: to.next,
            error: { if left == 0 { to.error($0) } else { connect() } },
            completed: { if left == 0 { to.completed() } else { connect() } })
        }
        connect()
      }
    },
  ]

  private static let edgesOfSources: [Deviation] = [
    edge(
      "amb-keeps-the-slower", "`amb` does not disconnect the slower source.",
      Faults(column: .staying(.others, whenLeft: nil))),
    edge("do-tells-behind", "`do` calls its callback observer after the observer.") {
      call throws(Unsupported) in
      let callback = try call.observer()
      return call.stream { to in
        to.connect(
          call.upstream,
          next: {
            to.next($0)
            callback.next($0)
          },
          error: {
            to.error($0)
            callback.error($0.value)
          },
          completed: {
            to.completed()
            callback.completed()
          })
      }
    },
  ]

  private static let edgesOfTime: [Deviation] = [
    edge("debounce-loses-what-waits", "`debounce` loses the waiting value at completion.") {
      call throws(Unsupported) in
      let time = try call.milliseconds()
      return call.stream { to in
        var cancel: () -> Void = {}
        to.connect(call.upstream) { value in
          cancel()
          cancel = to.after(time) { to.next(value) }
        }
      }
    },
    edge("timeout-does-not-begin-anew", "`timeout` does not restart its time with a value.") {
      call throws(Unsupported) in
      let time = try call.milliseconds()
      return call.stream { to in
        to.after(time) { to.error(.own("it took too long")) }
        to.connect(call.upstream, next: to.next)
      }
    },
  ]

  private static let edgesOfSharing: [Deviation] = [
    edge(
      "share-connects-while-connecting",
      "`share` connects upstream again if an observer subscribes while it connects."
    ) { call in
      let observers = Observers(call)
      var connection: (() -> Void)?
      return call.stream { to in
        observers.add(to)
        to.atTheEnd { if observers.isEmpty { connection.take()?() } }
        if connection != nil { return }
        let upstream = Subscription(Receiver { observers.emit($0) }, of: call)
        upstream.connect(call.upstream, next: upstream.next)
        if !observers.isEmpty { connection = upstream.unsubscribe } else { upstream.unsubscribe() }
      }
    },
    edge(
      "BehaviorSubject-tells-its-value-after-the-end",
      "After the end, a `BehaviorSubject` still emits its latest value.",
      Faults(emitsThePastWithTheEnd: true)),
  ]
}
