// The command `coverage`: clauses against the cases that cite them.

import ArgumentParser
import Conformance

struct CoverageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "coverage",
    abstract: "Show which clauses of the specifications have cases.",
    discussion: """
      A clause counts where the index beside the fixtures, spec.yaml, says that fixtures can observe it.

      Exit status: 0, also where clauses have no case, unless --require-all is given.
      """)

  @OptionGroup var selection: SelectionOptions

  @Flag(help: "Exit 1 unless every clause that fixtures can observe has a case.")
  var requireAll = false

  @Option(help: "How to write the coverage.")
  var format = OutputFormat.text

  @Option(help: "Whether to use colours; auto is for a terminal, unless NO_COLOR is set.")
  var color = ColorChoice.auto

  func run() throws {
    let found = selection.find()
    var statuses = found.statuses
    var coverage = Coverage()
    for file in found.files {
      switch file.read(limits: selection.limits.reading) {
      case .success(let fixture):
        coverage.add(fixture, index: file.index, selection: selection.selection)
      case .failure(let invalid):
        printProblems(invalid.problems)
        statuses.insert(.invalidFixture)
      }
    }
    if coverage.specifications.isEmpty && statuses.isEmpty {
      printError(selection.nothingSelected(fileCount: found.files.count))
      statuses.insert(.nothingSelected)
    }
    switch format {
    case .text: printResult(coverage.text(style: Style(isColored: color.isColored)))
    case .json: try printJSON(coverage.specifications)
    }
    if requireAll && !coverage.uncovered.isEmpty { statuses.insert(.failure) }
    try Status.exit(with: statuses)
  }
}
