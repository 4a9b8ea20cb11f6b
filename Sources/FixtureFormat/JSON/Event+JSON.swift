// Events as JSON, in the adapter protocol and in results: `["a","next",1]`.

extension JSONText {
  /// Writes an event as a list: its name, what happened, and with what; for what is told, with the text of an
  /// error.
  package mutating func event(_ event: Event, withMessage: Bool = false) {
    raw("[")
    if let name = event.name {
      string(name)
      raw(",")
    }
    let (word, content) = event.words
    string(word.rawValue)
    if let content {
      raw(",")
      value(content)
    }
    if withMessage, let message = event.message {
      raw(",null,{\"message\":")
      string(cut(message, to: Event.longestMessage))
      raw("}")
    }
    raw("]")
  }

  /// Writes a trace as a list with a list of events for each step.
  package mutating func trace(_ trace: Trace) {
    list(trace) { text, step in text.list(step) { $0.event($1, withMessage: true) } }
  }
}

extension Event {
  /// How many characters of the text of an error are kept and shown.
  package static let longestMessage = 500

  /// The text of an error that an implementation made itself, from the end of an event's list: what stands for
  /// the value, which is null, and an object with the text.
  ///
  /// - Throws: Where they say something else, with what is wrong with it.
  private static func message(_ value: Value, _ object: Value) throws(Misshapen) -> String {
    guard value == .null else {
      throw Misshapen("an error of the case, which has a value, has no message")
    }
    guard case .map(let pairs) = object, pairs.count == 1, pairs[0].key == "message",
      case .string(let text) = pairs[0].value
    else {
      throw Misshapen(
        "behind the null of an error stands an object with `message`, a text, and nothing "
          + "else")
    }
    return cut(text, to: longestMessage)
  }
}

extension Event: JSONContent {
  package func write(to text: inout JSONText) { text.event(self, withMessage: true) }

  /// Takes a value of JSON for an event.
  ///
  /// - Throws: Where it is none, with what is wrong with it.
  /// - Complexity: O(1).
  package init(json value: Value) throws(Misshapen) {
    guard case .list(let parts) = value, case .string(let first)? = parts.first else {
      throw Misshapen("an event is a list that begins with a name")
    }
    let name = Name(first)
    if name == throwsName, parts.count == 3 {
      self = .throws(.error(nil, message: try Self.message(parts[1], parts[2])))
      return
    }
    if let word = EventWord(rawValue: first), word.form.owner == nil,
      word.lengths.contains(parts.count)
    {
      guard let event = Event(word, of: nil, parts.count == 2 ? parts[1] : nil) else {
        throw Misshapen(word.demand)
      }
      self = event
      return
    }
    guard parts.count > 1, case .string(let text) = parts[1] else {
      throw Misshapen("an event says as its second what happened")
    }
    guard let word = EventWord(rawValue: text), word.form.owner != nil else {
      let known = EventWord.allCases.map(\.rawValue)
      let suggestion = orDidYouMean(text, among: known)
      throw Misshapen("there is no event `\(shortened(text, to: 40))`\(suggestion)")
    }
    if word == .received(.error), parts.count == 4 {
      self = .received(.error(nil, message: try Self.message(parts[2], parts[3])), observer: name)
      return
    }
    guard word.lengths.contains(parts.count) else {
      let lengths = word.lengths.map { "\($0)" }.joined(separator: " or ")
      throw Misshapen(
        "the event `\(text)` is a list of \(lengths), and this one has \(parts.count)")
    }
    guard let event = Event(word, of: name, parts.count == 3 ? parts[2] : nil) else {
      throw Misshapen(word.demand)
    }
    self = event
  }
}

extension EventWord {
  /// How long the list of such an event may be.
  fileprivate var lengths: ClosedRange<Int> {
    let (_, owner, content) = form
    let least = owner == nil ? 1 : 2
    return switch content {
    case .value, .state: least + 1...least + 1
    case .error: least...least + 1
    case .nothing: least...least
    }
  }

  /// What such an event has to carry, in a sentence.
  fileprivate var demand: String {
    switch form.content {
    case .state: "a state is \(enumeration(State.allCases.map(\.rawValue)))"
    case .error:
      "an error is not null: one that has no value is a list of 2, or has a message behind the null"
    case .value: "a value is expected"
    case .nothing: "`\(self)` carries nothing"
    }
  }
}
