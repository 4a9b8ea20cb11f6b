// The marked tree to events: expectations, and what reactions wait for.

/// What a source can show.
enum Connection: String, CaseIterable { case connect, disconnect }

extension Decoder {
  /// What a step must make observable; empty for a step without `expect`.
  mutating func expectation(of step: OpenStep) -> [Event]? {
    guard let index = step.expectation else { return [] }
    guard let node = resolve(index) else { return nil }
    if tree.nodes[node].kind == .scalar, tree.scalar(node) == .null {
      problem(
        "`expect` has nothing in it", at: keyNode(of: index, in: step.map),
        hint: "leave it out, or write `expect: []`, to assert silence")
      return nil
    }
    if tree.nodes[node].kind == .mapping {
      problem(
        "`expect` is a list of events, because their order matters", at: index,
        hint: "write `expect: [a: 1, b: 2]`, or begin each event with `- `")
      return nil
    }
    guard
      let items = list(index, expected: "a list of events", hint: "write `expect: [a: 1]`")
    else { return nil }
    if isBeyond(limits.events, items.count, at: index, "a step expects", "events") { return nil }
    return each(of: items) { $0.event(ofItem: $1) }
  }

  /// One event, written as a map with one key.
  mutating func event(ofItem index: Int) -> Event? {
    guard let index = resolve(index) else { return nil }
    guard tree.nodes[index].kind == .mapping else {
      wrongKind(index, expected: "an event, `name: what happened`,", hint: hintForEvent(index))
      return nil
    }
    guard tree.pairCount(of: index) == 1 else {
      problem(
        "one event has one name, and this has \(tree.pairCount(of: index))",
        at: firstKey(of: index), hint: "write a list of events: `[a: 1, b: 2]`")
      return nil
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
      guard let name = text(index, expected: "the name of an observer, source or store") else {
        return nil
      }
      if name == returnsName { return returns(index, content) }
      if let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) {
        return state(of: String(name[..<dot]), name[name.utf8.index(after: dot)...], index, content)
      }
      entry = scope.entry(of: name)
      if entry == nil { unknown(name, at: index) }
    }
    guard let entry else { return nil }
    let (name, role) = (scope.entries[entry].name, scope.entries[entry].role)
    switch role {
    case .observer: return value(content).map { .next(observer: name, $0) }
    case .store: return value(content).map { .write(store: name, $0) }
    case .source:
      switch word(content, of: Connection.self, expected: "what a source can show") {
      case .connect: return .connect(source: name)
      case .disconnect: return .disconnect(source: name)
      case nil: return nil
      }
    }
  }

  private mutating func returns(_ index: Int, _ content: Int) -> Event? {
    guard scope.hasRead else {
      if !scope.isComplete { return nil }
      problem("only a `read` returns something, and this case has none", at: index)
      return nil
    }
    return value(content).map { .returns($0) }
  }

  private mutating func state(
    of name: String, _ channel: Substring, _ index: Int, _ content: Int
  ) -> Event? {
    guard let entry = scope.entry(of: name) else {
      unknown(name, at: index)
      return nil
    }
    let role = scope.entries[entry].role
    guard role == .observer else {
      problem("`\(name)` is a \(role.rawValue); only an observer has a state", at: index)
      return nil
    }
    guard channel == "state" else {
      problem(
        "an observer has no channel `\(channel)`", at: index,
        hint: channel == "next"
          ? "write `\(name): …` for a value" : "write `\(name): …` or `\(name).state: …`")
      return nil
    }
    guard let state = word(content, of: State.self, expected: "a state") else { return nil }
    guard scope.entries[entry].hasState else {
      problem(
        "`\(name)` subscribes with `channels: [next]` and so receives no state", at: index)
      return nil
    }
    return .state(observer: name, state)
  }

  private mutating func unknown(_ name: String, at index: Int) {
    if !scope.isComplete { return }
    problem(
      "no observer, source or store of this case is called `\(name)`", at: index,
      hint: didYouMean(name, among: scope.allNames + [returnsName])
        ?? (scope.allNames.isEmpty ? nil : "there are \(enumeration(scope.allNames, "and"))"))
  }
}
