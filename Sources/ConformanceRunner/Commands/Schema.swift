// The command `schema`: the JSON Schema of the format.

import ArgumentParser
import Conformance

struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the JSON Schema of the fixture format, for editors.",
    discussion: """
      An editor with a YAML language server completes and checks a fixture whose first line is \
      `# yaml-language-server: $schema=../fixture.schema.json`, where that is the path of the schema.
      """)

  func run() throws {
    try printJSON(Fixture.schema)
  }
}
