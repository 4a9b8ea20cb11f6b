// The command `schema`: the JSON Schema of the format.

import ArgumentParser
import Conformance

struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of the fixture format, for editors.",
    discussion: """
      An editor with a YAML language server completes and checks a fixture whose first line is \
      `# yaml-language-server: $schema=../fixture.schema.json`, where that is the path of the schema.
      With `--spec`, it completes the operators and channels of that specification, and the schema is best \
      written beside its fixtures.
      """)

  @Option(
    help: ArgumentHelp(
      "A specification's `spec.yaml`, whose words the schema knows.", valueName: "file"))
  var spec: String?

  func run() throws {
    guard let spec else { return printResult(json(Fixture.schema)) }
    let text = SourceText.read(InstalledFixtures.location(of: spec) ?? spec)
    switch text.flatMap({ ClauseIndex.read($0) }) {
    case .success(let specification): printResult(json(Fixture.schema(of: specification)))
    case .failure(let invalid):
      printProblems(invalid.problems)
      throw Status.invalidFixture.exitCode
    }
  }
}
