// The command `schema`: the JSON Schema of the format.

import ArgumentParser
import Conformance

struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of the fixture format, for editors.",
    discussion: """
      Save the schema, and name its path in the first line of a fixture: \
      `# yaml-language-server: $schema=../fixture.schema.json`. An editor with a YAML language server then \
      completes and checks the fixture. With --spec, it also completes the operators and channels of that \
      specification; save that schema beside the fixtures of the specification.
      """)

  @Option(help: .value("file", "The `spec.yaml` of a specification, for a schema with its words."))
  var spec: String?

  func run() throws {
    guard let spec else { return printResult(jsonText(Fixture.schema)) }
    let text = SourceText.read(InstalledFixtures.location(of: spec) ?? spec)
    let specification = try text.flatMap { ClauseIndex.read($0) }.get()
    printResult(jsonText(Fixture.schema(of: specification)))
  }
}
