// Deviations from ReactiveProperty that are typical of libraries with subjects.

import Conformance

extension Deviation {
  /// What libraries do in place of a property.
  static let ofSubjectLibraries: [Deviation] = [
    .property(
      "reads-its-own-copy", breaks: "read",
      "A read returns the value that there was at first, or was written last."
    ) {
      let copy = $0.keepsACopy()
      $0.onInvokeRead = { _ in copy() }
    },
    .property(
      "emits-its-own-copy", breaks: "emit-read-value",
      "A new observer receives the value that there was at first, or was written last."
    ) {
      let copy = $0.keepsACopy()
      $0.onEmit = { $0.top.replay(copy(), to: $1) }
    },
    .property(
      "informs-each-of-what-is-read", breaks: "write",
      "Each observer is informed of what a read returns when its turn comes."
    ) {
      $0.onTell = { property, observer, _ in property.below.tell(observer, property.top.read()) }
    },
    .property(
      "informs-of-changes-alone", breaks: "write",
      "Observers are informed only of a value that differs from what was read before the write."
    ) {
      $0.onValue = {
        let former = $0.top.read()
        $0.top.store($1)
        if $1 != former { $0.top.broadcast($1) }
      }
    },
    .property(
      "ignores-identical-writes", breaks: "write",
      "Writing the value that a read returns does nothing, unless it is a list or a map."
    ) {
      $0.onValue = {
        switch $1 {
        case .list, .map: $0.below.receive($1)
        default: if $1 != $0.top.read() { $0.below.receive($1) }
        }
      }
    },
    .property(
      "queues-whole-writes", breaks: "write",
      "A write from within another, its write function included, is done after it."
    ) { $0.onValue = Altered.queued { $0.below.receive($1) } },
    .property(
      "removes-by-stale-index-each-time", breaks: "unsubscribe",
      "The observer is removed at the index at which it was added, as often as it is unsubscribed."
    ) { $0.onSubscribe = { $0.subscribeForStaleIndex($1) } },
    .property(
      "drops-known-states", breaks: "state",
      "A state that equals the last one is not sent, also while that is being sent.",
      Altered.dropsKnownStates(after: nil)),
    .property(
      "takes-rest-for-the-first-state", breaks: "state",
      "A state that equals the last one is not sent, and the first is taken for atRest.",
      Altered.dropsKnownStates(after: .atRest)),
    .property(
      "begins-with-a-state", breaks: "state",
      "A new observer receives the last state, at first atRest, before the value.",
      Altered.replaysStates(from: .atRest, isBeforeValue: true)),
    .property(
      "replays-states-first", breaks: "state",
      "A new observer receives the last state, and then the value.",
      Altered.replaysStates(isBeforeValue: true)),
    .property(
      "writes-between-states", breaks: "write",
      "A write sends the state active before it, and atRest behind it."
    ) {
      $0.onValue = {
        $0.top.receive(.active)
        $0.below.receive($1)
        $0.top.receive(.atRest)
      }
    },
  ]
}

extension Altered {
  /// Keeps the value that there was when the property was made, and then what is written.
  ///
  /// - Returns: Returns the copy.
  fileprivate func keepsACopy() -> () -> Value {
    var copy = Value.null
    onBegin = {
      $0.below.begin()
      copy = $0.storage.store.read()
    }
    onValue = {
      copy = $1
      $0.below.receive($1)
    }
    return { copy }
  }
}
