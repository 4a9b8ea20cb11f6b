// A case as a fixture of its own, for cases that were found by a search.

import Conformance

extension Case {
  /// What is said where a case cites no clause, which has to be mended by its author.
  package static let citesNone =
    "  # cite what this demonstrates: no clause is known that cases of this subject cite"

  /// The text of a fixture of this case alone, with a line break at its end. Reading it gives the same case, if
  /// that cites a clause, has no tags, and leaves nothing open.
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
    let cited = "clauses: \(Value.list(clauses.map(Value.string)))"
    let keys = ["name: \(Value.string(name))", clauses.isEmpty ? cited + Self.citesNone : cited]
    let note = note.map { ["note: \(Value.string($0))"] } ?? []
    lines += ["", "cases:"] + listItem(keys + note, margin: "  ")
    if !reactions.isEmpty { lines.append("    reactions:") }
    for reaction in reactions {
      lines += listItem(FixtureText.keys(of: reaction, in: self), margin: "      ")
    }
    lines.append("    timeline:")
    for step in steps {
      let events = step.expectation.map(\.description).joined(separator: ", ")
      let keys = FixtureText.pairs(of: step.action, in: self).map(FixtureText.text)
      let expect = events.isEmpty ? [] : ["expect: [\(events)]"]
      lines += listItem(keys + expect, margin: "      ")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
