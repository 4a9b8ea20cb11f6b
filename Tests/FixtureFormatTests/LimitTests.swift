import Testing

@testable import FixtureFormat

/// A limit at a value, and a document with a given amount of the bounded thing.
private struct Bounded: CustomTestStringConvertible {
  let testDescription: String
  let value: Int
  let document: @Sendable (_ count: Int) -> String

  init(
    _ name: String, at value: Int = 200, _ document: @escaping @Sendable (_ count: Int) -> String
  ) {
    (testDescription, self.value, self.document) = (name, value, document)
  }

  static let all = [
    Bounded("file-size") { count in
      let text = one("[{advance: 1}]")
      return text + String(repeating: "#", count: count - text.utf8.count)
    },
    Bounded("depth") { count in
      // A value in a step is at the sixth level.
      one("[{emit: \(repeated("[", count - 5))1\(repeated("]", count - 5))}]")
    },
    Bounded("nodes") { count in
      // Besides the values: the map, its keys and values, and those of the case and the step.
      one("[{emit: [\(repeated("1, ", count - 24))]}]")
    },
  ]

  /// The fixed limits.
  static let fixed = [
    Bounded("scalar-length", at: 1 << 20) { count in one("[{emit: \(repeated("a", count))}]") },
    Bounded("steps", at: 10_000) { count in one("[\(repeated("{advance: 1}, ", count))]") },
    Bounded("events", at: 10_000) { count in
      one("[{emit: 1, expect: [\(repeated("upstream: connect, ", count))]}]")
    },
    Bounded("aliased-nodes", at: 100_000) { count in
      one("[{emit: [&a [\(repeated("1, ", 998))], &b 1]}, {emit: [\(aliases(of: 999, count))]}]")
    },
    Bounded("aliased-size", at: 64 << 20) { count in
      one(
        "[{emit: [&a \(repeated("a", 1 << 19)), &b a]}, {emit: [\(aliases(of: 1 << 19, count))]}]")
    },
    Bounded("reactions", at: 10_000) { count in
      one(
        "[{advance: 1}]",
        reactions: "[\(repeated("{when: {upstream: connect}, do: [{emit: 1}]}, ", count))]")
    },
    Bounded("sources", at: 1_000) { count in
      one("[{advance: 1}]", subject: "{operators: [], sources: {\(names(count)), upstream: {}}}")
    },
    Bounded("stores", at: 1_000) { count in
      one("[{set: 1, in: n1}]", subject: "{property: unscoped, stores: {\(names(count, ": 1"))}}")
    },
    Bounded("streams", at: 100) { count in
      one("[{emit: 1}]", subject: "{streams: {\(names(count, ": {operators: []}"))}}")
    },
    Bounded("operators", at: 100) { count in
      one("[{advance: 1}]", subject: "{operators: [\(repeated("_remember, ", count))]}")
    },
    Bounded("connections", at: 10_000) { count in
      one(
        "[{advance: 1}]",
        subject: "{operators: [], sources: {s: {connections: [\(repeated("{}, ", count))]}}}")
    },
    Bounded("rows", at: 10_000) { count in
      let rows = (0..<count).map { "[\($0), 1]" }
      return one("[{advance: 1}]", subject: "{operators: [map: [\(rows.joined(separator: ", "))]]}")
    },
    Bounded("readings", at: 10_000) { count in
      one("[{advance: 1, expect: [either: {\(names(count, ": []"))}]}]")
    },
    Bounded("clauses", at: 100_000) { count in
      "clauses: [\((0..<count).map { "{id: c\($0)}" }.joined(separator: ", "))]\n"
    },
    Bounded("arguments", at: 100) { count in
      "clauses: [{id: c}]\noperators: {one: {\(names(count, ": value"))}}\n"
    },
  ]

  /// Aliases of a long and a short part that stand for a given amount together.
  private static func aliases(of size: Int, _ count: Int) -> String {
    repeated("*a, ", count / size) + repeated("*b, ", count % size)
  }

  /// Names that are keys, each with its content.
  private static func names(_ count: Int, _ content: String = ": {}") -> String {
    (1...count).map { "n\($0)\(content)" }.joined(separator: ", ")
  }

  private static func one(
    _ timeline: String, subject: String = "{operators: []}", reactions: String = "[]"
  ) -> String {
    """
    format: 1
    spec: s
    subject: \(subject)
    cases: [{name: n, clauses: [c], reactions: \(reactions), timeline: \(timeline)}]

    """
  }

  private static func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }
}

@Suite("Limits")
struct LimitTests {
  @Test("hold at their value, and name their option", arguments: ReadingLimits.named.indices)
  func boundary(_ number: Int) throws {
    let (limit, bounded) = (ReadingLimits.named[number], Bounded.all[number])
    #expect(limit.name == bounded.testDescription)
    var limits = ReadingLimits()
    limits[keyPath: limit.path] = bounded.value
    #expect(Self.problems(in: bounded, limits, -1) == [])
    #expect(Self.problems(in: bounded, limits, 0) == [])
    let said = Self.problems(in: bounded, limits, 1).map { "\($0)" }.joined()
    #expect(said.contains(" \(bounded.value) "), "\(said)")
    #expect(
      said.contains("`--limit \(limit.name)=N` raises the limit") || limit.name == "file-size",
      "\(said)")
  }

  @Test("that are fixed hold at their value", arguments: Bounded.fixed)
  private func fixed(_ bounded: Bounded) throws {
    #expect(Self.problems(in: bounded, ReadingLimits(), 0) == [])
    let said = Self.problems(in: bounded, ReadingLimits(), 1).map { "\($0)" }.joined()
    #expect(said.contains(" \(bounded.value) "), "\(said)")
    #expect(!said.contains("--limit"))
  }

  /// The problems of a document that exceeds a limit by a given amount.
  private static func problems(
    in bounded: Bounded, _ limits: ReadingLimits, _ difference: Int
  ) -> [Diagnostic] {
    let document = bounded.document(bounded.value + difference)
    let source = SourceText(path: "x.yaml", bytes: Array(document.utf8))
    // Only the specification says which arguments are tables.
    var index = ClauseIndex(name: nil, clauses: [Clause(id: "c")])
    index.operators = [OperatorWord("map", [OperatorWord.Argument(.function)])]
    do {
      if document.hasPrefix("clauses") {
        _ = try ClauseIndex.read(source, limits: limits).get()
      } else {
        let isOfTable = bounded.testDescription == "rows"
        _ = try Fixture.read(source, index: isOfTable ? index : nil, limits: limits).get()
      }
      return []
    } catch {
      return error.problems
    }
  }

  @Test("count the problems that are not shown without making them")
  func hidden() throws {
    let names = (0..<100).map { "{subscribe: observer\($0)}" }
    let wrong = (0..<150).map { "{emit: 1, expect: [obzerver\($0 % 100): 1]}" }
    let text = timeline("[\((names + wrong).joined(separator: ", "))]")
    let source = SourceText(path: "x.yaml", bytes: Array(text.utf8))
    let said = said(of: Fixture.read(source))
    #expect(said.last == "50 more problems are not shown")
    #expect(said[0].hasSuffix(" → did you mean `observer0`?"))
    // The hints take time: each is searched among all names.
    let limits = ReadingLimits()
    let tree = try Tree.read(source, limits: limits)
    let decoder = FixtureDecoder(tree: tree, limits: limits)
    var texts = 0
    func made() -> String {
      texts += 1
      return "text"
    }
    for _ in 1...1_000 { decoder.problem(made(), at: 0, hint: made()) }
    #expect(texts == 200)
  }

  @Test("end a billion laughs at once")
  func laughs() {
    var lines = ["a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]"]
    for level in 1...9 {
      let alias = String(repeating: "*a\(level - 1), ", count: 9)
      lines.append("a\(level): &a\(level) [\(alias)]")
    }
    let text = "format: 1\nspec: s\ncases: {\(lines.joined(separator: ",\n"))}\n"
    let value =
      timeline("[{emit: [\(lines.map { $0.drop { $0 != "&" } }.joined(separator: ", "))]}]")
    for text in [text, value] { #expect(!said(of: read(text)).isEmpty) }
  }
}
