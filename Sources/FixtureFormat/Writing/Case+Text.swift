// A case as a fixture of its own, and on one line, for cases that were found by a search.

extension Case {
  /// The comment for a case that cites no clause, which its author has to correct.
  package static let citesNone =
    "  # cite the clause that this demonstrates; no case of this subject cites one"

  /// The text of a fixture of this case alone, with a line break at its end.
  package func fixture(specification: Name, title: String) -> String {
    [self].fixture(specification: specification, title: title)
  }

  /// Its subject and its actions, on one line.
  package var line: String {
    let actions = steps.map { step in
      FixtureText.pairs(of: step.action, in: self).map { "\($0.key) \($0.value)" }
        .joined(separator: " ")
    }
    let done = (actions + reactions.map { FixtureText.line($0, of: self) }).joined(separator: "; ")
    guard case .stream(let stream) = subject, !stream.isSeveral else {
      return "\(FixtureText.line(subject)): \(done)"
    }
    let operators = stream.operators.map { one in
      "\(one.name)" + (one.argument.map { " \($0)" } ?? "")
    }
    let isScripted = stream.sources.contains { !$0.connections.allSatisfy(\.notifications.isEmpty) }
    let sources = FixtureText.pairs(of: subject).first { $0.key == "sources" }
    return (operators.isEmpty ? ["no operator"] : operators).joined(separator: ", ")
      + (isScripted ? " over \(sources!.value)" : "") + ": \(done)"
  }

  /// The case as an item of a list.
  fileprivate func lines(withSubject: Bool) -> [String] {
    let cited = "clauses: \(Value.list(clauses.map(Value.string)))"
    var keys = ["name: \(Value.string(name))", clauses.isEmpty ? cited + Self.citesNone : cited]
    if let note { keys.append("note: \(Value.string(note))") }
    if isOrdered { keys.append("ordered: true") }
    if withSubject { keys.append("subject: \(FixtureText.line(subject))") }
    var lines = listItem(keys, margin: "  ")
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
    return lines
  }
}

extension [Case] {
  /// The text of a fixture of these cases, with a line break at its end. Reading it gives the same
  /// cases, if they cite clauses, have no tags, and have no `either`.
  ///
  /// - Parameters:
  ///   - specification: The specification that it tests.
  ///   - title: One line on what the file is about.
  /// - Returns: The text. It does not depend on the places of the cases.
  /// - Complexity: O(*n*) in the size of the cases.
  package func fixture(specification: Name, title: String) -> String {
    var lines = [
      "format: \(Fixture.formatVersion)", "spec: \(Value.string(specification))",
      "title: \(Value.string(title))",
    ]
    if count == 1 {
      lines.append("subject:")
      for one in FixtureText.pairs(of: self[0].subject) {
        if case .map(let pairs) = one.value, one.key == "sources" || one.key == "streams" {
          lines += ["  \(one.key):"] + pairs.map { "    " + FixtureText.text($0) }
        } else {
          lines.append("  " + FixtureText.text(one))
        }
      }
    }
    lines += ["", "cases:"] + flatMap { $0.lines(withSubject: count > 1) }
    return lines.joined(separator: "\n") + "\n"
  }
}
