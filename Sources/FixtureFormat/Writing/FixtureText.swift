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
    lines += Self.lines(testCase.subject).map { "  " + $0 }
    lines += ["", "cases:", "  - name: \(Value.string(testCase.name))"]
    lines.append(
      "    clauses: \(Value.list(testCase.clauses.map(Value.string)))"
        + (testCase.clauses.isEmpty ? Self.citesNone : ""))
    if !testCase.tags.isEmpty {
      lines.append("    tags: \(Value.list(testCase.tags.map(Value.string)))")
    }
    if let note = testCase.note { lines.append("    note: \(Value.string(note))") }
    if testCase.isOrdered { lines.append("    ordered: true") }
    if !testCase.reactions.isEmpty {
      lines.append("    reactions:")
      for reaction in testCase.reactions {
        lines.append("      - when: \(Self.item(reaction.when))")
        lines.append("        do: \(Self.actions(of: reaction, in: testCase))")
      }
    }
    lines.append("    timeline:")
    for step in testCase.steps {
      let keys = Self.keys(of: step.action, in: testCase)
      lines += keys.enumerated().map { ($0 == 0 ? "      - " : "        ") + $1 }
      if let note = step.note { lines.append("        note: \(Value.string(note))") }
      if !step.expectation.isEmpty || !step.alternatives.isEmpty {
        lines.append("        expect: [\(Self.items(of: step).joined(separator: ", "))]")
      }
    }
    text = lines.joined(separator: "\n") + "\n"
  }
}

extension FixtureText {
  /// What is said where a case cites no clause, which has to be mended by its author.
  package static let citesNone =
    "  # cite what this demonstrates: no clause is known that cases of this subject cite"

  /// A subject as it stands in a fixture, on one line.
  package static func line(_ subject: Subject) -> String {
    let keys = keys(of: subject).map { name, content in
      switch content {
      case .text(let text): "\(name): \(text)"
      case .pairs(let pairs): "\(name): {\(pairs.joined(separator: ", "))}"
      }
    }
    return "{\(keys.joined(separator: ", "))}"
  }

  /// A reaction of a case as it stands in a fixture, on one line.
  package static func line(_ reaction: Reaction, of testCase: Case) -> String {
    "when: \(item(reaction.when)), do: \(actions(of: reaction, in: testCase))"
  }

  private static func actions(of reaction: Reaction, in testCase: Case) -> String {
    let actions = reaction.actions.map {
      "{\(keys(of: $0, in: testCase).joined(separator: ", "))}"
    }
    return "[\(actions.joined(separator: ", "))]"
  }

  private static func lines(_ subject: Subject) -> [String] {
    keys(of: subject).flatMap { name, content in
      switch content {
      case .text(let text): ["\(name): \(text)"]
      case .pairs(let pairs): ["\(name):"] + pairs.map { "  \($0)" }
      }
    }
  }

  /// What stands behind a key of a subject.
  private enum Content {
    case text(String)
    case pairs([String])
  }

  private static func keys(of subject: Subject) -> [(name: String, Content)] {
    switch subject {
    case .stream(let stream):
      let sources = stream.sources.filter { $0 != Subject.Source(name: upstreamName) }.map {
        let all = $0.connections.map(text)
        return "\(quotedIfNeeded($0.name)): "
          + (all.count == 1 ? all[0] : "{connections: [\(all.joined(separator: ", "))]}")
      }
      let branches = stream.branches.map { branch in
        let from = branch.source == upstreamName ? "" : "from: \(quotedIfNeeded(branch.source)), "
        return "\(quotedIfNeeded(branch.name ?? "")): {\(from)operators: \(text(branch.operators))}"
      }
      return (sources.isEmpty ? [] : [("sources", .pairs(sources))])
        + [
          stream.isSeveral
            ? ("streams", .pairs(branches)) : ("operators", .text(text(stream.operators)))
        ]
    case .property(let property):
      let stores = property.stores.map { "\(quotedIfNeeded($0.name)): \($0.value)" }
      let isOne = property.isScoped && !property.isSeveral
      return [
        ("property", .text("\(property.kind)")),
        isOne
          ? ("store", .text("\(property.stores[0].value)"))
          : ("stores", .text("{\(stores.joined(separator: ", "))}")),
      ] + (property.writes == .kept ? [] : [("writes", .text("\(property.writes)"))])
    }
  }

  private static func text(_ operators: [Subject.Operator]) -> String {
    let operators = operators.map { one in
      one.argument.map { "{\(Value.string(one.name)): \($0)}" } ?? "\(Value.string(one.name))"
    }
    return "[\(operators.joined(separator: ", "))]"
  }

  /// An event where a list gives it no braces.
  private static func item(_ event: Event) -> String {
    let text = event.description
    return event.isText ? text : "{\(text)}"
  }

  /// The items of a step's `expect`.
  private static func items(of step: Step) -> [String] {
    step.expectation.items(step.alternatives).map(text)
  }

  private static func text(_ item: ExpectedItem) -> String {
    switch item {
    case .event(let event): return event.description
    case .choice(let alternative):
      let readings = alternative.readings.map { reading in
        let items = reading.events.items(reading.alternatives).map(text)
        return "\(Value.string(reading.name)): [\(items.joined(separator: ", "))]"
      }
      return "either: {\(readings.joined(separator: ", "))}"
    }
  }

  private static func text(_ connection: Subject.Connection) -> String {
    var pairs: [String] = []
    if !connection.onConnect.isEmpty {
      pairs.append("on-connect: \(Value.list(connection.onConnect))")
    }
    switch connection.then {
    case .completed?: pairs.append("then: completed")
    case .error(let value?, _)?: pairs.append("then: {error: \(value)}")
    default: break
    }
    return "{\(pairs.joined(separator: ", "))}"
  }

  /// The keys of an action, without those that stand for what is meant anyway.
  private static func keys(of action: Action, in testCase: Case) -> [String] {
    let (word, content, modifier) = action.words
    let destination =
      action.destination.map { ["\(ActionWord.Modifier.to): \(quotedIfNeeded($0))"] } ?? []
    let keys =
      ["\(word.name): \(text(content) ?? streamName.text)"] + destination
      + (action.leavesInner ? ["\(ActionWord.Modifier.inner): \(Inner.unobserved)"] : [])
    guard let key = word.modifier, let modifier, !isMeant(modifier, by: key, in: testCase) else {
      return keys
    }
    return keys + ["\(key): \(text(modifier) ?? "")"]
  }

  private static func text(_ content: Action.Content) -> String? {
    switch content {
    case .name(let name): name.map(quotedIfNeeded)
    case .channels(let channels): "[\(channels.all.map(\.rawValue).joined(separator: ", "))]"
    case .value(let value): "\(value)"
    case .milliseconds(let milliseconds): "\(Value.number(Double(milliseconds) / 1000))"
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
