// Events as JSON, in the adapter protocol and in results: `["a","next",1]`.

extension Event: JSONContent {
  /// How many characters of the text of an error are kept and shown.
  package static let longestMessage = 500

  /// Writes the event as a list: its name, what happened, and with what; behind an error that has no value, its
  /// text for people.
  package func write(to text: inout JSONText) {
    text.raw("[")
    if let name {
      text.string(name)
      text.raw(",")
    }
    let (word, content) = words
    text.string(word.rawValue)
    if let content {
      text.raw(",")
      text.value(content)
    }
    if let message {
      text.raw(",null,{\"message\":")
      text.string(cut(message, to: Self.longestMessage))
      text.raw("}")
    }
    text.raw("]")
  }

  /// Takes a value of JSON for an event.
  ///
  /// - Throws: Where it is none, with what is wrong with it.
  /// - Complexity: O(1).
  package init(json value: Value) throws(Misshapen) {
    guard case .list(let parts) = value, case .string(let first)? = parts.first else {
      throw Misshapen("an event is a list that begins with a name")
    }
    // What nobody receives has no name.
    let isNameless =
      [returnsName.text, throwsName.text, reportedName.text].contains(first)
      || first == clockName.text && parts.count == 2
        && parts[1].name.map { ClockState(rawValue: $0.text) != nil } ?? false
    let name = isNameless ? nil : Name(first)
    let rest = parts.dropFirst(isNameless ? 0 : 1)
    guard case .string(let text)? = rest.first else {
      throw Misshapen("an event says as its second what happened")
    }
    guard let word = EventWord(rawValue: text), (word.form.owner == nil) == isNameless else {
      let suggestion = orDidYouMean(text, among: EventWord.allCases.map(\.rawValue))
      throw Misshapen("there is no event `\(shortened(text, to: 40))`\(suggestion)")
    }
    let content = rest.dropFirst()
    if content.count < 2, let event = Event(word, of: name, content.first) {
      self = event
    } else if word.form.content == .error, content.count == 2, content.first == .null,
      case .map(let pairs)? = content.last, pairs.count == 1, pairs[0].key == "message",
      case .string(let text) = pairs[0].value
    {
      let error = Notification.error(nil, message: cut(text, to: Self.longestMessage))
      self =
        if let name { .received(error, observer: name) } else {
          word == .throws ? .throws(error) : .reported(error)
        }
    } else {
      let demand =
        switch word.form.content {
        case .value: "a value, and nothing else"
        case .state: "\(enumeration(State.allCases.map(\.rawValue))), and nothing else"
        case .error: "nothing, or a value that is not null, or null and `{\"message\": \"a text\"}`"
        case .nothing: "nothing"
        }
      throw Misshapen("behind `\(word)` stands \(demand)")
    }
  }
}
