import Foundation
import Testing

/// The page of results in a browser, with the actions of a person.
@Suite("The page of results", .startsProcesses)
struct PageTests {
  @Test(
    "filters, links, keys, search, narrow and wide, 10,000 cases, and no scripts, in a browser",
    .enabled(if: isGate || hasBrowser, "chromium or node is not installed"))
  func browser() throws {
    let folder = try Self.folder()
    try Self.write("hostile", ["hostile.yaml"], in: folder)
    try Self.write("large", ["large.yaml"], in: folder)
    try Self.multiplyCases(of: folder.url.appending(path: "large.html"), by: 100)
    try folder.write(Self.fixture(besides: Self.added), to: "f/x.yaml")
    try Self.write("more", Self.three, in: folder)
    let seen = try Self.drive("page.js", in: folder)
    #expect(seen == Self.seen)
  }

  @Test(
    "has no fault that axe finds: it works with a screen reader and the keyboard",
    .enabled(if: isGate || hasBrowser && axe != nil, "chromium, node or axe is not installed"))
  func accessibility() throws {
    let found = try Self.drive("axe.js", in: Self.folder(), ["AXE": #require(axe)])
    #expect(
      found == """
        three, 1400, light: []
        three, 1400, dark: []
        three, 390, light: []
        many, 1400, light: []

        """)
  }

  @Test(
    "is small: under 2 MB for 600 failures of one implementation and as many passing cases, or of five",
    arguments: [
      ([], 2_200, 770),
      (["swift", "literal", "subscribes-for-each", "property-broadcasts-twice"], 3_180, 850),
    ])
  func bytes(_ others: [String], most: Int, mostPassed: Int) throws {
    let folder = try Folder.withFewFixtures()
    let implementations = (others + ["never-replays"]).flatMap { ["-i", $0] }
    try Self.write("page", ["Fixtures"] + implementations, in: folder)
    let page = try folder.text("page.html")
    var (failed, passed) = ([Int](), [Int]())
    for part in page.components(separatedBy: "<details class=case").dropFirst() {
      let one = part.components(separatedBy: "</section>")[0]
      let isFailure = one.components(separatedBy: "</summary>")[0].contains("<b class=f>")
      if isFailure { failed.append(one.utf8.count) } else { passed.append(one.utf8.count) }
    }
    #expect(failed.count > 20 && passed.count > 20)
    #expect(failed.reduce(0, +) < failed.count * most)
    #expect(passed.reduce(0, +) < passed.count * mostPassed)
    #expect(page.utf8.count < failed.count * most + passed.count * mostPassed + 80_000)
  }

  // MARK: - The pages

  private static let three = [
    "f", "-i", "swift", "-i", "wrong=iterates-live", "-i", "worse=truncates-fractions-on-arrival",
  ]

  /// A folder with fixtures and with pages of three implementations, and of many.
  private static func folder() throws -> Folder {
    let folder = try Folder([
      "f/x.yaml": fixture(), "f/spec.yaml": index, "hostile.yaml": hostile, "large.yaml": large,
      "g/y.yaml": Sample.fixture("name: a swirl, clauses: [c], timeline: [\(connect)]", spec: "T"),
      "g/spec.yaml": "name: T\nclauses: [{id: c}]\n",
      "several.yaml": """
      fixtures: [f, g]
      implementations:
        own: {command: swift, specifications: [_remember]}
        other: {command: swift, specifications: [T]}
      """,
    ])
    try write("three", three, in: folder)
    let many = (1...9).flatMap { ["-i", "a-rather-long-name-\($0)=iterates-live"] }
    try write("many", ["f"] + many, in: folder)
    try write(
      "several", ["f", "g", "-i", "own", "-i", "other", "-i", "swift", "--config", "several.yaml"],
      in: folder)
    return folder
  }

  private static func write(_ name: String, _ arguments: [String], in folder: Folder) throws {
    let run = try conformanceRunner(arguments + ["--reporter", "html=\(name).html"], in: folder)
    #expect(run.status < 2, "\(run.errors)")
    let page = try folder.text("\(name).html")
    #expect(!page.contains(#/<[^a][^>]*(src|href)="?(https?:|\/\/)/#))
  }

  /// Has a script look at the pages of a folder in a browser.
  private static func drive(
    _ script: String, in folder: Folder, _ environment: [String: String] = [:]
  ) throws -> String {
    let driver = packageRoot.appending(path: "Tests/ConformanceRunnerTests/Browser")
    let run = try execute(
      try #require(installed("node")),
      [
        driver.appending(path: "browser.js").path, try #require(installed("chromium")).path,
        "\(folder.url.path)/profile", driver.appending(path: script).path,
      ], in: folder, environment: environment)
    #expect(run.errors == "")
    return run.output
  }

  /// A case that every implementation passes, one that each of two fails, one that both fail in different
  /// ways, and one that all skip.
  private static func fixture(besides added: String = "") -> String {
    """
    format: 1
    spec: _remember
    title: What a page is made of
    subject: {operators: [_remember]}
    cases:
    \(added)  - name: a late observer receives the cached value
        clauses: [replay]
        note: it is for whoever looks for it
        timeline: [\(connect), {emit: 4711, expect: [a: 4711]}, {subscribe: b, expect: [b: 4711]}]
      - name: one that is removed during a broadcast still receives the value
        clauses: [broadcast]
        reactions: [{when: {a: 1}, do: [{unsubscribe: b}]}]
        timeline:
          - \(connect)
          - {subscribe: b}
          - {emit: 1, expect: [a: 1, b: 1]}
      - {name: a fraction is cached as it is, clauses: [broadcast, replay],
         timeline: [\(connect), {emit: 0.5, expect: [a: 0.5]}]}
      - {name: a fraction goes to one that is removed, clauses: [broadcast],
         reactions: [{when: {a: 1.5}, do: [{unsubscribe: b}]}],
         timeline: [\(connect), {subscribe: b}, {emit: 1.5, expect: [a: 1.5, b: 1.5]}]}
      - {name: another operator, clauses: [broadcast], subject: {operators: [other: 1]},
         timeline: [{advance: 1}]}

    """
  }

  private static let connect = "{subscribe: a, expect: [upstream: connect]}"

  private static let added =
    "  - {name: a case that was added, clauses: [broadcast], timeline: [\(connect)]}\n"

  private static let index = """
    name: _remember
    published: https://example.org/specification
    operators: {_remember: ~, other: value}
    clauses:
      - {id: broadcast, sentence: A value goes to all observers.}
      - {id: replay, sentence: A late observer receives the last value.}
      - {id: shape, checked-by: api}
    """

  private static let large =
    Sample.fixture(spec: "_remember")
    + (1...100).map { "  - {name: case \($0), clauses: [c], timeline: [\(connect)]}\n" }.joined()

  /// Repeats the rows of a page, which is faster than running and writing so many cases.
  private static func multiplyCases(of page: URL, by count: Int) throws {
    let text = try text(of: page)
    let start = try #require(text.range(of: "<details class=case")).lowerBound
    let end = try #require(text[start...].range(of: "</section>")).lowerBound
    let rows = String(repeating: String(text[start..<end]), count: count)
    try Data((text[..<start] + rows + text[end...]).utf8).write(to: page)
  }

  /// The expected observations, one a line.
  private static let seen = #"""
    opens on the failures: "3 of 5 cases"
    which are unfolded: true
    with a picture and its key: [4,"┬ ┴ connected, disconnected   ┝ ┥ subscribed, unsubscribed   ◌ \#
    expected, never came"]
    what is expected is drawn above what came: "\t\t\t\t1 subscribe a\t2 subscribe b\t3 emit \#
    1\nupstream\t\t\t┬\t\t\t\t\t\t1\t\t\na\t\t\t\t┝\t\t\t\t\t\t1\t\t\nb\t\texpected\t\t\t\t┝\t\t\t \#
    ┥1\n\t\tactual\t\t\t\t┝\t\t\t ┥◌\n\t\t\t\t\t\t\t\t\t\t  ▲"
    a line goes from mark to mark: ["\t\t\t\t\t\t1\t\t","\t\t\t\t\t\t1\t\t"]
    marks stand below each other: true
    what differs is tinted: true
    a picture is heard as one: ["picture of one that is removed during a broadcast still receives \#
    the value"]
    the failing implementation first: "wrong: failed"
    a difference has the lines that it names: ["  step 3 of 3","  16 │ - {emit: 1, expect: [a: 1, \#
    b: 1]}","  reaction that fired in it","  12 │ reactions: [{when: {a: 1}, do: [{unsubscribe: b}]}]"]
    the command that runs a case alone: "ConformanceRunner f/x.yaml:10:5 -i wrong=iterates-live"
    shows all: "5 of 5 cases"
    shows apart: ["3 of 5 cases","#?show=apart"]
    shows wrong:failed: ["2 of 5 cases","#?show=wrong:failed"]
    shows wrong:alone: ["1 of 5 cases","#?show=wrong:alone"]
    shows worse:alone: ["1 of 5 cases","#?show=worse:alone"]
    shows wrong:passed: ["2 of 5 cases","#?show=wrong:passed"]
    differs between swift and wrong: ["2 of 5 cases","#?show=all&between=swift&and=wrong"]
    differs between swift and worse: ["2 of 5 cases","#?show=all&between=swift&and=worse"]
    differs between wrong and worse: ["3 of 5 cases","#?show=all&between=wrong&and=worse"]
    differs between swift and swift: ["0 of 5 cases","#?show=all&between=swift&and=swift"]
    text finds differences: "1 of 5 cases"
    a count filters: ["2 of 5 cases","#?show=wrong:failed"]
    which can be undone: "#?show=all"
    a rule shows its cases: ["2 of 5 cases","#?show=wrong:failed&clause=_remember/broadcast"]
    scrolled to: true
    below the bar, which stays: 0
    an operator shows its cases: ["2 of 5 cases","#?show=wrong:failed&operator=_remember"]
    a fault shows its cases: ["2 of 5 cases","#?show=wrong:all&finding=wrong:0"]
    and says which it is: "× _remember: when an observer unsubscribes during a value, the last \#
    value is not emitted to it "
    the results of the library that is shown come first: "worse: failed"
    nothing that fails matches: "No failed case matches “whoever looks”. 1 case that passes does. \#
    Show it"
    what the rules say is found: ["2 of 5 cases","#?show=all&text=late observer receives the last \#
    value"]
    YAML is copied: "- name: one that is removed during a broadcast still receives the value\n  \#
    clauses: [broadcast]\n  reactions: [{when: {a: 1}, do: [{unsubscribe: b}]}]\n  timeline:\n    - \#
    {subscribe: a, expect: [upstream: connect]}\n    - {subscribe: b}\n    - {emit: 1, expect: [a: \#
    1, b: 1]}\n"
    link is copied: "three.html#avl8a5y9"
    n and p go through the cases: "a late observer receives the cached value"
    Enter opens one, and the address has it: "#78cl1vxu?show=all"
    / is for the text: "x"
    a link stays where cases are added: ["a late observer receives the cached value"]
    the address has the text: "cached value"
    what is filtered out is found: true
    many has the heads in sight: [true,true,true]
    many is as wide as the window: [true,true,true]
    three has the heads in sight: [true,true,true]
    three is as wide as the window: [true,true,true]
    a case is heard: ["one that is removed during a broadcast still receives the value passed with \#
    swift. failed with wrong. passed with worse.","a fraction is cached as it is passed with swift. \#
    passed with wrong. failed with worse.","a fraction goes to one that is removed passed with \#
    swift. failed with wrong. failed with worse."]
    a count is heard: ["wrong: 2 of 4 cases fail: 2 conform, 1 not offered","wrong: 2 of 4 cases \#
    fail: 2 conform","wrong: No case ran: 1 not offered"]
    one specification is shown: ["_remember"]
    or another: [["T"],"#?in=T","1 of 1 case"]
    with its libraries: "otherswift"
    a text is found in any: [["T"],"1 of 1 case"]
    hostile: ["✗ _remember conformance: 1 of 2 cases fails: 1 conforms, 1 not offered",1,0,true]
    a case has at most 24 elements: true
    10,000 cases: "10000 of 10000 cases"
    of 4 elements each: true
    Tab comes to the search: "text"
    without scripts, a picture is text: "\t\t1 subscribe a\t2 emit 4711\t3 subscribe \#
    b\nupstream\t┬\t\t\t4711\t\t\t\t\t\t\na\t\t┝\t\t\t4711\t\t\t\t\t\t\nb\t\t\t\t\t\t\t\t┝4711\t\t"
    and a difference says its step: "  step 3 of 3"
    and the heads are in sight: ["swift\nwrong\nworse",false]

    """#
}

/// Whether the tests can drive a browser.
private let hasBrowser = isInstalled("chromium") && isInstalled("node")

/// The script of axe, from a package of PyPI.
private let axe: String? = python(with: "axe_core_python").flatMap { python in
  printed(by: "import axe_core_python as axe; print(axe.__path__[0], end='')", with: python)
    .map { "\($0)/axe.min.js" }
}
