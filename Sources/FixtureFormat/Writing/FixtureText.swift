// A fixture of one case as YAML text, for what was found rather than written.

/// Writes a fixture of one case.
public struct FixtureText: Sendable {
  /// The text, with a line break at its end. Reading it gives the same case.
  public let text: String

  /// Writes a case as a file of its own.
  ///
  /// - Parameters:
  ///   - testCase: The case. Its places are not looked at.
  ///   - specification: The specification that it tests.
  ///   - title: One line on what the file is about.
  /// - Complexity: O(*n*) in the size of the case.
  public init(of testCase: Case, specification: String, title: String) {
    var lines = [
      "format: \(Fixture.formatVersion)", "spec: \(Value.string(specification))",
      "title: \(Value.string(title))", "subject:",
    ]
    lines += Self.lines(testCase.subject).map { "  " + $0 }
    lines += ["", "cases:", "  - name: \(Value.string(testCase.name))"]
    lines.append("    clauses: \(Value.list(testCase.clauses.map(Value.string)))")
    if !testCase.tags.isEmpty {
      lines.append("    tags: \(Value.list(testCase.tags.map(Value.string)))")
    }
    if let note = testCase.note { lines.append("    note: \(Value.string(note))") }
    if !testCase.reactions.isEmpty {
      lines.append("    reactions:")
      for reaction in testCase.reactions {
        let actions = reaction.actions.map {
          "{\(Self.keys(of: $0).joined(separator: ", "))}"
        }
        lines.append("      - when: {\(reaction.when)}")
        lines.append("        do: [\(actions.joined(separator: ", "))]")
      }
    }
    lines.append("    timeline:")
    for step in testCase.steps {
      let keys = Self.keys(of: step.action)
      lines += keys.enumerated().map { ($0 == 0 ? "      - " : "        ") + $1 }
      if let note = step.note { lines.append("        note: \(Value.string(note))") }
      if !step.expectation.isEmpty {
        let events = step.expectation.map(\.description).joined(separator: ", ")
        lines.append("        expect: [\(events)]")
      }
    }
    text = lines.joined(separator: "\n") + "\n"
  }
}

extension FixtureText {
  private static func lines(_ subject: Subject) -> [String] {
    switch subject {
    case .stream(let stream):
      var lines: [String] = []
      let sources = stream.sources.filter { $0.name != upstreamName || !$0.onConnect.isEmpty }
      if !sources.isEmpty { lines.append("sources:") }
      for source in sources {
        let content =
          source.onConnect.isEmpty ? "{}" : "{on-connect: \(Value.list(source.onConnect))}"
        lines.append("  \(source.name): \(content)")
      }
      let operators = stream.operators.map { one in
        one.argument.map { "{\(Value.string(one.name)): \($0)}" } ?? "\(Value.string(one.name))"
      }
      return lines + ["operators: [\(operators.joined(separator: ", "))]"]
    case .property(let property):
      let writes = property.ignoresWrites ? ["writes: ignored"] : []
      if property.isScoped {
        return ["property: scoped", "store: \(property.stores[0].value)"] + writes
      }
      let stores = property.stores.map { "\($0.name): \($0.value)" }
      return ["property: unscoped", "stores: {\(stores.joined(separator: ", "))}"] + writes
    }
  }

  /// The keys of an action, without those that stand for what is meant anyway.
  private static func keys(of action: Action) -> [String] {
    func to(_ key: String, _ name: String, unless standard: String) -> [String] {
      name == standard ? [] : ["\(key): \(name)"]
    }
    switch action {
    case .subscribe(let observer, let isNextOnly):
      return ["subscribe: \(observer)"] + (isNextOnly ? ["channels: [next]"] : [])
    case .unsubscribe(let observer): return ["unsubscribe: \(observer)"]
    case .emit(let value, let source):
      return ["emit: \(value)"] + to("from", source, unless: upstreamName)
    case .state(let state, let source):
      return ["state: \(state.rawValue)"]
        + to("from", source ?? upstreamName, unless: upstreamName)
    case .write(let value, let store):
      return ["write: \(value)"] + to("to", store, unless: scopedStoreName)
    case .read(let store): return ["read: \(store)"]
    case .set(let value, let store):
      return ["set: \(value)"] + to("in", store, unless: scopedStoreName)
    case .advance(let seconds): return ["advance: \(Value.number(seconds))"]
    }
  }
}
