import Conformance
import ReactiveMotionConformance
import Testing

@Suite("The tables that the fixtures are made by")
struct CellTableTests {
  @Test("have a case in every cell that there can be", .exhaustive)
  func complete() throws {
    let tables = try CellTable.all(of: FixturesTests.files.files.map { try $0.read().get() })
    #expect(tables.count == 19)
    for table in tables {
      let uncovered = table.uncovered.map { "\($0.row): \($0.column)" }
      #expect(uncovered == [], "\(table.specification), \(table.title)")
    }
  }

  @Test("show which cells a case covers, and which can have none")
  func oneCase() throws {
    let fixture = try Fixture.read(
      SourceText(
        path: "one.yaml",
        bytes: Array(
          """
          format: 1
          spec: _remember
          subject: {operators: [_remember]}
          cases:
            - name: leaves
              clauses: [disconnect]
              reactions: [{when: {a: -1}, do: [{unsubscribe: b}]}]
              timeline:
                - {subscribe: a, expect: [upstream: connect]}
                - {subscribe: b, channels: [next]}
                - {emit: -1, expect: [a: -1, b: -1]}
            - name: wrong
              clauses: [disconnect]
              timeline: [{subscribe: a, channels: [next]}, {emit: -1, expect: [a: -1]}]
          """.utf8))
    ).get()
    let tables = try CellTable.all(of: [fixture])
    #expect(
      tables.map(\.title) == [
        "within a call", "within two calls", "within three calls", "values", "kinds of observers",
        "several at once", "chains", "numbers",
      ])
    #expect(tables[0].covering("the next one leaves", "value").map(\.name) == ["leaves"])
    #expect(tables[0].covering("the one called leaves", "value").isEmpty)
    #expect(tables[3].covering("a negative number", "delivered, next-only").map(\.line) == [5])
    #expect(
      tables[4].covering("an observer leaves, within a call", "next-only, among full").count == 1)
    #expect(tables[7].covering("observers at once", "2").map(\.name) == ["leaves"])
    let text = CellTable.text(of: tables, style: Style(isColored: false))
    #expect(text.contains("_remember, within a call: 1 of 24 cells\n"))
    #expect(text.contains("  connection    0    0    -    -    -    -    -    -\n"))
  }

  @Test("show what happens to one of several streams while another is being called")
  func several() throws {
    let fixture = try Fixture.read(
      SourceText(
        path: "one.yaml",
        bytes: Array(
          """
          format: 1
          spec: _remember
          subject: {streams: {left: {operators: [_remember]}, right: {operators: [_remember]}}}
          cases:
            - name: comes
              clauses: [disconnect]
              reactions: [{when: {a: 1}, do: [{subscribe: b, to: right}]}]
              timeline:
                - {subscribe: a, to: left, expect: [upstream: connect]}
                - {emit: 1, expect: [a: 1, upstream: connect]}
          """.utf8))
    ).get()
    let table = try #require(
      try CellTable.all(of: [fixture]).first { $0.title == "several at once" })
    #expect(table.covering("an observer comes", "value of another").map(\.name) == ["comes"])
    #expect(table.covering("an observer comes", "state of another").isEmpty)
  }
}
