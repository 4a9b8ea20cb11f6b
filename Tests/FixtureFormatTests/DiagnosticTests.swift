import FixtureFormat
import Testing

@Suite("Diagnostics")
struct DiagnosticTests {
  @Test(
    "name the place, mark the text, and say what to type instead",
    arguments: Row.fileMistakes + Row.caseMistakes)
  func mistake(_ mistake: Row) {
    mistake.check(read(mistake.text))
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
          timeline: [{emit: .inf}]
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
        x.yaml:12:23: error: an infinity is not a portable value: JSON has none
            timeline: [{emit: .inf}]
                              ^~~~
          hint: as a text it needs quotes
        """)
  }

  /// Cases of several independent mistakes, with the places of all of them.
  static let beside = Row.table(
    """
    expect: [zz: 1]
    - subscribe: a
    - unsubscribe: q
    - emit: .nan
      expect: [yy: 1]
    ⇒ 9:18 10:20 11:22 12:15 13:18
    subject: {operators: [[]]}
    - {subscribe: a, expect: [upstream: conect]}
    - {emitt: 1}
    ⇒ 3:23 8:43 9:10
    subject: {operators: [[]]}
    - {emit: 1, from: x}
    ⇒ 3:23 8:25
    subject: {sources: {x: {on-connect: 1}}, operators: []}
    - {emitt: 1}
    ⇒ 3:37 8:10
    subject: {sources: {x: {then: over}}, operators: []}
    - {emit: 1, from: y}
    ⇒ 3:31 8:25
    subject: {property: scoped, store: .nan}
    - {write: .inf}
    ⇒ 3:36 8:17
    subject: {property: scoped, store: 1, writes: keep}
    - {emit: 1}
    ⇒ 3:47 8:10
    subject: {property: unscoped, stores: {x: .nan}}
    - {read: y}
    ⇒ 3:43 8:16
    subject: {streams: {x: {from: y, operators: []}, z: {operators: []}}}
    - {emit: .nan}
    ⇒ 3:31 8:16
    reactions: {when: {a: 1}, do: []}
    - {subscribe: a, expect: [b: 1, upstream: conect, a.stat: x]}
    ⇒ 7:16 9:49 9:57
    reactions: [{when: {b: 1}, do: []}]
    ⇒ 7:25 7:36
    - subscibe: a
    - subscribe: a
      expect: [a: 1]
    - unsubscribe: a
    ⇒ 8:9
    - {subscribe: a, channels: [nxt]}
    - subscribe: a
      expect: [a: 1]
    - unsubscribe: a
    ⇒ 8:35
    - unsubscribe: 1
    - subscribe: a
      expect: [a: 1]
    - unsubscribe: a
    ⇒ 8:22
    """, in: timeline)

  @Test("an invalid part hides no mistakes beside it", arguments: beside)
  func besides(_ row: Row) {
    let places = said(of: read(row.text)).map { $0.prefix { $0 != " " }.dropLast() }
    #expect(places.joined(separator: " ") == row.says[0])
  }

  @Test("a missing key hides no mistakes beside it")
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
      said(of: read(document)).map { $0.replacing(#/ → .*/#, with: "") } == [
        "1:1: a fixture has no key `specc`", "1:1: a fixture needs the key `format`",
        "2:11: a subject has no key `operator`", "5:6: a case needs the key `clauses`",
        "5:12: the case on line 4 has this name too", "6:6: a case needs the key `name`",
        "6:15: a case demonstrates at least one clause", "6:19: a case has no key `timelin`",
        "6:38: a list of tags is expected, and this is a text",
        "7:5: a case needs the key `clauses`", "7:11: the name of the case is empty",
        "9:23: `.nan` is not a portable value: JSON has none",
        "9:29: a step has no key `expec`",
        "10:24: an event, `name: what happened`, is expected, and this is a number",
        "10:27: a reaction has no key `du`",
      ])
  }

  @Test("a mistake far to the right is shown with the text around it")
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

  @Test(
    "control characters and reordering characters are escaped; wide ones are two columns"
  )
  func hostileText() {
    let document = timeline("- {note: 日本語, subscribe: \"a\\e[31m\u{202E}\"}")
    #expect(
      problems(in: document) == #"""
        x.yaml:8:32: error: `a\u{1B}[31m\u{202E}` is not a name
              - {note: 日本語, subscribe: "a\e[31m\u{202E}"}
                                          ^~~~~~~~~~~~~~~~~
          hint: a name is a letter, then letters, digits, `_` and `-`
        """#)
  }

  @Test("a suggestion has a budget of candidates")
  func suggestions() {
    let word = String(repeating: "wx", count: 99)
    var looked = 0
    let many = (0..<4_000).lazy.map { number in
      looked += 1
      return String(repeating: "ab", count: 97) + "\(number)"
    }
    #expect(nearest(to: word, among: many) == nil)
    // Each candidate once for one character, and few for more.
    #expect(looked < 5_000)
    #expect(nearest(to: word, among: many.map { _ in "x" + word }) == "x" + word)
    #expect(nearest(to: "ab3998c", among: (0..<4_000).map { "ab\($0)" }) == "ab3998")
    for (word, near) in [("ca", "ac"), ("aBcc", "abc"), ("abcdef", "bcdefg"), ("xyz", nil)] {
      #expect(nearest(to: word, among: ["zz", "ac", "abc", "bcdefg"]) == near)
    }
  }

  @Test(
    "bytes that are not text are refused at their place",
    arguments: [
      ([], "1:1: the file is empty"), ([0x0A], "1:1: the file is empty"),
      ([0x61, 0x3A, 0x20, 0xFF], "1:4: not UTF-8: invalid leading UTF-8 octet"),
      ([0x61, 0x0A, 0xC0, 0x80], "2:1: not UTF-8: invalid length of a UTF-8 sequence"),
      ([0x61, 0xED, 0xA0, 0x80], "1:2: not UTF-8: invalid Unicode character"),
      ([0xE2, 0x82, 0x22, 0x0A], "1:2: not UTF-8: invalid trailing UTF-8 octet"),
      ([0x61, 0x3A, 0x20, 0x00], "1:4: a control character, which YAML does not allow"),
      ([0x1B, 0x5B], "1:1: a control character, which YAML does not allow"),
      (
        Array(#"a: "\ud800""#.utf8),
        "1:7: found invalid Unicode character escape code"
      ),
      (Array("a: \u{85}b".utf8), "1:4: a line break in YAML 1.1, but not in YAML 1.2"),
      (
        Array("a: 1\nb: \"\u{2028}".utf8),
        "2:5: a line break in YAML 1.1, but not in YAML 1.2"
      ),
      (
        Array("# é\u{2029}a: 1".utf8),
        "1:4: a line break in YAML 1.1, but not in YAML 1.2"
      ),
      ([0xFF, 0xFE, 0x61, 0x00], "the file is UTF-16; a fixture is UTF-8"),
      ([0xFE, 0xFF, 0x00, 0x61], "the file is UTF-16; a fixture is UTF-8"),
    ] as [([UInt8], String)])
  func encoding(_ bytes: [UInt8], _ problem: String) {
    let source = SourceText(path: "x.yaml", bytes: bytes)
    #expect(said(of: Fixture.read(source)).first?.hasPrefix(problem) == true)
    #expect(!problems(in: bytes).utf8.contains { $0 < 0x20 && $0 != 0x0A })
  }

  @Test("a byte order mark is skipped, and moves no column")
  func byteOrderMark() {
    #expect(said(of: read("\u{FEFF}format: 2"), marks: true)[0].hasPrefix("1:9: ‹2› format 2"))
  }

  @Test("lines are counted at every line break of YAML", arguments: ["\n", "\r", "\r\n"])
  func lineBreaks(_ lineBreak: String) {
    let lines = ["format: 1", "spec: x", "cases: []", ""]
    #expect(
      said(of: read(lines.joined(separator: lineBreak)), marks: true)
        == ["3:8: ‹[]› a fixture without a case checks nothing"])
  }
}
