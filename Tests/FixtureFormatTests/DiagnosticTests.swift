import FixtureFormat
import Testing

@Suite("Diagnostics")
struct DiagnosticTests {
  @Test(
    "name the place, mark the text, and say what to type instead",
    arguments: Row.fileMistakes + Row.syntaxMistakes + Row.subjectMistakes + Row.stepMistakes
      + Row.nameMistakes + Row.eventMistakes + Row.valueMistakes)
  func mistake(_ mistake: Row) {
    #expect(said(of: read(mistake.text), marks: true) == mistake.says)
  }

  @Test("several mistakes of a file are reported at once, in the order of the file")
  func several() {
    let document = """
      format: 1
      spec: _remember
      subject: {operators: [_remember]}
      cases:
        - name: first
          clauses: []
          timeline:
            - subscribe: a
              expect: [b: 1]
        - name: second
          clauses: [c]
          tags: one
          timeline:
            - emit: .inf
      """
    #expect(
      problems(in: document) == """
        x.yaml:6:14: error: a case demonstrates at least one clause
            clauses: []
                     ^~
        x.yaml:9:18: error: no observer, source or store of this case is called `b`
                expect: [b: 1]
                         ^
          hint: did you mean `a`?
        x.yaml:12:11: error: a list of tags is expected, and this is a text
            tags: one
                  ^~~
          hint: write it in brackets: `[…]`
        x.yaml:14:15: error: an infinity is not a portable value: JSON has none
              - emit: .inf
                      ^~~~
          hint: as a text it needs quotes
        """)
  }

  @Test("a step that is not understood hides nothing of what is wrong beside it")
  func severalSteps() {
    let steps = """
      - subscribe: a
        expect: [zz: 1]
      - subscribe: a
      - unsubscribe: q
      - emit: .nan
        expect: [yy: 1]
      """
    #expect(
      problems(in: timeline(steps)).split(separator: "\n").filter { $0.contains(": error: ") } == [
        "x.yaml:9:18: error: no observer, source or store of this case is called `zz`",
        "x.yaml:10:20: error: `a` is already subscribed here",
        "x.yaml:11:22: error: `q` never subscribes",
        "x.yaml:12:15: error: `.nan` is not a portable value: JSON has none",
        "x.yaml:13:18: error: no observer, source or store of this case is called `yy`",
      ])
  }

  static let subjects = [
    (
      "{operators: [[]]}", "{subscribe: a, expect: [upstream: conect]}\n- {emitt: 1}",
      ["3:23", "8:43", "9:10"]
    ),
    ("{operators: [[]]}", "{emit: 1, from: x}", ["3:23", "8:25"]),
    ("{sources: {x: {on-connect: 1}}, operators: []}", "{emitt: 1}", ["3:37", "8:10"]),
    ("{sources: {x: {then: over}}, operators: []}", "{emit: 1, from: y}", ["3:31", "8:25"]),
    ("{property: scoped, store: .nan}", "{write: .inf}", ["3:36", "8:17"]),
    ("{property: scoped, store: 1, writes: keep}", "{emit: 1}", ["3:47", "8:10"]),
    ("{property: unscoped, stores: {x: .nan}}", "{read: y}", ["3:43", "8:16"]),
    (
      "{streams: {x: {from: y, operators: []}, z: {operators: []}}}", "{emit: .nan}",
      ["3:31", "8:16"]
    ),
  ]

  @Test(
    "what is wrong within a subject hides nothing of what is wrong in the timelines",
    arguments: subjects)
  func problemsBehindSubject(_ subject: String, _ step: String, _ expected: [String]) {
    let document = timeline("- \(step)")
      .replacing("{operators: [_remember]}", with: subject)
    #expect(places(of: problems(in: document)) == expected)
  }

  @Test("reactions that are no list hide nothing of what is wrong in the timeline")
  func problemsBesideReactions() {
    let document =
      timeline("- {subscribe: a, expect: [b: 1, upstream: conect, a.stat: x]}")
      + "\n    reactions: {when: {a: 1}, do: []}"
    #expect(places(of: problems(in: document)) == ["8:49", "8:57", "9:16"])
  }

  @Test("a reaction that does nothing hides nothing of what it waits for")
  func problemsBesideIdleReaction() {
    let document = timeline("- subscribe: a") + "\n    reactions: [{when: {b: 1}, do: []}]"
    #expect(places(of: problems(in: document)) == ["9:25", "9:36"])
  }

  /// The lines and columns of what is said.
  private func places(of text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("x.yaml:") }.map {
      $0.split(separator: ":")[1...2].joined(separator: ":")
    }
  }

  @Test("a key that is missing hides nothing of what is wrong beside it")
  func problemsBesideMissingKeys() {
    let document = """
      specc: X
      subject: {operator: [_remember]}
      cases:
        - {name: n, clauses: [c], subject: {operators: []}, timeline: [{subscribe: a}]}
        - {name: n, timeline: []}
        - {clauses: [], timelin: [], tags: x, reactions: []}
        - name: ""
          subject: {operators: []}
          timeline: [{emit: .nan, expec: []}]
          reactions: [{when: 5, du: []}]
      """
    #expect(
      problems(in: document).split(separator: "\n").filter { $0.contains(": error: ") } == [
        "x.yaml:1:1: error: a fixture has no key `specc`",
        "x.yaml:1:1: error: a fixture needs the key `format`",
        "x.yaml:2:11: error: a subject has no key `operator`",
        "x.yaml:5:6: error: a case needs the key `clauses`",
        "x.yaml:5:12: error: this name is also that of the case on line 4",
        "x.yaml:6:6: error: a case needs the key `name`",
        "x.yaml:6:15: error: a case demonstrates at least one clause",
        "x.yaml:6:19: error: a case has no key `timelin`",
        "x.yaml:6:38: error: a list of tags is expected, and this is a text",
        "x.yaml:7:5: error: a case needs the key `clauses`",
        "x.yaml:7:11: error: the name of the case is empty",
        "x.yaml:9:23: error: `.nan` is not a portable value: JSON has none",
        "x.yaml:9:29: error: a step has no key `expec`",
        "x.yaml:10:24: error: an event, `name: what happened`, is expected, and this is a number",
        "x.yaml:10:27: error: a reaction has no key `du`",
      ])
  }

  @Test("what a step that is not understood may do is not taken for missing")
  func stepsWithoutTrain() {
    for step in ["subscibe: a", "{subscribe: a, channels: [nxt]}", "unsubscribe: 1"] {
      let steps = "- \(step)\n- subscribe: a\n  expect: [a: 1]\n- unsubscribe: a"
      #expect(problems(in: timeline(steps)).ranges(of: ": error: ").count == 1, "\(step)")
    }
  }

  @Test("a mistake far to the right is shown with what is around it")
  func longLine() {
    let value = String(repeating: "0123456789", count: 30)
    #expect(
      problems(in: timeline("- {emit: \"\(value)\", from: downstream}")) == """
        x.yaml:8:326: error: there is no source `downstream`
        …9012345678901234567890123456789", from: downstream}
                                                 ^~~~~~~~~~
          hint: the subject has `upstream`
        """)
  }

  @Test("control characters and reordering characters of a file are shown, and not sent")
  func hostileText() {
    let document = timeline("- subscribe: \"a\\e[31m\u{202E}\"")
    #expect(
      problems(in: document) == #"""
        x.yaml:8:20: error: `a\u{1B}[31m\u{202E}` is not a name
              - subscribe: "a\e[31m\u{202E}"
                           ^~~~~~~~~~~~~~~~~
          hint: a name is a letter, then letters, digits, `_` and `-`
        """#)
  }

  @Test("a line that would be a command to GitHub Actions is shown as none")
  func workflowCommand() throws {
    let text = "format: 1\nspec: s\n  ::error::x: 1\n"
    let read = Fixture.read(SourceText(path: "x.yaml", bytes: Array(text.utf8)))
    guard case .failure(let invalid) = read else {
      Issue.record("it is valid")
      return
    }
    for line in invalid.description.split(separator: "\n") {
      #expect(!line.drop { $0 == " " }.hasPrefix("::"), "\(invalid)")
    }
  }

  @Test("a suggestion has a budget, and looks at no more candidates than it allows")
  func suggestions() {
    let word = String(repeating: "wx", count: 99)
    var looked = 0
    let many = (0..<4_000).lazy.map { number in
      looked += 1
      return String(repeating: "ab", count: 97) + "\(number)"
    }
    #expect(nearest(to: word, among: many) == nil)
    // Each once for a slip of one character, and few for more.
    #expect(looked < 5_000)
    #expect(nearest(to: word, among: many.map { _ in "x" + word }) == "x" + word)
    #expect(nearest(to: "ab3998c", among: (0..<4_000).map { "ab\($0)" }) == "ab3998")
    for (word, near) in [("ca", "ac"), ("aBcc", "abc"), ("abcdef", "bcdefg"), ("xyz", nil)] {
      #expect(nearest(to: word, among: ["zz", "ac", "abc", "bcdefg"]) == near)
    }
  }

  @Test("the caret stands below wide characters")
  func wideCharacters() {
    #expect(
      problems(in: timeline("- {note: 日本語, colour: red}")).split(separator: "\n").dropFirst()
        .prefix(2).joined(separator: "\n") == """
                - {note: 日本語, colour: red}
                                 ^~~~~~
          """)
  }

  @Test(
    "bytes that are no text are refused at their place",
    arguments: [
      ([], "x.yaml:1:1: error: the file is empty"),
      ([0x0A], "x.yaml:1:1: error: the file is empty"),
      ([0x61, 0x3A, 0x20, 0xFF], "x.yaml:1:4: error: not UTF-8: invalid leading UTF-8 octet"),
      (
        [0x61, 0x0A, 0xC0, 0x80], "x.yaml:2:1: error: not UTF-8: invalid length of a UTF-8 sequence"
      ),
      ([0x61, 0xED, 0xA0, 0x80], "x.yaml:1:2: error: not UTF-8: invalid Unicode character"),
      ([0xE2, 0x82, 0x22, 0x0A], "x.yaml:1:2: error: not UTF-8: invalid trailing UTF-8 octet"),
      (
        [0x61, 0x3A, 0x20, 0x00],
        "x.yaml:1:4: error: a control character, which YAML does not allow"
      ),
      ([0x1B, 0x5B], "x.yaml:1:1: error: a control character, which YAML does not allow"),
      (
        Array(#"a: "\ud800""#.utf8),
        "x.yaml:1:7: error: found invalid Unicode character escape code"
      ),
      (
        Array("a: \u{85}b".utf8),
        "x.yaml:1:4: error: a line break of YAML 1.1, which is none in YAML 1.2"
      ),
      (
        Array("a: 1\nb: \"\u{2028}".utf8),
        "x.yaml:2:5: error: a line break of YAML 1.1, which is none in YAML 1.2"
      ),
      (
        Array("# é\u{2029}a: 1".utf8),
        "x.yaml:1:4: error: a line break of YAML 1.1, which is none in YAML 1.2"
      ),
      ([0xFF, 0xFE, 0x61, 0x00], "x.yaml: error: the file is UTF-16; a fixture is UTF-8"),
      ([0xFE, 0xFF, 0x00, 0x61], "x.yaml: error: the file is UTF-16; a fixture is UTF-8"),
    ] as [([UInt8], String)])
  func encoding(_ bytes: [UInt8], _ firstLine: String) {
    let said = problems(in: bytes)
    #expect(said.split(separator: "\n").first.map(String.init) == firstLine)
    #expect(!said.utf8.contains { $0 < 0x20 && $0 != 0x0A })
  }

  @Test("a byte order mark is passed over, and moves no column")
  func byteOrderMark() {
    #expect(
      problems(in: "\u{FEFF}format: 2") == """
        x.yaml:1:9: error: format 2 is not understood; this runner understands format 1
        format: 2
                ^
          hint: write `format: 1`
        """)
  }

  @Test("lines are counted at every line break of YAML", arguments: ["\n", "\r", "\r\n"])
  func lineBreaks(_ lineBreak: String) {
    let lines = ["format: 1", "spec: x", "cases: []", ""]
    #expect(
      problems(in: lines.joined(separator: lineBreak)) == """
        x.yaml:3:8: error: a fixture without a case checks nothing
        cases: []
               ^~
        """)
  }
}
