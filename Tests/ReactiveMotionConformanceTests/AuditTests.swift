import Conformance
import Laboratory
import ReactiveMotionConformance
import Samples
import Testing

@Suite("An audit")
struct AuditTests {
  @Test("has deviations with names of their own, which cite clauses of the specifications' indexes")
  func clauses() {
    let deviations = Deviation.all
    #expect(Set(deviations.map { "\($0.specification) \($0.name)" }).count == deviations.count)
    let known = ProjectFixtures.files.files.compactMap(\.index).flatMap { index in
      index.clauses.map { "\(index.name ?? "") \($0.id)" }
    }
    let cited = Set(deviations.map { "\($0.specification) \($0.clause)" })
    #expect(cited.subtracting(known).isEmpty)
  }

  /// An audit with the transcription and all its deviations.
  private static func audit(_ fixtures: [Fixture], isDetailed: Bool = false) throws -> Audit {
    try Audit(
      fixtures, by: Runner(implementation: LiteralStreams()), deviations: Deviation.all,
      isDetailed: isDetailed)
  }

  @Test("of a weak suite lists uncaught mistakes and dispensable cases")
  func weakSuite() throws {
    let text = cases(
      [
        "[{read: left, expect: [returns: 1]}, {read: right, expect: [returns: 2]}]",
        "[{read: right, expect: [returns: 2]}, {read: left, expect: [returns: 1]}]",
        "[{write: 3, to: left, expect: [left: 3]}]", "[{read: left, expect: [returns: 2]}]",
      ], subject: "{property: unscoped, stores: {left: 1, right: 2}}")
    let fixture = try fixture(text.replacing("spec: s\n", with: "spec: ReactiveProperty\n"))
    let audit = try Self.audit([fixture], isDetailed: true)
    let said = audit.text(style: Style(isColored: false), listsCaught: true)
    for part in [
      "\n✗ sentences: 3 of ", "\n  ✓ writes-an-object-twice  ", "\n  ✓ never-writes-an-object  ",
      """
        ✗ writes-one-object  (unscoped-property)
            A write goes to the object that was written first.
            not caught
      """,
      """
        ✓ reads-one-object  (unscoped-property)
            A read returns the value of the object that was read first.
            caught by x.yaml:5,6
      """,
      """
      2 of 3 cases catch nothing that others miss. Keep them: they may still document the specification.
        x.yaml:5 c0
        x.yaml:6 c1

      left out, because the reference does not pass them:
      ✗ x.yaml:8 c3

      """,
    ] { #expect(said.contains(part), "\(said)") }
    #expect(said.hasSuffix(" known mistakes caught by 3 cases\n"))
    let brief = try Self.audit([fixture])
    #expect(brief.uncaught.map(\.name) == audit.uncaught.map(\.name))
    #expect(!brief.text(style: Style(isColored: false)).contains("caught by x.yaml"))
  }

  /// An audit of cases that connect, and of cases in which nothing happens, with a deviation that
  /// fails in all of them, and one that fails in those with an observer.
  private static func audit(
    connecting: Int, silent: Int, operators: String = "",
    _ error: @escaping @Sendable (Plan) -> Performance
  ) throws -> Audit {
    let text = cases(
      Array(repeating: "[{subscribe: a, expect: [upstream: connect]}]", count: connecting)
        + Array(repeating: "[{emit: 1}]", count: silent), subject: "{operators: [\(operators)]}")
    let deviations = [true, false].map { always in
      let erring = Answering { plan, likely in
        (
          always || plan.timeline.contains { $0.observer != nil } ? error(plan) : .played(likely),
          .zero
        )
      }
      return Deviation(
        name: always ? "errs" : "errs-on-subscribe", specification: "s", clause: "c",
        summary: "It fails.", candidate: Candidate(erring, name: "erring"))
    }
    let reference = Answering { _, likely in (.played(likely), .zero) }
    return try Audit(
      [fixture(text)], by: Runner(candidates: [Candidate(reference, name: "right")]),
      deviations: deviations)
  }

  @Test(
    "reports a deviation that fails with an error in every case as an error, and not as caught",
    arguments: [(1, 1), (2, 20)])
  func erring(_ connecting: Int, _ silent: Int) throws {
    let audit = try Self.audit(connecting: connecting, silent: silent) { _ in
      .erred(ExecutionError(message: "it exited"))
    }
    #expect(audit.uncaught.map(\.name) == ["errs"])
    #expect(audit.erring.map(\.deviation.name) == ["errs"])
    #expect(
      audit.findings[1].catching.map(\.name.text) == (0..<connecting).map { "c\($0)" })
    #expect(
      audit.text(style: Style(isColored: false)).contains(
        "fails with an error in every case: it exited"))
  }

  @Test("reports a deviation as an error, too, if a table lacks a value for it in every case")
  func lacking() throws {
    let audit = try Self.audit(connecting: 8, silent: 8, operators: "map: [[1, 2]]") {
      .erred(.lack(Lack(operator: 0, value: .number(7)), in: $0.subject))
    }
    #expect(audit.uncaught.map(\.name) == ["errs"])
    #expect(audit.erring.map { $0.error?.message.contains("has no row for `7`") } == [true])
    // One that finishes other cases is caught, because it fails with an error.
    #expect(audit.findings[1].catching.count == 8)
    #expect(audit.findings[1].catchingError != nil)
  }
}
