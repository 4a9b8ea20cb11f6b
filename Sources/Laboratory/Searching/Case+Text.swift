// A case as a fixture of its own, for cases that were found by a search.

import Conformance

extension Case {
  /// What is said where a case cites no clause, which has to be mended by its author.
  package static let citesNone =
    "  # cite what this demonstrates: no clause is known that cases of this subject cite"

  /// The text of a fixture of this case alone, with a line break at its end. Reading it gives the same case, if
  /// that cites a clause.
  ///
  /// - Parameters:
  ///   - specification: The specification that it tests.
  ///   - title: One line on what the file is about.
  /// - Returns: The text. The places of the case are not looked at.
  /// - Complexity: O(*n*) in the size of the case.
  package func fixture(specification: Name, title: String) -> String {
    var lines = [
      "format: \(Fixture.formatVersion)", "spec: \(Value.string(specification))",
      "title: \(Value.string(title))", "subject:",
    ]
    for one in FixtureText.pairs(of: subject) {
      if case .map(let pairs) = one.value, one.key == "sources" || one.key == "streams" {
        lines += ["  \(one.key):"] + pairs.map { "    " + FixtureText.text($0) }
      } else {
        lines.append("  " + FixtureText.text(one))
      }
    }
    lines += ["", "cases:"]
    var keys = [
      "name: \(Value.string(name))",
      "clauses: \(Value.list(clauses.map(Value.string)))"
        + (clauses.isEmpty ? Self.citesNone : ""),
    ]
    if !tags.isEmpty { keys.append("tags: \(Value.list(tags.map(Value.string)))") }
    if let note { keys.append("note: \(Value.string(note))") }
    if isOrdered { keys.append("ordered: true") }
    lines += listItem(keys, margin: "  ")
    if !reactions.isEmpty { lines.append("    reactions:") }
    for reaction in reactions {
      lines += listItem(FixtureText.keys(of: reaction, in: self), margin: "      ")
    }
    lines.append("    timeline:")
    for step in steps {
      var keys = FixtureText.pairs(of: step.action, in: self).map(FixtureText.text)
      if let note = step.note { keys.append("note: \(Value.string(note))") }
      let expected = step.expected.items
      if !expected.isEmpty { keys.append("expect: \(Self.text(expected))") }
      lines += listItem(keys, margin: "      ")
    }
    return lines.joined(separator: "\n") + "\n"
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
}
