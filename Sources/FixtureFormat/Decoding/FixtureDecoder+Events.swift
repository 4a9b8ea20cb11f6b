// The marked tree to events: those of expectations, and those that reactions wait for.

extension FixtureDecoder {
  /// The expectation of a step.
  mutating func expectation(_ index: Int) throws -> ExpectedEvents {
    let node = try resolve(index)
    let (kind, isNull) = (tree.nodes[node].kind, tree.scalar(node) == .null)
    try check(
      !isNull, "`expect` has nothing in it", at: index - 1,
      hint: "leave it out, or write `expect: []`, to assert silence")
    try check(
      kind != .mapping, "`expect` is a list of events, because their order matters",
      at: index, hint: "write `expect: [a: 1, b: 2]`, or begin each event with `- `")
    let items = try list(
      index, expected: "a list of events", hint: "write `expect: [a: 1]`", atMost: .events)
    return expectation(of: items, within: [])
  }

  /// The expectation of a list, within behaviours of some choices.
  mutating func expectation(of items: Tree.Children, within points: [Name]) -> ExpectedEvents {
    var (events, mixed): ([Event], [ExpectedEvents.Item]) = ([], [])
    events.reserveCapacity(items.count)
    var rest = items
    while let item = tree.next(&rest) {
      let former = events.last
      if let either = either(item) {
        guard let choice = try? alternative(either, within: points) else { continue }
        if mixed.isEmpty { mixed = events.map(ExpectedEvents.Item.event) }
        mixed.append(.choice(choice))
        checkLast(former, choice.readings[0].expected.events.first, at: item)
        events += choice.readings[0].expected.events
      } else if let event = try? event(item) {
        checkLast(former, event, at: item)
        events.append(event)
        if !mixed.isEmpty { mixed.append(.event(event)) }
      }
    }
    return ExpectedEvents(events: events, mixed: mixed)
  }

  /// Reports an event after one that is the last of its step.
  private func checkLast(_ former: Event?, _ next: Event?, at item: Int) {
    switch (former, next) {
    case (.throws, .clock), (.throws, .reported): break
    case (.throws, _): problem("a call that has thrown does nothing more", at: item)
    case (.clock, _): problem("the event of the clock is the last one of its step", at: item)
    default: break
    }
  }

  /// One event, with the problem for an `either`, which is not allowed here.
  mutating func oneEvent(
    _ index: Int, orElse sentence: String,
    several hint: String = "write a list of events: `[a: 1, b: 2]`"
  ) throws -> Event {
    let isChoice = either(index) != nil
    try check(!isChoice, sentence, at: index)
    return try event(index, several: hint)
  }

  /// One event, written as a map with one key, or as a text if it has no content.
  ///
  /// - Parameters:
  ///   - index: The node.
  ///   - hint: The remedy for several in one map.
  /// - Returns: The event.
  /// - Throws: A ``Refusal`` of anything else.
  mutating func event(
    _ index: Int, several hint: String = "write a list of events: `[a: 1, b: 2]`"
  ) throws -> Event {
    let index = try resolve(index)
    guard tree.nodes[index].kind == .mapping else { return try eventWithoutContent(index) }
    let (count, first) = (tree.pairCount(of: index), firstKey(of: index))
    try check(
      count == 1, "one event has one name, and this has \(count)", at: first, hint: hint)
    if let known = entry(at: index + 1) {
      return try event(of: known, at: index + 1, tree.indexAfter(index + 1))
    }
    let text = try text(index + 1, expected: "the name of an observer, source or store")
    return try event(text, at: index + 1, tree.indexAfter(index + 1))
  }

  private mutating func eventWithoutContent(_ index: Int) throws -> Event {
    let text = tree.nodes[index].kind == .scalar ? tree.string(of: index) : nil
    let colon = text?.utf8.firstIndex(of: UInt8(ascii: ":"))
    if let text, colon == nil,
      text.contains(".") || [throwsName.text, reportedName.text].contains(text)
    {
      return try event(text, at: index, nil)
    }
    var hint = text.map { _ in "write `a: 1`" }
    if let text, let colon {
      // A space is missing.
      let content = text[text.utf8.index(after: colon)...]
      hint = "write `\(text[..<colon]): \(content)`, with a space"
    }
    return try wrongKind(index, expected: "an event, `name: what happened`,", hint: hint)
  }

  /// The event of a key, `name` or `name.channel`, with its content.
  private mutating func event(_ text: String, at key: Int, _ content: Int?) throws -> Event {
    if text == returnsName.text { return try event(.returns, text, key, content) }
    if text == throwsName.text { return try event(.throws, text, key, content) }
    if text == reportedName.text {
      let (reports, owner) = (specification?.reports ?? true, specificationName)
      try check(
        reports, "\(owner) does not say that errors are reported", at: key,
        hint: "write `reports: true` into \(ClauseIndex.fileName) to allow the event")
      return try event(.reported, text, key, content)
    }
    if text == clockName.text, let content, scope.entry(of: clockName) == nil {
      try check(
        mayTellClock, "only the last step may expect `clock`", at: key,
        hint: "write it into the `expect` of the last step")
      return .clock(
        try word(content, of: ClockState.self, expected: "an event of the clock"))
    }
    let dot = text.utf8.firstIndex(of: UInt8(ascii: "."))
    let name = Name(String(text[..<(dot ?? text.endIndex)]))
    let known = try entry(of: name, at: key)
    guard let dot else { return try event(of: known, at: key, content!) }
    let channel = String(text[text.utf8.index(after: dot)...])
    return try event(try word(channel, of: known, at: key), of: name, text, key, content)
  }

  /// The event of a plain name.
  private mutating func event(of known: Int, at key: Int, _ content: Int) throws -> Event {
    let name = scope.entries[known].name
    switch scope.entries[known].role {
    case .observer, .told, .inner: return .received(.next(try value(content)), observer: name)
    case .store: return .write(store: name, try value(content))
    case .callback:
      _ = try word(content, of: CallEvent.self, expected: "an event of a callback")
      return .called(name)
    case .source:
      return .source(
        try word(content, of: SourceEvent.self, expected: "an event of a source"), of: name)
    case .stream:
      return try refuse(
        "nothing happens to the stream `\(name)` itself", at: key,
        hint: "name the observer that received something, or the source")
    }
  }

  /// The word of an event of an observer on another channel than `next`: `a.state: active`, `a.completed`.
  private mutating func word(_ text: String, of known: Int, at index: Int) throws -> EventWord {
    let (name, role) = (scope.entries[known].name, scope.entries[known].role)
    try check(
      [.observer, .told, .inner].contains(role),
      "`\(name)` is a \(role.rawValue); only an observer has "
        + (text == Channel.state.rawValue ? "a state" : "channels"), at: index)
    if scope.tellsStreams, text == streamName.text, role == .observer { return .stream }
    guard let channel = Channel(rawValue: text), channel != .next, channels.contains(channel) else {
      return try refuse(
        "an observer has no channel `\(text)`", at: index, hint: hint(insteadOf: text, of: name))
    }
    let (own, word) = (scope.entries[known].channels, EventWord.received(channel))
    try check(
      own.contains(channel),
      "`\(name)` subscribes with `channels: [\(own.all.map(\.rawValue).joined(separator: ", "))]` "
        + "and so receives no \(word.form.noun)", at: index)
    expectedChannels.formUnion(Channels(channel))
    return word
  }

  /// The remedy for a channel that an observer does not have.
  private func hint(insteadOf channel: String, of name: Name) -> String {
    if channel == Channel.next.rawValue { return "write `\(name): …` for a value" }
    let others = channels.all.filter { $0 != .next }
    if let near = nearest(to: channel, among: others.map(\.rawValue)) {
      return "did you mean `\(name).\(near)`?"
    }
    let forms = others.map { "\(name).\($0)" + ($0.content == .nothing ? "" : ": …") }
    let end = hintForEnds(Channel(rawValue: channel)).map { "; \($0)" } ?? ""
    return "write \(enumeration(["\(name): …"] + forms))\(end)"
  }

  /// The event of a word, with the content after its key.
  private mutating func event(
    _ word: EventWord, of name: Name? = nil, _ key: String, _ index: Int, _ content: Int?
  ) throws -> Event {
    let action: ActionWord? = word == .returns ? .read : word == .throws ? .throw : nil
    if let action, !scope.actions.contains(Keys(.action(action))) {
      if !scope.isComplete { throw Refusal() }
      let what = word == .returns ? "returns something" : "makes a call throw"
      return try refuse("only a `\(action.name)` \(what), and this case has none", at: index)
    }
    let form = word.form.content
    guard let content else {
      let (what, example) =
        word == .stream
        ? ("the key of the group, or null for a stream without one", "~")
        : ("the value that was received", "…")
      try check(
        form == .nothing || form == .error, "`\(key)` needs \(what)", at: index,
        hint: "write `\(key): \(example)`")
      return Event(word, of: name, nil)!
    }
    let other = name == nil ? "another error" : "an error that has no value of the fixture"
    let value: Value =
      switch form {
      case .nothing:
        try refuse("`\(key)` carries nothing", at: content, hint: "write `\(key)`, without a colon")
      case .error: try error(content, hint: "write `\(key)`, without a colon, for \(other)")
      case .state:
        .string(try self.word(content, of: State.self, expected: "a state").rawValue)
      case .value: try self.value(content)
      }
    return Event(word, of: name, value)!
  }

  /// The index of a name. No problem is added if a refused action may have introduced the name.
  private mutating func entry(of name: Name, at index: Int) throws -> Int {
    if let entry = scope.entry(of: name) ?? scope.entry(ofInner: name) { return entry }
    if !scope.isComplete { throw Refusal() }
    let names = scope.allNames
    return try refuse(
      "no observer, source or store of this case is called `\(name)`", at: index,
      hint: didYouMean(name, among: names + [returnsName, eitherName])
        ?? (names.isEmpty ? nil : "there are \(enumeration(names, "and"))"))
  }
}
