import Foundation
import Testing

@Suite("The JSON Schema", .startsProcesses)
struct SchemaTests {
  @Test("stands beside the fixtures as it is generated, and describes every key")
  func committed() throws {
    let schema = try conformanceRunner("schema", in: Folder()).output
    let file = packageRoot.appending(path: "Fixtures/fixture.schema.json")
    #expect(try schema == text(of: file))
    func check(_ part: Any, _ path: String) {
      guard let members = part as? [String: Any] else { return }
      let isClosed = members["additionalProperties"] != nil
      for (name, property) in members["properties"] as? [String: Any] ?? [:] where isClosed {
        guard let property = property as? [String: Any] else { continue }
        #expect(property["description"] != nil, "\(path)/\(name)")
      }
      for (key, content) in members { check(content, "\(path)/\(key)") }
    }
    check(try JSONSerialization.jsonObject(with: Data(schema.utf8)), "#")
  }

  /// Parts of a file, in JSON, which is YAML too, with `|` between them, after `✓` if they are good.
  private static let documents = table(
    #"""
    ✓ file "subject": {"operators": []}, "cases": [CASE]
    ✓ file "title": "t", "subject": {"operators": []}, "cases": [CASE]
    ✗ file "cases": [CASE]
    ✗ file "subject": {"operators": []}, "cases": []
    ✗ file "subject": {"operators": []}
    ✗ file "subject": {"operators": []}, "cases": [CASE], "other": 1
    ✗ file "title": 1, "subject": {"operators": []}, "cases": [CASE]
    ✗ file "title": "a\nb", "subject": {"operators": []}, "cases": [CASE]
    ✗ document {"format": 2, "spec": "s", "subject": {"operators": []}, "cases": [CASE]}
    ✗ document {"format": 1, "subject": {"operators": []}, "cases": [CASE]} | [] | 1
    ✗ file "subject": {"operators": []}, "cases": [{"name": "n", "clauses": ["c"]}]
    ✗ file "subject": {"operators": []}, "cases": [{"name": "n", "clauses": [], "timeline": [{"advance": 1}]}]
    ✓ file "cases": [{"name": "n", "clauses": ["c"], "tags": ["t"], "note": "w", "subject": {"operators": []}, "timeline": [{"advance": 1}]}]
    ✓ subject {"operators": ["_remember", {"startWith": 0}, {"merge": {"with": "x"}}]}
    ✓ subject {"operators": ["_remember"], "sources": {"upstream": {"on-connect": [1, null]}}}
    ✗ subject {"operators": ["_remember"], "sources": {"upstream": {"on-connect": 1}}}
    ✗ subject {"operators": ["_remember"], "sources": {"1a": {}}}
    ✗ subject {"operators": ["_remember"], "sources": {"returns": {}}}
    ✗ subject {"operators": [{"a": 1, "b": 2}]} | {"operators": "_remember"}
    ✗ subject {"operators": [], "property": "scoped", "store": 1}
    ✓ subject {"property": "scoped", "store": null}
    ✓ subject {"property": "scoped", "store": 1, "writes": "ignored"}
    ✗ subject {"property": "scoped", "store": 1, "writes": "dropped"} | {"property": "scoped"}
    ✗ subject {"property": "scoped", "stores": {"left": 1}}
    ✓ subject {"property": "unscoped", "stores": {"left": 1, "right": [2]}}
    ✗ subject {"property": "unscoped", "stores": {}}
    ✓ subject {"property": "scoped", "stores": {"left": 1, "right": 2}}
    ✗ subject {"property": "scoped", "store": 1, "stores": {"left": 1, "right": 2}}
    ✓ subject {"sources": {"other": {}}, "streams": {"left": {"operators": []}, "right": {"from": "other", "operators": ["_remember"]}}}
    ✗ subject {"streams": {"left": {"operators": []}}}
    ✗ subject {"streams": {"left": {"operators": []}, "right": {"from": "upstream"}}}
    ✗ subject {"operators": [], "streams": {"left": {"operators": []}, "right": {"operators": []}}}
    ✗ subject {"property": "other", "store": 1} | {"sources": {}}
    ✓ step {"emit": {"x": [1, null]}, "from": "other", "expect": []} | {"emit": null, "note": "w"}
    ✓ step {"state": "active", "from": "other"}
    ✗ step {"state": "on"}
    ✓ step {"unsubscribe": "a", "expect": [{"a": 1}, {"a.state": "atRest"}, {"upstream": "disconnect"}]}
    ✗ step {"unsubscribe": "a", "expect": [{"a.state": "on"}]}
    ✗ step {"unsubscribe": "a", "expect": [{"a.next": 1}]}
    ✗ step {"unsubscribe": "a", "expect": {"a": 1}}
    ✗ step {"unsubscribe": "a", "expect": [{"a": 1, "b": 2}]} | {"unsubscribe": "a", "expect": null}
    ✗ step {"unsubscribe": "a", "expect": ["a"]} | {"unsubscribe": "a", "emit": 1}
    ✗ step {"unsubscribe": "a", "from": "other"}
    ✓ step {"subscribe": "b", "channels": ["next"]}
    ✓ step {"subscribe": "b", "channels": ["next", "state"]}
    ✗ step {"subscribe": "b", "channels": ["state"]}
    ✗ step {"subscribe": "b", "channels": ["next", "next"]} | {"subscribe": "b", "channels": []}
    ✗ step {"subscribe": "2b"} | {"subscribe": 2} | {"subscribe": "returns"} | {"subscrib": "b"}
    ✗ step {"expect": []} | {"advance": -1} | {"advance": "1"} | 1
    ✓ reaction {"when": {"a": 1}, "do": [{"emit": 2}, {"unsubscribe": "a"}]}
    ✗ reaction {"when": {"a": 1}, "do": [{"emit": 2, "expect": []}]} | {"when": {"a": 1}, "do": []}
    ✗ reaction {"when": [{"a": 1}], "do": [{"emit": 2}]} | {"when": {"a": 1}}
    ✗ reaction {"do": [{"emit": 2}]}
    """#)

  private static let named = #""name": "n", "clauses": ["c"]"#
  private static let oneCase = #"{\#(named), "timeline": [{"subscribe": "a"}]}"#

  /// The documents of a table, and whether they are good.
  private static func table(_ text: String) -> [(String, Bool)] {
    text.split(separator: "\n").flatMap { row in
      let words = row.split(separator: " ", maxSplits: 2)
      return words[2].split(separator: " | ").map { part in
        (document(words[1], part).replacing("CASE", with: oneCase), words[0] == "✓")
      }
    }
  }

  /// A document that is good but for a part.
  private static func document(_ kind: Substring, _ part: Substring) -> String {
    let content =
      switch kind {
      case "file": String(part)
      case "subject": #""subject": \#(part), "cases": [{\#(named), "timeline": [{"advance": 1}]}]"#
      case "operator":
        #""subject": {"operators": [\#(part)], "sources": {}}, "cases": [CASE]"#
      case "sources": #""subject": {"operators": [], "sources": \#(part)}, "cases": [CASE]"#
      default:
        #""subject": {"operators": [], "sources": {"other": {}}}, "cases": [{\#(named), "#
          + (kind == "step"
            ? #""timeline": [{"subscribe": "a"}, \#(part)]}]"#
            : #""reactions": [\#(part)], "timeline": [{"subscribe": "a"}]}]"#)
      }
    return kind == "document" ? String(part) : #"{"format": 1, "spec": "s", \#(content)}"#
  }

  /// A specification with words of its own, as JSON.
  private static let specification = """
    {"name": "s", "channels": ["next", "error", "completed"], "clauses": [{"id": "c"}], "operators": {
      "share": null, "take": "count", "map": "function", "filter": "predicate", "at": "point",
      "merge": {"with": "source"}, "scan": {"seed?": "value", "with": "reducer"}, "delay": "seconds",
      "log": {"prefix?": "text"}, "rewrite": "rows", "say": "operation", "on": "flag", "by": "number"}}
    """

  /// Those of that specification.
  private static let worded = table(
    #"""
    ✓ operator "share" | {"share": null} | {"take": 2} | {"map": [[1, 2], [3, "throws", "x"]]}
    ✓ operator {"filter": [1, null]} | {"filter": [[1, true]]} | {"at": {"x": 1, "y": 2}}
    ✓ operator {"merge": {"with": "upstream"}} | {"scan": {"with": "sum"}} | {"delay": 0.25}
    ✓ operator {"scan": {"seed": [], "with": [[1, 2, 3], [1, 3, "throws", "x"]]}} | "log"
    ✓ operator {"log": {"prefix": "a"}} | {"rewrite": [["a", 1]]} | {"say": [[1, []]]}
    ✓ operator {"on": true} | {"by": -0.5}
    ✗ operator "shar" | {"share": 1} | "take" | {"take": -1} | {"take": 1.5} | {"map": [[1]]}
    ✗ operator {"map": [[1, 2, 3]]} | {"map": [[1, "throws", null]]} | {"map": 1}
    ✓ operator {"filter": [[1], [2]]} | {"filter": [[1, 2], [3, 4]]} | {"filter": [[1, "throw", 2]]}
    ✓ operator {"filter": [[[1, 2], true], [3, "throws", "x"]]} | {"filter": [{"x": [1, true]}, []]}
    ✗ operator {"filter": [[1, 2], [1, 2]]} | {"filter": [1, [2, true]]} | {"at": {"x": 1}}
    ✗ operator {"filter": [[1], [2, false]]} | {"filter": [[1, true], [2, "throws", null]]}
    ✗ operator {"merge": "upstream"} | {"merge": {}} | {"merge": {"with": "upstream", "and": 1}}
    ✗ operator {"scan": {"with": "add"}} | {"scan": {"seed": 1}} | {"delay": 0}
    ✗ operator {"rewrite": [["a", 1, 2]]} | {"say": [[1, 2]]} | {"on": 1} | {"by": "x"}
    ✗ operator {"share": null, "log": null}
    ✓ sources {"upstream": {"on-connect": [1], "then": "completed"}}
    ✓ sources {"b": {"connections": [{"then": {"error": 1}}, {}]}}
    ✗ sources {"b": {"connections": []}} | {"b": {"connections": [{}], "then": "completed"}}
    ✗ sources {"b": {"then": {"error": null}}} | {"b": {"then": "error"}}
    ✓ step {"error": "boom", "from": "upstream"}
    ✗ step {"error": null}
    ✓ step {"complete": "upstream"}
    ✗ step {"complete": "upstream", "from": "upstream"} | {"state": "active"}
    ✓ step {"subscribe": "b", "channels": ["next", "completed"]}
    ✗ step {"subscribe": "b", "channels": ["next", "state"]}
    ✓ step {"emit": 1, "expect": ["a.completed", "a.error", {"a.error": 1}, {"upstream": "release"}]}
    ✗ step {"emit": 1, "expect": ["a.next"]} | {"emit": 1, "expect": [{"a.completed": 1}]}
    ✗ step {"emit": 1, "expect": [{"a.error": null}]}
    """#)

  @Test(
    "and the decoder agree on what is good",
    .enabled(if: isGate || python(with: "jsonschema") != nil, "jsonschema is from PyPI"),
    arguments: [nil, specification])
  func agreement(specification: String?) throws {
    let rows = specification == nil ? Self.documents : Self.worded
    let folder = try Folder()
    if let specification { try folder.write(specification, to: "d/spec.yaml") }
    for (number, row) in rows.enumerated() { try folder.write(row.0, to: "d/\(number).yaml") }
    let schema = ["schema"] + (specification == nil ? [] : ["--spec", "d/spec.yaml"])
    try folder.write(conformanceRunner(schema, in: folder).output, to: "schema.json")
    let script = """
      import glob, json, jsonschema
      schema = json.load(open("schema.json"))
      jsonschema.Draft202012Validator.check_schema(schema)
      validator = jsonschema.Draft202012Validator(schema)
      for path in glob.glob("d/[0-9]*"):
          if not validator.is_valid(json.load(open(path))):
              print(path + ": error: ")
      """
    let validator = URL(filePath: try #require(python(with: "jsonschema")))
    let verdicts = [
      ("schema", try execute(validator, ["-c", script], in: folder).output),
      ("decoder", try conformanceRunner("validate", "d", in: folder).errors),
    ]
    for (judge, text) in verdicts {
      let refused = Set(text.matches(of: #/(?m)^(.+?):[\d:]* error: /#).map { String($0.1) })
      #expect(!refused.isEmpty)
      for (number, (document, isGood)) in rows.enumerated() {
        #expect(refused.contains("d/\(number).yaml") != isGood, "the \(judge) on \(document)")
      }
    }
  }
}
