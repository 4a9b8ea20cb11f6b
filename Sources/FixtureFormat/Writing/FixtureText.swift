// A fixture of one case as YAML text, for cases that were found by a search.

/// Writes a fixture of one case.
package struct FixtureText: Sendable {
  /// The text, with a line break at its end. Reading it gives the same case, if that cites a clause.
  package let text: String

  /// Writes a case as a file of its own.
  ///
  /// - Parameters:
  ///   - testCase: The case. Its places are not looked at.
  ///   - specification: The specification that it tests.
  ///   - title: One line on what the file is about.
  /// - Complexity: O(*n*) in the size of the case.
  package init(of testCase: Case, specification: Name, title: String) {
    var lines = [
      "format: \(Fixture.formatVersion)", "spec: \(Value.string(specification))",
      "title: \(Value.string(title))", "subject:",
    ]
    for one in Self.pairs(of: testCase.subject) {
      if case .map(let pairs) = one.value, one.key == "sources" || one.key == "streams" {
        lines += ["  \(one.key):"] + pairs.map { "    " + Self.text($0) }
      } else {
        lines.append("  " + Self.text(one))
      }
    }
    lines += ["", "cases:"]
    var keys = [
      "name: \(Value.string(testCase.name))",
      "clauses: \(Value.list(testCase.clauses.map(Value.string)))"
        + (testCase.clauses.isEmpty ? Self.citesNone : ""),
    ]
    if !testCase.tags.isEmpty {
      keys.append("tags: \(Value.list(testCase.tags.map(Value.string)))")
    }
    if let note = testCase.note { keys.append("note: \(Value.string(note))") }
    if testCase.isOrdered { keys.append("ordered: true") }
    lines += listItem(keys, margin: "  ")
    if !testCase.reactions.isEmpty { lines.append("    reactions:") }
    for reaction in testCase.reactions {
      lines += listItem(Self.keys(of: reaction, in: testCase), margin: "      ")
    }
    lines.append("    timeline:")
    for step in testCase.steps {
      var keys = Self.pairs(of: step.action, in: testCase).map(Self.text)
      if let note = step.note { keys.append("note: \(Value.string(note))") }
      let expected = step.expected.items
      if !expected.isEmpty { keys.append("expect: \(Self.text(expected))") }
      lines += listItem(keys, margin: "      ")
    }
    text = lines.joined(separator: "\n") + "\n"
  }
}

/// The keys of a map, each with its value, as an item of a list with a line for each.
func listItem(_ keys: [String], margin: String = "") -> [String] {
  keys.enumerated().map { margin + ($0 == 0 ? "- " : "  ") + $1 }
}

extension FixtureText {
  /// What is said where a case cites no clause, which has to be mended by its author.
  package static let citesNone =
    "  # cite what this demonstrates: no clause is known that cases of this subject cite"

  /// A subject as it stands in a fixture, on one line.
  package static func line(_ subject: Subject) -> String { "\(Value.map(pairs(of: subject)))" }

  /// A reaction of a case as it stands in a fixture, on one line.
  package static func line(_ reaction: Reaction, of testCase: Case) -> String {
    keys(of: reaction, in: testCase).joined(separator: ", ")
  }

  private static func keys(of reaction: Reaction, in testCase: Case) -> [String] {
    let when = reaction.when.isText ? "\(reaction.when)" : "{\(reaction.when)}"
    let actions = reaction.actions.map { Value.map(pairs(of: $0, in: testCase)) }
    return ["when: \(when)", "do: \(Value.list(actions))"]
  }

  /// A key and its value, as they are written.
  private typealias Pair = (key: Name, value: Value)

  private static func text(_ pair: Pair) -> String {
    "\(Value.string(pair.key)): \(pair.value)"
  }

  private static func pairs(of subject: Subject) -> [Pair] {
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
    let values = connection.onConnect
    return .object(["on-connect": values.isEmpty ? nil : .list(values), "then": ending])
  }

  /// The items of what is expected.
  private static func text(_ items: [ExpectedEvents.Item]) -> String {
    let items = items.map { item in
      switch item {
      case .event(let event): return "\(event)"
      case .choice(let alternative):
        let readings = alternative.readings.map {
          "\(Value.string($0.name)): \(text($0.expected.items))"
        }
        return "either: {\(readings.joined(separator: ", "))}"
      }
    }
    return "[\(items.joined(separator: ", "))]"
  }

  /// The keys of an action, without those that stand for what is meant anyway.
  private static func pairs(of action: Action, in testCase: Case) -> [Pair] {
    let (word, content, modifier) = action.words
    var pairs: [Pair] = [(word.name, value(content) ?? .string(streamName))]
    func add(_ key: ActionWord.Modifier, _ value: Value?) {
      if let value { pairs.append((Name("\(key)"), value)) }
    }
    add(.to, action.destination.map(Value.string))
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

  /// Whether this is meant where nothing is written.
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
