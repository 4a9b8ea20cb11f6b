import AdapterProtocol
import Conformance
import Foundation
import Laboratory
import Samples
import Testing

@Suite("An adapter, without the executable around it")
struct AdapterLifetimeTests {
  private static let fixture = cases(
    Array(repeating: "[{read: store, expect: [returns: 1]}]", count: 2),
    subject: "{property: scoped, store: 1}")

  /// A file that does not exist yet.
  private static var newFile: URL {
    FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  }

  /// The results of the cases of a fixture, by default two cases.
  private func run(_ adapter: Adapter, _ fixture: String = fixture) async -> [String] {
    await outcomes(of: fixture, by: adapter).map { ending in
      switch ending {
      case .erred(let error): error.message
      case .passed: "passed"
      default: "\(ending)"
      }
    }
  }

  @Test(
    "that cannot be started answers every plan, before and after the failed start"
  )
  func missing() async throws {
    let adapter = try Adapter("/there/is/none")
    let problem = "the adapter cannot be started: there is no program `/there/is/none`"
    for _ in 1...2 { #expect(await run(adapter) == [problem, problem]) }
    #expect(await apart { (try? adapter.waitUntilReady()) == nil })
  }

  @Test("that has been ended answers every plan", arguments: [true, false])
  func ended(_ isStopped: Bool) async throws {
    let adapter = try Adapter("cat")
    await apart { if isStopped { adapter.stop() } else { _ = adapter.finish() } }
    let problem = "not run, because the adapter had been ended before"
    #expect(await run(adapter) == [problem, problem])
  }

  @Test("that no longer reads does not end the runner: it is silent")
  func deaf() async throws {
    // Signals have their default handlers: users of the library need not ignore any.
    let answer =
      #"{"jsonrpc":"2.0","id":0,"result":{"protocol":1,"implementation":{"name":"deaf"}}}"#
    let marker = Self.newFile
    defer { try? FileManager.default.removeItem(at: marker) }
    var limits = AdapterLimits()
    limits.restarts = 0
    let adapter = try Adapter(
      "sh -c 'read line; exec <&-; echo \"$0\"; touch \"$1\"; exec sleep 600' '\(answer)' '\(marker.path)'",
      limits: limits,
      clock: TestClock { _ in FileManager.default.fileExists(atPath: marker.path) })
    let outcomes = await run(adapter)
    #expect(outcomes.count == 2)
    _ = await apart(adapter.finish)
  }

  @Test("that is stopped while it is being ended for a wrong answer answers every plan")
  func stoppedWhileEnding() async throws {
    let marker = Self.newFile
    defer { try? FileManager.default.removeItem(at: marker) }
    let introduction =
      #"{"jsonrpc":"2.0","id":0,"result":{"protocol":1,"implementation":{"name":"wrong"}}}"#
    let answer = #"{"jsonrpc":"2.0","id":1,"result":{"trace":5}}"#
    // Its input ends when it is about to be ended; ignoring the signal delays that.
    let adapter = try Adapter(
      "sh -c 'trap \"\" TERM; read l; echo \"$0\"; read l; echo \"$1\"; while read l; do :; done; touch \"$2\"; sleep 5' "
        + "'\(introduction)' '\(answer)' '\(marker.path)'")
    async let count = {
      let count = await run(adapter).count
      // A slow process may have been killed before that.
      try? Data().write(to: marker)
      return count
    }()
    await apart {
      while !FileManager.default.fileExists(atPath: marker.path) { usleep(1_000) }
      adapter.stop()
    }
    #expect(await count == 2)
  }

  @Test("spends no restart on plans of a kind that has failed, while others may still come")
  func feeding() async throws {
    var limits = AdapterLimits()
    limits.restarts = 2
    let adapter = try Adapter(
      Self.reading(
        Self.newFile, where: #"case "$line" in *unscoped*);; *) false;; esac"#, "exit 5"),
      limits: limits)
    let outcomes = Monitor([String]())
    @Sendable func play(_ store: Name, isScoped: Bool = false) {
      let stores = [Subject.Store(name: store, value: .number(1))]
      let plan = Plan(
        subject: .property(Subject.Property(isScoped: isScoped, stores: stores)),
        timeline: [.read(store: store)])
      adapter.play(plan, likely: [[]]) { performance, _ in
        let word = if case .played = performance { "played" } else { "erred" }
        outcomes.update { $0.append(word) }
      }
    }
    adapter.expect(more: true)
    for _ in 1...4 { play("left") }
    let first = await apart { outcomes.wait { $0.first } }
    #expect(first == "erred")
    play("store", isScoped: true)
    adapter.expect(more: false)
    let all = await apart { outcomes.wait { $0.count == 5 ? $0 : nil } }
    #expect(all.sorted() == ["erred", "erred", "erred", "erred", "played"])
    _ = await apart(adapter.finish)
  }

  /// An adapter that answers that a case reads 1, and serves a deviation. The shell runs a command
  /// at first, and another one instead of some answers. By default, that one hangs, and writes its
  /// process id to the file `$1`.
  private static func reading(
    _ file: URL, after start: String = ":", where condition: String = "false",
    _ action: String = #"echo $$ > "$1"; exec sleep 600"#
  ) -> String {
    let introduction =
      #"{"protocol":1,"implementation":{"name":"reading"},"supports":{"deviations":[{"name":"hangs","clause":"c","sentence":"It hangs."}]}}"#
    return #"""
      sh -c '\#(start); while read -r line; do case "$line" in
      *initialize*) echo "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":$0}";;
      *\"run\"*) plans=$((plans + 1)); id="${line#*\"id\":}"
      if \#(condition); then \#(action); fi
      echo "{\"jsonrpc\":\"2.0\",\"id\":${id%%,*},\"result\":{\"trace\":[[[\"returns\",1]]]}}";;
      *) exit 0;; esac; done' '\#(introduction)' '\#(file.path)'
      """#
  }

  /// Uses an adapter that hangs if the shell says so. Time passes only while it hangs.
  private func withAdapter<Result>(
    hangingWhere condition: String, _ use: (Adapter) async throws -> Result
  ) async throws -> Result {
    let file = Self.newFile
    defer { try? FileManager.default.removeItem(at: file) }
    let clock = TestClock { _ in
      let text = try? String(contentsOf: file, encoding: .utf8)
      return text.flatMap { pid_t($0.dropLast()) }.map { kill($0, 0) == 0 } ?? false
    }
    return try await use(
      Adapter(Self.reading(file, where: condition), clock: clock))
  }

  private static func reads(_ stores: [Int]) -> String {
    cases(
      stores.map {
        "[{read: store, expect: [returns: 1]}], subject: {property: unscoped, stores: {store: \($0)}}"
      })
  }

  private static let silence = "the adapter was silent for 10 seconds (--timeout)"

  @Test("that is silent in one case fails there, and plays the others")
  func silent() async throws {
    let condition = #"case "$line" in *\"store\":2*);; *) false;; esac"#
    try await withAdapter(hangingWhere: condition) { adapter in
      let outcomes = await run(adapter, Self.reads([1, 2, 1]))
      #expect(outcomes == ["passed", Self.silence, "passed"])
      #expect(await apart(adapter.finish).isEmpty)
    }
  }

  @Test("that is silent once, but not when its cases are played again, is itself at fault")
  func silentOnce() async throws {
    try await withAdapter(hangingWhere: "[ $plans = 4 ]") { adapter in
      let outcomes = await run(adapter, Self.reads([1, 1, 1, 1, 1]))
      #expect(outcomes == Array(repeating: "passed", count: 5))
      let faults = await apart(adapter.finish)
      #expect(faults.map(\.message) == [Self.silence])
      let moment = try #require(faults.first?.details.first)
      #expect(moment.hasSuffix("`, which went well when it was played again"), "\(moment)")
    }
  }

  @Test("that hangs in every case of a deviation fails with an error there, which catches nothing")
  func silentDeviation() async throws {
    let condition = #"case "$line" in *deviation*);; *) false;; esac"#
    try await withAdapter(hangingWhere: condition) { adapter in
      let audit = try await apart {
        Result {
          try adapter.waitUntilReady()
          return try Audit(
            [Samples.fixture(Self.reads([1]))],
            by: Runner(candidates: [Candidate(adapter, name: "a")]),
            deviations: adapter.deviations)
        }
      }.get()
      #expect(audit.erring.map(\.error?.message) == [Self.silence])
      #expect(audit.uncaught.map(\.name) == ["hangs"])
      _ = await apart(adapter.finish)
    }
  }

  @Test("has time of its own to start")
  func start() async throws {
    let file = Self.newFile
    defer { try? FileManager.default.removeItem(at: file) }
    var limits = AdapterLimits()
    limits.timeout = .seconds(1)
    let clock = TestClock { $0 < .seconds(20) }
    let adapter = try Adapter(
      Self.reading(file, after: #"until [ -e "$1" ]; do sleep 0.01; done"#), limits: limits,
      clock: clock)
    async let outcomes = run(adapter)
    await apart {
      while clock.passed < .seconds(20) { usleep(1_000) }
      try? Data().write(to: file)
    }
    #expect(await outcomes == ["passed", "passed"])
    _ = await apart(adapter.finish)
  }

  @Test(
    "is silent only in time in which the runner ran, too",
    arguments: [
      // The slices that pass, in milliseconds, and whether it counts as silent.
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
}
