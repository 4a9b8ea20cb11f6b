// Sources that have ended: the number of steps in a plan before one of them sends more.

import Conformance

extension Plan {
  /// The number of steps before a source sends to a connection that it has completed or failed.
  ///
  /// If the trace allows several orders within a step, the worst is assumed.
  ///
  /// - Parameter trace: The trace of the plan.
  /// - Returns: The number of steps; all of them if sources send nothing after their end.
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

/// The connections of a source.
private struct SourceLife {
  private let script: Subject.Source
  private var made = 0

  /// The numbers of connections that have not ended, and of ended ones that are not released.
  private var live = 0
  private var ended = 0

  /// Whether it has sent in this step, to one connection after the other, or by itself while
  /// connecting.
  private var isSending = false
  private var isConnecting = false

  init(_ source: Subject.Source) {
    script = source
  }

  mutating func beginStep() { (isSending, isConnecting) = (false, false) }

  /// Sends to all connections; fails if one has ended, or would receive something after the end.
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
    // A connection that is disconnected in the step of its end did not receive it.
    case .disconnect: if live > 0 { live -= 1 } else { ended = max(0, ended - 1) }
    case .release: ended = max(0, ended - 1)
    }
  }
}
