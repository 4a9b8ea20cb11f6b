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
    KnownFailures.Entry(
      title: title, implementation: "i", reason: reason, difference, of: Self.testCase)
  }

  @Test(
    "states how a case fails by a step and its events, or by an error",
    arguments: [
      (
        "step: 2",
        "‹step› `step` needs `actual`, what came in it → write `actual: []` where nothing came"
      ),
      ("actual: [a: 1]", "‹actual› `actual` needs `step`, in which it came"),
      ("step: 0, actual: []", "‹0› a step is a whole number from 1, not `0`"),
      ("step: 1.5, actual: []", "‹1.5› a step is a whole number from 1, not `1.5`"),
      (
        "step: 1, actual: {a: 1}",
        "‹{a: 1}› a list of events is expected, and this is a map → write `actual: [a: 1]`, or `actual: []`"
      ),
      ("error: ''", "‹''› the beginning of an error's message is empty"),
      (
        "error: 5",
        "‹5› the beginning of an error's message is expected, and `5` is a number → put it in quotes: \"5\""
      ),
      (
        "step: 1, actual: [], error: e",
        "‹error› a known failure has `step` and `actual`, or `error` → a case that ends with an error is "
          + "not compared step by step"
      ),
      (
        "step: 1, actual: [a: .nan]",
        "‹.nan› `.nan` is not a portable value: JSON has none → as a text it needs quotes"
      ),
    ])
  func statements(_ keys: String, _ says: String) {
    let said = said(of: list("- {case: c, implementation: i, reason: r, \(keys)}"), marks: true)
    #expect(said.map { $0.drop { $0 != "‹" } } == [says[...]])
  }

  @Test(
    "has events that are read with the names of the case",
    arguments: [
      ("step: 2, actual: [a: 1, upstream: connect, a.state: active, a: [x]]", ""),
      ("step: 3, actual: [returns: {k: 1}]", ""), ("error: e", ""), ("", ""),
      (
        "step: 4, actual: []",
        "‹4› the case has 3 steps, and no step 4 → `run --write-known-failures FILE` writes how it fails now"
      ),
      (
        "step: 1, actual: [upstraem: connect]",
        "‹upstraem› no observer, source or store of this case is called `upstraem` → did you mean `upstream`?"
      ),
      (
        "step: 1, actual: [upstream: 5]",
        "‹5› what a source can show is expected, and `5` is a number → write `connect` or `disconnect`"
      ),
      ("step: 1, actual: [{either: {x: []}}]", "‹{either: {x: []}}› what came is no choice"),
    ])
  func events(_ keys: String, _ says: String) throws {
    let known = try list("- {case: c, implementation: i, reason: r, \(keys)}").get()
    let said = said(of: known.entries[0].difference(in: Self.testCase), marks: true)
    #expect(said.map { $0.drop { $0 != "‹" } } == (says.isEmpty ? [] : [says[...]]))
  }

  @Test("is written as it is read, and states no events that no list can express")
  func written() throws {
    let long = Name(String(repeating: "b", count: 1_100))
    let differences: [KnownDifference?] = [
      nil, .error("e: \"x\""), .step(0, actual: []),
      .step(1, actual: [.next(observer: "a", .string("yes")), .disconnect(source: "upstream")]),
      .step(2, actual: [.returns(.map([("k", 1)]))]),
    ]
    let entries = differences.enumerated().map { entry("f › \($0)", $1) }
    let text = KnownFailures(entries).text
    #expect(
      text.hasSuffix(
        """
        - case: "f › 3"
          implementation: i
          reason: new
          step: 2
          actual: [a: "yes", upstream: disconnect]
        - case: "f › 4"
          implementation: i
          reason: new
          step: 3
          actual: [returns: {k: 1}]

        """), "\(text)")
    let again = try list(text).get()
    #expect(again.entries.map { try? $0.difference(in: Self.testCase).get() } == differences)
    #expect(entry("f › n", .step(1, actual: [.next(observer: long, 1)])).statement == nil)
  }

  // MARK: - Changes

  /// Four entries in lines, with what a person adds to them.
  private static let document = """
    # Head.
    - case: f › a   # note of a
      implementation: i
      reason: "why a"

    # Of b alone.
    - {case: f › b, implementation: i, reason: why b, step: 1, actual: [a: 1]} # note of b
    - case: f › c
      reason: |
        # no comment
      step: 2 # the second
      actual:
        - a: 1
      implementation: i
    # Of d.
    - case: f › d
      implementation: i
      reason: why d
      error: e

    # Tail.

    """

  private func rewritten(
    _ text: String, _ changes: [Int: KnownFailures.Change], _ new: [KnownFailures.Entry]
  ) throws -> String {
    let result = try list(text).get().rewritten(changes, adding: new)
    return String(decoding: result.bytes, as: UTF8.self)
  }

  private static let b = KnownDifference.step(
    2, actual: [.next(observer: "a", 2), .connect(source: "upstream")])
  private static let d = """
    - case: f › d
      implementation: i
      reason: why d
      error: e

    """
  private static let new = """
    - case: "f › e"
      implementation: i
      reason: new
      step: 3
      actual: [a: 2, upstream: connect]

    """

  @Test("is brought up to date, and every other byte stays")
  func changes() throws {
    let (one, error) = (entry("f › e", Self.b), KnownDifference.error("x"))
    let rows: [([Int: KnownFailures.Change], [KnownFailures.Entry], [(old: String, new: String)])] =
      [
        ([:], [], []),
        (
          [0: .removed], [],
          [("- case: f › a   # note of a\n  implementation: i\n  reason: \"why a\"\n", "")]
        ),
        (
          [1: .removed, 3: .removed], [one],
          [
            (
              "# Of b alone.\n- {case: f › b, implementation: i, reason: why b, step: 1, actual: [a: 1]} "
                + "# note of b\n", ""
            ), ("# Of d.\n" + Self.d, Self.new),
          ]
        ),
        (
          [1: .restated(entry("", error, reason: "why b"))], [],
          [("why b, step: 1, actual: [a: 1]}", "why b, error: x}")]
        ),
        (
          [1: .restated(entry("", Self.b, reason: "other"))], [],
          [
            (
              "why b, step: 1, actual: [a: 1]}",
              "other, step: 3, actual: [a: 2, upstream: connect]}"
            )
          ]
        ),
        (
          [
            2: .restated(entry("", Self.b, reason: "# no comment\n")),
            0: .restated(entry("", error, reason: "why a")),
          ], [],
          [
            ("reason: \"why a\"\n", "reason: \"why a\"\n  error: x\n"), ("step: 2 #", "step: 3 #"),
            ("    - a: 1\n", "    - a: 2\n    - upstream: connect\n"),
          ]
        ),
        (
          [2: .restated(entry("", .step(1, actual: []), reason: "so"))], [],
          [
            ("reason: |\n    # no comment\n", "reason: so\n"),
            ("  actual:\n    - a: 1\n", "  actual: []\n"),
          ]
        ),
        (
          [3: .restated(entry("", .step(2, actual: []), reason: "why d"))], [one],
          [("  error: e\n", "  step: 3\n  actual: []\n" + Self.new)]
        ),
      ]
    let end = Self.document.firstRange(of: "\n# Tail.")!.lowerBound
    for (changes, new, edits) in rows {
      for document in [Self.document, String(Self.document[..<end])] {
        let expected = edits.reduce(document) { $0.replacing($1.old, with: $1.new) }
        #expect(try rewritten(document, changes, new) == expected)
        let unended = (String(document.dropLast()), String(expected.dropLast()))
        #expect(try rewritten(unended.0, changes, new) == unended.1)
        let windows = try rewritten(document.replacing("\n", with: "\r\n"), changes, new)
        #expect(windows.utf8.elementsEqual(expected.replacing("\n", with: "\r\n").utf8))
      }
    }
  }

  @Test("may become empty, and begin again; in brackets, it stays so")
  func forms() throws {
    let item = "{case: n, implementation: i, reason: r}"
    let (one, other) = ([entry("f › e", nil)], [entry("f › f", nil)])
    let block = "- case: \"f › e\"\n  implementation: i\n  reason: new\n"
    let flow = #"{case: "f › e", implementation: i, reason: new}"#
    for (text, changes, new, expected) in [
      ("# Head.\n- \(item)\n", [0: .removed], [], "# Head.\n[]\n"),
      (
        "- \(item)\n  # On it.\n- {case: b, implementation: i, reason: r}\n", [1: .removed], [],
        "- \(item)\n  # On it.\n"
      ),
      ("# Head.\n- \(item)\n", [0: .removed], one, "# Head.\n\(block)"),
      ("# Head.\n", [:], one, "# Head.\n\(block)"), ("", [:], one, block),
      ("# Head.\n[] # none\n", [:], one, "# Head.\n\(block.dropLast()) # none\n"),
      (
        "# Head.\n\n# Of it.\n  - \(item)\n# Tail.\n", [0: .removed], [],
        "# Head.\n\n  []\n# Tail.\n"
      ),
      (
        "[\(item), {case: b, implementation: i, reason: r}]\n", [0: .removed], [],
        "[{case: b, implementation: i, reason: r}]\n"
      ),
      (
        "[\(item), {case: b, implementation: i, reason: r}]\n", [1: .removed], one,
        "[\(item), \(flow)]\n"
      ),
      ("[\n  \(item),\n]\n", [:], one, "[\n  \(item),\n  \(flow),\n]\n"),
      ("[\(item)]", [0: .removed], one + other, "[\(flow), \(flow.replacing("› e", with: "› f"))]"),
      ("[\(item)]", [0: .removed], [], "[]"),
    ] as [(String, [Int: KnownFailures.Change], [KnownFailures.Entry], String)] {
      #expect(try rewritten(text, changes, new) == expected)
    }
  }

  @Test("is left alone where something would be lost")
  func refusals() throws {
    let entry = "- case: a\n  implementation: i\n  reason: r\n"
    let comments = "this has comments in it, and writing the list would take them away"
    let alias = "an alias stands for this, and writing the list would take it away"
    let restated = KnownFailures.Change.restated(self.entry("", .error("x"), reason: "r"))
    for (text, change, says) in [
      (entry + "  step: 1 # the first\n  actual: []\n", restated, "4:9: \(comments)"),
      (
        "- {case: a, implementation: i, reason: r, step: 1, # one\n   actual: []}\n", restated,
        comments
      ),
      ("[{case: a, implementation: i, reason: r}, # of a\n]\n", .removed, comments),
      (
        entry.replacing("r\n", with: "&r r\n") + "- {case: b, implementation: i, reason: *r}\n",
        .removed, "3:11: \(alias)"
      ),
      (
        entry + "  error: &e e\n- {case: b, implementation: i, reason: *e}\n", restated,
        "4:10: \(alias)"
      ),
      (
        "-\n  " + entry.dropFirst(2), .removed,
        "2:3: this entry does not begin on the line of its `- `"
      ),
    ] as [(String, KnownFailures.Change, String)] {
      let known = try list(text).get()
      do throws(Diagnostic) {
        let written = try known.rewritten([0: change], adding: [])
        Issue.record("\(text)\nbecame\n\(String(decoding: written.bytes, as: UTF8.self))")
      } catch {
        #expect(
          "\(error)".contains(says.replacing(#/^(\d+:\d+): /#) { "k.yaml:\($0.1): error: " }),
          "\(error)")
      }
    }
  }
}
