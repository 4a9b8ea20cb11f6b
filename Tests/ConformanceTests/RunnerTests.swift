import Conformance
import Foundation
import ReactiveMotionConformance
import Testing

@Suite("A run")
struct RunnerTests {
  @Test(
    "fails a case on any difference",
    arguments: [
      "expect: [a: 1]", "expect: [upstream: disconnect]",
      "expect: [upstream: connect, upstream: connect]", "expect: []", "note: silence",
    ])
  func failing(_ expectation: String) throws {
    let outcome = try results(of: timeline("- subscribe: a\n  \(expectation)"))[0].outcome
    #expect(outcome.isFailure)
  }

  @Test("plays the cases of one file on as many threads as there are jobs, in one order")
  func jobsOfOneFile() throws {
    let names: [Name] = (1...8).map { "case \($0)" }
    let text =
      "format: 1\nspec: _remember\nsubject: {operators: [_remember]}\ncases:\n"
      + names.map { "  - {name: \($0), clauses: [c], timeline: [subscribe: a]}\n" }.joined()
    let results = try results(of: text, by: Accompanied()) { $0.jobs = 2 }
    #expect(results.map(\.testCase.name) == names)
    #expect(results.allSatisfy { $0.outcomes.count == 1 && $0.outcome.isFailure })
  }

  /// Passes each case, and says that it took longer than the one before.
  private struct Slowing: RemoteImplementation {
    private let played = Monitor(0)

    func play(
      _ plan: Plan, likely trace: Trace,
      deliver: @escaping @Sendable (Performance, Duration) -> Void
    ) {
      let number = played.update { played in
        played += 1
        return played
      }
      deliver(.played(trace), .milliseconds(300 * number))
    }

    func dropWaiting() {}
  }

  @Test("has the time of each case as the implementation tells it, to the millisecond in JUnit")
  func times() throws {
    let names = (1...3).map { "  - {name: n\($0), clauses: [c], timeline: [subscribe: a]}\n" }
    let text =
      "format: 1\nspec: _remember\nsubject: {operators: [_remember]}\ncases:\n" + names.joined()
    var runner = Runner(candidates: [Candidate(Slowing(), name: "slowing")])
    let junit = report(try runner.run(fixture(text)), by: JUnitReporter(names: ["slowing"]))
    let times = junit.matches(of: #/<test(?:suite|case) [^>]*time="([0-9.]+)"/#).map(\.1)
    #expect(times == ["1.8", "0.3", "0.6", "0.9"], "\(junit)")
  }

  @Test("runs what another type implements, and skips the rest")
  func otherImplementation() throws {
    struct Nothing: Implementation {
      let name = "nothing"
    }
    for subject in [
      "{operators: [_remember]}", "{property: scoped, store: 1}",
      "{property: unscoped, stores: {left: 1}}",
    ] {
      guard
        case .skipped = try results(of: timeline("- advance: 1", subject: subject), by: Nothing())[
          0
        ].outcome.ending
      else {
        Issue.record("not skipped: \(subject)")
        continue
      }
    }
  }

  static let plays = [
    (
      "expects exactly what happens", "{operators: [_remember]}", "",
      "{subscribe: a, expect: [upstream: connect]}, {emit: 1, expect: [a: 1]}"
    ),
    (
      "time may move on, and moves nothing that does not keep it", "{operators: [_remember]}", "",
      "{subscribe: a, expect: [upstream: connect]}, {advance: 2.5}"
    ),
    (
      "a subject without operators is its source",
      "{operators: [], sources: {upstream: {on-connect: [1, 2]}}}", "",
      """
      {subscribe: a, expect: [upstream: connect, a: 1, a: 2]},
      {subscribe: b, expect: [upstream: connect, b: 1, b: 2]}, {emit: 3, expect: [a: 3, b: 3]},
      {unsubscribe: a, expect: [upstream: disconnect]}, {state: active, expect: [b.state: active]}
      """
    ),
    (
      "a connection that is disconnected during an emission is left out of it", "{operators: []}",
      "{when: {a: 1}, do: [{unsubscribe: b}, {subscribe: c}]}",
      """
      {subscribe: a, expect: [upstream: connect]}, {subscribe: b, expect: [upstream: connect]},
      {emit: 1, expect: [a: 1, upstream: disconnect, upstream: connect]}
      """
    ),
    (
      "a reaction fires once, and several for the same event in their order",
      "{property: scoped, store: 0}",
      """
      {when: {store: 1}, do: [{read: store}]}, {when: {store: 1}, do: [{write: 1}, {set: 9}]},
      {when: {returns: 1}, do: [{write: 2}]}
      """,
      """
      {write: 1, expect: [store: 1, returns: 1, store: 2, store: 1]},
      {read: store, expect: [returns: 9]}
      """
    ),
  ]

  @Test("passes a case whose trace is exactly what is expected", arguments: plays)
  func passing(_ name: String, subject: String, reactions: String, steps: String) throws {
    let text = """
      {format: 1, spec: s, subject: \(subject), cases: [
      {name: n, clauses: [c], reactions: [\(reactions)], timeline: [\(steps)]}]}
      """
    #expect(try results(of: text)[0].outcome.isPassed, "\(name)")
  }

  @Test("a case that never ends is an error of that case, and the others are run")
  func endless() throws {
    let text = """
      format: 1
      spec: _remember
      subject: {operators: [_remember]}
      cases:
        - name: before
          clauses: [c]
          timeline: [{subscribe: a, expect: [upstream: connect]}]
        - name: endless
          clauses: [c]
          timeline:
            - subscribe: a
              expect: [upstream: connect]
            - emit: 1
              expect: [a: 1]
        - name: behind
          clauses: [c]
          timeline: [{subscribe: a, expect: [upstream: connect]}]
      """
    let results = try results(of: text, by: Recursing())
    #expect(results.map(\.outcome.isPassed) == [true, false, true])
    expect(
      try report(of: text, by: Recursing()),
      is: """
        ✗ x.yaml  2 passed, 1 failed

        ✗ x.yaml:13:9: endless
          subject: {operators: [_remember]}
          clause c

          step 2 of 2
          13 │ - emit: 1
          14 │   expect: [a: 1]

          error: the implementation never ends: it called the runner more than 10000 times in this step, or used up its stack
          it began with:
            a: 1
            a: 1
            a: 1


        """)
  }

  @Test("a run goes on after endless cases a bounded number of times")
  func manyEndless() throws {
    let one = "{name: n0, clauses: [c], timeline: [{subscribe: a}, {emit: 1}]}"
    let cases = (0..<6).map { one.replacing("n0", with: "n\($0)") }.joined(separator: ", ")
    let text = "{format: 1, spec: s, subject: {operators: [_remember]}, cases: [\(cases)]}"
    let messages = try results(of: text, by: Recursing()) { $0.executionLimits.endlessCases = 2 }
      .map {
        if case .erred(let error) = $0.outcome.ending { error.message } else { "no error" }
      }
    #expect(messages.count == 6)
    #expect(messages.filter { $0.hasPrefix("the implementation never ends") }.count == 2)
    #expect(
      messages.suffix(4)
        == Array(
          repeating: "not run, because too many cases before it never ended", count: 4)[...])
  }

  @Test("an implementation may call as often as the limit in one step", arguments: [-1, 0, 1])
  func callLimit(_ difference: Int) throws {
    let values = Array(repeating: "1", count: 7).joined(separator: ", ")
    let events = ["upstream: connect"] + Array(repeating: "a: 1", count: 7)
    let text = timeline(
      "- subscribe: a\n  expect: [\(events.joined(separator: ", "))]",
      subject: "{operators: [], sources: {upstream: {on-connect: [\(values)]}}}")
    let outcome = try results(of: text) { $0.executionLimits.callsInStep = 8 - difference }[0]
      .outcome
    #expect(outcome.isPassed == (difference <= 0))
  }

  /// The thread sanitizer keeps a call stack of its own, which has no room for this.
  static let hasDeepStack = dlsym(nil, "__tsan_init") == nil

  @Test("a case that uses up the stack is an error of that case", .enabled(if: hasDeepStack))
  func deepRecursion() throws {
    let operators = Array(repeating: "_remember", count: 100).joined(separator: ", ")
    let reactions = (1...9_000).map { "{when: {a: \($0)}, do: [{emit: \($0 + 1)}]}" }
    let text = """
      format: 1
      spec: _remember
      subject: {operators: [\(operators)]}
      cases:
        - name: deep
          clauses: [c]
          reactions: [\(reactions.joined(separator: ", "))]
          timeline: [{subscribe: a, expect: [upstream: connect]}, {emit: 1}]
        - name: behind
          clauses: [c]
          timeline: [{subscribe: a, expect: [upstream: connect]}]
      """
    #expect(try results(of: text).map(\.outcome.isPassed) == [false, true])
  }

  @Test("what an implementation does while the subject is made belongs to the first step")
  func eagerImplementation() throws {
    struct Eager: Implementation {
      let name = "eager"

      func stream(_ subject: TestedStream) throws(Unsupported) -> Subscribe {
        subject.upstream.connect(next: { _ in })()
        return { observer in subject.upstream.connect(next: observer.next) }
      }
    }
    let text = timeline("- subscribe: a\n  expect: [upstream: connect]")
    #expect(
      try report(of: text, by: Eager()).contains(
        """
              upstream: connect
            + upstream: disconnect   came, not expected
            + upstream: connect      came, not expected

        """))
  }

  /// What becomes of some steps behind a first subscription, with reactions.
  private func outcome(_ reactions: [String], _ steps: String) throws -> CaseResult.Outcome {
    let text = """
      format: 1
      spec: _remember
      subject: {operators: [_remember]}
      cases:
        - name: n
          clauses: [c]
          reactions: [\(reactions.joined(separator: ", "))]
          timeline: [{subscribe: a, expect: [upstream: connect]}, \(steps)]
      """
    return try results(of: text)[0].outcome
  }

  @Test("an adapter is believed that a case does what is not allowed where the case can")
  func impossibleMisuse() throws {
    let once = "- {subscribe: a}\n- {subscribe: b}\n- {unsubscribe: b}"
    let rows: [(Misuse.Kind, Name, String?)] = [
      (.prematureUnsubscription, "b", "which no reaction of the case unsubscribes"),
      (.secondSubscription, "a", "which the case does not subscribe twice"),
      (.secondSubscription, "b", "which the case does not subscribe twice"),
      (.secondSubscription, "c", "which the case does not subscribe or unsubscribe"),
      (.unsubscriptionOfNone, "a", "which the case does not unsubscribe"),
      (.unsubscriptionOfNone, "b", nil),
    ]
    let plan = Plan(try fixture(timeline(once)).cases[0])
    for (kind, observer, impossibility) in rows {
      let misuse = Misuse(kind, of: observer)
      #expect(plan.impossibility(of: misuse, in: [[], [], []]) == impossibility)
    }
    let twice = Plan(try fixture(timeline(once + "\n- {subscribe: b}")).cases[0])
    #expect(twice.impossibility(of: Misuse(.secondSubscription, of: "b"), in: []) == nil)
    // Only in a step in which it subscribes can an observer be unsubscribed too early.
    let text = timeline(once + "\n- {emit: 1}").replacing(
      "timeline:", with: "reactions: [{when: {a: 1}, do: [{unsubscribe: b}]}]\n    timeline:")
    let within = Plan(try fixture(text).cases[0])
    let premature = Misuse(.prematureUnsubscription, of: "b")
    let event = Event.received(.next(.number(1)), observer: "a")
    #expect(
      within.impossibility(of: premature, in: [[], [], [], [event]])
        == "which no reaction of the case unsubscribes in a step in which it subscribes")
    #expect(within.impossibility(of: premature, in: [[], [event], [], []]) == nil)
    // Whether one was subscribed is told by the steps alone here.
    #expect(
      within.misuse(among: [Misuse(.unsubscriptionOfNone, of: "b")], [[], [], [], [event]]) == nil)
  }

  @Test("a reaction that unsubscribes an observer too early is a mistake of the fixture")
  func prematureUnsubscription() throws {
    let outcome = try outcome(
      ["{when: {a: 1}, do: [{subscribe: b}]}", "{when: {b: 1}, do: [{unsubscribe: b}]}"],
      "{emit: 1, expect: [a: 1, b: 1]}")
    guard case .erred(let error) = outcome.ending else {
      Issue.record("it passed")
      return
    }
    #expect(error.isOfFixture)
    #expect(
      error.message == "a reaction of this fixture unsubscribes `b` before its own `subscribe` has "
        + "returned; let it wait for a later event")
  }

  @Test(
    "who comes by a reaction comes and goes by turns",
    arguments: [
      ("{emit: 1, expect: [a: 1, b: 1]}, {unsubscribe: b}", nil),
      (
        "{emit: 1, expect: [a: 1, b: 1]}, {subscribe: b, expect: [b: 1]}",
        "this fixture subscribes `b` while it is subscribed; unsubscribe it first, or give the observer "
          + "another name"
      ),
      (
        "{unsubscribe: b}, {emit: 1, expect: [a: 1, b: 1]}",
        "this fixture unsubscribes `b` before it has subscribed"
      ),
    ])
  func livesByReactions(_ steps: String, _ mistake: String?) throws {
    let outcome = try outcome(["{when: {a: 1}, do: [{subscribe: b}]}"], steps)
    guard case .erred(let error) = outcome.ending else { return #expect(mistake == nil) }
    #expect(error.message == mistake)
    #expect(error.isOfFixture)
  }

  /// Whether an observer is subscribed at a reaction's second action depends on what the first causes.
  @Test(
    "who comes and goes from within what a reaction causes is checked where it is played",
    arguments: [
      ("subscribe: b", "{b: 2}", "unsubscribe: b", "a: 1, a: 2, b: 2, b: 2, b: 1", nil),
      ("subscribe: a", "{a: 2}", "unsubscribe: a", "a: 1, a: 2, b: 2, a: 2, b: 1", nil),
      ("unsubscribe: c", "{a: 2}", "subscribe: c", "a: 1, a: 2, c: 2, b: 2, b: 1", nil),
      (
        "unsubscribe: b", "{a: 2}", "subscribe: b", "a: 1, a: 2, b: 2, b: 2, b: 1",
        "this fixture subscribes `b` while it is subscribed; unsubscribe it first, or give the "
          + "observer another name"
      ),
      (
        "subscribe: c", "{a: 2}", "unsubscribe: c", "a: 1, a: 2, b: 2, c: 2, b: 1",
        "this fixture unsubscribes `c` before it has subscribed"
      ),
    ])
  func livesWithinReactions(
    _ second: String, _ trigger: String, _ nested: String, _ events: String, _ mistake: String?
  ) throws {
    let outcome = try outcome(
      ["{when: {a: 1}, do: [{emit: 2}, {\(second)}]}", "{when: \(trigger), do: [{\(nested)}]}"],
      "{subscribe: b}, {emit: 1, expect: [\(events)]}")
    switch outcome.ending {
    case .passed: #expect(mistake == nil)
    case .erred(let error):
      #expect(error.message == mistake)
      #expect(error.isOfFixture)
    case let outcome: Issue.record("\(outcome)")
    }
  }

  @Test(
    "what another reaction to the same event does comes behind what the first causes",
    arguments: [
      ("unsubscribe: b", "subscribe: b", "a: 1, a: 2, b: 2"),
      (
        "subscribe: b", "unsubscribe: a",
        "a: 1, a: 2, upstream: disconnect, upstream: connect, b: 2"
      ),
    ])
  func livesWithinSeveralReactions(_ second: String, _ nested: String, _ events: String) throws {
    let reactions = [
      "{a: 1}, do: [{emit: 2}]", "{a: 1}, do: [{\(second)}]", "{a: 2}, do: [{\(nested)}]",
    ]
    #expect(
      try outcome(reactions.map { "{when: \($0)}" }, "{emit: 1, expect: [\(events)]}").isPassed)
  }

  @Test("what comes by one reading alone is not held against who comes and goes")
  func livesByReadings() throws {
    let readings = "either: {keeps: [b: 1], other: [b: 2, c: 2]}"
    #expect(
      try outcome(
        ["{when: {b: 2}, do: [{subscribe: c}]}"],
        "{emit: 1, expect: [a: 1]}, {subscribe: b, expect: [\(readings)]}, {unsubscribe: c}"
      ).isPassed)
  }

  @Test("one that comes by one reading is live there, and subscribes no second time")
  func secondSubscriptionByReadings() throws {
    let reaction = "{when: {b: 1}, do: [{subscribe: c}]}"
    for (reading, isMistake) in [
      ("{keeps: [b: 1, c: 1], other: []}", true), ("{other: [b: 2]}", false),
    ] {
      let value = isMistake ? 1 : 2
      let outcome = try outcome(
        [reaction],
        "{emit: \(value), expect: [a: \(value)]}, {subscribe: b, expect: [either: \(reading)]}, "
          + "{subscribe: c, expect: [c: \(value)]}")
      guard case .erred(let error) = outcome.ending else {
        #expect(outcome.isPassed && !isMistake)
        continue
      }
      #expect(isMistake && error.isOfFixture)
      #expect(error.message.hasPrefix("this fixture subscribes `c` while it is subscribed"))
    }
  }

  @Test("runs the cases that are selected")
  func selecting() throws {
    let text = """
      format: 1
      spec: _remember
      subject: {operators: [_remember]}
      cases:
        - {name: first sentence, clauses: [one], tags: [state], timeline: [{subscribe: a}]}
        - {name: second sentence, clauses: [one, two], timeline: [{subscribe: a}]}
        - {name: third, clauses: [two], tags: ["null", state], timeline: [{subscribe: a}]}
      """
    func names(_ configure: (inout Selection) -> Void) throws -> [Name] {
      try results(of: text) { configure(&$0.selection) }.map(\.testCase.name)
    }
    #expect(try names { _ in } == ["first sentence", "second sentence", "third"])
    #expect(try names { $0.tags = ["state"] } == ["first sentence", "third"])
    #expect(try names { $0.tags = ["null", "other"] } == ["third"])
    #expect(try names { $0.skippedTags = ["null"] } == ["first sentence", "second sentence"])
    #expect(try names { $0.clauses = ["two"] } == ["second sentence", "third"])
    #expect(
      try names { $0.patterns = [Glob("sentence")] } == ["first sentence", "second sentence"])
    #expect(
      try names { $0.patterns = [Glob("*› third"), Glob("first")] } == ["first sentence", "third"])
    #expect(
      try names {
        $0.patterns = [Glob("x.yaml")]
        $0.tags = ["state"]
        $0.clauses = ["two"]
      } == ["third"])
    #expect(try names { $0.clauses = ["three"] } == [])
  }
}

@Suite("A pattern")
struct GlobTests {
  @Test(
    "matches as a shell's would, and a plain word anywhere",
    arguments: [
      ("cached", "a cached value", true), ("cached", "a value", false), ("", "anything", true),
      ("*.yaml", "a/b.yaml", true), ("*.yaml", "a/b.yaml › c", false), ("a*c", "abc", true),
      ("a*c", "ac", true), ("a*c", "abcd", false), ("*a*a*", "banana", true),
      ("?bc", "abc", true), ("?bc", "bc", false), ("[abc]x", "bx", true), ("[!abc]x", "bx", false),
      ("[a-c]x", "bx", true), ("[a-c]x", "dx", false), ("[]x]*", "]", true), ("a[", "a[b", true),
      (#"\*"#, "a * b", true), (#"\*"#, "a b", false), ("é*", "éa", true),
      ("**", "", true), ("a**b", "axxb", true), ("A", "a", false),
    ])
  func matching(_ pattern: String, _ text: String, _ isMatch: Bool) {
    #expect(Glob(pattern).matches(text) == isMatch)
  }

  @Test("does not take long for a pattern with many stars")
  func manyStars() {
    let text = String(repeating: "a", count: 5_000)
    #expect(!Glob(String(repeating: "*a", count: 50) + "*b").matches(text))
  }
}

/// Plays a case once another is being played too. On one thread, the first would wait for ever.
private struct Accompanied: Implementation {
  let name = "accompanied"
  private let playing = Monitor(0)

  func stream(_ subject: TestedStream) throws(Unsupported) -> Subscribe {
    playing.update { $0 += 1 }
    playing.wait { $0 < 2 ? nil : () }
    return try SwiftStreams().stream(subject)
  }
}

/// Streams of which each value comes back again without end.
struct Recursing: Implementation {
  let name = "recursing"

  func stream(_ subject: TestedStream) throws(Unsupported) -> Subscribe {
    { observer in
      final class Loop {
        var next: (Value) -> Void = { _ in }
      }
      let loop = Loop()
      loop.next = { [unowned loop] value in
        observer.next(value)
        loop.next(value)
      }
      return subject.upstream.connect(next: { loop.next($0) })
    }
  }
}
