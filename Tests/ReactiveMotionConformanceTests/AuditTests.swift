import Conformance
import ReactiveMotionConformance
import Testing

@Suite("An audit")
struct AuditTests {
  @Test("finds every deviation caught by the fixtures of this project")
  func ownFixtures() throws {
    let fixtures = try FixturesTests.files.files.map { try $0.read().get() }
    let audit = try Audit(fixtures)
    #expect(audit.uncaught.map(\.name) == [])
    #expect(audit.failingCases.map(\.name) == [])
    #expect(audit.cases.count >= 100)
  }

  @Test("runs at least 40 deviations from _remember and 25 from ReactiveProperty, each of its own")
  func family() {
    let deviations = Deviation.all
    #expect(deviations.count { $0.specification == "_remember" } >= 40)
    #expect(deviations.count { $0.specification == "ReactiveProperty" } >= 25)
    #expect(Set(deviations.map { "\($0.specification) \($0.name)" }).count == deviations.count)
    #expect(Set(deviations.map(\.summary)).count >= deviations.count - 40)
  }

  @Test("cites clauses that the specifications' indexes have")
  func clauses() {
    var known: Set<String> = []
    for file in FixturesTests.files.files {
      guard let index = file.index, let name = index.name else { continue }
      known.formUnion(index.clauses.map { "\(name) \($0.id)" })
    }
    for deviation in Deviation.all {
      #expect(known.contains("\(deviation.specification) \(deviation.clause)"), "\(deviation.name)")
    }
  }

  @Test("of a weak suite says what is not caught, and which cases are dispensable")
  func weakSuite() throws {
    let fixture = try Fixture.read(
      SourceText(
        path: "weak.yaml",
        bytes: Array(
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
          """.utf8))
    ).get()
    let audit = try Audit([fixture])
    #expect(audit.failingCases.map(\.name) == ["wrong"])
    let caught = audit.findings.filter { !$0.catching.isEmpty }
    #expect(
      caught.map(\.deviation.name) == [
        "reads-one-object", "writes-an-object-twice", "never-writes-an-object",
      ])
    #expect(caught[0].catching.map(\.name) == ["reads", "reads again"])
    #expect(audit.dispensableCases.map(\.name) == ["reads", "reads again"])
    let text = audit.text(style: Style(isColored: false))
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
            caught by weak.yaml:5,8
        """))
    #expect(
      text.hasSuffix(
        """
        2 of 3 cases catch nothing that another does not:
          weak.yaml:5 reads
          weak.yaml:8 reads again

        left out, because the specification itself does not pass them:
        ✗ weak.yaml:14 wrong

        3 of 58 deviations caught by 3 cases

        """))
  }
}
