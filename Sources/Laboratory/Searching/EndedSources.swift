// Sources that have ended: how far a plan goes before one of them sends more.

import Conformance

extension Plan {
  /// How many steps there are before the first in which a source sends to a connection that it has ended.
  ///
  /// Where the trace leaves open in which order things happened within a step, the worse is assumed.
  ///
  /// - Parameter trace: What becomes observable.
  /// - Returns: The number of steps; all of them where sources keep to their ends.
  /// - Complexity: O(*n*) in the number of events, times the number of reactions.
  func stepsOfLiveSources(in trace: Trace) -> Int {
    guard case .stream(let stream) = subject else { return timeline.count }
    var sources = Dictionary(
      stream.sources.map { ($0.name, SourceLife($0)) }, uniquingKeysWith: { $1 })
    func isFine(_ action: Action) -> Bool {
      guard case .send(let notification, let source?) = action.sending else { return true }
      return sources[source]?.send(notification) ?? true
    }
    var waiting = reactions
    for (step, events) in trace.enumerated() {
      for name in sources.keys { sources[name]?.beginStep() }
      if !isFine(timeline[step]) { return step }
      for event in events {
        if case .source(let what, let name) = event { sources[name]?.note(what) }
        let firing = waiting.filter { $0.when == event }
        if firing.isEmpty { continue }
        waiting.removeAll { $0.when == event }
        for action in firing.flatMap(\.actions) where !isFine(action) { return step }
      }
    }
    return timeline.count
  }
}

/// What the connections of a source have come to.
private struct SourceLife {
  private let script: Subject.Source
  private var made = 0

  /// How many connections have not ended, and how many have and are not released.
  private var live = 0
  private var ended = 0

  /// Whether it has sent in this step, to one connection after the other, or by itself as it connected.
  private var isSending = false
  private var isConnecting = false

  init(_ source: Subject.Source) {
    script = source
  }

  mutating func beginStep() { (isSending, isConnecting) = (false, false) }

  /// Sends to all connections, unless one has ended, or would be sent something after the end.
  mutating func send(_ notification: Notification) -> Bool {
    if ended > 0 { return false }
    if notification.channel.endsSubscription {
      if isConnecting || isSending && live > 1 { return false }
      (live, ended) = (0, live)
    }
    isSending = true
    return true
  }

  mutating func note(_ event: SourceEvent) {
    switch event {
    case .connect:
      let own = script.connection(made)
      made += 1
      if own.then == nil { live += 1 } else { ended += 1 }
      isConnecting = isConnecting || !own.notifications.isEmpty
    // What is disconnected in the step that ends it did not receive the end.
    case .disconnect: if live > 0 { live -= 1 } else { ended = max(0, ended - 1) }
    case .release: ended = max(0, ended - 1)
    }
  }
}
