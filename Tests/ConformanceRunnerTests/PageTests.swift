import Foundation
import Testing

/// The page of results as a browser shows it, in which what a person does is done.
@Suite("The page of results", .startsProcesses)
struct PageTests {
  @Test(
    "filters, links, keys, search, narrow and wide, and 10,000 cases, in a browser",
    .enabled(
      if: isInstalled("chromium") && isInstalled("node"), "chromium or node is not installed"))
  func browser() throws {
    let folder = try Folder([
      "f/x.yaml": Self.fixture(), "f/spec.yaml": Self.index, "hostile.yaml": hostile,
      "large.yaml": Self.large,
    ])
    let three = [
      "-i", "swift", "-i", "wrong=iterates-live", "-i", "worse=truncates-fractions-on-delivery",
    ]
    try write("three", ["f"] + three, in: folder)
    try write(
      "many", ["f"] + (1...9).flatMap { ["-i", "a-rather-long-name-\($0)=iterates-live"] },
      in: folder)
    try write("hostile", ["hostile.yaml"], in: folder)
    for (name, factor) in [("few", 10), ("large", 100)] {
      try write(name, ["large.yaml"], in: folder)
      try Self.multiplyCases(of: folder.url.appending(path: "\(name).html"), by: factor)
    }
    try folder.write(Self.fixture(besides: Self.added), to: "f/x.yaml")
    try write("more", ["f"] + three, in: folder)

    let driver = packageRoot.appending(path: "Tests/ConformanceRunnerTests/Browser")
    let run = try execute(
      try #require(installed("node")),
      [
        driver.appending(path: "browser.js").path, try #require(installed("chromium")).path,
        "\(folder.url.path)/profile", driver.appending(path: "page.js").path,
      ], in: folder)
    #expect(run.errors == "")
    #expect(run.output == Self.seen)
  }

  private func write(_ name: String, _ arguments: [String], in folder: Folder) throws {
    let run = try conformanceRunner(arguments + ["--reporter", "html=\(name).html"], in: folder)
    #expect(run.status < 2, "\(run.errors)")
    let page = try text(of: folder.url.appending(path: "\(name).html"))
    #expect(!page.contains(#/<[^a][^>]*(src|href)="?(https?:|\/\/)/#))
  }

  /// A case that every implementation passes, one that each of two fails, and one that all skip.
  private static func fixture(besides added: String = "") -> String {
    """
    format: 1
    spec: _remember
    title: What a page is made of
    subject: {operators: [_remember]}
    cases:
    \(added)  - name: a late observer receives the cached value
        clauses: [replay]
        timeline:
          - {subscribe: a, expect: [upstream: connect]}
          - {emit: 4711, expect: [a: 4711]}
          - {subscribe: b, expect: [b: 4711]}
      - name: one that is removed during a broadcast still receives the value
        clauses: [broadcast]
        reactions: [{when: {a: 1}, do: [{unsubscribe: b}]}]
        timeline:
          - {subscribe: a, expect: [upstream: connect]}
          - {subscribe: b}
          - {emit: 1, expect: [a: 1, b: 1]}
      - name: a fraction is cached as it is
        clauses: [broadcast, replay]
        timeline:
          - {subscribe: a, expect: [upstream: connect]}
          - {emit: 0.5, expect: [a: 0.5]}
      - name: another operator
        clauses: [broadcast]
        subject: {operators: [other: 1]}
        timeline: [{advance: 1}]

    """
  }

  private static let added = """
      - name: a case that was added
        clauses: [broadcast]
        timeline: [{subscribe: a, expect: [upstream: connect]}]

    """

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
    "format: 1\nspec: _remember\nsubject: {operators: [_remember]}\ncases:\n"
    + (1...100).map {
      "  - {name: case \($0), clauses: [c], timeline: [{subscribe: a, expect: [upstream: connect]}]}\n"
    }.joined()

  /// Repeats the rows of a page, which takes less than to run and write so many cases.
  private static func multiplyCases(of page: URL, by count: Int) throws {
    let text = try text(of: page)
    let start = try #require(text.range(of: "<div role=\"row\" class=\"case\"")).lowerBound
    let end = try #require(text.range(of: "</div></section>")).lowerBound
    let rows = String(repeating: String(text[start..<end]), count: count)
    try Data((text[..<start] + rows + text[end...]).utf8).write(to: page)
  }

  /// What is seen, one thing a line.
  private static let seen = #"""
    opens on the failures: "2 of 4 cases"
    which are unfolded: true
    with a picture and its key: [true,"┬ ┴ connected, disconnected   ┝ ┥ subscribed, unsubscribed   ◌ expected, never came"]
    the failing implementation first: "✗ wrong: failed"
    the command that runs a case alone: "ConformanceRunner f/x.yaml:12:5 -i wrong=iterates-live"
    shows all: "4 of 4 cases"
    shows apart: ["2 of 4 cases","#?show=apart"]
    shows wrong:failed: ["1 of 4 cases","#?show=wrong:failed"]
    shows wrong:alone: ["1 of 4 cases","#?show=wrong:alone"]
    shows worse:alone: ["1 of 4 cases","#?show=worse:alone"]
    shows wrong:passed: ["2 of 4 cases","#?show=wrong:passed"]
    text finds differences: "1 of 4 cases"
    a count filters: ["1 of 4 cases","#?show=wrong:failed&in=_remember"]
    which can be undone: "#?show=all"
    a clause shows its cases: ["1 of 4 cases","#?show=wrong:failed&clause=_remember/broadcast"]
    scrolled to: true
    below the bar, which stays: 0
    n and p go through the cases: "a late observer receives the cached value"
    Enter opens one, and the address has it: "#f/x/a-late-observer-receives-the-cached-value-677cf2?show=all"
    / is for the text: "x"
    a link stays where cases are added: ["a late observer receives the cached value"]
    the address has the text: "cached value"
    what is filtered out is found: true
    many at 320 is as wide as the window: true
    many at 400 is as wide as the window: true
    many at 1400 is as wide as the window: true
    three at 320 is as wide as the window: true
    three at 400 is as wide as the window: true
    three at 1400 is as wide as the window: true
    roles: ["cell img","row cell","row columnheader","search status","table row","undefined search",\#
    "undefined table"]
    hostile: ["✗ 1 of 3 cases failed · Conformance",1,0,true]
    ten times as many cases in less than 20 times the time: ["10000 of 10000 cases",true]

    """#
}
