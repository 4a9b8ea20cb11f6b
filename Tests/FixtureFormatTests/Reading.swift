// Fixtures as text, for tests.

import FixtureFormat

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
