// Mistakes of creating streams, of streams of streams, and of recovering with another source.

import Conformance

extension ReactiveXDeviations {
  static let edgesOfCreating: [Deviation] = [
    edge("just-emits-the-items", "`just` emits the items of a list instead of the list.") {
      call throws(Unsupported) in
      if case .list(let items) = try call.value() { return call.emitting(items) }
      return try call.just()
    },
    edge("from-goes-on", "`from` produces all items, even if nobody listens any more.") {
      call throws(Unsupported) in
      let items = try call.list()
      return call.stream { to in
        for item in items { to.next(item) }
        to.completed()
      }
    },
    edge("range-ends-at-its-count", "`range` treats its count as its end.") {
      call throws(Unsupported) in
      let (first, count) = (try call.number("from"), try call.count("count"))
      return call.emitting(stride(from: first, to: Double(count), by: 1).map(Value.number))
    },
    edge("defer-calls-once", "`defer` calls its function only for the first subscription.") {
      call throws(Unsupported) in
      let (function, source) = (try call.callback("calls"), try call.other())
      var isCalled = false
      return call.stream { to in
        if !isCalled { function() }
        isCalled = true
        to.connect(source, next: to.next)
      }
    },
    edge(
      "using-closes-at-an-end-alone", "`using` does not close its resource at the unsubscription."
    ) {
      call throws(Unsupported) in
      let (open, close) = (try call.callback("opens"), try call.callback("closes"))
      let source = try call.other()
      return call.stream { to in
        open()
        to.connect(
          source, next: to.next,
          error: {
            to.error($0)
            close()
          },
          completed: {
            to.completed()
            close()
          })
      }
    },
    edge("switch-keeps-the-former", "`switch` does not disconnect the former stream.") {
      call throws(Unsupported) in try call.flatMap()
    },
    edge("mergeAll-connects-all", "`mergeAll` connects all streams at once, whatever its count.") {
      call throws(Unsupported) in
      call.merging(try call.sourceFunction("with"), atOnce: .max)
    },
    edge("concatAll-connects-all", "`concatAll` connects each stream as soon as it comes.") {
      call throws(Unsupported) in
      call.merging(try call.sourceFunction(), atOnce: .max)
    },
    edge("catchError-asks-again", "`catchError` also catches the error of the next source.") {
      call throws(Unsupported) in
      let sourceOf = try call.sourceFunction()
      return call.stream { to in
        func connect(_ source: Stream) {
          to.connect(source, next: to.next) { failure in
            do throws(Thrown) {
              connect(try sourceOf(failure.value ?? .null))
            } catch { to.fail(error) }
          }
        }
        connect(call.upstream)
      }
    },
    edge("onErrorResumeNext-completes", "`onErrorResumeNext` completes when upstream does.") {
      call throws(Unsupported) in try call.catchError()
    },
    edge("retryWhen-does-not-end", "`retryWhen` ignores the completion of the other source.") {
      call throws(Unsupported) in
      let other = try call.other()
      return call.stream { to in
        func connect() { to.connect(call.upstream, next: to.next, error: { _ in }) }
        to.connect(other, next: { _ in connect() }, completed: {})
        connect()
      }
    },
  ]
}
