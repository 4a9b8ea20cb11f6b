// The parts of a fixture as YAML text: subjects, reactions and actions.

/// The parts of a fixture, as they are written.
package enum FixtureText {
  /// A subject as a fixture writes it, on one line.
  package static func line(_ subject: Subject) -> String { "\(Value.map(pairs(of: subject)))" }

  /// A reaction of a case as a fixture writes it, on one line.
  package static func line(_ reaction: Reaction, of testCase: Case) -> String {
    keys(of: reaction, in: testCase).joined(separator: ", ")
  }

  /// The keys of a reaction, each with its value.
  package static func keys(of reaction: Reaction, in testCase: Case) -> [String] {
    let when = reaction.when.isText ? "\(reaction.when)" : "{\(reaction.when)}"
    let actions = reaction.actions.map { Value.map(pairs(of: $0, in: testCase)) }
    return ["when: \(when)", "do: \(Value.list(actions))"]
  }

  /// A key and its value, as they are written.
  package typealias Pair = (key: Name, value: Value)

  /// A key and its value, on one line.
  package static func text(_ pair: Pair) -> String {
    "\(Value.string(pair.key)): \(pair.value)"
  }

  /// The keys of a subject.
  package static func pairs(of subject: Subject) -> [Pair] {
    switch subject {
    case .stream(let stream):
      let sources = stream.sources.filter { $0 != Subject.Source(name: upstreamName) }.map { one in
        let all = one.connections.map(value)
        return (one.name, all.count == 1 ? all[0] : .map([("connections", .list(all))]))
      }
      let branches = stream.branches.map { branch in
        let from: [Pair] = branch.source == upstreamName ? [] : [("from", .string(branch.source))]
        return (branch.name ?? "", Value.map(from + [("operators", value(branch.operators))]))
      }
      return (sources.isEmpty ? [] : [("sources", .map(sources))])
        + [
          stream.isSeveral
            ? ("streams", .map(branches)) : ("operators", value(stream.operators))
        ]
    case .property(let property):
      let isOne = property.isScoped && !property.isSeveral
      return [
        ("property", .string(property.kind.rawValue)),
        isOne
          ? ("store", property.stores[0].value)
          : ("stores", .map(property.stores.map { ($0.name, $0.value) })),
      ] + (property.writes == .kept ? [] : [("writes", .string(property.writes.rawValue))])
    }
  }

  private static func value(_ operators: [Subject.Operator]) -> Value {
    .list(
      operators.map { one in
        one.argument.map { .map([(one.name, $0)]) } ?? .string(one.name)
      })
  }

  private static func value(_ connection: Subject.Connection) -> Value {
    let ending: Value? =
      switch connection.then {
      case .completed?: .string("completed")
      case .error(let value?, _)?: .object(["error": value])
      default: nil
      }
    let (values, asks) = (connection.onConnect, connection.whileConnected)
    return .object([
      "on-connect": values.isEmpty && !asks ? nil : .list(values),
      "while-connected": asks ? true : nil, "then": ending,
    ])
  }

  /// The keys of an action, without those that have their default.
  package static func pairs(of action: Action, in testCase: Case) -> [Pair] {
    let (word, content, modifier) = action.words
    var pairs: [Pair] = [(word.name, value(content) ?? .string(streamName))]
    func add(_ key: ActionWord.Modifier, _ value: Value?) {
      if let value { pairs.append((Name("\(key)"), value)) }
    }
    add(.to, action.destination.map(Value.string))
    add(.with, action.with.map { .map(self.pairs(of: $0, in: testCase)) })
    add(.into, action.into.map(Value.string))
    if action.leavesInner { add(.inner, .string(Inner.unobserved.rawValue)) }
    if let key = word.modifier, let modifier, !isMeant(modifier, by: key, in: testCase) {
      add(key, value(modifier))
    }
    return pairs
  }

  private static func value(_ content: Action.Content) -> Value? {
    switch content {
    case .name(let name): name.map(Value.string)
    case .channels(let channels): .list(channels.all.map { .string($0.rawValue) })
    case .value(let value): value
    case .milliseconds(let milliseconds): .number(Double(milliseconds) / 1000)
    }
  }

  /// Whether this is the default.
  private static func isMeant(
    _ content: Action.Content, by modifier: ActionWord.Modifier, in testCase: Case
  ) -> Bool {
    switch (content, modifier.part, testCase.subject) {
    case (.name(let source), .source, _): source == nil || source == upstreamName
    case (.name, .store, .property(let property)): property.isScoped && !property.isSeveral
    case (.channels(let channels), _, _): channels == testCase.channels
    default: false
    }
  }
}

/// The keys of a map, each with its value, as an item of a list with a line for each.
package func listItem(_ keys: [String], margin: String = "") -> [String] {
  keys.enumerated().map { margin + ($0 == 0 ? "- " : "  ") + $1 }
}
