// The fixtures of this repository, read by other readers of YAML.

import Foundation
import Testing

@Suite("The fixtures, read by other libraries", .startsProcesses)
struct YAMLReaderTests {
  /// A case as read by a library.
  private struct Case: Decodable, Equatable {
    var path: String
    var name: String
    var steps: Int
    var clauses: [String]
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
    let pyYAML = try execute(interpreter, ["-c", Self.inPython] + paths, in: folder)
    let listed = try conformanceRunner("list", "--format", "json", "Fixtures", in: folder)
    let own = try JSONDecoder().decode([Case].self, from: Data(listed.output.utf8))
    let documents = try JSONSerialization.jsonObject(with: Data(pyYAML.output.utf8))
    let found = zip(paths, documents as? [[String: Any]] ?? []).flatMap { path, document in
      (document["cases"] as? [[String: Any]] ?? []).map { one in
        Case(
          path: path, name: "\(one["name"]!)", steps: (one["timeline"] as? [Any])?.count ?? 0,
          clauses: one["clauses"] as? [String] ?? [])
      }
    }
    #expect(own.count > 1_000 && found == own)
    try folder.write(pyYAML.output, to: "other.json")
    let jsYAML = try execute(#require(installed("node")), ["-e", Self.inNode] + paths, in: folder)
    #expect(jsYAML.status == 0 && jsYAML.output == "differ: \n", "\(jsYAML.output)\(jsYAML.errors)")
  }

  private static let inPython = """
    import json, sys, yaml
    print(json.dumps([yaml.safe_load(open(path, encoding="utf-8")) for path in sys.argv[1:]]))
    """

  /// Compares, as numbers are doubles there, however they are written.
  private static let inNode = """
    const fs = require('node:fs'), yaml = require('\(library)'), {isDeepStrictEqual} = require('node:util');
    const read = (path) => fs.readFileSync(path, 'utf8'), others = JSON.parse(read('other.json'));
    const isOther = (path, index) => !isDeepStrictEqual(yaml.load(read(path)), others[index]);
    console.log('differ: ' + process.argv.slice(1).filter(isOther));
    """
}
