import Conformance
import Laboratory
import ReactiveMotionConformance
import Testing

@Suite("An audit")
struct AuditTests {
  @Test("runs at least 500 deviations in families, each with a name of its own")
  func family() {
    let deviations = Deviation.all
    #expect(deviations.count >= 500)
    #expect(deviations.count { $0.specification == "_remember" } >= 200)
    #expect(deviations.count { $0.specification == "ReactiveProperty" } >= 200)
    #expect(Set(deviations.map(\.family)).count >= 10)
    #expect(Set(deviations.map { "\($0.specification) \($0.name)" }).count == deviations.count)
  }

  @Test("cites clauses that the specifications' indexes have")
  func clauses() {
    var known: Set<String> = []
    for file in ProjectFixtures.files.files {
      guard let index = file.index, let name = index.name else { continue }
      known.formUnion(index.clauses.map { "\(name) \($0.id)" })
    }
    for deviation in Deviation.all {
      #expect(known.contains("\(deviation.specification) \(deviation.clause)"), "\(deviation.name)")
    }
  }

  private static func fixture(_ text: String) throws -> Fixture {
    try Fixture.read(SourceText(path: "x.yaml", bytes: Array(text.utf8))).get()
  }

  /// An audit with the transcription and all that deviates from it.
  private static func audit(_ fixtures: [Fixture], isDetailed: Bool = false) throws -> Audit {
    try Audit(
      fixtures, reference: Candidate(LiteralStreams()), deviations: Deviation.all,
      isDetailed: isDetailed)
  }

  @Test("of a weak suite says what is not caught, and which cases are dispensable")
  func weakSuite() throws {
    let fixture = try Self.fixture(
      """
      format: 1
      spec: ReactiveProperty
      subject: {property: unscoped, stores: {left: 1, right: 2}}
      cases:
        - name: reads
          clauses: [read]
          timeline: [{read: left, expect: [returns: 1]}, {read: right, expect: [returns: 2]}]
        - name: reads again
          clauses: [read]
          timeline: [{read: right, expect: [returns: 2]}, {read: left, expect: [returns: 1]}]
        - name: writes
          clauses: [write]
          timeline: [{write: 3, to: left, expect: [left: 3]}]
        - name: wrong
          clauses: [read]
          timeline: [{read: left, expect: [returns: 2]}]
      """)
    let audit = try Self.audit([fixture], isDetailed: true)
    #expect(audit.failingCases.map(\.name) == ["wrong"])
    let caught = audit.findings.filter {
      !$0.catching.isEmpty && $0.deviation.family == "sentences"
    }
    #expect(
      caught.map(\.deviation.name) == [
        "reads-one-object", "writes-an-object-twice", "never-writes-an-object",
      ])
    #expect(caught[0].catching.map(\.name) == ["reads", "reads again"])
    #expect(audit.dispensableCases.map(\.name) == ["reads", "reads again"])
    let text = audit.text(style: Style(isColored: false), listsCaught: true)
    #expect(
      text.contains(
        """
        ✗ sentences: 3 of 71
        """))
    #expect(
      text.contains(
        """
          ✗ writes-one-object  (unscoped-property)
              A write goes to the object that was written first.
              not caught
        """))
    #expect(
      text.contains(
        """
          ✓ reads-one-object  (unscoped-property)
              A read returns the value of the object that was read first.
              caught by x.yaml:5,8
        """))
    #expect(
      text.contains(
        """
        2 of 3 cases catch nothing that another does not. That is no fault: what they show of the
          specification may be worth a case.
          x.yaml:5 reads
          x.yaml:8 reads again

        left out, because the reference does not pass them:
        ✗ x.yaml:14 wrong

        """))
    #expect(text.hasSuffix(" deviations caught by 3 cases\n"))
    let brief = try Self.audit([fixture])
    #expect(brief.uncaught.map(\.name) == audit.uncaught.map(\.name))
    #expect(!brief.text(style: Style(isColored: false)).contains("caught by x.yaml"))
  }

  /// Answers each case in some way.
  private struct Answering: RemoteImplementation {
    let answer: @Sendable (Plan) -> Performance

    func play(
      _ plan: Plan, likely trace: Trace,
      deliver: @escaping @Sendable (Performance, Duration) -> Void
    ) {
      deliver(answer(plan), .zero)
    }

    func dropWaiting() {}
  }

  /// Does what the transcription does, but errs: in every case, or in those that have an observer.
  private static func erring(always: Bool) -> Candidate {
    let implementation = Answering { plan in
      always || plan.timeline.contains { $0.observer != nil }
        ? .erred(ExecutionError(message: "it exited"))
        : Candidate(LiteralStreams()).playAlone(plan)
    }
    return Candidate(implementation, name: "erring")
  }

  @Test("a deviation that errs in the first cases alone is one like others")
  func erringFirst() throws {
    let cases = (1...2).map {
      "  - {name: connects \($0), clauses: [c], timeline: [{subscribe: a, expect: [upstream: connect]}]}\n"
    }
    let silence = (1...20).map {
      "  - {name: silence \($0), clauses: [c], timeline: [{emit: \($0)}]}\n"
    }
    let text =
      "format: 1\nspec: s\nsubject: {operators: [_remember]}\ncases:\n"
      + (cases + silence).joined()
    let deviation = Deviation(
      name: "dies-on-subscribe", specification: "s", clause: "c", summary: "It dies.",
      candidate: Self.erring(always: false))
    let audit = try Audit(
      [Self.fixture(text)], reference: Candidate(LiteralStreams()), deviations: [deviation])
    #expect(audit.erring.isEmpty)
    #expect(audit.uncaught.isEmpty)
  }

  @Test("takes a deviation that errs in every case for an error, and not for caught")
  func erring() throws {
    let text = """
      format: 1
      spec: s
      subject: {operators: [_remember]}
      cases:
        - {name: silence, clauses: [c], timeline: [{emit: 1}]}
        - {name: connects, clauses: [c], timeline: [{subscribe: a, expect: [upstream: connect]}]}
      """
    let deviations = [true, false].map { always in
      Deviation(
        name: always ? "dies" : "dies-on-subscribe", specification: "s", clause: "c",
        summary: "It dies.",
        candidate: Self.erring(always: always))
    }
    let audit = try Audit(
      [Self.fixture(text)], reference: Candidate(LiteralStreams()), deviations: deviations)
    #expect(audit.uncaught.map(\.name) == ["dies"])
    #expect(audit.erring.map(\.deviation.name) == ["dies"])
    #expect(audit.findings[1].catching.map(\.name) == ["connects"])
    #expect(audit.text(style: Style(isColored: false)).contains("errs in every case: it exited"))
  }

  @Test("takes a deviation that a table lacks a value for, in every case, for an error, too")
  func lacking() throws {
    let silent = (1...8).map { "  - {name: silence \($0), clauses: [c], timeline: [{emit: 1}]}\n" }
    let subscribed = (1...8).map {
      "  - {name: connects \($0), clauses: [c], timeline: [{subscribe: a}]}\n"
    }
    let text =
      "format: 1\nspec: s\nsubject: {operators: [map: [[1, 2]]]}\ncases:\n"
      + (subscribed + silent).joined()
    let deviations = [true, false].map { always in
      let lacking = Answering { plan in
        always || plan.timeline.contains { $0.observer != nil }
          ? .erred(.lack(Lack(operator: 0, value: .number(7)), in: plan.subject)) : .played([[]])
      }
      return Deviation(
        name: always ? "lacks" : "lacks-on-subscribe", specification: "s", clause: "c",
        summary: "It asks for 7.", candidate: Candidate(lacking, name: "lacking"))
    }
    let reference = Answering { plan in .played(plan.timeline.map { _ in [] }) }
    let audit = try Audit(
      [Self.fixture(text)], reference: Candidate(reference, name: "silent"), deviations: deviations)
    #expect(audit.uncaught.map(\.name) == ["lacks"])
    #expect(
      audit.erring.map { $0.error?.message.contains("has no row for `7`") } == [true])
    // One that comes to the end of other cases is caught, which is because it errs.
    #expect(audit.findings[1].catching.count == 8)
    #expect(audit.findings[1].catchingError != nil)
  }
}
