// The command `list`: the cases that a selection holds.

import ArgumentParser
import Conformance

struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the cases of fixtures, with their clauses and tags.",
    discussion: """
      Each case stands on a line of its own, `file › name`, as --filter accepts it; below it, its \
      clauses and tags.
      """)

  @OptionGroup var selection: SelectionOptions

  @Option(help: "How to write the list.")
  var format = OutputFormat.text

  func run() throws {
    var (fixtures, wanted, statuses) = selection.read()
    let items = fixtures.flatMap { fixture in
      fixture.cases.filter { wanted.includes($0, of: fixture.source.path) }
        .map { Item($0, of: fixture) }
    }
    selection.printSlips(of: wanted)
    if items.isEmpty && statuses.isEmpty {
      printError(selection.nothingSelected(by: wanted, fileCount: fixtures.count))
    }
    if items.isEmpty { statuses.insert(.nothingSelected) }
    switch format {
    case .json: try printJSON(items)
    case .text: printResult(items.map(\.text).joined())
    }
    try Status.exit(with: statuses)
  }

  /// A case as JSON: where it stands, what it is called, and what it can be selected by.
  private struct Item: Encodable {
    let filter: String
    let path: String
    let line: Int
    let name: String
    let specification: String
    let clauses: [String]
    let tags: [String]

    init(_ testCase: Case, of fixture: Fixture) {
      filter = Glob.exactly(testCase.title(in: fixture.source.path)).pattern
      path = fixture.source.path
      line = testCase.place.line
      name = testCase.name
      specification = fixture.specification
      clauses = testCase.clauses
      tags = testCase.tags
    }

    var text: String {
      let tags = tags.isEmpty ? "" : "   tags: \(tags.joined(separator: ", "))"
      return "\(filter)\n"
        + "  clauses: \(visible(clauses.joined(separator: ", ") + tags))\n"
    }
  }
}
