// The marked tree to events: expectations, and what reactions wait for.

extension FixtureDecoder {
  /// What a step must make observable.
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
      index, expected: "a list of events", hint: "write `expect: [a: 1]`", atMost: .events,
      "a step expects")
    return expectation(of: items, within: [])
  }

  /// What a list expects, within readings of some points.
  mutating func expectation(of items: Tree.Children, within points: [Name]) -> ExpectedEvents {
    var (events, mixed): ([Event], [ExpectedEvents.Item]) = ([], [])
    events.reserveCapacity(items.count)
    var rest = items
    while let item = tree.next(&rest) {
      if case .throws? = events.last {
        problem("a call that has thrown does nothing more", at: item)
      }
      if let either = either(item) {
        guard let choice = try? alternative(either, within: points) else { continue }
        if mixed.isEmpty { mixed = events.map(ExpectedEvents.Item.event) }
        mixed.append(.choice(choice))
        events += choice.readings[0].expected.events
      } else if let event = try? event(ofItem: item) {
        events.append(event)
        if !mixed.isEmpty { mixed.append(.event(event)) }
      }
    }
    return ExpectedEvents(events: events, mixed: mixed)
  }

  /// One event, written as a map with one key, or as a text where nothing stands behind it.
  ///
  /// - Parameters:
  ///   - index: The node.
  ///   - hint: What to write instead of several in one map.
  /// - Returns: The event.
  /// - Throws: A ``Refusal`` of anything else.
  mutating func event(
    ofItem index: Int, several hint: String = "write a list of events: `[a: 1, b: 2]`"
  ) throws -> Event {
    let index = try resolve(index)
    var correction: String?
    if tree.nodes[index].kind == .scalar {
      let text = tree.string(of: index)
      if text == throwsName.text { return try event(.throws, text, index, nil) }
      // The remedy for `a:1`, where a space is missing.
      if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) {
        let content = text[text.utf8.index(after: colon)...]
        correction = "write `\(text[..<colon]): \(content)`, with a space"
      } else if let dot = text.utf8.firstIndex(of: UInt8(ascii: ".")) {
        return try notification(text, dot, index, nil)
      }
    }
    guard tree.nodes[index].kind == .mapping else {
      let isScalar = tree.nodes[index].kind == .scalar
      return try wrongKind(
        index, expected: "an event, `name: what happened`,",
        hint: correction ?? (isScalar ? "write `a: 1`" : nil))
    }
    guard tree.pairCount(of: index) == 1 else {
      return try refuse(
        "one event has one name, and this has \(tree.pairCount(of: index))",
        at: firstKey(of: index), hint: hint)
    }
    return try event(index + 1, tree.indexAfter(index + 1))
  }

  private mutating func event(_ key: Int, _ content: Int) throws -> Event {
    var known = entry(at: key)
    if known == nil {
      let text = try text(key, expected: "the name of an observer, source or store")
      let name = Name(text)
      if name == returnsName { return try event(.returns, text, key, content) }
      if name == throwsName { return try event(.throws, text, key, content) }
      if let dot = text.utf8.firstIndex(of: UInt8(ascii: ".")) {
        return try notification(text, dot, key, content)
      }
      known = try entry(of: name, at: key)
    }
    let (name, role) = (scope.entries[known!].name, scope.entries[known!].role)
    switch role {
    case .observer, .told, .inner: return .received(.next(try value(content)), observer: name)
    case .store: return .write(store: name, try value(content))
    case .callback:
      _ = try word(content, of: CallEvent.self, expected: "what a callback can show")
      return .called(name)
    case .source:
      return .source(
        try word(content, of: SourceEvent.self, expected: "what a source can show"), of: name)
    case .stream:
      return try refuse(
        "nothing happens to the stream `\(name)` itself", at: key,
        hint: "name the observer that received something, or the source")
    }
  }

  /// An event of an observer on another channel than `next`: `a.state: active`, `a.completed`.
  private mutating func notification(
    _ key: String, _ dot: String.Index, _ index: Int, _ content: Int?
  ) throws -> Event {
    let name = Name(String(key[..<dot]))
    let word = String(key[key.utf8.index(after: dot)...])
    let known = try entry(of: name, at: index)
    let role = scope.entries[known].role
    try check(
      role == .observer || role == .told || role == .inner,
      "`\(name)` is a \(role.rawValue); only an observer has "
        + (word == Channel.state.rawValue ? "a state" : "channels"), at: index)
    if word == streamName.text, scope.tellsStreams, role == .observer {
      return try event(.stream, of: name, key, index, content)
    }
    guard let channel = Channel(rawValue: word), channel != .next, channels.contains(channel) else {
      return try refuse(
        "an observer has no channel `\(word)`", at: index,
        hint: hint(insteadOf: word, of: name))
    }
    let event = try event(.received(channel), of: name, key, index, content)
    let own = scope.entries[known].channels
    try check(
      own.contains(channel),
      "`\(name)` subscribes with `channels: [\(own.all.map(\.rawValue).joined(separator: ", "))]` "
        + "and so receives no \(EventWord.received(channel).form.noun)", at: index)
    expectedChannels.formUnion(Channels(channel))
    return event
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

  /// The event of a word, with what stands behind its key.
  private mutating func event(
    _ word: EventWord, of name: Name? = nil, _ key: String, _ index: Int, _ content: Int?
  ) throws -> Event {
    let action: ActionWord? = word == .returns ? .read : word == .throws ? .throw : nil
    if let action, !(word == .returns ? scope.hasRead : scope.hasThrow) {
      if !scope.isComplete { throw Refusal() }
      let what = word == .returns ? "returns something" : "makes a call throw"
      return try refuse("only a `\(action.name)` \(what), and this case has none", at: index)
    }
    let value: Value?
    switch (word.form.content, content) {
    case (.nothing, nil), (.error, nil): value = nil
    case (.nothing, let content?):
      value = try refuse(
        "`\(key)` carries nothing", at: content, hint: "write `\(key)`, without a colon")
    case (.error, let content?):
      let other = word == .throws ? "another error" : "an error that has no value of the fixture"
      value = try error(content, hint: "write `\(key)`, without a colon, for \(other)")
    case (.state, let content?):
      value = .string(try self.word(content, of: State.self, expected: "a state").rawValue)
    case (.value, let content?): value = try self.value(content)
    case (.state, nil), (.value, nil):
      let (what, example) =
        word == .stream
        ? ("the key of the group, or null for a stream without one", "~")
        : ("what was received", "…")
      value = try refuse("`\(key)` needs \(what)", at: index, hint: "write `\(key): \(example)`")
    }
    return Event(word, of: name, value)!
  }

  /// The index of what has a name. Nothing is said where an action has been refused that may have given it.
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
