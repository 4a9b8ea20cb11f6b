// Disconnections that may come later than expected, if an implementation announces that it stops later.

extension Trace {
  /// The trace with each stop, a disconnection or a release, in the step that expects it, if it came in that step
  /// or in a later one, before the source was connected again. Other stops stay where they are.
  ///
  /// A connection that ends before its late disconnection is released instead.
  ///
  /// - Parameter expected: The expected events, step by step.
  /// - Returns: As many steps as the trace has.
  /// - Complexity: O(*n* · *s*) for *n* events and *s* stops.
  package func withStopsWhereDue(expecting expected: Trace) -> Trace {
    var result = self
    // The stops that are expected and have not come, each with its step.
    var due: [(step: Int, event: Event)] = []
    // Those that have come, by the step that expects them.
    var came: [[Event]] = map { _ in [] }
    for (step, wanted) in zip(indices, expected) {
      due += wanted.filter { $0.stopped != nil }.map { (step, $0) }
      result[step] = self[step].filter { event in
        if event.connects { due.removeAll { $0.step < step } }
        guard let source = event.stopped,
          let match = due.firstIndex(where: {
            $0.event == event || $0.step < step && $0.event.stopped == source && event.releases
          })
        else { return true }
        let one = due.remove(at: match)
        came[one.step].append(one.event)
        return false
      }
    }
    for (step, wanted) in zip(indices, expected) {
      // Each stands after as many of the other events as expected.
      var place = 0
      for event in wanted {
        if let known = came[step].firstIndex(of: event) {
          came[step].remove(at: known)
          result[step].insert(event, at: Swift.min(place, result[step].count))
        }
        place += 1
      }
    }
    return result
  }
}

extension Event {
  /// The source whose connection is disconnected or released; `nil` of other events.
  fileprivate var stopped: Name? {
    guard case .source(let event, let source) = self, event != .connect else { return nil }
    return source
  }

  fileprivate var connects: Bool {
    if case .source(.connect, _) = self { true } else { false }
  }

  fileprivate var releases: Bool {
    if case .source(.release, _) = self { true } else { false }
  }
}

extension [Event] {
  /// The events with the stops after all others, in the order of their names.
  var withStopsLast: [Event] {
    filter { $0.stopped == nil }
      + filter { $0.stopped != nil }.sorted { "\($0)" < "\($1)" }
  }
}
