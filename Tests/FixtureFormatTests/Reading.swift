// Fixtures as text, for tests.

import FixtureFormat
import Testing

/// A fixture of one case: an optional line with its subject, an optional one with its reactions,
/// and its steps, which begin on line 8, or after reactions on line 9. Keys before the first step
/// belong to a step that subscribes `a`.
func timeline(_ text: String) -> String {
  timeline(text, of: "_remember", "{operators: [_remember]}")
}

func timeline(_ text: String, of specification: String, _ subject: String) -> String {
  var steps = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
  func take(_ key: String) -> String? {
    guard let line = steps.first, line.hasPrefix("\(key): ") else { return nil }
    steps.removeFirst()
    return String(line)
  }
  let head = """
    format: 1
    spec: \(specification)
    \(take("subject") ?? "subject: \(subject)")
    cases:
      - name: n
        clauses: [c]

    """
  let reactions = take("reactions").map { "    \($0)\n" } ?? ""
  let keys = steps.prefix { $0.first?.isLetter == true }
  if !keys.isEmpty || steps.isEmpty {
    steps = ["- subscribe: a"] + keys.map { "  \($0)" } + steps.dropFirst(keys.count)
  }
  return head + reactions + "    timeline:\n"
    + steps.map { $0.isEmpty ? "" : "      \($0)" }.joined(separator: "\n")
}

func index(_ text: String) -> Result<ClauseIndex, InvalidFile> {
  ClauseIndex.read(SourceText(path: "spec.yaml", bytes: Array(text.utf8)))
}

func read(
  _ document: String, index: ClauseIndex? = nil, limits: ReadingLimits = ReadingLimits()
) -> Result<Fixture, InvalidFile> {
  Fixture.read(
    SourceText(path: "x.yaml", bytes: Array(document.utf8)), index: index, limits: limits)
}

/// The diagnostics of a document; empty if it is valid.
func problems(in document: String) -> String {
  problems(in: Array(document.utf8))
}

func problems(in bytes: [UInt8]) -> String {
  let result = Fixture.read(SourceText(path: "x.yaml", bytes: bytes))
  guard case .failure(let invalid) = result else { return "" }
  return invalid.problems.map(\.description).joined(separator: "\n")
}

/// The value of a scalar or flow collection in an `emit`, or its diagnostics.
func value(_ yaml: String) -> Result<Value, InvalidFile> {
  read(timeline("- emit: \(yaml)")).map { fixture in
    guard case .send(.next(let value), _) = fixture.cases[0].steps[0].action else { return .null }
    return value
  }
}

/// Each problem on a line: its place, the marked text if requested, the message, and the hint.
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

/// A row of a table: a text, and its diagnostics.
struct Row: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let text: String
  let says: [String]

  /// Checks the diagnostics; the row shows whether the text is marked.
  func check<Content>(_ result: Result<Content, InvalidFile>) {
    #expect(said(of: result, marks: says.contains { $0.contains("‹") }) == says)
  }

  /// Reads a table. A row is a text, then after `⇒` each problem with it, or `valid`. The next line
  /// begins another row.
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
      let text = row.lines.joined(separator: "\n")
      return Row(
        testDescription: text, text: document(text), says: row.says == ["valid"] ? [] : row.says)
    }
  }
}
