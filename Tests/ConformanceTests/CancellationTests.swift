import Conformance
import ReactiveMotionConformance
import Samples
import Testing

@Suite("A run that is cancelled")
struct CancellationTests {
  private static let cases = Samples.cases(
    Array(repeating: "[{subscribe: a, expect: [upstream: connect]}]", count: 6))

  /// Cancels a run at one of the cases.
  private struct Cancelling: Implementation {
    let name = "cancelling"
    let cancellation: Cancellation
    let played = Monitor(0)

    func stream(_ subject: TestedStream) throws(Unsupported) -> Subscribe {
      if played.next() == 2 { cancellation.cancel() }
      return try SwiftStreams().stream(subject)
    }
  }

  /// Cancels a run at one of the plans, and answers it and all later ones once the run has returned.
  private final class CancellingRemote: RemoteImplementation {
    let cancellation: Cancellation
    private let played = Monitor(0)
    private let late = Monitor<[@Sendable () -> Void]>([])

    init(_ cancellation: Cancellation) {
      self.cancellation = cancellation
    }

    func play(
      _ plan: Plan, likely trace: Trace,
      deliver: @escaping @Sendable (Performance, Duration) -> Void
    ) {
      let number = played.next()
      if number < 2 { return deliver(.played(trace), .zero) }
      late.update { $0.append { deliver(.played(trace), .zero) } }
      if number == 5 { cancellation.cancel() }
    }

    func dropWaiting() {}

    func answerLate() {
      for answer in late.read(\.self) { answer() }
    }
  }

  @Test("delivers the finished cases of an unfinished file", arguments: [true, false])
  func endedCases(_ isRemote: Bool) throws {
    let cancellation = Cancellation()
    let remote = CancellingRemote(cancellation)
    let outcomes = Monitor(0)
    var runner = Runner(candidates: [
      isRemote
        ? Candidate(remote, name: "remote") : Candidate(Cancelling(cancellation: cancellation))
    ])
    runner.watch = { _ in _ = outcomes.next() }
    let result = try runner.run(fixture(Self.cases), cancellation: cancellation)
    remote.answerLate()
    #expect(outcomes.read(\.self) == 2)
    #expect(result.unfinishedCases == 4)
    let ended = result.results
    #expect(ended.map(\.testCase.name) == ["c0", "c1"])
    #expect(ended.allSatisfy { $0.outcome.isPassed })

    var reporter = TextReporter(style: .plain)
    let summary = RunSummary(of: ["streams"])
    let report = reporter.report(result, of: summary) + reporter.end(summary)
    #expect(report.hasPrefix("- x.yaml  2 conform, 4 not run\n"), "\(report)")
  }

  @Test("runs nothing where it was cancelled before")
  func before() throws {
    let cancellation = Cancellation()
    cancellation.cancel()
    let streams = Cancelling(cancellation: Cancellation())
    let result = try Runner(implementation: streams)
      .run(fixture(Self.cases), cancellation: cancellation)
    #expect(streams.played.read(\.self) == 0)
    #expect(result.results.isEmpty)
  }

  @Test("calls the actions of bodies that have not returned, last first, and forgets the others")
  func actions() {
    let cancellation = Cancellation()
    let done = Monitor<[Int]>([])
    func note(_ number: Int) -> @Sendable () -> Void {
      { done.update { $0.append(number) } }
    }
    cancellation.perform({}, onCancel: note(0))
    cancellation.perform(
      { cancellation.perform({ cancellation.cancel() }, onCancel: note(2)) }, onCancel: note(1))
    cancellation.perform({}, onCancel: note(3))
    #expect(done.read(\.self) == [2, 1, 3])
  }
}

extension Monitor<Int> {
  /// How often this was called before.
  fileprivate func next() -> Int {
    update { count in
      count += 1
      return count - 1
    }
  }
}
