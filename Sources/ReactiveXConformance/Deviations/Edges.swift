// What goes wrong in one operator: an edge of it is missed.

import Conformance

extension ReactiveXDeviations {
  /// A mistake in the operator with which its name begins.
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

  /// An operator that lets everything pass.
  static func passing(_ call: OperatorCall) -> Stream {
    call.stream { to in to.connect(call.upstream, next: to.next) }
  }

  static let edges =
    edgesOfValues + edgesFromWithin + edgesOfEnds + edgesOfSources + edgesOfTime + edgesOfSharing

  /// Upstream, with something else told at completion.
  private static func atCompletion(
    _ call: OperatorCall, _ tell: @escaping (Subscription) -> Void
  ) -> Stream {
    call.stream { to in
      to.connect(
        call.upstream, next: to.next,
        completed: {
          tell(to)
          to.completed()
        })
    }
  }

  private static func reversed(_ tell: (Notification) -> Void, _ notification: Notification) {
    guard case .next(.list(let values)) = notification else { return tell(notification) }
    tell(.next(.list(values.reversed())))
  }

  private static let edgesOfValues: [Deviation] = [
    edge(
      "take-tells-more-from-within",
      "`take` counts a value behind telling it: one from within is told besides."
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
    edge("takeWhile-includes-the-last", "`takeWhile` tells the value that fails the test, too.") {
      call throws(Unsupported) in
      let passes = try call.predicate()
      return call.stream { to in
        to.connect(call.upstream) { value throws(Thrown) in
          let isLast = try !passes(value)
          to.next(value)
          if isLast { to.completed() }
        }
      }
    },
    edge(
      "skipWhile-skips-again", "`skipWhile` leaves out all values that pass the test, also later."
    ) {
      call throws(Unsupported) in
      let passes = try call.predicate()
      return call.stream { to in
        to.connect(call.upstream) { value throws(Thrown) in
          if try !passes(value) { to.next(value) }
        }
      }
    },
    edge("takeLast-reverses", "`takeLast` tells the last value first.") {
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
    edge("distinct-compares-loosely", "`distinct` takes false, 0 and an empty text for equal.") {
      call in
      call.stream { to in
        var known: Set<Value> = []
        to.connect(call.upstream) { value in
          if known.insert(value.isFalse ? .null : value).inserted { to.next(value) }
        }
      }
    },
    edge("all-tells-at-completion", "`all` tells its result at completion alone.") {
      call throws(Unsupported) in
      let passes = try call.predicate()
      return call.stream { to in
        var isTrue = true
        to.connect(
          call.upstream, next: { value throws(Thrown) in if try !passes(value) { isTrue = false } },
          completed: { to.finish(with: .bool(isTrue)) })
      }
    },
    edge("startWith-tells-it-once", "`startWith` tells its value to the first observer alone.") {
      call throws(Unsupported) in
      let value = try call.value()
      var hasBegun = false
      return call.stream { to in
        if !hasBegun { to.next(value) }
        hasBegun = true
        to.connect(call.upstream, next: to.next)
      }
    },
    edge("startWith-tells-it-late", "`startWith` tells its value when it has connected upstream.") {
      call throws(Unsupported) in
      let value = try call.value()
      return call.stream { to in
        to.connect(call.upstream, next: to.next)
        to.next(value)
      }
    },
    edge(
      "startWith-begins-with-nothing-false",
      "A value that is false, 0 or empty is not told by `startWith`."
    ) {
      call throws(Unsupported) in
      try call.value().isFalse ? passing(call) : try call.startWith()
    },
    edge(
      "defaultIfEmpty-has-no-false-default",
      "A default that is false, 0 or empty is not told by `defaultIfEmpty`."
    ) {
      call throws(Unsupported) in
      try call.value().isFalse ? passing(call) : try call.defaultIfEmpty()
    },
    edge("defaultIfEmpty-always-tells-it", "`defaultIfEmpty` tells its default behind values, too.")
    {
      call throws(Unsupported) in
      let value = try call.value()
      return atCompletion(call) { $0.next(value) }
    },
    edge(
      "onErrorReturn-returns-nothing-false",
      "A value that is false, 0 or empty is not told by `onErrorReturn`."
    ) {
      call throws(Unsupported) in
      if try !call.value().isFalse { return try call.onErrorReturn() }
      return call.stream { to in
        to.connect(call.upstream, next: to.next, error: { _ in to.completed() })
      }
    },
    edge("onErrorReturn-goes-on", "`onErrorReturn` does not complete behind its value.") {
      call throws(Unsupported) in
      let value = try call.value()
      return call.stream { to in
        to.connect(call.upstream, next: to.next, error: { _ in to.next(value) })
      }
    },
    edge(
      "buffer-loses-the-rest", "At completion, `buffer` tells nothing of a list that is not full."
    ) {
      call throws(Unsupported) in
      let count = try call.count()
      return call.stream { to in
        var list: [Value] = []
        to.connect(call.upstream) { value in
          list.append(value)
          if list.count < count { return }
          let full = list
          list = []
          to.next(.list(full))
        }
      }
    },
    edge(
      "buffer-clears-late",
      "`buffer` empties its list behind telling it: what comes from within is lost."
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
    edge("pairwise-pairs-apart", "`pairwise` tells each value in one pair alone.") { call in
      call.stream { to in
        var former: Value?
        to.connect(call.upstream) { value in
          if let before = former.take() { to.next(.list([before, value])) } else { former = value }
        }
      }
    },
    edge("pairwise-turns-round", "`pairwise` tells the newer value first.", .telling(reversed)),
    edge("zip-turns-round", "`zip` tells the other source's value first.", .telling(reversed)),
    edge(
      "combineLatest-turns-round", "`combineLatest` tells the other source's value first.",
      .telling(reversed)),
    edge(
      "withLatestFrom-turns-round", "`withLatestFrom` tells the other source's value first.",
      .telling(reversed)),
    edge("count-leaves-out-false", "`count` counts no value that is false, 0 or empty.") { call in
      call.stream { to in
        var number = 0.0
        to.connect(
          call.upstream, next: { if !$0.isFalse { number += 1 } },
          completed: { to.finish(with: .number(number)) })
      }
    },
  ]

  /// An operator that decides with a value, and does not take note that it has.
  private static func deciding(
    _ call: OperatorCall, with decide: @escaping (Value) throws(Thrown) -> Value?,
    otherwise: @escaping (Subscription) -> Void
  ) -> Stream {
    call.stream { to in
      to.connect(
        call.upstream,
        next: { value throws(Thrown) in
          guard let result = try decide(value) else { return }
          to.next(result)
          to.completed()
        }, completed: { otherwise(to) })
    }
  }

  /// An operator that tells its result at each completion of a source that goes on.
  private static func telling(
    _ call: OperatorCall, _ result: @escaping ([Value]) -> Value
  ) -> Stream {
    call.stream { to in
      var values: [Value] = []
      var disconnect: (() -> Void)?
      to.atTheEnd { disconnect?() }
      let connected = call.upstream.connect(
        Receiver { notification in
          if case .next(let value) = notification { return values.append(value) }
          if notification == .completed { to.next(result(values)) }
          to.receive(notification)
        })
      disconnect = connected
      if !to.isOpen { connected() }
    }
  }

  private static let edgesFromWithin: [Deviation] = [
    edge("all-tells-more-from-within", "`all` tells again of what comes from within its result.") {
      call throws(Unsupported) in
      let passes = try call.predicate()
      return deciding(
        call, with: { value throws(Thrown) in try passes(value) ? nil : .bool(false) },
        otherwise: { $0.finish(with: .bool(true)) })
    },
    edge(
      "contains-tells-more-from-within",
      "`contains` tells again of what comes from within its result."
    ) {
      call throws(Unsupported) in
      let sought = try call.value()
      return deciding(
        call, with: { $0 == sought ? .bool(true) : nil },
        otherwise: { $0.finish(with: .bool(false)) })
    },
    edge(
      "first-tells-more-from-within",
      "`first` also tells of what comes from within the first value."
    ) {
      deciding($0, with: { $0 }, otherwise: { $0.error(.own("there is no first value")) })
    },
    edge(
      "elementAt-tells-more-from-within",
      "`elementAt` also tells of what comes from within its value."
    ) {
      call throws(Unsupported) in
      let index = try call.count()
      return call.stream { to in
        var left = index
        to.connect(
          call.upstream,
          next: { value in
            if left > 0 { return left -= 1 }
            to.next(value)
            to.completed()
          }, completed: { to.error(.own("there is no value \(index)")) })
      }
    },
    edge(
      "count-tells-more-from-within", "`count` tells again of a completion from within its result."
    ) {
      telling($0) { .number(Double($0.count)) }
    },
    edge(
      "toList-tells-more-from-within",
      "`toList` tells again of a completion from within its result."
    ) {
      telling($0) { .list($0) }
    },
    edge("take-completes-with-the-next", "`take` completes with the value behind the last one.") {
      call throws(Unsupported) in
      let count = try call.count()
      return call.stream { to in
        var left = count
        to.connect(call.upstream) { value in
          if left == 0 { return to.completed() }
          left -= 1
          to.next(value)
        }
      }
    },
    edge(
      "elementAt-completes-with-the-next", "`elementAt` completes with the value behind its own."
    ) {
      call throws(Unsupported) in
      let index = try call.count()
      return call.stream { to in
        var left = index
        to.connect(call.upstream) { value in
          if left < 0 { return to.completed() }
          if left == 0 { to.next(value) }
          left -= 1
        }
      }
    },
    edge(
      "delay-completes-with-its-last-value",
      "`delay` completes with the last value that waits, and at once if none does."
    ) {
      call throws(Unsupported) in
      let time = try call.milliseconds()
      return call.stream { to in
        var waiting = 0
        var hasEnded = false
        func complete() { if hasEnded, waiting == 0 { to.completed() } }
        to.connect(
          call.upstream,
          next: { value in
            waiting += 1
            to.after(time) {
              waiting -= 1
              to.next(value)
              complete()
            }
          },
          completed: {
            hasEnded = true
            complete()
          })
      }
    },
  ]

  private static let edgesOfEnds: [Deviation] = [
    edge("first-of-nothing-completes", "`first` of no value completes.") { call in
      call.stream { to in to.connect(call.upstream, next: to.finish) }
    },
    edge("last-of-nothing-completes", "`last` of no value completes.") { call in
      call.stream { to in
        var last: Value?
        to.connect(
          call.upstream, next: { last = $0 },
          completed: {
            if let last { to.next(last) }
            to.completed()
          })
      }
    },
    edge("elementAt-of-too-little-completes", "`elementAt` of too few values completes.") {
      call throws(Unsupported) in
      let index = try call.count()
      return call.stream { to in
        var position = -1
        to.connect(call.upstream) { value in
          position += 1
          if position == index { to.finish(with: value) }
        }
      }
    },
    edge("takeUntil-tells-the-other", "`takeUntil` tells the value of the other source, too.") {
      call throws(Unsupported) in
      let other = try call.other()
      return call.stream { to in
        to.connect(other, next: to.finish, completed: {})
        to.connect(call.upstream, next: to.next)
      }
    },
    edge(
      "skipUntil-does-not-complete-closed",
      "`skipUntil` does not complete before the other source has emitted."
    ) {
      call throws(Unsupported) in
      let other = try call.other()
      return call.stream { to in
        var isOpen = false
        var connection: Connection?
        connection = to.connect(
          other,
          next: { _ in
            isOpen = true
            connection?.close()
          }, completed: {})
        to.connect(
          call.upstream, next: { if isOpen { to.next($0) } },
          completed: { if isOpen { to.completed() } })
      }
    },
    edge("merge-completes-with-the-first", "`merge` completes when one of the sources does.") {
      call throws(Unsupported) in
      let other = try call.other()
      return call.stream { to in
        to.connect(call.upstream, next: to.next)
        to.connect(other, next: to.next)
      }
    },
    edge(
      "flatMap-completes-with-upstream",
      "`flatMap` completes when upstream does, though its sources go on."
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
      "switchMap-completes-with-upstream",
      "`switchMap` completes when upstream does, though its source goes on."
    ) {
      call throws(Unsupported) in
      let sourceOf = try call.sourceFunction()
      return call.stream { to in
        var connection: Connection?
        to.connect(call.upstream) { value throws(Thrown) in
          let source = try sourceOf(value)
          connection?.close()
          connection = to.connect(source, next: to.next, completed: {})
        }
      }
    },
    edge("repeat-repeats-errors", breaks: "errors-pass", "`repeat` connects anew at an error, too.")
    {
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
      "amb-keeps-the-slower", "`amb` does not disconnect the source that was not first.",
      .leaving(.others) { !$0.isLeft }),
    edge(
      "skipUntil-leaves-the-other-connected-at-its-end", breaks: "end-disconnects",
      "`skipUntil` does not disconnect the other source when it has emitted, or ends.",
      .leaving(.others) { !$0.isLeft }),
    edge(
      "amb-decides-by-values", "For `amb`, a source is first with a value alone.",
      Faults(source: { source, _ in
        Stream { receiver in
          var hasSpoken = false
          return source.connect(
            Receiver(
              receive: {
                hasSpoken = hasSpoken || $0.channel == .next
                if hasSpoken { receiver.receive($0) }
              }, tell: receiver.tell, isOpen: receiver.isOpen))
        }
      })),
    edge(
      "withLatestFrom-connects-upstream-first",
      "`withLatestFrom` connects upstream before the other source."
    ) {
      call throws(Unsupported) in
      let other = try call.other()
      return call.stream { to in
        let latest = to.held()
        to.connect(call.upstream) { value in
          if let other = latest.value { to.next(.list([value, other])) }
        }
        to.connect(other, next: { latest.value = $0 }, completed: {})
      }
    },
    edge("finally-is-not-called-when-left", "Leaving `finally` does not call its function.") {
      call throws(Unsupported) in
      let callback = try call.callback()
      return call.stream { to in
        to.connect(
          call.upstream, next: to.next,
          error: {
            to.error($0)
            callback()
          },
          completed: {
            to.completed()
            callback()
          })
      }
    },
    edge("finally-is-called-before-the-end", "`finally` calls its function before the end is told.")
    {
      call throws(Unsupported) in
      let callback = try call.callback()
      return call.stream { to in
        var once: (() -> Void)? = callback
        func end() { once.take()?() }
        to.connect(
          call.upstream, next: to.next,
          error: {
            end()
            to.error($0)
          },
          completed: {
            end()
            to.completed()
          })
        to.atTheEnd(end)
      }
    },
    edge("do-tells-behind", "`do` tells its callback observer behind the observer.") {
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
    edge("delay-completes-at-once", "`delay` completes when upstream does, and loses what waits.") {
      call throws(Unsupported) in
      let time = try call.milliseconds()
      return call.stream { to in
        to.connect(call.upstream) { value in to.after(time) { to.next(value) } }
      }
    },
    edge("debounce-loses-what-waits", "At completion, `debounce` loses the value that waits.") {
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
    edge("timeout-does-not-begin-anew", "The time of `timeout` does not begin anew with a value.") {
      call throws(Unsupported) in
      let time = try call.milliseconds()
      return call.stream { to in
        to.after(time) { to.error(.own("it took too long")) }
        to.connect(call.upstream, next: to.next)
      }
    },
  ]

  /// A subject, with what a new observer is told in place of the end.
  private static func subject(
    _ call: OperatorCall,
    late: @escaping (Subscription, _ values: [Value], _ end: Notification?) -> Void
  ) -> Stream {
    let observers = Observers(call)
    var values: [Value] = []
    var end: Notification?
    let subject = Subscription(
      Receiver { notification in
        if case .next(let value) = notification { values.append(value) } else { end = notification }
        observers.tell(notification)
      }, of: call, isObserved: false)
    subject.connect(call.upstream, next: subject.next)
    return call.stream { to in
      if end == nil { observers.add(to) }
      late(to, values, end)
    }
  }

  private static let edgesOfSharing: [Deviation] = [
    edge(
      "share-disconnects-when-one-leaves", breaks: "last-leaves",
      "When one observer leaves, `share` disconnects upstream."
    ) {
      call in
      let observers = Observers(call)
      var connection: (() -> Void)?
      return call.stream { to in
        observers.add(to)
        to.atTheEnd { connection.take()?() }
        if connection != nil { return }
        let upstream = Subscription(Receiver { observers.tell($0) }, of: call, isObserved: false)
        connection = upstream.unsubscribe
        upstream.connect(call.upstream, next: upstream.next)
      }
    },
    edge(
      "share-connects-while-connecting",
      "`share` connects upstream again for one who comes while it connects."
    ) { call in
      let observers = Observers(call)
      var connection: (() -> Void)?
      return call.stream { to in
        observers.add(to)
        to.atTheEnd { if observers.isEmpty { connection.take()?() } }
        if connection != nil { return }
        let upstream = Subscription(Receiver { observers.tell($0) }, of: call, isObserved: false)
        upstream.connect(call.upstream, next: upstream.next)
        if !observers.isEmpty { connection = upstream.unsubscribe } else { upstream.unsubscribe() }
      }
    },
    edge(
      "PublishSubject-tells-no-end-later",
      "After the end, a `PublishSubject` tells a new observer nothing."
    ) { call in
      subject(call) { _, _, _ in }
    },
    edge(
      "BehaviorSubject-tells-its-value-after-the-end",
      "After the end, a `BehaviorSubject` tells its latest value, too."
    ) {
      call throws(Unsupported) in
      let first = try call.value()
      return subject(call) { to, values, end in
        to.next(values.last ?? first)
        if let end { to.receive(end) }
      }
    },
    edge(
      "BehaviorSubject-tells-the-first-value-again",
      "A `BehaviorSubject` tells each new observer its first value."
    ) {
      call throws(Unsupported) in
      let first = try call.value()
      return subject(call) { to, _, end in if let end { to.receive(end) } else { to.next(first) } }
    },
    edge(
      "ReplaySubject-forgets-at-the-end", "After the end, a `ReplaySubject` tells the end alone."
    ) {
      call throws(Unsupported) in
      let count = try call.count(from: 1)
      return subject(call) { to, values, end in
        if let end { return to.receive(end) }
        values.suffix(count).forEach(to.next)
      }
    },
  ]
}
