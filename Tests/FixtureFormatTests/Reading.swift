// Fixtures as text, for tests.

import FixtureFormat
import Testing

/// A fixture of one case on `_remember`, with a timeline.
func timeline(_ steps: String) -> String {
  let lines = steps.split(separator: "\n", omittingEmptySubsequences: false)
  return """
    format: 1
    spec: _remember
    subject: {operators: [_remember]}
    cases:
      - name: n
        clauses: [c]
        timeline:

    """ + lines.map { $0.isEmpty ? "" : "      \($0)" }.joined(separator: "\n")
}

func read(
  _ document: String, index: ClauseIndex? = nil, limits: ReadingLimits = ReadingLimits()
) -> Result<Fixture, InvalidFile> {
  Fixture.read(
    SourceText(path: "x.yaml", bytes: Array(document.utf8)), index: index, limits: limits)
}

/// What is said of a document; empty if it is valid.
func problems(in document: String) -> String {
  problems(in: Array(document.utf8))
}

func problems(in bytes: [UInt8]) -> String {
  describe(Fixture.read(SourceText(path: "x.yaml", bytes: bytes)))
}

func describe<Content>(_ result: Result<Content, InvalidFile>) -> String {
  guard case .failure(let invalid) = result else { return "" }
  return invalid.problems.map(\.description).joined(separator: "\n")
}

/// The value that a scalar or flow collection stands for in an `emit`, or what is said of it.
func value(_ yaml: String) -> Result<Value, InvalidFile> {
  read(timeline("- emit: \(yaml)")).map { fixture in
    guard case .send(.next(let value), _) = fixture.cases[0].steps[0].action else { return .null }
    return value
  }
}

/// Each problem on a line: its place, the text that is marked if that is asked for, what is wrong, and the hint.
func said<Content>(of result: Result<Content, InvalidFile>, marks: Bool = false) -> [String] {
  guard case .failure(let invalid) = result else { return [] }
  return invalid.problems.map { problem in
    var line = problem.place.map { "\($0.line):\($0.column): " } ?? ""
    if marks, let place = problem.place, let excerpt = problem.excerpt {
      let marked = excerpt.unicodeScalars.dropFirst(place.column - 1).prefix(problem.length)
      line += "‹\(String(String.UnicodeScalarView(marked)))› "
    }
    return line + problem.message + (problem.hint.map { " → \($0)" } ?? "")
  }
}

/// A row of a table: a text, and what is said of it.
struct Row: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let text: String
  let says: [String]

  /// Reads a table. A row is a name behind `✗`, if it has one, then a text, then behind `⇒` each problem with
  /// it, or `valid`. The next line begins another row.
  ///
  /// - Parameters:
  ///   - text: The rows.
  ///   - document: Makes a document of the text of a row.
  /// - Returns: Its rows.
  static func table(_ text: String, in document: (String) -> String = { $0 }) -> [Row] {
    var rows: [(lines: [Substring], says: [String])] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let parts = line.split(separator: #/(?:^| )⇒ /#, omittingEmptySubsequences: false)
      if rows.last?.says.isEmpty != false || !parts[0].isEmpty {
        if rows.last?.says.isEmpty != true { rows.append(([], [])) }
        if parts.count == 1 || !parts[0].isEmpty { rows[rows.count - 1].lines.append(parts[0]) }
      }
      if parts.count > 1 { rows[rows.count - 1].says.append(String(parts[1])) }
    }
    return rows.filter { !$0.says.isEmpty }.map { row in
      let name = row.lines.first.flatMap { $0.hasPrefix("✗ ") ? String($0.dropFirst(2)) : nil }
      let text = row.lines.dropFirst(name == nil ? 0 : 1).joined(separator: "\n")
      return Row(
        testDescription: name ?? text, text: document(text),
        says: row.says == ["valid"] ? [] : row.says)
    }
  }
}
