// The fixtures of this repository, as other readers of YAML find them.

import Foundation
import Testing

@Suite("The fixtures, read by other libraries", .startsProcesses)
struct YAMLReaderTests {
  /// A case as a reader finds it.
  private struct Case: Decodable, Equatable {
    var path: String
    var name: String
    var steps: Int
    var clauses: [String]
  }

  /// What a reader finds in all files.
  private struct Found: Decodable {
    var cases: [Case]

    /// The documents, each with its values in one notation: a number by its bits, a map by its keys in order.
    var documents: [String]
  }

  /// The library of Node that Debian has.
  private static let library = "/usr/share/nodejs/js-yaml"

  @Test(
    "PyYAML and js-yaml find the same cases as the runner, and the same values as each other",
    .enabled(
      if: isGate
        || python(with: "yaml") != nil && isInstalled("node")
          && FileManager.default.fileExists(atPath: library),
      "PyYAML or js-yaml is not installed"))
  func same() throws {
    let folder = try Folder.withFixtures()
    let fixtures = packageRoot.appending(path: "Fixtures")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: fixtures.path)
      .filter { $0.hasSuffix(".yaml") }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .map { "Fixtures/\($0)" }
    #expect(paths.count > 60)
    let interpreter = URL(filePath: try #require(python(with: "yaml")))
    let pyYAML = try Self.found(execute(interpreter, ["-c", Self.inPython] + paths, in: folder))
    let node = try #require(installed("node"))
    let jsYAML = try Self.found(execute(node, ["-e", Self.inNode] + paths, in: folder))
    let listed = try conformanceRunner("list", "--format", "json", "Fixtures", in: folder)
    let own = try JSONDecoder().decode([Case].self, from: Data(listed.output.utf8))
    #expect(own.count > 1_000)
    #expect(pyYAML.cases == own)
    #expect(jsYAML.cases == own)
    for (path, (one, other)) in zip(paths, zip(pyYAML.documents, jsYAML.documents)) {
      #expect(one == other, "\(path)")
    }
  }

  private static func found(_ run: Finished) throws -> Found {
    try #require(run.status == 0, "\(run.errors)")
    return try JSONDecoder().decode(Found.self, from: Data(run.output.utf8))
  }

  private static let inPython = """
    import json, struct, sys, yaml

    def text(value):
        if isinstance(value, dict):
            return "{%s}" % ",".join(sorted(json.dumps(key) + ":" + text(value[key]) for key in value))
        if isinstance(value, list):
            return "[%s]" % ",".join(map(text, value))
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return struct.pack(">d", value).hex()
        return json.dumps(value)

    cases, documents = [], []
    for path in sys.argv[1:]:
        document = yaml.safe_load(open(path, encoding="utf-8"))
        documents.append(text(document))
        cases += [{"path": path, "name": one["name"], "steps": len(one["timeline"]), "clauses": one["clauses"]}
                  for one in document.get("cases", [])]
    print(json.dumps({"cases": cases, "documents": documents}))
    """

  private static let inNode = #"""
    const fs = require('node:fs'), yaml = require('/usr/share/nodejs/js-yaml');

    function text(value) {
      if (Array.isArray(value)) return `[${value.map(text).join()}]`;
      if (typeof value === 'number') {
        const bytes = Buffer.alloc(8);
        bytes.writeDoubleBE(value);
        return bytes.toString('hex');
      }
      if (typeof value === 'object' && value !== null) {
        return `{${Object.entries(value).map(([key, part]) => `${ascii(key)}:${text(part)}`).sort().join()}}`;
      }
      return ascii(value);
    }

    // As Python writes it.
    const ascii = (value) => JSON.stringify(value)
      .replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

    const cases = [], documents = [];
    for (const path of process.argv.slice(1)) {
      const document = yaml.load(fs.readFileSync(path, 'utf8'));
      documents.push(text(document));
      for (const {name, timeline, clauses} of document.cases ?? []) {
        cases.push({path, name, steps: timeline.length, clauses});
      }
    }
    console.log(JSON.stringify({cases, documents}));
    """#
}
