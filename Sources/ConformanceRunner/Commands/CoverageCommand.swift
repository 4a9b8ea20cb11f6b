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
    var coverage = Coverage()
    var (files, statuses) = selection.read { file, fixture in
      coverage.add(fixture, index: file.index, selection: selection.selection)
    }
    if coverage.specifications.isEmpty && statuses.isEmpty {
      printError(selection.nothingSelected(fileCount: files.count))
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
