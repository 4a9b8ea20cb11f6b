// Fixtures as text that an adapter plays, and requests to a server in this process, for tests.

import AdapterProtocol
import Conformance
import Samples
import Testing

/// Runs a function that waits for an adapter on a thread of its own: the adapter needs those of the
/// tests.
func apart<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    let isStarted = Crew().start { continuation.resume(returning: body()) }
    #expect(isStarted)
  }
}

/// A clock on which time passes at once while a condition holds, and stands still otherwise.
final class TestClock: Clock {
  private let start = ContinuousClock.now
  private let time = Monitor(Duration.zero)
  private let passes: @Sendable (_ time: Duration) -> Bool

  /// Makes a clock.
  ///
  /// - Parameter passes: Whether time passes, given the time that has passed; never by default.
  init(passes: @escaping @Sendable (_ time: Duration) -> Bool = { _ in false }) {
    self.passes = passes
  }

  /// The time that has passed.
  var passed: Duration { time.read { $0 } }

  var now: ContinuousClock.Instant { start + passed }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    repeat { try await Task.sleep(for: .milliseconds(1)) } while !passes(passed)
    time.update { $0 = max($0, deadline - start) }
  }
}

extension Adapter {
  /// An adapter for tests. With their clock, the speed of the machine does not matter.
  convenience init(
    _ command: String, limits: AdapterLimits = AdapterLimits(), clock: TestClock = TestClock()
  ) throws {
    self.init(
      try AdapterCommand(command), processes: 1, limits: limits, runnerVersion: "1", clock: clock)
  }
}

/// The results of the cases of a fixture, with the index of its specification.
func outcomes(
  of fixture: String, index: ClauseIndex? = nil, by adapter: Adapter
) async -> [CaseResult.Ending] {
  await apart {
    let runner = Runner(candidates: [Candidate(adapter, name: "a")])
    guard let result = try? runner.run(Samples.fixture(fixture, index: index))
    else { return [] }
    return result.results.map(\.outcome.ending)
  }
}

extension AdapterServer {
  /// Serves requests, and returns the answers.
  func answers(to requests: [UInt8]) throws -> [UInt8] {
    let input = Monitor(requests)
    let output = Monitor<[UInt8]>([])
    try serve {
      input.update { input in
        defer { input = [] }
        return input
      }
    } write: { bytes in
      output.update { $0 += bytes }
    }
    return output.read(\.self)
  }
}
