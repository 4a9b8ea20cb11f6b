import FixtureFormat
import Testing

/// A limit, and a document that has as much of what it bounds as is asked for.
private struct Bounded: CustomTestStringConvertible {
  let testDescription: String
  let document: @Sendable (_ count: Int) -> String

  init(_ name: String, _ document: @escaping @Sendable (_ count: Int) -> String) {
    testDescription = name
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
      one("[{emit: [\(repeated("1, ", count + 200 - 22))]}]")
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
    Bounded("operators") { count in
      one(
        "[{advance: 1}]",
        subject: "{operators: [\(repeated("_remember, ", count + 200))]}")
    },
  ]

  private static let head = "format: 1\nspec: s\nsubject: {operators: []}\n"

  private static func one(_ timeline: String, subject: String = "{operators: []}") -> String {
    "format: 1\nspec: s\nsubject: \(subject)\ncases: [{name: n, clauses: [c], timeline: \(timeline)}]\n"
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
    func problems(_ difference: Int) -> [Diagnostic] {
      let source = SourceText(path: "x.yaml", bytes: Array(bounded.document(difference).utf8))
      switch Fixture.read(source, limits: limits) {
      case .success: return []
      case .failure(let invalid): return invalid.problems
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
