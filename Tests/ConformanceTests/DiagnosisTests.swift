import Conformance
import Foundation
import Laboratory
import ReactiveXConformance
import Samples
import Testing

@testable import ReactiveMotionConformance

@Suite("A diagnosis")
struct DiagnosisTests {
  static let root = packageRoot.path + "/Fixtures/"

  private static let known = [
    KnownDeviations(ReactiveXDeviations.all) { ReactiveXStreams.reference(following: $0, $1) },
    KnownDeviations(Deviation.all) { _, _ in (Candidate(LiteralStreams()), { _ in [] }) },
  ]

  /// The summary of a run of some fixtures, with its diagnosis.
  static func summary(
    of implementation: any Implementation, on paths: [String], by known: [KnownDeviations] = known,
    configure: (inout Runner) -> Void = { _ in }, report: (FileResult) -> Void = { _ in }
  ) throws -> RunSummary {
    let files = FixtureFiles(at: paths).files
    var runner = Runner(candidates: [Candidate(implementation)])
    runner.listsPassing = false
    configure(&runner)
    var summary = RunSummary(of: runner.candidates.map(\.name))
    var diagnostician = Diagnostician(of: files, run: runner) { known }
    try runner.run(files) {
      diagnostician.add($0)
      report(summary.add($0))
      return true
    }
    diagnostician.diagnose(&summary)
    return summary
  }

  private static func diagnosis(
    of implementation: any Implementation, on paths: [String], by known: [KnownDeviations] = known
  ) throws -> Diagnosis {
    try #require(try summary(of: implementation, on: paths, by: known).entries[0].diagnosis)
  }

  private static func deviation(
    _ name: Name, of specification: Name = "_remember"
  ) throws -> any Implementation {
    let all = Deviation.all + ReactiveXDeviations.all
    return try #require(
      all.first { $0.name == name && $0.specification == specification }?.candidate.local)
  }

  @Test(
    "says what is wrong, when, and of which operators, with the smallest timeline",
    arguments: [
      (
        "merge-swallows-errors", "ReactiveX",
        "`merge`: when upstream fails, the error is not emitted, and upstream is not released after its end",
        "merge {with: other}: subscribe a; error boom"
      ),
      (
        "share-connects-while-connecting", "ReactiveX",
        "`share`: when an observer subscribes during a value, upstream is connected again",
        "share over {upstream: {on-connect: [0]}}: subscribe a; when: {a: 0}, do: [{subscribe: b}]"
      ),
      (
        "skipUntil-leaves-the-other-connected-at-its-end", "ReactiveX",
        "`skipUntil`: when upstream completes or upstream fails, the other source is not disconnected",
        "skipUntil other: subscribe a; complete upstream"
      ),
      (
        "last-holds-nothing-false", "ReactiveX",
        "`last`: when upstream completes, after upstream has emitted a falsy value, the last value is not emitted, and completion is not emitted",
        "last: subscribe a; emit null; complete upstream"
      ),
      (
        "_map-drops-repetitions", "MaterialMotion",
        "`_map`: when upstream emits the same value again, its result is not emitted",
        "_map [[1, 7]]: subscribe a; emit 1; emit 1"
      ),
    ] as [(Name, Name, String, String)])
  func sentence(_ name: Name, _ specification: Name, _ sentence: String, _ smallest: String) throws
  {
    let diagnosis = try Self.diagnosis(
      of: Self.deviation(name, of: specification), on: [Self.root + specification.text])
    let finding = try #require(
      diagnosis.findings.first { $0.sentence == sentence }, "\(diagnosis.findings.map(\.sentence))")
    #expect(finding.smallest == smallest)
    #expect(diagnosis.alike?.deviation == name)
  }

  /// Deviations from all specifications, spread over the list.
  private static let some = (Deviation.all + ReactiveXDeviations.all).enumerated()
    .filter { $0.offset % 29 == 1 }.map(\.element.name)

  @Test("holds in all cases that it counts", arguments: some)
  func truth(_ name: Name) throws {
    let all = Deviation.all + ReactiveXDeviations.all
    let deviation = try #require(all.first { $0.name == name })
    let library = try #require(deviation.candidate.local)
    var failures: [CaseName: (testCase: Case, comparison: Comparison)] = [:]
    let isReactiveX = deviation.specification == ReactiveXStreams.specification
    let folders = isReactiveX ? ["ReactiveX"] : [deviation.specification.text, "MaterialMotion"]
    let paths = Set(folders).sorted().map { Self.root + $0 }
    let note = { (result: FileResult) in
      guard case .ran(let fixture, let results) = result.content else { return }
      for one in results {
        if case .failed(_, let comparison) = one.outcome.ending {
          failures[CaseName(one.testCase, of: fixture)] = (one.testCase, comparison)
        }
      }
    }
    let summary = try Self.summary(of: library, on: paths, report: note)
    let diagnosis = try #require(summary.entries[0].diagnosis)
    for finding in diagnosis.findings {
      for name in finding.cases {
        // By other allowed behaviours, other events differ.
        guard let (one, comparison) = failures[name], !one.allowsReadings else { continue }
        let wrong = Self.contradiction(in: finding.sentence, of: one, comparison)
        #expect(wrong == nil, "\(finding.sentence): \(name)")
      }
      // The smallest timeline is a case that the reference passes and the library fails.
      guard let fixture = finding.fixture else { continue }
      let index = Self.root + finding.specification.text + "/spec.yaml"
      let folder = try Folder([
        "x.yaml": fixture, "spec.yaml": String(contentsOfFile: index, encoding: .utf8),
      ])
      let follows = summary.readings.points.filter {
        isReactiveX && $0.specification == "ReactiveX"
      }
      .compactMap { $0.answers[0].max { $0.count < $1.count }?.reading }
      let reference: any Implementation =
        isReactiveX ? ReactiveXStreams(readings: Set(follows)) : LiteralStreams()
      var outcomes: [CaseResult.Outcome] = []
      try Runner(candidates: [Candidate(reference), Candidate(library)])
        .run(FixtureFiles(at: [folder.path]).files) { result in
          if case .ran(_, let results) = result.content { outcomes += results[0].outcomes }
          #expect(result.problems.map(\.message) == [])
          return true
        }
      #expect(outcomes.map(\.isPassed) == [true, false], "\(finding.sentence)\n\(fixture)")
    }
  }

  /// The first words of a sentence that do not hold in a case, checked again from its actions and the events that
  /// differ.
  private static func contradiction(
    in sentence: String, of testCase: Case, _ comparison: Comparison
  ) -> String? {
    var (operators, scripted) = ([] as Set<Name>, [] as [Action])
    if case .stream(let stream) = testCase.subject {
      operators = Set(stream.operators.map(\.name))
      scripted = stream.sources.flatMap { source in
        source.connections.flatMap(\.notifications).map { .send($0, source: source.name) }
      }
    }
    let (subject, rest) = (sentence.prefix { $0 != ":" }, sentence.drop { $0 != ":" })
    // If it names operators in a list, the case has those between two commas.
    let lists = subject.split(separator: ",").map { part in
      part.matches(of: #/`([^`]+)`/#).map { Name(String($0.1)) }
    }
    let isCut = subject.hasSuffix(" other operators")
    if !isCut, !lists.contains(where: operators.isSuperset) { return String(subject) }
    func differs(_ presence: StepDifference.Presence, _ word: EventWord?) -> Bool {
      comparison.differences.flatMap(\.events).contains {
        $0.presence == presence && (word == nil || $0.event.words.word == word)
      }
    }
    let (actions, hasReactions) = (Plan(testCase).actions, !testCase.reactions.isEmpty)
    let isOr = rest.contains(" or ")
    func does(_ word: ActionWord) -> Bool {
      isOr || (actions + scripted).contains { $0.words.word == word }
    }
    let missing: [(String, EventWord?)] = [
      ("completion is not emitted", .completed), ("is not disconnected", .disconnect),
      ("is not connected", .connect), ("the state is not emitted", .state),
      ("value is not emitted", .next), ("value is not written", .write), ("in place of", nil),
      ("the error is not emitted", .error), ("is not released", .release), ("but only later", nil),
    ]
    let extra: [(String, EventWord?)] = [
      ("completion is emitted", .completed), ("is disconnected", .disconnect), (" twice", nil),
      ("is connected again", .connect), ("too early", nil), ("in place of", nil),
    ]
    let isSeveral = isOr || Set(actions.compactMap(\.observer)).count > 1
    let claims: [(words: String, isTrue: Bool)] = [
      ("observer subscribes", does(.subscribe)), ("unsubscribes", does(.unsubscribe)),
      (" emits ", does(.emit)), ("upstream completes,", does(.complete)),
      ("upstream fails,", does(.error)), ("time passes", does(.advance)),
      ("re-entrantly", isOr || hasReactions), (" during ", isOr || hasReactions),
      ("while being connected", isOr || !scripted.isEmpty || hasReactions),
      ("several observers", isSeveral), ("second observer", isSeveral),
    ]
    return
      (claims + missing.map { ($0, differs(.missing, $1)) }
      + extra.map { ($0, differs(.extra, $1)) })
      .first { rest.contains($0.words) && !$0.isTrue }?.words
  }

  @Test("is the same with any number of jobs")
  func jobs() throws {
    let paths = ["caching", "coming-and-going", "reentrancy"].map {
      Self.root + "_remember/\($0).yaml"
    }
    let wrong = try Self.deviation("queues-nested-values")
    let texts = try [1, 4].map { jobs in
      TextReporter(style: .plain).end(try Self.summary(of: wrong, on: paths) { $0.jobs = jobs })
    }
    #expect(Set(texts).count == 1 && texts[0].contains("smallest: "), "\(texts)")
  }

  @Test("names no known mistake that behaves differently in a case that passed")
  func alike() throws {
    let never = try Self.deviation("never-replays")
    let mistakes = Deviation.all.filter {
      $0.name == "never-replays" && $0.specification == "_remember"
    }
    let known = [KnownDeviations(mistakes) { _, _ in (Candidate(LiteralStreams()), { _ in [] }) }]
    let path = Self.root + "_remember/caching.yaml"
    #expect(
      try Self.diagnosis(of: never, on: [path], by: known).alike?.deviation == "never-replays")
    let other = try Self.deviation("replays-to-the-first-alone")
    #expect(try Self.diagnosis(of: other, on: [path], by: known).alike == nil)
  }

  @Test("does not blame a library for a wrong expectation, but doubts it")
  func wrongExpectation() throws {
    let text = timeline(
      """
      - {subscribe: a, expect: [upstream: connect]}
      - {emit: 1, expect: [a: 2]}
      """)
    let folder = try Folder(["x.yaml": text])
    for implementation in [SwiftStreams() as any Implementation, LiteralStreams()] {
      let diagnosis = try Self.diagnosis(of: implementation, on: [folder.path])
      #expect(diagnosis.findings.isEmpty)
      #expect(diagnosis.unexplained == 0)
      #expect(diagnosis.doubtful.map(\.line) == [5])
    }
  }

  @Test("does not take a reaction to a missing event for the cause")
  func neverBegun() throws {
    let steps = """
      - {subscribe: a, channels: [next], expect: [upstream: connect]}
      - {emit: 1, expect: [a: 1, upstream: disconnect]}
      """
    let text = timeline(
      steps, subject: "{operators: [{take: 4}]}",
      reactions: "{when: {a: 1}, do: [{unsubscribe: a}]}")
    let folder = try Folder(["x.yaml": text])
    let diagnosis = try Self.diagnosis(
      of: SampleStreams { $0.lost = .next(1) }, on: [folder.path], by: [])
    #expect(
      diagnosis.findings.map(\.sentence) == [
        "`take`: when upstream emits a value, the value is not emitted, and upstream is not disconnected"
      ])
  }

  @Test("without a reference, says only what differs and when, and how often such steps pass")
  func noReference() throws {
    let first = "- {subscribe: a, expect: [upstream: connect]}\n- {emit: 1, expect: [a: 1]}\n"
    let folder = try Folder([
      "x.yaml": timeline(first + "- {subscribe: b, expect: [b: 1]}"),
      "y.yaml": timeline(first + "- {emit: 2, expect: [a: 2]}"),
    ])
    let diagnosis = try Self.diagnosis(
      of: Self.deviation("never-replays"), on: [folder.path], by: [])
    #expect(
      diagnosis.findings.map(\.sentence) == [
        "`_remember`: when an observer subscribes, the last value is not emitted"
      ])
    #expect(diagnosis.alike == nil)
  }
}
