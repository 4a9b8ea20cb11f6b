// The command `list`: the cases that a selection holds.

import ArgumentParser
import Conformance

struct List: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the cases of fixtures, with their clauses and tags.",
    discussion: """
      Prints each case as `file › name`, as --filter accepts it, and below it its clauses and tags.
      """)

  @OptionGroup var selection: SelectionOptions

  @Option(help: "Output format.")
  var format = OutputFormat.text

  var config: String? { selection.config }

  func run() throws {
    let found = selection.find()
    var items: [(Case, Fixture)] = []
    found.read { fixture, cases in items += cases.map { ($0, fixture) } }
    found.printSlips()
    if items.isEmpty { found.noteNothing() }
    format.print(items.map(text).joined(), .list(items.map(json)))
  }

  /// A case as JSON: its place, its name, and the words that select it.
  private func json(_ testCase: Case, of fixture: Fixture) -> Value {
    [
      "filter": .string(filter(testCase, of: fixture)), "path": .string(fixture.source.path),
      "line": .number(Double(testCase.place.line)), "name": .string(testCase.name),
      "specification": .string(fixture.specification),
      "steps": .number(Double(testCase.steps.count)),
      "clauses": .list(testCase.clauses.map(Value.string)),
      "tags": .list(testCase.tags.map(Value.string)),
      "tier": testCase.tier.map(Value.string) ?? .null,
    ]
  }

  private func text(_ testCase: Case, of fixture: Fixture) -> String {
    let tags =
      testCase.tags.isEmpty ? "" : "   tags: \(testCase.tags.map(\.text).joined(separator: ", "))"
    return "\(filter(testCase, of: fixture))\n"
      + "  clauses: \(visible(testCase.clauses.map(\.text).joined(separator: ", ") + tags))\n"
  }

  private func filter(_ testCase: Case, of fixture: Fixture) -> String {
    Glob.exactly(testCase.title(in: fixture.source.path)).pattern
  }
}
