// Fixtures as text, played by an adapter, for tests.

import AdapterProtocol
import Conformance
import Testing

/// Does what waits for an adapter, on a thread of its own: those of the tests are the adapter's too.
func apart<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    let isStarted = Crew().start { continuation.resume(returning: body()) }
    #expect(isStarted)
  }
}

/// What becomes of the cases of a fixture, with the index of its specification.
func outcomes(
  of fixture: String, index: ClauseIndex? = nil, by adapter: Adapter
) async -> [CaseResult.Ending] {
  await apart {
    let source = SourceText(path: "x.yaml", bytes: Array(fixture.utf8))
    let runner = Runner(candidates: [Candidate(adapter, name: "a")])
    guard let result = try? runner.run(Fixture.read(source, index: index).get(), index: index),
      case .ran(_, let cases) = result.content
    else { return [] }
    return cases.map(\.outcome.ending)
  }
}
