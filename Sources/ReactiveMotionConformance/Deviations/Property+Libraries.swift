// Deviations from ReactiveProperty that are typical of libraries with subjects.

import Conformance

// MARK: - A copy of the value

/// Keeps the value that there was when it was made, and then what is written.
class KeepsACopy: PropertySentences {
  final private(set) var copy = Value.null

  override func begin() {
    super.begin()
    copy = storage.read()
  }

  override func write(_ value: Value) {
    copy = value
    super.write(value)
  }
}

final class ReadsItsOwnCopy: KeepsACopy {
  override func invokeRead() -> Value { copy }
}

final class EmitsItsOwnCopy: KeepsACopy {
  override func emitCurrentValue(to observer: LiteralObserver) {
    top.replay(copy, to: observer)
  }
}

// MARK: - What is told

final class InformsEachOfWhatIsRead: PropertySentences {
  override func tell(_ observer: LiteralObserver, _ value: Value) {
    super.tell(observer, top.read())
  }
}

final class InformsOfChangesAlone: PropertySentences {
  override func write(_ value: Value) {
    let former = top.read()
    top.invokeWrite(value)
    if value != former { top.inform(value) }
  }
}

final class IgnoresIdenticalWrites: PropertySentences {
  override func write(_ value: Value) {
    switch value {
    case .list, .map: super.write(value)
    default: if value != top.read() { super.write(value) }
    }
  }
}

final class QueuesWholeWrites: PropertySentences {
  private var queue: [Value] = []
  private var isWriting = false

  override func write(_ value: Value) {
    queue.append(value)
    if isWriting { return }
    isWriting = true
    while !queue.isEmpty { super.write(queue.removeFirst()) }
    isWriting = false
  }
}

// MARK: - Who leaves

final class RemovesByStaleIndexEachTime: PropertySentences {
  override func subscribe(_ observer: LiteralObserver) -> () -> Void {
    let index = observers.count
    _ = super.subscribe(observer)
    return { [top = top!] in
      if index < top.observers.count { top.observers.remove(at: index) }
    }
  }
}

// MARK: - States

final class PropertyBeginsWithAState: PropertySentences {
  private var lastState = State.atRest

  override func state(_ state: State) {
    lastState = state
    super.state(state)
  }

  override func emitCurrentValue(to observer: LiteralObserver) {
    observer.state(lastState)
    super.emitCurrentValue(to: observer)
  }
}

final class PropertyReplaysStatesFirst: PropertySentences {
  private var lastState: State?

  override func state(_ state: State) {
    lastState = state
    super.state(state)
  }

  override func emitCurrentValue(to observer: LiteralObserver) {
    if let lastState { observer.state(lastState) }
    super.emitCurrentValue(to: observer)
  }
}

final class WritesBetweenStates: PropertySentences {
  override func write(_ value: Value) {
    top.state(.active)
    super.write(value)
    top.state(.atRest)
  }
}

extension Deviation {
  /// What libraries do in place of a property.
  static let ofSubjectLibraries: [Deviation] = [
    .property(
      "reads-its-own-copy", breaks: "read",
      "A read returns the value that there was at first, or was written last.", ReadsItsOwnCopy.self
    ),
    .property(
      "emits-its-own-copy", breaks: "emit-read-value",
      "A new observer receives the value that there was at first, or was written last.",
      EmitsItsOwnCopy.self),
    .property(
      "informs-each-of-what-is-read", breaks: "write",
      "Each observer is informed of what a read returns when its turn comes.",
      InformsEachOfWhatIsRead.self),
    .property(
      "informs-of-changes-alone", breaks: "write",
      "Observers are informed only of a value that differs from what was read before the write.",
      InformsOfChangesAlone.self),
    .property(
      "ignores-identical-writes", breaks: "write",
      "Writing the value that a read returns does nothing, unless it is a list or a map.",
      IgnoresIdenticalWrites.self),
    .property(
      "queues-whole-writes", breaks: "write",
      "A write from within another, its write function included, is done after it.",
      QueuesWholeWrites.self),
    .property(
      "removes-by-stale-index-each-time", breaks: "unsubscribe",
      "The observer is removed at the index at which it was added, as often as it is unsubscribed.",
      RemovesByStaleIndexEachTime.self),
    .property(
      "drops-known-states", breaks: "state",
      "A state that equals the last one is not sent, also while that is being sent.",
      family: "sentences"
    ) { AlteredProperty(over: $0, DropsKnownStates(after: nil)) },
    .property(
      "takes-rest-for-the-first-state", breaks: "state",
      "A state that equals the last one is not sent, and the first is taken for atRest.",
      family: "sentences"
    ) { AlteredProperty(over: $0, DropsKnownStates(after: .atRest)) },
    .property(
      "begins-with-a-state", breaks: "state",
      "A new observer receives the last state, at first atRest, before the value.",
      PropertyBeginsWithAState.self),
    .property(
      "replays-states-first", breaks: "state",
      "A new observer receives the last state, and then the value.",
      PropertyReplaysStatesFirst.self),
    .property(
      "writes-between-states", breaks: "write",
      "A write sends the state active before it, and atRest behind it.", WritesBetweenStates.self),
  ]
}
