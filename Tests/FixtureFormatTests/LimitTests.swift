import FixtureFormat
import Testing

/// A limit, and a document that has as much of what it bounds as is asked for.
private struct Bounded: CustomTestStringConvertible {
  let testDescription: String
  let isOfIndex: Bool
  let document: @Sendable (_ count: Int) -> String

  init(
    _ name: String, isOfIndex: Bool = false,
    _ document: @escaping @Sendable (_ count: Int) -> String
  ) {
    testDescription = name
    self.isOfIndex = isOfIndex
    self.document = document
  }

  static let all = [
    Bounded("file-size") { count in
      let text = one("[{advance: 1}]")
      return text + String(repeating: "#", count: count + 200 - text.utf8.count)
    },
    Bounded("depth") { count in
      // A value within a step stands within five levels.
      one("[{emit: \(repeated("[", count + 200 - 5))1\(repeated("]", count + 200 - 5))}]")
    },
    Bounded("nodes") { count in
      // Besides the values: the map, its keys and values, and those of the case and the step.
      one("[{emit: [\(repeated("1, ", count + 200 - 24))]}]")
    },
    Bounded("aliased-nodes") { count in
      one("[{emit: &a [\(repeated("1, ", count + 199))]}, {emit: *a}]")
    },
    Bounded("scalar-length") { count in one("[{emit: \(repeated("a", count + 200))}]") },
    Bounded("cases") { count in
      let cases = (0..<(count + 200)).map {
        "- {name: n\($0), clauses: [c], timeline: [{advance: 1}]}"
      }
      return head + "cases:\n" + cases.joined(separator: "\n")
    },
    Bounded("steps") { count in one("[\(repeated("{advance: 1}, ", count + 200))]") },
    Bounded("events") { count in
      one("[{emit: 1, expect: [\(repeated("upstream: connect, ", count + 200))]}]")
    },
    Bounded("streams") { count in
      let streams = (0..<(count + 200)).map { "s\($0): {operators: []}" }
      return one("[{emit: 1}]", subject: "{streams: {\(streams.joined(separator: ", "))}}")
    },
    Bounded("operators") { count in
      one(
        "[{advance: 1}]",
        subject: "{operators: [\(repeated("_remember, ", count + 200))]}")
    },
    Bounded("aliased-size") { count in
      one("[{emit: &a \(repeated("a", count + 200))}, {emit: *a}]")
    },
    Bounded("connections") { count in
      one(
        "[{advance: 1}]",
        subject: "{operators: [], sources: {s: {connections: [\(repeated("{}, ", count + 200))]}}}")
    },
    Bounded("reactions") { count in
      one(
        "[{advance: 1}]",
        reactions: "[\(repeated("{when: {upstream: connect}, do: [{emit: 1}]}, ", count + 200))]")
    },
    Bounded("sources") { count in
      one("[{advance: 1}]", subject: "{operators: [], sources: {\(names(count)), upstream: {}}}")
    },
    Bounded("stores") { count in
      one("[{set: 1, in: n1}]", subject: "{property: unscoped, stores: {\(names(count, ": 1"))}}")
    },
    Bounded("rows") { count in
      let rows = (0..<(count + 200)).map { "[\($0), 1]" }
      return one("[{advance: 1}]", subject: "{operators: [map: [\(rows.joined(separator: ", "))]]}")
    },
    Bounded("readings") { count in
      let readings = (0..<(count + 200)).map { "r\($0): []" }
      return one("[{advance: 1, expect: [either: {\(readings.joined(separator: ", "))}]}]")
    },
    Bounded("clauses", isOfIndex: true) { count in
      "clauses: [\((0..<(count + 200)).map { "{id: c\($0)}" }.joined(separator: ", "))]\n"
    },
    Bounded("arguments", isOfIndex: true) { count in
      "clauses: [{id: c}]\noperators: {one: {\(names(count, ": value"))}}\n"
    },
  ]

  /// Names that are keys, each with what stands behind it.
  private static func names(_ count: Int, _ content: String = ": {}") -> String {
    (1...(count + 200)).map { "n\($0)\(content)" }.joined(separator: ", ")
  }

  private static let head = "format: 1\nspec: s\nsubject: {operators: []}\n"

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
  @Test("hold at their value, and say how they are raised", arguments: Bounded.all)
  private func boundary(_ bounded: Bounded) throws {
    let limit = try #require(
      ReadingLimits.named.first { $0.name == bounded.testDescription })
    var limits = ReadingLimits()
    limits[keyPath: limit.path] = 200
    // What is a table is known from the specification alone.
    var index: ClauseIndex?
    if bounded.testDescription == "rows" {
      index = ClauseIndex(name: nil, clauses: [Clause(id: "c")])
      index?.operators = [OperatorWord("map", .one(OperatorWord.Argument(.function)))]
    }
    func problems(_ difference: Int) -> [Diagnostic] {
      let source = SourceText(path: "x.yaml", bytes: Array(bounded.document(difference).utf8))
      do {
        if bounded.isOfIndex {
          _ = try ClauseIndex.read(source, limits: limits).get()
        } else {
          _ = try Fixture.read(source, index: index, limits: limits).get()
        }
        return []
      } catch {
        return error.problems
      }
    }
    #expect(problems(-1) == [])
    #expect(problems(0) == [])
    let said = problems(1).map { "\($0)" }.joined()
    #expect(said.contains(" 200 "), "\(said)")
    #expect(
      said.contains("`--limit \(limit.name)=N` raises the limit") || limit.name == "file-size",
      "\(said)")
  }

  @Test("are each tried at their value, but for those that bound no list")
  func completeness() {
    let tried = Set(Bounded.all.map(\.testDescription))
    let others = ReadingLimits.named.map(\.name).filter { !tried.contains($0) }
    #expect(others == ["points", "choices", "step-choices", "problems"])
  }

  @Test("let problems that are not shown cost nothing but their count")
  func hidden() {
    let names = (0..<100).map { "{subscribe: observer\($0)}" }
    let wrong = (0..<100).map { "{emit: 1, expect: [obzerver\($0): 1]}" }
    let text = """
      format: 1
      spec: s
      subject: {operators: []}
      cases: [{name: n, clauses: [c], timeline: [\((names + wrong).joined(separator: ", "))]}]

      """
    func time(showing count: Int) -> Duration {
      var limits = ReadingLimits()
      limits.problems = count
      return ContinuousClock().measure {
        let read = Fixture.read(SourceText(path: "x.yaml", bytes: Array(text.utf8)), limits: limits)
        guard case .failure(let invalid) = read else { return #expect(Bool(false)) }
        let hidden =
          invalid.problems.map(\.message).last == "\(100 - count) more problems are not shown"
        #expect(hidden == (count < 100))
        #expect(invalid.problems[0].hint == "did you mean `observer0`?")
      }
    }
    // It is the hints that take time: each is looked for among all names.
    #expect(time(showing: 1) * 3 < time(showing: 100))
  }

  @Test("have each a name and a meaning of their own")
  func names() {
    let names = ReadingLimits.named.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(ReadingLimits.named.allSatisfy { !$0.meaning.isEmpty })
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
      "format: 1\nspec: s\nsubject: {operators: []}\ncases: [{name: n, clauses: [c], timeline: "
      + "[{emit: [\(lines.map { $0.drop { $0 != "&" } }.joined(separator: ", "))]}]}]\n"
    for text in [text, value] {
      let read = Fixture.read(SourceText(path: "x.yaml", bytes: Array(text.utf8)))
      #expect(throws: InvalidFile.self) { try read.get() }
    }
  }
}
