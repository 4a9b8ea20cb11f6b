import FixtureFormat
import Foundation
import Testing

@Suite("The JSON Schema")
struct SchemaTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func json(_ value: Value) -> Data {
    var text = JSONText()
    text.indented(value)
    return Data(text.bytes)
  }

  @Test("stands beside the fixtures as it is generated")
  func committed() throws {
    let file = Self.root.appending(path: "Fixtures/fixture.schema.json")
    let committed = try #require(try FileHandle(forReadingFrom: file).readToEnd())
    #expect(committed == Self.json(Fixture.schema) + Data("\n".utf8))
  }

  @Test("describes every key")
  func descriptions() throws {
    func check(_ value: Value, _ path: String) {
      guard case .map(let pairs) = value else { return }
      for (key, content) in pairs {
        if key == "properties", case .map(let properties) = content,
          pairs.contains(where: { $0.key == "additionalProperties" })
        {
          for (name, property) in properties {
            guard case .map(let parts) = property else { continue }
            #expect(parts.contains { $0.key == "description" }, "\(path)/\(name)")
          }
        }
        check(content, "\(path)/\(key)")
      }
    }
    check(Fixture.schema, "#")
  }

  /// Cases and steps, written as JSON, which is YAML too; and whether they are good.
  private static let documents: [(String, Bool)] = {
    func file(_ content: String) -> String {
      #"{"format": 1, "spec": "s", \#(content)}"#
    }
    func subject(_ content: String) -> String {
      file(
        #""subject": \#(content), "cases": [{"name": "n", "clauses": ["c"], "timeline": [{"advance": 1}]}]"#
      )
    }
    func step(_ content: String) -> String {
      file(
        #""subject": {"operators": ["_remember"], "sources": {"other": {}}}, "cases": [{"name": "n", "#
          + #""clauses": ["c"], "timeline": [{"subscribe": "a"}, \#(content)]}]"#)
    }
    func reaction(_ content: String) -> String {
      file(
        #""subject": {"operators": []}, "cases": [{"name": "n", "clauses": ["c"], "reactions": "#
          + #"[\#(content)], "timeline": [{"subscribe": "a"}]}]"#)
    }
    let one = #"{"name": "n", "clauses": ["c"], "timeline": [{"subscribe": "a"}]}"#
    return [
      (file(#""subject": {"operators": []}, "cases": [\#(one)]"#), true),
      (file(#""title": "t", "subject": {"operators": []}, "cases": [\#(one)]"#), true),
      (file(#""cases": [\#(one)]"#), false),
      (file(#""subject": {"operators": []}, "cases": []"#), false),
      (file(#""subject": {"operators": []}"#), false),
      (file(#""subject": {"operators": []}, "cases": [\#(one)], "other": 1"#), false),
      (file(#""title": 1, "subject": {"operators": []}, "cases": [\#(one)]"#), false),
      (file(#""title": "a\nb", "subject": {"operators": []}, "cases": [\#(one)]"#), false),
      (#"{"format": 2, "spec": "s", "subject": {"operators": []}, "cases": [\#(one)]}"#, false),
      (#"{"format": 1, "subject": {"operators": []}, "cases": [\#(one)]}"#, false),
      ("[]", false), ("1", false),
      (file(#""subject": {"operators": []}, "cases": [{"name": "n", "clauses": ["c"]}]"#), false),
      (
        file(
          #""subject": {"operators": []}, "cases": [{"name": "n", "clauses": [], "timeline": [{"advance": 1}]}]"#
        ), false
      ),
      (
        file(
          #""cases": [{"name": "n", "clauses": ["c"], "tags": ["t"], "note": "w", "subject": {"operators": []}, "timeline": [{"advance": 1}]}]"#
        ), true
      ),
      (subject(#"{"operators": ["_remember", {"startWith": 0}, {"merge": {"with": "x"}}]}"#), true),
      (
        subject(
          #"{"operators": ["_remember"], "sources": {"upstream": {"on-connect": [1, null]}}}"#),
        true
      ),
      (
        subject(#"{"operators": ["_remember"], "sources": {"upstream": {"on-connect": 1}}}"#), false
      ),
      (subject(#"{"operators": ["_remember"], "sources": {"1a": {}}}"#), false),
      (subject(#"{"operators": ["_remember"], "sources": {"returns": {}}}"#), false),
      (subject(#"{"operators": [{"a": 1, "b": 2}]}"#), false),
      (subject(#"{"operators": "_remember"}"#), false),
      (subject(#"{"operators": [], "property": "scoped", "store": 1}"#), false),
      (subject(#"{"property": "scoped", "store": null}"#), true),
      (subject(#"{"property": "scoped", "store": 1, "writes": "ignored"}"#), true),
      (subject(#"{"property": "scoped", "store": 1, "writes": "dropped"}"#), false),
      (subject(#"{"property": "scoped"}"#), false),
      (subject(#"{"property": "scoped", "stores": {"left": 1}}"#), false),
      (subject(#"{"property": "unscoped", "stores": {"left": 1, "right": [2]}}"#), true),
      (subject(#"{"property": "unscoped", "stores": {}}"#), false),
      (subject(#"{"property": "scoped", "stores": {"left": 1, "right": 2}}"#), true),
      (subject(#"{"property": "scoped", "store": 1, "stores": {"left": 1, "right": 2}}"#), false),
      (
        subject(
          #"{"sources": {"other": {}}, "streams": {"left": {"operators": []}, "right": {"from": "other", "operators": ["_remember"]}}}"#
        ), true
      ),
      (subject(#"{"streams": {"left": {"operators": []}}}"#), false),
      (subject(#"{"streams": {"left": {"operators": []}, "right": {"from": "upstream"}}}"#), false),
      (
        subject(
          #"{"operators": [], "streams": {"left": {"operators": []}, "right": {"operators": []}}}"#),
        false
      ),
      (subject(#"{"property": "other", "store": 1}"#), false),
      (subject(#"{"sources": {}}"#), false),
      (step(#"{"emit": {"x": [1, null]}, "from": "other", "expect": []}"#), true),
      (step(#"{"emit": null, "note": "w"}"#), true),
      (step(#"{"state": "active", "from": "other"}"#), true),
      (step(#"{"state": "on"}"#), false),
      (
        step(
          #"{"unsubscribe": "a", "expect": [{"a": 1}, {"a.state": "atRest"}, {"upstream": "disconnect"}]}"#
        ), true
      ),
      (step(#"{"unsubscribe": "a", "expect": [{"a.state": "on"}]}"#), false),
      (step(#"{"unsubscribe": "a", "expect": [{"a.next": 1}]}"#), false),
      (step(#"{"unsubscribe": "a", "expect": {"a": 1}}"#), false),
      (step(#"{"unsubscribe": "a", "expect": [{"a": 1, "b": 2}]}"#), false),
      (step(#"{"unsubscribe": "a", "expect": null}"#), false),
      (step(#"{"unsubscribe": "a", "expect": ["a"]}"#), false),
      (step(#"{"unsubscribe": "a", "emit": 1}"#), false),
      (step(#"{"unsubscribe": "a", "from": "other"}"#), false),
      (step(#"{"subscribe": "b", "channels": ["next"]}"#), true),
      (step(#"{"subscribe": "b", "channels": ["next", "state"]}"#), true),
      (step(#"{"subscribe": "b", "channels": ["state"]}"#), false),
      (step(#"{"subscribe": "b", "channels": ["next", "next"]}"#), false),
      (step(#"{"subscribe": "b", "channels": []}"#), false),
      (step(#"{"subscribe": "2b"}"#), false),
      (step(#"{"subscribe": 2}"#), false),
      (step(#"{"subscribe": "returns"}"#), false),
      (step(#"{"subscrib": "b"}"#), false),
      (step(#"{"expect": []}"#), false),
      (step(#"{"advance": -1}"#), false),
      (step(#"{"advance": "1"}"#), false),
      (step(#"1"#), false),
      (reaction(#"{"when": {"a": 1}, "do": [{"emit": 2}, {"unsubscribe": "a"}]}"#), true),
      (reaction(#"{"when": {"a": 1}, "do": [{"emit": 2, "expect": []}]}"#), false),
      (reaction(#"{"when": {"a": 1}, "do": []}"#), false),
      (reaction(#"{"when": [{"a": 1}], "do": [{"emit": 2}]}"#), false),
      (reaction(#"{"when": {"a": 1}}"#), false),
      (reaction(#"{"do": [{"emit": 2}]}"#), false),
    ]
  }()

  /// A Python with the validator from PyPI: one that the gate has set up, or the system's.
  private static let python: String? = {
    let own = root.appending(path: ".build/python/bin/python3").path
    return [own, "/usr/bin/env"].first { program in
      guard FileManager.default.isExecutableFile(atPath: program) else { return false }
      return (try? run(program, ["-c", "import jsonschema"], input: Data()))?.status == 0
    }
  }()

  private static func run(
    _ program: String, _ arguments: [String], input: Data
  ) throws -> (status: Int32, output: Data) {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = (program == "/usr/bin/env" ? ["python3"] : []) + arguments
    let (standardInput, output) = (Pipe(), Pipe())
    process.standardInput = standardInput
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    try standardInput.fileHandleForWriting.write(contentsOf: input)
    try standardInput.fileHandleForWriting.close()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, data)
  }

  /// A specification that brings words of its own, as JSON.
  private static let specification = """
    {"name": "s", "channels": ["next", "error", "completed"], "clauses": [{"id": "c"}], "operators": {
      "share": null, "take": "count", "map": "function", "filter": "predicate", "at": "point",
      "merge": {"with": "source"}, "scan": {"seed?": "value", "with": "reducer"}, "delay": "seconds",
      "log": {"prefix?": "text"}, "rewrite": "rows", "say": "operation", "on": "flag", "by": "number"}}
    """

  /// Subjects and steps of that specification, and whether they are good.
  private static let worded: [(String, Bool)] = {
    func subject(_ operators: String, sources: String = "{}") -> String {
      #"{"format": 1, "spec": "s", "subject": {"operators": [\#(operators)], "sources": "#
        + #"\#(sources)}, "cases": [{"name": "n", "clauses": ["c"], "timeline": [{"advance": 1}]}]}"#
    }
    func step(_ content: String) -> String {
      #"{"format": 1, "spec": "s", "subject": {"operators": []}, "cases": [{"name": "n", "#
        + #""clauses": ["c"], "timeline": [{"subscribe": "a"}, \#(content)]}]}"#
    }
    let good = [
      #""share""#, #"{"share": null}"#, #"{"take": 2}"#, #"{"map": [[1, 2], [3, "throws", "x"]]}"#,
      #"{"filter": [1, null]}"#, #"{"filter": [[1, true]]}"#, #"{"at": {"x": 1, "y": 2}}"#,
      #"{"merge": {"with": "upstream"}}"#, #"{"scan": {"with": "sum"}}"#, #"{"delay": 0.25}"#,
      #"{"scan": {"seed": [], "with": [[1, 2, 3], [1, 3, "throws", "x"]]}}"#, #""log""#,
      #"{"log": {"prefix": "a"}}"#, #"{"rewrite": [["a", 1]]}"#, #"{"say": [[1, []]]}"#,
      #"{"on": true}"#, #"{"by": -0.5}"#,
    ]
    let bad = [
      #""shar""#, #"{"share": 1}"#, #""take""#, #"{"take": -1}"#, #"{"take": 1.5}"#,
      #"{"map": [[1]]}"#, #"{"map": [[1, 2, 3]]}"#, #"{"map": [[1, "throws", null]]}"#,
      #"{"map": 1}"#, #"{"filter": [[1, 2]]}"#, #"{"filter": [1, [2, true]]}"#,
      #"{"at": {"x": 1}}"#,
      #"{"merge": "upstream"}"#, #"{"merge": {}}"#, #"{"merge": {"with": "upstream", "and": 1}}"#,
      #"{"scan": {"with": "add"}}"#, #"{"scan": {"seed": 1}}"#, #"{"delay": 0}"#,
      #"{"rewrite": [["a", 1, 2]]}"#, #"{"say": [[1, 2]]}"#, #"{"on": 1}"#, #"{"by": "x"}"#,
      #"{"share": null, "log": null}"#,
    ]
    return good.map { (subject($0), true) } + bad.map { (subject($0), false) } + [
      (subject("", sources: #"{"upstream": {"on-connect": [1], "then": "completed"}}"#), true),
      (subject("", sources: #"{"b": {"connections": [{"then": {"error": 1}}, {}]}}"#), true),
      (subject("", sources: #"{"b": {"connections": []}}"#), false),
      (subject("", sources: #"{"b": {"connections": [{}], "then": "completed"}}"#), false),
      (subject("", sources: #"{"b": {"then": {"error": null}}}"#), false),
      (subject("", sources: #"{"b": {"then": "error"}}"#), false),
      (step(#"{"error": "boom", "from": "upstream"}"#), true),
      (step(#"{"error": null}"#), false),
      (step(#"{"complete": "upstream"}"#), true),
      (step(#"{"complete": "upstream", "from": "upstream"}"#), false),
      (step(#"{"state": "active"}"#), false),
      (step(#"{"subscribe": "b", "channels": ["next", "completed"]}"#), true),
      (step(#"{"subscribe": "b", "channels": ["next", "state"]}"#), false),
      (
        step(
          #"{"emit": 1, "expect": ["a.completed", "a.error", {"a.error": 1}, {"upstream": "release"}]}"#
        ), true
      ),
      (step(#"{"emit": 1, "expect": ["a.next"]}"#), false),
      (step(#"{"emit": 1, "expect": [{"a.completed": 1}]}"#), false),
      (step(#"{"emit": 1, "expect": [{"a.error": null}]}"#), false),
    ]
  }()

  @Test(
    "of a specification and the decoder agree on what is good",
    .enabled(if: python != nil, "jsonschema from PyPI"))
  func agreementOnWords() throws {
    let source = SourceText(path: "spec.yaml", bytes: Array(Self.specification.utf8))
    let index = try ClauseIndex.read(source).get()
    let verdicts = try Self.verdicts(of: Fixture.schema(of: index), on: Self.worded.map(\.0))
    for ((document, isGood), verdict) in zip(Self.worded, verdicts) {
      #expect(verdict == isGood, "the schema on \(document)")
      #expect(
        describe(read(document, index: index)).isEmpty == isGood, "the decoder on \(document)")
    }
  }

  @Test(
    "and the decoder agree on what is good", .enabled(if: python != nil, "jsonschema from PyPI"))
  func agreement() throws {
    let verdicts = try Self.verdicts(of: Fixture.schema, on: Self.documents.map(\.0))
    for ((document, isGood), verdict) in zip(Self.documents, verdicts) {
      #expect(verdict == isGood, "the schema on \(document)")
      #expect(problems(in: document).isEmpty == isGood, "the decoder on \(document)")
    }
  }

  /// What a validator says of some documents.
  private static func verdicts(of schema: Value, on documents: [String]) throws -> [Bool] {
    let script = """
      import json, sys, jsonschema
      given = json.load(sys.stdin)
      jsonschema.Draft202012Validator.check_schema(given["schema"])
      validator = jsonschema.Draft202012Validator(given["schema"])
      print(json.dumps([validator.is_valid(json.loads(text)) for text in given["documents"]]))
      """
    let input: Value = ["schema": schema, "documents": .list(documents.map(Value.string))]
    let validated = try run(try #require(python), ["-c", script], input: json(input))
    let verdicts = try JSONDecoder().decode([Bool].self, from: validated.output)
    #expect(verdicts.count == documents.count)
    return verdicts
  }
}
