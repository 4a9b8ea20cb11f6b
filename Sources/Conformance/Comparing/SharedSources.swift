// Cases that need a connection for each observer, which is not possible if all observers share one.

extension Trace {
  /// Whether a source is connected while it is connected.
  ///
  /// - Complexity: O(*n*) in the number of events.
  package var connectsTwice: Bool {
    var connected: Set<Name> = []
    for case .source(let event, let source) in lazy.joined() {
      if event != .connect {
        connected.remove(source)
      } else if !connected.insert(source).inserted {
        return true
      }
    }
    return false
  }
}

extension Case {
  /// Whether that is so with every combination of choices.
  var connectsTwice: Bool {
    choices.allSatisfy { choice in
      steps.map { $0.expectation(choosing: choice) }.connectsTwice
    }
  }
}
