// Mistakes of one operator that compares values, counts them or has several sources.

import Conformance

extension ReactiveXDeviations {
  static let edgesOfComparing: [Deviation] = [
    edge(
      "distinctUntilChanged-takes-null-for-none",
      "`distinctUntilChanged` treats a null as no former value.",
      Faults(isAbsent: { $0 == .null })),
    edge(
      "distinctUntilChanged-turns-its-equality-round", breaks: "distinct-until-changed-equality",
      "`distinctUntilChanged` calls its equality function with the arguments swapped."
    ) { call throws(Unsupported) in
      let areEqual = try call.equality()
      return call.stream { to in
        var former: Value?
        to.connect(call.upstream) { value throws(Thrown) in
          if let before = former, try areEqual(value, before) { return }
          former = value
          to.next(value)
        }
      }
    },
    edge("distinct-emits-its-key", breaks: "distinct-key", "`distinct` emits the key of a value.") {
      call throws(Unsupported) in
      let keyOf = try call.key()
      return call.stream { to in
        var known: Set<Value> = []
        to.connect(call.upstream) { value throws(Thrown) in
          let key = try keyOf(value)
          if known.insert(key).inserted { to.next(key) }
        }
      }
    },
    edge(
      "sequenceEqual-compares-the-last-values", "`sequenceEqual` compares only the last values."
    ) { call throws(Unsupported) in
      let other = try call.other()
      return call.stream { to in
        var last: [Value?] = [nil, nil]
        var left = 2
        func end() {
          left -= 1
          if left == 0 { to.finish(with: .bool(last[0] == last[1])) }
        }
        to.connect(call.upstream, next: { last[0] = $0 }, completed: end)
        to.connect(other, next: { last[1] = $0 }, completed: end)
      }
    },
    edge("single-emits-the-last", "`single` emits the last of several values.") { call in
      call.last()
    },
    edge("isEmpty-waits-for-completion", "`isEmpty` emits false only at completion.") { call in
      call.stream { to in
        var isEmpty = true
        func end() { to.finish(with: .bool(isEmpty)) }
        to.connect(call.upstream, next: { _ in isEmpty = false }, completed: end)
      }
    },
    edge(
      "dematerialize-stays-connected", breaks: "end-disconnects",
      "`dematerialize` does not disconnect upstream when it ends.",
      Faults(column: .staying(.upstream, whenLeft: false))),
    edge(
      "merge-counts-two-completions", "`merge` completes when two of its sources have completed."
    ) {
      call throws(Unsupported) in
      let sources = try call.sources()
      return call.stream { to in
        var left = 2
        func end() {
          left -= 1
          if left == 0 { to.completed() }
        }
        for source in sources { to.connect(source, next: to.next, completed: end) }
      }
    },
    edge(
      "concat-goes-on-after-an-error", breaks: "errors-pass",
      "`concat` also connects the next source after an error."
    ) { call throws(Unsupported) in
      let sources = try call.sources()
      return call.stream { to in
        func connect(_ rest: ArraySlice<Stream>) {
          guard let source = rest.first else { return to.completed() }
          func goOn() { connect(rest.dropFirst()) }
          to.connect(source, next: to.next, error: { _ in goOn() }, completed: goOn)
        }
        connect(sources[...])
      }
    },
    edge(
      "mapIndexed-counts-for-all", breaks: "own-subscription",
      "The index of `mapIndexed` counts the values of all subscriptions together.",
      Faults(sharesState: true)
    ),
  ]
}
