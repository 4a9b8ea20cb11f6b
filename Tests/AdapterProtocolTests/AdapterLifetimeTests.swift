import AdapterProtocol
import Conformance
import Foundation
import Testing

@Suite("An adapter, without the executable around it")
struct AdapterLifetimeTests {
  private static let fixture = """
    format: 1
    spec: s
    subject: {property: scoped, store: 1}
    cases:
      - {name: one, clauses: [c], timeline: [{read: store, expect: [returns: 1]}]}
      - {name: other, clauses: [c], timeline: [{read: store, expect: [returns: 1]}]}

    """

  /// What becomes of the two cases of a fixture.
  private func run(_ adapter: Adapter) async -> [String] {
    await outcomes(of: Self.fixture, by: adapter).map { outcome in
      if case .erred(let error) = outcome { error.message } else { "\(outcome)" }
    }
  }

  @Test(
    "that cannot be started answers every plan, now and later, whether it has been asked for or not"
  )
  func missing() async throws {
    let adapter = Adapter(
      try AdapterCommand("/there/is/none"), processes: 4, runnerVersion: "1")
    let problem = "the adapter cannot be started: there is no program `/there/is/none`"
    #expect(await run(adapter) == [problem, problem])
    #expect(await run(adapter) == [problem, problem])
    #expect(await apart { (try? adapter.waitUntilReady()) == nil })
  }

  @Test("that has been ended answers every plan", arguments: [true, false])
  func ended(_ isStopped: Bool) async throws {
    let adapter = Adapter(try AdapterCommand("cat"), processes: 1, runnerVersion: "1")
    await apart { if isStopped { adapter.stop() } else { _ = adapter.finish() } }
    let problem = "not run, because the adapter had been ended before"
    #expect(await run(adapter) == [problem, problem])
  }

  @Test("that no longer reads is no end of the process: it is silent")
  func deaf() async throws {
    // Signals are as the system has them: whoever uses the library need not ignore any.
    let answer =
      #"{"jsonrpc":"2.0","id":0,"result":{"protocol":1,"implementation":{"name":"deaf"}}}"#
    var limits = AdapterLimits()
    limits.timeout = .milliseconds(60)
    limits.restarts = 0
    let adapter = Adapter(
      try AdapterCommand("sh -c 'read line; exec <&-; echo \"$0\"; exec sleep 5' '\(answer)'"),
      processes: 1, limits: limits, runnerVersion: "1")
    let outcomes = await run(adapter)
    #expect(outcomes.count == 2)
    _ = await apart(adapter.finish)
  }

  /// An adapter that plays scoped properties, and dies of others.
  private static let halfway = """
    sh -c 'while read -r line; do case "$line" in
    *initialize*) echo "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":0,\\"result\\":$0}";;
    *unscoped*) exit 5;;
    *\\"run\\"*) id="${line#*\\"id\\":}"; echo "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":${id%%,*},\\"result\\":{\\"trace\\":[[[\\"returns\\",1]]]}}";;
    *) exit 0;; esac; done' '{"protocol":1,"implementation":{"name":"halfway"}}'
    """

  @Test("that is stopped while it is being ended for a wrong answer answers every plan")
  func stoppedWhileEnding() async throws {
    let marker = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: marker) }
    let introduction =
      #"{"jsonrpc":"2.0","id":0,"result":{"protocol":1,"implementation":{"name":"wrong"}}}"#
    let answer = #"{"jsonrpc":"2.0","id":1,"result":{"trace":5}}"#
    // Its input ends when it is about to be ended, and what ignores the signal for that takes a while.
    let adapter = Adapter(
      try AdapterCommand(
        "sh -c 'trap \"\" TERM; read l; echo \"$0\"; read l; echo \"$1\"; while read l; do :; done; touch \"$2\"; sleep 5' "
          + "'\(introduction)' '\(answer)' '\(marker.path)'"),
      processes: 1, runnerVersion: "1")
    async let outcomes = run(adapter)
    await apart {
      while !FileManager.default.fileExists(atPath: marker.path) { usleep(1_000) }
      adapter.stop()
    }
    #expect(await outcomes.count == 2)
  }

  @Test("spends no restart on what it has failed at, while what it has not is still to come")
  func feeding() async throws {
    var limits = AdapterLimits()
    limits.restarts = 2
    let adapter = Adapter(
      try AdapterCommand(Self.halfway), processes: 1, limits: limits, runnerVersion: "1")
    let outcomes = Monitor([String]())
    @Sendable func play(_ property: Subject.Property, _ store: Name) {
      let plan = Plan(subject: .property(property), timeline: [.read(store: store)])
      adapter.play(plan, likely: [[]]) { performance, _ in
        let word = if case .played = performance { "played" } else { "erred" }
        outcomes.update { $0.append(word) }
      }
    }
    let one = Value.number(1)
    adapter.expect(more: true)
    for _ in 1...4 {
      play(
        Subject.Property(isScoped: false, stores: [Subject.Store(name: "left", value: one)]), "left"
      )
    }
    let first = await apart { outcomes.wait { $0.first } }
    #expect(first == "erred")
    play(
      Subject.Property(isScoped: true, stores: [Subject.Store(name: "store", value: one)]), "store")
    adapter.expect(more: false)
    let all = await apart { outcomes.wait { $0.count == 5 ? $0 : nil } }
    #expect(all.sorted() == ["erred", "erred", "erred", "erred", "played"])
    _ = await apart(adapter.finish)
  }

  @Test(
    "is silent in time that the runner had itself",
    arguments: [
      // The slices that pass, in milliseconds, and whether it is called silent.
      ([60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60], false),
      ([60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60], true),
      ([60, 60, 60_000, 60, 60], false),
      ([960], false),
    ] as [([Int], Bool)])
  func silence(_ slices: [Int], _ isSilent: Bool) {
    let (limit, start) = (Duration.milliseconds(960), ContinuousClock.now)
    let slice = Silence.slice(of: limit)
    #expect(slice == .milliseconds(60))
    var silence = Silence(since: start)
    for elapsed in slices {
      silence.count(slice, elapsed: .milliseconds(elapsed), progress: start)
    }
    #expect(silence.exceeds(limit) == isSilent)
    silence.count(slice, elapsed: slice, progress: start + .seconds(1))
    #expect(!silence.exceeds(limit))
  }

  @Test(
    "is served its requests, and notifications have no answer",
    arguments: [
      (#"{"jsonrpc":"2.0","method":"initialize","params":{"protocol":1}}"#, 0),
      (#"{"jsonrpc":"2.0","method":"run","params":{}}"#, 0),
      (#"{"jsonrpc":"2.0","method":"nothing"}"#, 0),
      (#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocol":1}}"#, 1),
      (#"{"jsonrpc":"2.0","id":1,"method":"nothing"}"#, 1),
    ])
  func notifications(_ request: String, _ answers: Int) async throws {
    struct Nothing: Implementation { let name = "nothing" }
    let server = AdapterServer(Nothing(), version: "1", operators: [])
    let input = Monitor([Array((request + "\n").utf8)])
    let written = Monitor(0)
    await apart {
      try? server.serve {
        input.update { $0.popLast() ?? [] }
      } write: { _ in
        written.update { $0 += 1 }
      }
    }
    #expect(written.read { $0 } == answers)
  }
}
