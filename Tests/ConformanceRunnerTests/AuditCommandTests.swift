import Foundation
import Testing

@Suite("ConformanceRunner audit", .startsProcesses, .needsPython)
struct AuditCommandTests {
  @Test("gates on all deviations being caught, on the reference and on valid fixtures")
  func gates() throws {
    let warning =
      "warning: `informs-before-writing` and 1 more are left out: they deviate from `ReactiveProperty`, which "
      + "has no fixtures"
    // The built-in ones are of more than anyone's fixtures.
    try expect(
      """
      x.yaml ⇒ 0 ✗ never-replays  (emit-last-value)
      x.yaml --require-all ⇒ 1 ✗ never-replays  (emit-last-value)
      bad.yaml ⇒ 1 ✗ bad.yaml:9 second sentence
      b ⇒ 65 broken.yaml:8:17: error: a step has no key `subscrib` … known mistakes caught by 2 cases
      b -i "\(Adapters.python)" ⇒ 65 error: … serves no deviations to audit the fixtures with
      nowhere ⇒ 66 nowhere
      x.yaml --output s ⇒ 64 --output is for the cases that --suggest finds
      x.yaml ⇒ 0 ¬caught by x
      x.yaml --detail --format json ⇒ 0 "cases" : 2, … "line" : 9, … "name" : "second sentence", … "path" : "x.yaml" … "clause" : "subscribe-upstream", … "name" : "broadcasts-twice", … "version" : 1
      x.yaml --detail ⇒ 0   ✓ broadcasts-twice  (subscribe-upstream) …       Each observer is called twice. …       caught by x.yaml:9
      weak.yaml -i "\(Adapters.deviating)" ⇒ 0 \(warning) …  of 3 known mistakes caught by 1 case … ¬did you mean
      y -i "\(Adapters.deviating)" ⇒ 0 \(warning); did you mean `ReactivPropety`?
      weak.yaml ⇒ 0 ¬are left out: they
      """,
      in: Folder([
        "x.yaml": Sample.good, "bad.yaml": Sample.bad, "b/broken.yaml": Sample.broken,
        "b/x.yaml": Sample.good, "weak.yaml": Self.weak, "y/x.yaml": Self.weak,
        "y/y.yaml": Self.weak.replacing("spec: _remember", with: "spec: ReactivPropety"),
      ]), beginning: ["audit"])
  }

  // MARK: - Suggestions

  private static let weak = """
    format: 1
    spec: _remember
    subject: {operators: [_remember]}
    cases:
      - {name: silence, clauses: [value-cache], timeline: [{emit: 1}]}

    """

  @Test("suggests cases that catch each deviation that survived, and overwrites no case")
  func suggest() throws {
    let folder = try Folder(["s/x.yaml": Self.weak])
    let found =
      "- name: forgets-on-last-disconnection … clauses: [value-cache] … note: \"It catches this known mistake: "
    let steps =
      "- subscribe: a … expect: [upstream: connect] … - emit: 1 … expect: [a: 1] … - unsubscribe: a"
    let write = "audit s -i \"\(Adapters.deviating)\" --suggest --output s"
    try folder.write(Self.weak, to: "s/loses-null.yaml")
    try expect(
      """
      audit s -i "\(Adapters.deviating)" --suggest ⇒ 0 are left out … # forgets-on-last-disconnection is caught by … title: What forgets-on-last-disconnection does wrong … \(found) … \(steps) … - subscribe: a … expect: [upstream: connect, a: 1]
      \(write) ⇒ 73 error: `s/loses-null.yaml` exists, and is not overwritten
      """, in: folder)
    #expect(try folder.text("s/loses-null.yaml") == Self.weak)
    try FileManager.default.removeItem(at: folder.url.appending(path: "s/loses-null.yaml"))
    try expect(
      """
      \(write) ⇒ 0 are left out
      validate s ⇒ 0
      audit s -i "\(Adapters.deviating)" --require-all ⇒ 0 are left out
      """, in: folder)
  }

  /// A reference whose deviations only show with arguments that no case has.
  private static let reference = """
    import adapter, given, streams
    from types import SimpleNamespace

    def skip(stream, count):
        left = iter(range(count))
        return stream.filter(lambda value: next(left, None) is None)

    def lenient(rows):
        return given.function([row[:1] + [None] if len(row) > 2 else row for row in rows])

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

  @Test("suggests cases with arguments that no case has: other counts, rows that throw")
  func suggestArguments() throws {
    let folder = try Adapters.ending(adding: [
      "reference.py": Self.reference,
      "s/spec.yaml": """
      {name: Mini, channels: [next, error, completed], operators: {skip: count, map: function},
      clauses: [{id: skip}, {id: map}]}
      """,
      "s/x.yaml": Sample.fixture(
        "name: one, clauses: [skip], timeline: [{subscribe: a, expect: [upstream: connect]}]",
        spec: "Mini", subject: "{operators: [skip: 1]}"),
    ])
    let audit = "audit s -i \"\(plainPython) reference.py\""
    try expect(
      """
      \(audit) --suggest --output new ⇒ 0 `new/maps-on.yaml` is not valid where it stands: it needs the `spec.yaml` of its specification beside or above it
      \(audit) --suggest --output new ⇒ 73 error: `new/maps-on.yaml` exists, and is not overwritten
      """, in: folder)
    for name in ["at-most-one", "maps-on"] {
      try folder.write(folder.text("new/\(name).yaml"), to: "s/\(name).yaml")
    }
    let count = try folder.text("s/at-most-one.yaml")
    #expect(count.contains("  operators: [{skip: 2}]\n"), "\(count)")
    let row = try folder.text("s/maps-on.yaml")
    #expect(row.contains("  operators: [{map: [[2, throws, boom]]}]\n"), "\(row)")
    try expect("\(audit) --require-all ⇒ 0", in: folder)
    // The case does not demonstrate a clause that only cases of other operators cite.
    try folder.write(
      Self.reference.replacing(
        #""clause": "skip", "sentence": ""#, with: #""clause": "map", "sentence": "In skip: "#),
      to: "reference.py")
    try FileManager.default.removeItem(at: folder.url.appending(path: "s/at-most-one.yaml"))
    try expect("\(audit) --suggest ⇒ 0     clauses: [skip]", in: folder)
  }

  @Test("names deviations without a case that runs or is found, and clauses that do not exist")
  func unjudged() throws {
    let folder = try Folder([
      "x.yaml": Self.weak, "y/x.yaml": Self.weak,
      "dies.sh": "sed -u '/\"unsubscribe\"/Q' | \(Adapters.deviating)",
      "y/spec.yaml": "{name: _remember, clauses: [{id: value-cache}]}",
      "one.sh":
        "sed -u '/\"deviation\":\"loses-null\"/s/\"_remember\"/\"nothing\"/' | \(Adapters.deviating)",
      "all.sh": "sed -u '/\"deviation\":/s/\"_remember\"/\"nothing\"/' | \(Adapters.deviating)",
    ])
    try expect(
      """
      y -i 'p=sh one.sh' ⇒ 0 `loses-null` cites the clause `subscribe-upstream`, which `_remember` does not have … `subscribes-for-each` cites the clause `single-upstream-subscription`, which `_remember` does not have …     not caught: no case could run with it: 
      x.yaml -i 'p=sh all.sh' ⇒ 66 error: no known mistake could run in these cases: nothing was audited
      x.yaml -i 'p=sh dies.sh' --suggest --limit restarts=1 ⇒ 1 error: no case has been found for loses-null, subscribes-for-each, forgets-on-last-disconnection
      """, in: folder, beginning: ["audit"])
  }

  @Test("says once why cases cannot be audited, and what to audit them with")
  func anotherSpecification() throws {
    let folder = try Folder([
      "spec.yaml": "{name: Rill, channels: [next, completed], clauses: [{id: c}]}",
      "x.yaml": Sample.fixture(
        "name: one, clauses: [c], timeline: [{complete: upstream}]",
        "name: two, clauses: [c], timeline: [{complete: upstream}]",
        "name: three, clauses: [c], timeline: [{subscribe: a, channels: [next]}]", spec: "Rill",
        subject: "{operators: [map: 1]}"),
    ])
    try expect(
      """
      audit x.yaml ⇒ 66 warning: x.yaml:5: not audited: literal does not have a function as the argument of `map`; and 2 more, the same … error: no case could be audited; name an adapter that serves known mistakes with -i
      """, in: folder)
  }
}
