// Bytes to diagnostics: the shim, the tree, the fixture, and the other files that authors write.

import Conformance
import Samples

/// Limits that a short input can reach.
let tightLimits: ReadingLimits = {
  var limits = ReadingLimits()
  limits.depth = 12
  limits.nodes = 2_000
  return limits
}()

/// A specification with every channel and kind of argument, which leaves all order free.
private let words: ClauseIndex = {
  var index = sampleWords
  index.unordered = Set(SourceEvent.allCases)
  return index
}()

/// A fixture that takes no time to play; `nil` of other bytes.
func shortFixture(_ bytes: [UInt8]) -> Fixture? {
  let source = SourceText(path: "x.yaml", bytes: bytes)
  guard let fixture = try? Fixture.read(source, limits: tightLimits).get(),
    fixture.cases.count <= 20, fixture.cases.allSatisfy({ $0.steps.count <= 50 })
  else { return nil }
  return fixture
}

/// Whatever the bytes are, reading ends, and what is wrong is said within the file.
func fuzzReading(_ bytes: [UInt8]) {
  let source = SourceText(path: "x.yaml", bytes: bytes)
  func check(_ problems: [Diagnostic]) {
    precondition(!problems.isEmpty, "a file is refused without a reason")
    for problem in problems {
      precondition(!"\(problem)".utf8.contains { $0 < 0x20 && $0 != 0x0A }, "a control character")
      precondition((problem.place?.line ?? 1) >= 1 && (problem.place?.column ?? 1) >= 1)
    }
  }
  for index in [nil, words] {
    switch Fixture.read(source, index: index, limits: tightLimits) {
    case .success(let fixture):
      precondition(!fixture.cases.isEmpty)
      for testCase in fixture.cases {
        precondition(!testCase.steps.isEmpty)
        _ = MarblePicture(of: testCase).lines
        _ = MarblePicture(of: testCase).svg
      }
    case .failure(let invalid): check(invalid.problems)
    }
  }
  if case .failure(let invalid) = ClauseIndex.read(source, limits: tightLimits) {
    check(invalid.problems)
  }
  switch KnownFailures.read(source, limits: tightLimits) {
  case .success(let known):
    let again = KnownFailures.read(SourceText(path: "y.yaml", bytes: Array(known.text.utf8)))
    let entries = try? again.get().entries
    func texts(_ entries: [KnownFailures.Entry]?) -> [[Name]]? {
      entries?.map { [$0.title, $0.implementation, Name($0.reason)] }
    }
    precondition(texts(entries) == texts(known.entries))
    precondition(entries?.map(\.statement) == known.entries.map(\.statement))
    // What comes of a change is read back, or it is refused.
    for position in known.entries.indices {
      _ = try? known.rewritten([position: .removed], adding: [known.entries[0]])
      _ = try? known.rewritten([position: .restated(known.entries[0])], adding: [])
    }
  case .failure(let invalid): check(invalid.problems)
  }
  let checks = ProjectFile.Checks(builtIn: ["swift"], label: { _ in nil }, command: { _ in nil }) {
    _, _ in nil
  }
  switch ProjectFile.read(source, checks, limits: tightLimits) {
  case .success(let project):
    // It reads again what it has added.
    let added = project.text(adding: .init(label: "added", command: "added"))
    precondition(added.map { $0.count > bytes.count } ?? true)
  case .failure(let invalid): check(invalid.problems)
  }
}
