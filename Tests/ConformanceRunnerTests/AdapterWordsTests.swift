// The adapters in other languages: behaviour that messages with right answers do not show.

import Testing

@Suite("The adapters in other languages, with streams that end", .startsProcesses)
struct AdapterWordsTests {
  @Test(
    "end a timer that schedules itself again forever",
    arguments: [(KitTests.Kit.python, "py"), (.javascript, "js")].filter { $0.0.isThere })
  func endless(_ kit: KitTests.Kit, _ suffix: String) throws {
    let fixture = Sample.fixture(
      "name: n, clauses: [c], timeline: [{subscribe: a}, {advance: 1}]",
      subject: "{operators: [forever]}")
    try expect(
      """
      x.yaml -i "\(kit.program) adapter.\(suffix)" ⇒ 1 more than 10000 timers came due in a step … 1 of 1 case fails
      """, in: Adapters.ending(kit.folder, suffix, adding: ["x.yaml": fixture]))
  }

  /// A folder with the adapter in Python and its specification.
  private static func words() throws -> Folder {
    try Adapters.ending(adding: [
      "spec.yaml": """
      {name: S, channels: [next, error, completed], clauses: [{id: c}],
      operators: {map: function, filter: predicate, scan: {seed: value, with: reducer}, first: ~}}
      """
    ])
  }

  @Test("a value that a table lacks fails the case, for every command that plays it", .needsPython)
  func wrongValue() throws {
    let folder = try Self.words()
    // A library that ignores a falsy seed.
    let streams = try folder.text("streams.py")
    let seed = #"scan(argument["seed"]"#
    let deviations =
      #"sed -u 's/"supports": *{/&"deviations":[{"name":"d","clause":"c","sentence":"s"}],/'"#
    let fixture = Sample.fixture(
      "name: n, clauses: [c], timeline: [{subscribe: a, expect: [upstream: connect]}, {emit: 2, expect: [a: [2]]}]",
      spec: "S", subject: "{operators: [scan: {seed: [], with: append}]}")
    for (file, content) in [
      "good.py": streams, "streams.py": streams.replacing(seed, with: seed + " or None"),
      "right.py": "import adapter\nimport good\nadapter.serve(good)\n", "x.yaml": fixture,
      "adapter.sh": "\(plainPython) adapter.py | \(deviations)\n",
      "known.yaml": "- {case: x.yaml › n, implementation: ending, reason: r}\n",
    ] { try folder.write(content, to: file) }
    let lack =
      "`append`, which `scan` is given as `with`, has no result for `[null, 2]`, for which it was asked "
      + "in step 2: either the library passes a wrong value or the table is short … x.yaml:3:23 … ^"
    try expect(
      """
      validate x.yaml ⇒ 0
      run x.yaml -i 'sh adapter.sh' ⇒ 1 ✗ x.yaml:5:85: n … step 2 of 2 … \(lack) … 1 of 1 case fails
      run x.yaml -i 'sh adapter.sh' --known-failures known.yaml ⇒ 0 No new failures: 1 is known to fail
      record --all x.yaml -i 'sh adapter.sh' ⇒ 1 x.yaml:5:5: error: n: \(lack)
      show x.yaml -i 'sh adapter.sh' ⇒ 1 \(lack)
      audit x.yaml -i 'sh adapter.sh' ⇒ 1
      explore --like x.yaml -i 'sh adapter.sh' -i "right=\(plainPython) right.py" --length 2 --reaction-length 0 --random 0 ⇒ 1 has no result for `[null,
      """, in: folder)
  }

  // The tests of reports check how it is cut and made harmless.
  @Test("the text of an error that a library made is shown, and not compared", .needsPython)
  func messages() throws {
    let folder = try Self.words()
    let streams = try folder.text("streams.py").replacing("nothing came", with: "::error::")
    let fixture = Sample.fixture(
      "name: n, clauses: [c], reactions: [{when: a.error, do: [{subscribe: b}]}], "
        + "timeline: [{subscribe: a, expect: [upstream: connect]}, "
        + "{complete: upstream, expect: [a.error, a: 1, upstream: connect, upstream: release]}]",
      spec: "S", subject: "{operators: [first]}")
    let (python, both) = ("\"py=\(plainPython) adapter.py\"", "-i 'sh=sh other.sh'")
    try expect(
      """
      streams.py ← \(inRow(streams.replacing("RELEASES = False", with: "RELEASES = True")))
      x.yaml ← \(inRow(fixture))
      other.sh ← \(plainPython) adapter.py | sed -u s/LookupError/KeyError/g\\n
      x.yaml -i \(python) \(both) ⇒ 1 with py, sh … py: LookupError: ::error::
      x.yaml -i \(python) \(both) --reporter html ⇒ 1 py: LookupError: ::error::
      show x.yaml -i \(python) ⇒ 0 a.error: LookupError: ::error::
      explore --like x.yaml -i \(python) \(both) --length 2 --reaction-length 2 --random 0 ⇒ 0 no difference found
      record --check --all x.yaml -i \(python) ⇒ 1 {complete: upstream, expect: [a.error, upstream: connect, upstream: release]}
      """, in: folder)
  }
}
