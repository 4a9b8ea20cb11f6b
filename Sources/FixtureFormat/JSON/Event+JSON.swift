// Events as JSON, in the adapter protocol and in results: `["a","next",1]`.

extension Event: JSONContent {
  /// The maximum length of the text of an error, in characters.
  package static let longestMessage = 500

  /// Writes the event as a list: its name, word and content; after an error without a value, its
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

  /// Reads an event from a value of JSON.
  ///
  /// - Throws: The problem if it is not an event.
  /// - Complexity: O(1).
  package init(json value: Value) throws(Misshapen) {
    guard case .list(let parts) = value, case .string(let first)? = parts.first else {
      throw Misshapen("an event is a list that begins with a name")
    }
    // An event without a receiver has no name.
    let isNameless =
      [returnsName.text, throwsName.text, reportedName.text].contains(first)
      || first == clockName.text && parts.count == 2
        && parts[1].name.map { ClockState(rawValue: $0.text) != nil } ?? false
    let name = isNameless ? nil : Name(first)
    let rest = parts.dropFirst(isNameless ? 0 : 1)
    guard case .string(let text)? = rest.first else {
      throw Misshapen("the second item of an event is the word for what happened")
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
      throw Misshapen("after `\(word)` comes \(demand)")
    }
  }
}
