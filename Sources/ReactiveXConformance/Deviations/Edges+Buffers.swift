// Mistakes of one operator that collects values, measures time, or waits for a source.

import Conformance

extension ReactiveXDeviations {
  static let edgesOfBuffers: [Deviation] = [
    edge(
      "bufferCount-begins-one-list",
      "`bufferCount` begins no new list until the former one is full."
    ) {
      call throws(Unsupported) in
      let size = try call.count("count", from: 1)
      let skip = try call.count("skip", from: 1)
      return call.stream { to in
        var list: [Value]?
        var number = 0
        to.connect(
          call.upstream,
          next: { value in
            if list == nil, number % skip == 0 { list = [] }
            number += 1
            list?.append(value)
            if list?.count == size, let full = list.take() { to.next(.list(full)) }
          },
          completed: {
            if let list { to.next(.list(list)) }
            to.completed()
          })
      }
    },
    edge(
      "bufferTime-emits-no-empty-list", "`bufferTime` emits nothing at the end of an empty period.",
      Faults(column: .losing(.downstream) { $0 == .next(.list([])) })),
    edge("delayWhen-completes-with-upstream", "`delayWhen` completes while values wait.") {
      call throws(Unsupported) in
      let sourceOf = try call.sourceFunction()
      return call.stream { to in
        to.connect(call.upstream) { value throws(Thrown) in
          to.connect(try sourceOf(value), next: { _ in to.next(value) }, completed: {})
        }
      }
    },
    edge(
      "debounceWhen-hears-older-sources",
      "`debounceWhen` also listens to the sources of older values."
    ) {
      call throws(Unsupported) in
      let sourceOf = try call.sourceFunction()
      return call.stream { to in
        var waiting: Value?
        func emit() { if let value = waiting.take() { to.next(value) } }
        to.connect(
          call.upstream,
          next: { value throws(Thrown) in
            waiting = value
            to.connect(try sourceOf(value), next: { _ in emit() }, completed: emit)
          },
          completed: {
            emit()
            to.completed()
          })
      }
    },
    edge("sampleWhen-repeats-its-value", "`sampleWhen` emits a value again if no new one has come.")
    {
      call throws(Unsupported) in
      let other = try call.other()
      return call.stream { to in
        var latest: Value?
        to.connect(call.upstream) { latest = $0 }
        to.connect(other, next: { _ in if let latest { to.next(latest) } }, completed: {})
      }
    },
    edge(
      "timeoutWith-times-the-other-too", "`timeoutWith` also times out its other source."
    ) {
      call throws(Unsupported) in
      let time = try call.milliseconds("after")
      let other = try call.other()
      return call.stream { to in
        var (connection, cancel): (Connection?, () -> Void) = (nil, {})
        func mirror(_ source: Stream) {
          connection?.close()
          cancel = to.after(time) { mirror(other) }
          connection = to.connect(source) { value in
            cancel()
            cancel = to.after(time) { mirror(other) }
            to.next(value)
          }
        }
        mirror(call.upstream)
      }
    },
  ]
}
