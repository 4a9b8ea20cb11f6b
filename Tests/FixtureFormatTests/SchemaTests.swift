import FixtureFormat
import Foundation
import Testing

@Suite("The JSON Schema")
struct SchemaTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func json(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
  }

  @Test("stands beside the fixtures as it is generated")
  func committed() throws {
    let file = Self.root.appending(path: "Fixtures/fixture.schema.json")
    let committed = try #require(try FileHandle(forReadingFrom: file).readToEnd())
    #expect(committed == (try Self.json(Fixture.schema)) + Data("\n".utf8))
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

  @Test(
    "and the decoder agree on what is good", .enabled(if: python != nil, "jsonschema from PyPI"))
  func agreement() throws {
    struct Input: Encodable {
      var schema: Value
      var documents: [String]
    }
    let script = """
      import json, sys, jsonschema
      given = json.load(sys.stdin)
      jsonschema.Draft202012Validator.check_schema(given["schema"])
      validator = jsonschema.Draft202012Validator(given["schema"])
      print(json.dumps([validator.is_valid(json.loads(text)) for text in given["documents"]]))
      """
    let input = Input(schema: Fixture.schema, documents: Self.documents.map(\.0))
    let validated = try Self.run(
      try #require(Self.python), ["-c", script], input: Self.json(input))
    let verdicts = try JSONDecoder().decode([Bool].self, from: validated.output)
    #expect(verdicts.count == Self.documents.count)
    for ((document, isGood), verdict) in zip(Self.documents, verdicts) {
      #expect(verdict == isGood, "the schema on \(document)")
      #expect(problems(in: document).isEmpty == isGood, "the decoder on \(document)")
    }
  }
}
