// The marked tree to events: expectations, and what reactions wait for.

extension FixtureDecoder {
  /// What a step must make observable; empty for a step without `expect`.
  mutating func expectation(of step: OpenStep) -> ([Event], [Alternative]) {
    guard let index = step.expectation, let node = resolve(index) else { return ([], []) }
    if tree.nodes[node].kind == .scalar, tree.scalar(node) == .null {
      problem(
        "`expect` has nothing in it", at: keyNode(of: index, in: step.map),
        hint: "leave it out, or write `expect: []`, to assert silence")
      return ([], [])
    }
    if tree.nodes[node].kind == .mapping {
      problem(
        "`expect` is a list of events, because their order matters", at: index,
        hint: "write `expect: [a: 1, b: 2]`, or begin each event with `- `")
      return ([], [])
    }
    guard
      let items = list(
        index, expected: "a list of events", hint: "write `expect: [a: 1]`", atMost: .events,
        "a step expects")
    else { return ([], []) }
    return events(of: items, within: [])
  }

  /// The events of a list, some of them by a choice, within readings of some points.
  mutating func events(
    of items: Tree.Children, within points: [Name]
  ) -> ([Event], [Alternative]) {
    var (events, alternatives): ([Event], [Alternative]) = ([], [])
    events.reserveCapacity(items.count)
    var rest = items
    while let item = tree.next(&rest) {
      if case .throws? = events.last {
        problem("a call that has thrown does nothing more", at: item)
      }
      if let either = either(item) {
        if let alternative = alternative(either, at: events.count, within: points) {
          events += alternative.readings[0].events
          alternatives.append(alternative)
        }
      } else if let event = event(ofItem: item) {
        events.append(event)
      }
    }
    return (events, alternatives)
  }

  /// One event, written as a map with one key.
  ///
  /// - Parameters:
  ///   - index: The node.
  ///   - hint: What to write instead of several in one map.
  /// - Returns: The event; `nil` where it is none.
  mutating func event(
    ofItem index: Int, several hint: String = "write a list of events: `[a: 1, b: 2]`"
  ) -> Event? {
    guard let index = resolve(index) else { return nil }
    if tree.nodes[index].kind == .scalar {
      let text = tree.string(of: index)
      if text == throwsName.text { return throwsEvent(index, nil) }
      if let dot = text.utf8.firstIndex(of: UInt8(ascii: ".")),
        !text.utf8.contains(UInt8(ascii: ":"))
      {
        return notification(text, dot, index, nil)
      }
    }
    guard tree.nodes[index].kind == .mapping else {
      return wrongKind(
        index, expected: "an event, `name: what happened`,", hint: hintForEvent(index))
    }
    guard tree.pairCount(of: index) == 1 else {
      return refuse(
        "one event has one name, and this has \(tree.pairCount(of: index))",
        at: firstKey(of: index), hint: hint)
    }
    var children = tree.children(of: index)
    return event(
      name: tree.next(&children)!, content: tree.next(&children)!)
  }

  /// The remedy for `a:1`, where a space is missing.
  private func hintForEvent(_ index: Int) -> String? {
    guard tree.nodes[index].kind == .scalar else { return nil }
    let text = tree.string(of: index)
    guard let colon = text.firstIndex(of: ":") else { return "write `a: 1`" }
    return "write `\(text[..<colon]): \(text[text.index(after: colon)...])`, with a space"
  }

  private mutating func event(name index: Int, content: Int) -> Event? {
    var entry = entry(at: index)
    if entry == nil {
      guard let text = text(index, expected: "the name of an observer, source or store") else {
        return nil
      }
      let name = Name(text)
      if name == returnsName { return returns(index, content) }
      if name == throwsName { return throwsEvent(index, content) }
      if let dot = text.utf8.firstIndex(of: UInt8(ascii: ".")) {
        return notification(text, dot, index, content)
      }
      entry = scope.entry(of: name) ?? scope.entry(ofInner: name)
      if entry == nil { unknown(name, at: index) }
    }
    guard let entry else { return nil }
    let (name, role) = (scope.entries[entry].name, scope.entries[entry].role)
    switch role {
    case .observer, .told, .inner:
      return value(content).map { .received(.next($0), observer: name) }
    case .callback:
      return word(content, of: CallEvent.self, expected: "what a callback can show")
        .map { _ in .called(name) }
    case .store: return value(content).map { .write(store: name, $0) }
    case .source:
      return word(content, of: SourceEvent.self, expected: "what a source can show")
        .map { .source($0, of: name) }
    case .stream:
      return refuse(
        "nothing happens to the stream `\(name)` itself", at: index,
        hint: "name the observer that received something, or the source")
    }
  }

  private mutating func throwsEvent(_ index: Int, _ content: Int?) -> Event? {
    guard scope.hasThrow else {
      if !scope.isComplete { return nil }
      return refuse("only a `throw` makes a call throw, and this case has none", at: index)
    }
    guard let content else { return .throws(.error(nil)) }
    return error(content, hint: "write `\(throwsName)`, without a colon, for another error")
      .map { .throws(.error($0)) }
  }

  private mutating func returns(_ index: Int, _ content: Int) -> Event? {
    guard scope.hasRead else {
      if !scope.isComplete { return nil }
      return refuse("only a `read` returns something, and this case has none", at: index)
    }
    return value(content).map { .returns($0) }
  }

  /// An event of an observer on another channel than `next`: `a.state: active`, `a.completed`.
  private mutating func notification(
    _ key: String, _ dot: String.Index, _ index: Int, _ content: Int?
  ) -> Event? {
    let name = Name(String(key[..<dot]))
    let channelName = String(key[key.utf8.index(after: dot)...])
    guard let entry = scope.entry(of: name) ?? scope.entry(ofInner: name) else {
      unknown(name, at: index)
      return nil
    }
    let role = scope.entries[entry].role
    guard role == .observer || role == .told || role == .inner else {
      let what = channelName == Channel.state.rawValue ? "a state" : "channels"
      return refuse("`\(name)` is a \(role.rawValue); only an observer has \(what)", at: index)
    }
    if channelName == streamName.text, scope.tellsStreams, role == .observer {
      return stream(of: name, index, content)
    }
    guard let channel = Channel(rawValue: channelName), channel != .next,
      channels.contains(channel)
    else {
      unknownChannel(channelName, of: name, at: index)
      return nil
    }
    guard let notification = notification(channel, of: name, index, content) else { return nil }
    guard scope.entries[entry].channels.contains(channel) else {
      let names = scope.entries[entry].channels.all.map(\.rawValue).joined(separator: ", ")
      return refuse(
        "`\(name)` subscribes with `channels: [\(names)]` and so receives no \(EventWord.received(channel).form.noun)",
        at: index)
    }
    if channel != .next { expectedChannels.formUnion(Channels(channel)) }
    return .received(notification, observer: name)
  }

  /// That an observer is told of a stream.
  private mutating func stream(of name: Name, _ index: Int, _ content: Int?) -> Event? {
    if let content { return value(content).map { .stream(key: $0, observer: name) } }
    return refuse(
      "`\(name).\(streamName)` needs the key of the group, or null for a stream without one",
      at: index, hint: "write `\(name).\(streamName): ~`")
  }

  private mutating func unknownChannel(_ channel: String, of name: Name, at index: Int) {
    let others = channels.all.filter { $0 != .next }
    let end = hintForEnds(Channel(rawValue: channel)).map { "; \($0)" } ?? ""
    problem(
      "an observer has no channel `\(channel)`", at: index,
      hint: channel == Channel.next.rawValue
        ? "write `\(name): …` for a value"
        : nearest(to: channel, among: others.map(\.rawValue)).map {
          "did you mean `\(name).\($0)`?"
        } ?? "write \(enumeration(["\(name): …"] + others.map { $0.form(of: name) }))\(end)")
  }

  /// What a channel carries, as it is written behind the name.
  private mutating func notification(
    _ channel: Channel, of name: Name, _ index: Int, _ content: Int?
  ) -> Notification? {
    switch (channel.content, content) {
    case (.nothing, nil): return Notification(channel, nil)
    case (.nothing, let content?):
      return refuse(
        "`\(name).\(channel)` carries nothing", at: content,
        hint: "write `\(name).\(channel)`, without a colon")
    case (.error, nil): return Notification(channel, nil)
    case (.error, let content?):
      return error(
        content,
        hint:
          "write `\(name).error`, without a colon, for an error that has no value of the fixture"
      ).flatMap { Notification(channel, $0) }
    case (.state, let content?):
      return word(content, of: State.self, expected: "a state")
        .flatMap { Notification(channel, .string($0.rawValue)) }
    case (.value, let content?): return value(content).flatMap { Notification(channel, $0) }
    case (.state, nil), (.value, nil):
      return refuse(
        "`\(name).\(channel)` needs what was received", at: index,
        hint: "write `\(channel.form(of: name))`")
    }
  }

  /// The value of an error, which is not null.
  mutating func error(_ index: Int, hint: String? = nil) -> Value? {
    guard let value = value(index) else { return nil }
    guard value == .null else { return value }
    return refuse("the value of an error is not null", at: index, hint: hint)
  }

  private mutating func unknown(_ name: Name, at index: Int) {
    if !scope.isComplete { return }
    problem(
      "no observer, source or store of this case is called `\(name)`", at: index,
      hint: didYouMean(name, among: scope.allNames + [returnsName, eitherName])
        ?? (scope.allNames.isEmpty ? nil : "there are \(enumeration(scope.allNames, "and"))"))
  }
}

extension Channel {
  /// How an observer's notification is written.
  fileprivate func form(of observer: Name) -> String {
    switch content {
    case .nothing: "\(observer).\(rawValue)"
    case .value, .state, .error: "\(observer).\(rawValue): …"
    }
  }
}
