import FixtureFormat
import Testing

@Suite("A list of known failures")
struct KnownFailureTests {
  /// A case of a source and an observer, in three steps.
  private static let testCase = try! read(
    timeline("- subscribe: a\n- emit: 1\n- read: stream")
  ).get().cases[0]

  private func list(_ text: String) -> Result<KnownFailures, InvalidFile> {
    KnownFailures.read(SourceText(path: "k.yaml", bytes: Array(text.utf8)))
  }

  private func entry(
    _ title: Name, _ difference: KnownDifference?, reason: String = "new"
  ) -> KnownFailures.Entry {
    guard let difference else {
      return try! list("- {case: \(title), implementation: i, reason: \(reason)}").get().entries[0]
    }
    return KnownFailures.Entry(
      title: title, implementation: "i", reason: reason, difference, of: Self.testCase)!
  }

  /// The statements of a list about a case, with the problems on reading, and once the case is known.
  static let statements = Row.table(
    """
    step: 2
    ⇒ ‹step› `step` needs `actual`, the events of that step → write `actual: []` if there was none
    actual: [a: 1]
    ⇒ ‹actual› `actual` needs `step`, the step of its events
    step: 0, actual: []
    ⇒ ‹0› a step is a whole number from 1, not `0`
    step: 1, actual: {a: 1}
    ⇒ ‹{a: 1}› a list of events is expected, and this is a map → write `actual: [a: 1]`, or `actual: []`
    error: ''
    ⇒ ‹''› the message of an error is empty
    error-contains: 5
    ⇒ ‹5› the message of an error is expected, and `5` is a number → put it in quotes: "5"
    error: e, error-contains: e
    ⇒ ‹error› a known failure has `step` and `actual`, or `error` → `error` is the whole message, and `error-contains` a part of it
    later: {2: []}
    ⇒ ‹later› `later` needs `step`, the first that differs
    step: 2, actual: [], later: [3]
    ⇒ ‹[3]› a map of steps is expected, and this is a list → write `later: {3: [a: 1]}`
    step: 2, actual: [], later: {2: []}
    ⇒ ‹2› a later step comes after step 2
    step: 2, actual: [], later: {3: [], 3.0: []}
    ⇒ ‹3.0› step 3 occurs twice
    step: 2, actual: [], later: {x: []}
    ⇒ ‹x› a step is a whole number from 1, not `x`
    skipped: ' '
    ⇒ ‹' '› a reason is empty
    file: d
    ⇒ ‹d› `case` begins with another file → `file` is the part of `case` before ` › `
    step: 1, actual: [], error: e
    ⇒ ‹error› a known failure has `step` and `actual`, or `error` → a case that ends with an error is not compared step by step
    step: 2, actual: [a: 1, upstream: connect, a.state: active, a: [x]]
    ⇒ valid
    step: 3, actual: [returns: {k: 1}]
    ⇒ valid
    error: e
    ⇒ valid
    step: 1, actual: [], later: {3: [a: 1], 2: []}
    ⇒ valid
    skipped: never
    ⇒ valid
    step: 1, actual: [], later: {4: []}
    ⇒ ‹4› the case has 3 steps, and no step 4 → `run --write-known-failures FILE` writes how it fails now
    step: 4, actual: []
    ⇒ ‹4› the case has 3 steps, and no step 4 → `run --write-known-failures FILE` writes how it fails now
    step: 1, actual: [upstraem: connect]
    ⇒ ‹upstraem› no observer, source or store of this case is called `upstraem` → did you mean `upstream`?
    step: 1, actual: [{either: {x: []}}]
    ⇒ ‹{either: {x: []}}› `actual` has no `either`
    """)

  @Test("states how a case fails by steps and their events, or by an error", arguments: statements)
  func state(_ row: Row) {
    let read = list("- {case: c, implementation: i, reason: r, \(row.text)}")
    var problems = said(of: read, marks: true)
    if let entry = try? read.get().entries[0] {
      problems = said(of: entry.difference(in: Self.testCase), marks: true)
    }
    #expect(problems.map { String($0.drop { $0 != "‹" }) } == row.says)
  }

  @Test("is written as it is read, without events that no list can express")
  func written() throws {
    let long = Name(String(repeating: "b", count: 1_100))
    let steps = [
      KnownStep(0, actual: []), KnownStep(2, actual: [.returns(.map([("k", 1)]))]),
    ]
    let differences: [KnownDifference?] = [
      nil, .error("\ne: \"x\" 0x7f"), .errorContains("e"), .steps([KnownStep(0, actual: [])]),
      .steps([
        KnownStep(
          1, actual: [.next(observer: "a", .string("yes")), .source(.disconnect, of: "upstream")])
      ]), .steps(steps),
    ]
    let entries = differences.enumerated().map { entry("f › \($0)", $1) }
    let text = KnownFailures(entries).text
    #expect(
      text.hasSuffix(
        """
        - case: "f › 4"
          implementation: i
          reason: new
          step: 2
          actual: [a: "yes", upstream: disconnect]
        - case: "f › 5"
          implementation: i
          reason: new
          step: 1
          actual: []
          later:
            3: [returns: {k: 1}]

        """), "\(text)")
    let again = try list(text).get()
    #expect(again.entries.map { try? $0.difference(in: Self.testCase).get() } == differences)
    let unwritable = KnownDifference.steps([KnownStep(1, actual: [.next(observer: long, 1)])])
    #expect(
      KnownFailures.Entry(
        title: "f › n", implementation: "i", reason: "r", unwritable, of: Self.testCase) == nil)
  }

  // MARK: - Changes

  /// Four entries in lines, with comments of a person, in parts.
  private static let document = [
    "# Head.\n",
    """
    - case: f › a   # note of a
      implementation: i
      reason: "why a"

    """, "\n# Of b alone.\n",
    "- {case: f › b, implementation: i, reason: why b, step: 1, actual: [a: 1]} # note of b\n",
    """
    - case: f › c
      reason: |
        # no comment
      step: 2 # the second
      actual:
        - a: 1
      implementation: i

    """, "# Of d.\n",
    """
    - case: f › d
      implementation: i
      reason: why d
      error: e

    """, "\n# Tail.\n",
  ]

  private func rewritten(
    _ text: String, _ changes: [Int: KnownFailures.Change], _ new: [KnownFailures.Entry]
  ) throws -> String {
    let result = try list(text).get().rewritten(changes, adding: new)
    return String(decoding: result.bytes, as: UTF8.self)
  }

  /// An entry of the document as a run writes it.
  private static func written(_ name: String, _ lines: String...) -> String {
    (["- case: \"f › \(name)\"", "implementation: i"] + lines).joined(separator: "\n  ") + "\n"
  }

  @Test("is updated: changed entries are written anew below their comments, all else stays")
  func changes() throws {
    func steps(_ step: Int, _ actual: [Event]) -> KnownDifference {
      .steps([KnownStep(step, actual: actual)])
    }
    func restated(_ difference: KnownDifference, _ reason: String) -> KnownFailures.Change {
      .restated(entry("t", difference, reason: reason))
    }
    let (came, error) = (
      steps(2, [.next(observer: "a", 2), .connect(source: "upstream")]), KnownDifference.error("x")
    )
    let new = Self.written("e", "reason: new", "step: 3", "actual: [a: 2, upstream: connect]")
    let rows: [([Int: KnownFailures.Change], isAdding: Bool, [Int: String])] = [
      ([:], false, [:]), ([0: .removed], false, [1: ""]),
      ([1: .removed, 3: .removed], true, [2: "\n", 3: "", 5: "", 6: new]),
      (
        [1: restated(error, "why b")], false,
        [3: "# note of b\n" + Self.written("b", "reason: why b", "error: x")]
      ),
      (
        [2: restated(came, "# no comment\n"), 0: restated(error, "why a")], false,
        [
          1: "# note of a\n" + Self.written("a", "reason: why a", "error: x"),
          4: "# the second\n"
            + Self.written(
              "c", ##"reason: "# no comment\n""##, "step: 3", "actual: [a: 2, upstream: connect]"),
        ]
      ),
      (
        [3: restated(steps(2, []), "why d")], true,
        [6: Self.written("d", "reason: why d", "step: 3", "actual: []") + new]
      ),
    ]
    for (changes, isAdding, edits) in rows {
      for parts in [Self.document[...], Self.document.dropLast()] {
        let document = parts.joined()
        let expected = parts.indices.map { edits[$0] ?? parts[$0] }.joined()
        let added = isAdding ? [entry("f › e", came)] : []
        #expect(try rewritten(document, changes, added) == expected)
        let unended = (String(document.dropLast()), String(expected.dropLast()))
        #expect(try rewritten(unended.0, changes, added) == unended.1)
        let windows = try rewritten(document.replacing("\n", with: "\r\n"), changes, added)
        #expect(windows.utf8.elementsEqual(expected.replacing("\n", with: "\r\n").utf8))
      }
    }
  }

  @Test("may become empty, and begin again; in brackets, it stays so")
  func forms() throws {
    let item = "{case: n, implementation: i, reason: r}"
    let other = item.replacing("case: n", with: "case: b")
    let one = [entry("f › e", nil)]
    let block = "- case: \"f › e\"\n  implementation: i\n  reason: new\n"
    func line(_ name: String) -> String {
      "- case: \(Value.string(name))\n  implementation: i\n  reason: r\n"
    }
    for (text, changes, new, expected) in [
      ("# Head.\n- \(item)\n", [0: .removed], [], "# Head.\n[]\n"),
      ("- \(item)\n  # On it.\n- \(other)\n", [1: .removed], [], "- \(item)\n  # On it.\n"),
      ("# Head.\n- \(item)\n", [0: .removed], one, "# Head.\n\(block)"),
      ("# Head.\n", [:], one, "# Head.\n\(block)"), ("", [:], one, block),
      ("# Head.\n[] # none\n", [:], one, "# Head.\n# none\n\(block)"),
      (
        "# Head.\n\n# Of it.\n  - \(item)\n# Tail.\n", [0: .removed], [],
        "# Head.\n\n  []\n# Tail.\n"
      ),
      (
        "[\(item), # of n\n \(other)] # of b\n", [0: .removed], [],
        "# of n\n\(line("b"))# of b\n"
      ),
      ("[\(item), \(other)]\n", [1: .removed], one, line("n") + block),
      ("[\n  \(item),\n]\n", [:], one, line("n") + block), ("[\(item)]", [0: .removed], [], "[]"),
      ("-\n  case: n\n  implementation: i\n  reason: r\n", [:], one, line("n") + block),
    ] as [(String, [Int: KnownFailures.Change], [KnownFailures.Entry], String)] {
      let written = try rewritten(text, changes, new)
      #expect(written == expected)
    }
  }
}
