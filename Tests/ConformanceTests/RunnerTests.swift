import Conformance
import Foundation
import ReactiveMotionConformance
import Samples
import Testing

@Suite("A run")
struct RunnerTests {
  private static let remember = "{operators: [_remember]}"

  @Test("plays the cases of one file on as many threads as there are jobs, in one order")
  func jobsOfOneFile() throws {
    let text = cases(Array(repeating: "[subscribe: a]", count: 8), subject: Self.remember)
    let results = try run(text, by: Accompanied()) { $0.jobs = 2 }.results
    #expect(results.map(\.testCase.name.text) == (0..<8).map { "c\($0)" })
    #expect(results.allSatisfy { $0.outcomes.count == 1 && $0.outcome.isFailure })
  }

  @Test("has the time of each case as the implementation reports it, to the millisecond in JUnit")
  func times() throws {
    let played = Monitor(0)
    let slowing = Answering { _, likely in
      let number = played.update { played in
        played += 1
        return played
      }
      return (.played(likely), .milliseconds(300 * number))
    }
    let runner = Runner(candidates: [Candidate(slowing, name: "slowing")])
    let text = cases(Array(repeating: "[subscribe: a]", count: 3))
    let junit = report(try runner.run(fixture(text)), by: JUnitReporter())
    let times = junit.matches(of: #/<test(?:suite|case) [^>]*time="([0-9.]+)"/#).map(\.1)
    #expect(times == ["1.8", "0.3", "0.6", "0.9"], "\(junit)")
  }

  @Test("runs what another type implements, and skips the rest")
  func otherImplementation() throws {
    struct Nothing: Implementation {
      let name = "nothing"
    }
    for subject in [
      Self.remember, "{property: scoped, store: 1}", "{property: unscoped, stores: {left: 1}}",
    ] {
      let ended = try outcome("- advance: 1", subject: subject, by: Nothing())
      #expect(ended.sentence.hasPrefix("nothing does not have "))
    }
  }

  @Test("a case that never ends is an error of that case, and the others are run")
  func endless() throws {
    let one = "{subscribe: a, expect: [upstream: connect]}"
    let text = cases(
      ["[\(one)]", "[\(one), {emit: 1, expect: [a: 1]}]", "[\(one)]"], subject: Self.remember)
    #expect(
      try run(text, by: Recursing()).results.map(\.outcome.isPassed) == [true, false, true])
    expect(
      try failure(of: text, by: Recursing()),
      is: """
          step 2 of 2
          6 │ - {name: c1, clauses: [c], timeline: [{subscribe: a, expect: [upstream: connect]}, {emit: 1, expect: [a: 1]}]}

          error: the implementation never ends: it called the runner more than 10000 times in this step, or used up its stack
          it began with:
            a: 1
            a: 1
            a: 1


        """)
  }

  @Test("a run goes on after endless cases a bounded number of times")
  func manyEndless() throws {
    let text = cases(
      Array(repeating: "[{subscribe: a}, {emit: 1}]", count: 6), subject: Self.remember)
    let messages = try run(text, by: Recursing()) { $0.executionLimits.endlessCases = 2 }
      .results.map(\.outcome.sentence)
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
    let result = try run(text) { $0.executionLimits.callsInStep = 8 - difference }.results[0]
    #expect(result.outcome.isPassed == (difference <= 0))
  }

  /// The thread sanitizer keeps a call stack of its own, which has no room for this.
  static let hasDeepStack = dlsym(nil, "__tsan_init") == nil

  @Test("a case that uses up the stack is an error of that case", .enabled(if: hasDeepStack))
  func deepRecursion() throws {
    let operators = Array(repeating: "_remember", count: 100).joined(separator: ", ")
    let reactions = (1...9_000).map { "{when: {a: \($0)}, do: [{emit: \($0 + 1)}]}" }
    let text = timeline(
      "[{subscribe: a, expect: [upstream: connect]}, {emit: 1}]",
      subject: "{operators: [\(operators)]}", reactions: reactions.joined(separator: ", "))
    let results = try run(
      text
        + "\n  - {name: c, clauses: [c], timeline: [{subscribe: a, expect: [upstream: connect]}]}"
    ).results
    #expect(results.map(\.outcome.isPassed) == [false, true])
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
