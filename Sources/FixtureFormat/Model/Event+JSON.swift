// Events as JSON, in the adapter protocol and in results: `["a","next",1]`.

extension JSONText {
  /// Writes an event as a list: its name, what happened, and with what.
  package mutating func event(_ event: Event) {
    raw("[")
    if let name = event.name {
      string(name)
      raw(",")
    }
    switch event {
    case .next(_, let value):
      raw("\"next\",")
      self.value(value)
    case .state(_, let state):
      raw("\"state\",")
      string(state.rawValue)
    case .connect: raw("\"connect\"")
    case .disconnect: raw("\"disconnect\"")
    case .write(_, let value):
      raw("\"write\",")
      self.value(value)
    case .returns(let value):
      raw("\"returns\",")
      self.value(value)
    }
    raw("]")
  }

  /// Writes a trace as a list with a list of events for each step.
  package mutating func trace(_ trace: Trace) {
    list(trace) { text, step in text.list(step) { $0.event($1) } }
  }
}

extension State: Decodable {}

extension Event: Decodable {
  private enum Kind: String, CaseIterable {
    case next, state, connect, disconnect, write, returns
  }

  /// Reads an event.
  ///
  /// - Throws: ``MisshapenEvent`` where the list is none.
  public init(from decoder: any Swift.Decoder) throws {
    guard var event = try? decoder.unkeyedContainer(), let name = try? event.decode(String.self)
    else {
      throw MisshapenEvent(problem: "an event is a list that begins with a name")
    }
    if name == Kind.returns.rawValue && event.count == 2 {
      self = .returns(try event.decode(Value.self))
      return
    }
    guard let word = try? event.decode(String.self) else {
      throw MisshapenEvent(problem: "an event says as its second what happened")
    }
    guard let kind = Kind(rawValue: word), kind != .returns else {
      let known = Kind.allCases.map(\.rawValue)
      let suggestion = orDidYouMean(word, among: known)
      throw MisshapenEvent(problem: "there is no event `\(shortened(word, to: 40))`\(suggestion)")
    }
    let length = kind == .connect || kind == .disconnect ? 2 : 3
    guard event.count == length else {
      throw MisshapenEvent(
        problem: "the event `\(word)` is a list of \(length), and this one has \(event.count ?? 0)")
    }
    switch kind {
    case .next: self = .next(observer: name, try event.decode(Value.self))
    case .write: self = .write(store: name, try event.decode(Value.self))
    case .connect: self = .connect(source: name)
    case .disconnect: self = .disconnect(source: name)
    case .state, .returns:
      guard let text = try? event.decode(String.self), let state = State(rawValue: text) else {
        throw MisshapenEvent(problem: "a state is `active` or `atRest`")
      }
      self = .state(observer: name, state)
    }
  }
}

/// What is wrong with an event of an answer.
package struct MisshapenEvent: Error {
  package let problem: String
}
