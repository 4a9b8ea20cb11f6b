import Foundation
import Testing

@Suite("ConformanceRunner audit", .startsProcesses)
struct AuditCommandTests {
  @Test(
    "gates on the fixtures of this project",
    .enabled(if: isOptimized, "it takes long where nothing is optimized; the gate does it with all")
  )
  func ownFixtures() throws {
    let fixtures = packageRoot.appending(path: "Fixtures/startWith").path
    let run = try conformanceRunner("audit", fixtures, "--require-all", in: try Folder())
    #expect(run.status == 0)
    #expect(run.errors == "")
    let score = try #require(run.output.firstMatch(of: #/(\d+) of (\d+) deviations caught by/#))
    #expect(score.1 == score.2)
    #expect(run.output.contains("✓ conversions: "))
  }

  @Test("gates on all deviations being caught, on the reference and on what the fixtures are")
  func gates() throws {
    let folder = try Folder([
      "x.yaml": RunTests.good, "bad.yaml": RunTests.bad, "b/broken.yaml": RunTests.broken,
      "b/x.yaml": RunTests.good, "weak.yaml": Self.weak,
    ])
    let adapter = packageRoot.appending(path: "Sources/Adapters/Python/adapter.py").path
    try expect(
      """
      x.yaml ⇒ 0 ✗ never-replays  (emit-last-value)
      x.yaml --require-all ⇒ 1 ✗ never-replays  (emit-last-value)
      bad.yaml ⇒ 1 ✗ bad.yaml:9 second sentence
      b ⇒ 65 broken.yaml:8:17: error: a step has no key `subscrib` … deviations caught by 2 cases
      b -i "\(plainPython) '\(adapter)'" ⇒ 65 error: … serves no deviations to audit the fixtures with
      nowhere ⇒ 66 nowhere
      x.yaml --output s ⇒ 64 --output is for the cases that --suggest finds
      """, in: folder, beginning: ["audit"])
  }

  @Test("says by which cases each deviation is caught where that is asked for")
  func detail() throws {
    let folder = try Folder(["x.yaml": RunTests.good])
    #expect(!(try conformanceRunner("audit", "x.yaml", in: folder)).output.contains("caught by x"))
    let detailed = try conformanceRunner("audit", "x.yaml", "--detail", in: folder)
    #expect(
      detailed.output.contains(
        """
          ✓ broadcasts-twice  (subscribe-upstream)
              Each observer is called twice.
              caught by x.yaml:9

        """), "\(detailed.output)")
  }

  @Test("writes JSON")
  func json() throws {
    let run = try conformanceRunner(
      "audit", "x.yaml", "--detail", "--format", "json", in: try Folder(["x.yaml": RunTests.good]))
    let audit = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(audit["version"] as? Int == 1)
    #expect(audit["cases"] as? Int == 2)
    let deviations = try #require(audit["deviations"] as? [NSDictionary])
    #expect(deviations.count > 71)
    let first = try #require(deviations.first { $0["name"] as? String == "broadcasts-twice" })
    #expect(first["clause"] as? String == "subscribe-upstream")
    let catching: NSDictionary = ["path": "x.yaml", "line": 9, "name": "second sentence"]
    #expect((first["caughtBy"] as? [NSDictionary])?.first == catching)
  }

  // MARK: - Suggestions

  private static let python =
    "\(plainPython) '\(packageRoot.appending(path: "Sources/Adapters/Python/deviations.py").path)'"

  private static let weak = """
    format: 1
    spec: _remember
    subject: {operators: [_remember]}
    cases:
      - {name: silence, clauses: [value-cache], timeline: [{emit: 1}]}

    """

  @Test(
    "suggests cases that catch what none did, until nothing survives, and overwrites none",
    .needsPython)
  func suggest() throws {
    let folder = try Folder(["s/x.yaml": Self.weak])
    let audit = ["audit", "s", "-i", Self.python]
    let shown = try conformanceRunner(audit + ["--suggest"], in: folder)
    #expect(shown.status == 0, "\(shown.errors)")
    #expect(
      shown.output.hasSuffix(
        """

        # forgets-on-last-disconnection is caught by
        format: 1
        spec: _remember
        title: What forgets-on-last-disconnection does not do
        subject:
          operators: [_remember]

        cases:
          - name: forgets-on-last-disconnection
            clauses: [value-cache]
            note: "It tells this deviation apart: The cache is cleared when the last observer leaves."
            timeline:
              - subscribe: a
                expect: [upstream: connect]
              - emit: 1
                expect: [a: 1]
              - unsubscribe: a
                expect: [upstream: disconnect]
              - subscribe: a
                expect: [upstream: connect, a: 1]

        """), "\(shown.output)")
    let taken = folder.url.appending(path: "s/loses-null.yaml")
    try Self.weak.write(to: taken, atomically: true, encoding: .utf8)
    let written = try conformanceRunner(audit + ["--suggest", "--output", "s"], in: folder)
    #expect(written.status == 73)
    #expect(
      written.errors.hasSuffix(
        "\nerror: `s/loses-null.yaml` exists, and is not overwritten; `loses-null` is not caught by it\n"
      ))
    #expect(try text(of: taken) == Self.weak)
    try FileManager.default.removeItem(at: taken)
    #expect(try conformanceRunner(audit + ["--suggest", "--output", "s"], in: folder).status == 0)
    #expect(try conformanceRunner("validate", "s", in: folder).status == 0)
    #expect(try conformanceRunner(audit + ["--require-all"], in: folder).status == 0)
  }

  @Test(
    "says which deviations it has found no case for, where the reference cannot go on",
    .needsPython)
  func dyingReference() throws {
    let folder = try Folder([
      "s/x.yaml": Self.weak, "adapter.sh": "sed -u '/\"unsubscribe\"/Q' | \(Self.python)",
    ])
    try expect(
      """
      audit s -i 'p=sh adapter.sh' --suggest --limit restarts=1 ⇒ 1 error: no case has been found for loses-null, subscribes-for-each, forgets-on-last-disconnection
      """, in: folder)
  }

  /// A reference whose deviations show with other arguments than any case has.
  private static let reference = """
    import adapter, given, streams
    from types import SimpleNamespace

    def skip(stream, count):
        left = [count]
        def is_behind(value):
            left[0] -= 1
            return left[0] < 0
        return stream.filter(is_behind)

    def lenient(rows):
        function = given.function(rows)
        def look_up(value):
            try:
                return function(value)
            except given.CaseError:
                return None
        return look_up

    def reference(**changed):
        operators = {"skip": skip, "map": streams.OPERATORS["map"], **changed}
        return SimpleNamespace(**{**vars(streams), "OPERATORS": operators})

    DEVIATIONS = {
        "at-most-one": reference(skip=lambda stream, count: skip(stream, min(count, 1))),
        "maps-on": reference(map=lambda stream, rows: stream.map(lenient(rows))),
    }

    class Case(adapter.Case):
        def __init__(self, deviation=None, **case):
            adapter.streams = DEVIATIONS[deviation] if deviation else reference()
            super().__init__(**case)

    adapter.Case = Case
    adapter.serve(reference(), operators=["skip", "map"], deviations=[
        {"name": "at-most-one", "clause": "skip", "sentence": "More than one are not skipped."},
        {"name": "maps-on", "clause": "map", "sentence": "What a function throws is lost."}])
    """

  @Test(
    "suggests cases with arguments that no case has: other counts, rows that throw",
    .needsPython)
  func suggestArguments() throws {
    let folder = try AdapterWordsTests.adapter("Python", "py")
    try folder.write(Self.reference, to: "reference.py")
    try folder.write(
      """
      name: Mini
      channels: [next, error, completed]
      operators: {skip: count, map: function}
      clauses: [{id: skip}, {id: map}]
      """, to: "s/spec.yaml")
    try folder.write(
      """
      format: 1
      spec: Mini
      subject: {operators: [skip: 1]}
      cases:
        - {name: one, clauses: [skip], timeline: [{subscribe: a, expect: [upstream: connect]}]}
      """, to: "s/x.yaml")
    let audit = ["audit", "s", "-i", "\(plainPython) reference.py"]
    let run = try conformanceRunner(audit + ["--suggest", "--output", "new"], in: folder)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(
      run.errors == """
        `new/maps-on.yaml` is not valid where it stands: it needs the `spec.yaml` of its specification beside \
        or above it

        """)
    let again = try conformanceRunner(audit + ["--suggest", "--output", "new"], in: folder)
    #expect(again.status == 73)
    #expect(
      again.errors.contains(
        "error: `new/maps-on.yaml` exists, and is not overwritten; it is not among the fixtures that are "
          + "audited\n"), "\(again.errors)")
    for name in ["at-most-one", "maps-on"] {
      try folder.write(
        try folder.text("new/\(name).yaml"), to: "s/\(name).yaml")
    }
    let count = try folder.text("s/at-most-one.yaml")
    #expect(count.contains("  operators: [{skip: 2}]\n"), "\(count)")
    let row = try folder.text("s/maps-on.yaml")
    #expect(row.contains("  operators: [{map: [[2, throws, boom]]}]\n"), "\(row)")
    #expect(try conformanceRunner(audit + ["--require-all"], in: folder).status == 0)
    // A clause that only cases of other operators cite is not what the case demonstrates.
    try folder.write(
      Self.reference.replacing(
        #""clause": "skip", "sentence": ""#, with: #""clause": "map", "sentence": "In skip: "#),
      to: "reference.py")
    try FileManager.default.removeItem(at: folder.url.appending(path: "s/at-most-one.yaml"))
    let suggested = try conformanceRunner(audit + ["--suggest"], in: folder)
    #expect(suggested.output.contains("\n    clauses: [skip]\n"), "\(suggested.output)")
  }

  @Test(
    "says which deviations it leaves out, because no fixture is of their specification",
    .needsPython)
  func leftOut() throws {
    let folder = try Folder(["x.yaml": Self.weak])
    let audit = ["audit", ".", "-i", Self.python]
    let part = try conformanceRunner(audit, in: folder)
    #expect(part.status == 0)
    let warning =
      "warning: `informs-before-writing` and 1 more are left out: they deviate from "
      + "`ReactiveProperty`, which no fixture is of"
    #expect(part.errors == warning + "\n")
    #expect(part.output.hasSuffix(" of 3 deviations caught by 1 case\n"))
    try folder.write(
      Self.weak.replacing("spec: _remember", with: "spec: ReactivPropety"), to: "y.yaml")
    let slip = try conformanceRunner(audit, in: folder)
    #expect(slip.errors == warning + "; did you mean `ReactivPropety`?\n")
    // The built-in ones are of more than anyone's fixtures.
    #expect(try conformanceRunner("audit", "x.yaml", in: folder).errors == "")
  }

  @Test("says what no case could be judged with, and which clauses there are not", .needsPython)
  func unjudged() throws {
    let folder = try Folder([
      "spec.yaml": "{name: _remember, clauses: [{id: value-cache}]}", "x.yaml": Self.weak,
      "refuse.sed": #"/"deviation":"loses-null"/s/"_remember"/"nothing"/"#,
    ])
    let command = "p=sh -c \"sed -u -f refuse.sed | \(Self.python)\""
    let run = try conformanceRunner("audit", ".", "-i", command, in: folder)
    #expect(
      run.output.contains(
        "    not caught: no case could be judged with it: "), "\(run.output)\(run.errors)")
    for (name, clause) in [
      ("loses-null", "subscribe-upstream"), ("subscribes-for-each", "single-upstream-subscription"),
    ] {
      #expect(
        run.errors.contains(
          "warning: `\(name)` cites the clause `\(clause)`, which `_remember` does not have\n"))
    }
  }

  @Test("is not green where no deviation could be judged", .needsPython)
  func noneJudged() throws {
    let folder = try Folder([
      "x.yaml": Self.weak,
      "adapter.sh": "sed -u '/\"deviation\":/s/\"_remember\"/\"nothing\"/' | \(Self.python)",
    ])
    try expect(
      """
      audit . -i 'p=sh adapter.sh' ⇒ 66 error: no deviation could be judged by these cases: nothing was audited
      """, in: folder)
  }

  @Test("says once why cases cannot be audited, and what to audit them with")
  func anotherSpecification() throws {
    let folder = try Folder([
      "spec.yaml": "{name: Rill, channels: [next, completed], clauses: [{id: c}]}",
      "x.yaml": """
      {format: 1, spec: Rill, subject: {operators: [map: 1]}, cases: [
      {name: one, clauses: [c], timeline: [{complete: upstream}]},
      {name: two, clauses: [c], timeline: [{complete: upstream}]},
      {name: three, clauses: [c], timeline: [{subscribe: a, channels: [next]}]}]}
      """,
    ])
    let run = try conformanceRunner("audit", "x.yaml", in: folder)
    #expect(run.status == 66)
    #expect(run.output == "")
    #expect(
      run.errors == """
        error: x.yaml:2: not audited: literal does not have a function as the argument of `map`; and 2 more, the same
        no case could be audited with `literal`; name an adapter that serves deviations with -i

        """)
  }
}
