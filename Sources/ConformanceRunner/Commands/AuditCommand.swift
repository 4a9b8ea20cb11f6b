// The command `audit`: how many known-wrong implementations the fixtures catch.

import ArgumentParser
import Conformance
import ReactiveMotionConformance

struct AuditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Tell how many known-wrong implementations the fixtures catch.",
    discussion: """
      Runs the fixtures against a family of implementations that each break one sentence of a \
      specification. For each deviation: which cases catch it, by file and line, or that none does. \
      Then the cases that catch nothing that another does not.

      Exit status: 0, also where deviations are not caught, unless --require-all is given; 1 if \
      the transcription of the specification itself does not pass a case.
      """)

  @OptionGroup var selection: SelectionOptions

  @Flag(help: "Exit 1 unless every deviation is caught.")
  var requireAll = false

  @Option(help: "How to write the audit.")
  var format = OutputFormat.text

  @Option(help: "Whether to use colours; auto is for a terminal, unless NO_COLOR is set.")
  var color = ColorChoice.auto

  func run() throws {
    var (fixtures, statuses) = selection.read()
    do {
      let audit = try Audit(fixtures, selection: selection.selection)
      if audit.cases.isEmpty && audit.failingCases.isEmpty {
        if statuses.isEmpty { printError(selection.nothingSelected(fileCount: fixtures.count)) }
        statuses.insert(.nothingSelected)
      } else {
        switch format {
        case .text: printResult(audit.text(style: Style(isColored: color.isColored)))
        case .json: try printJSON(audit)
        }
        if requireAll && !audit.uncaught.isEmpty { statuses.insert(.failure) }
        if !audit.failingCases.isEmpty { statuses.insert(.failure) }
      }
    } catch is ThreadError {
      throw Status.noThread()
    }
    try Status.exit(with: statuses)
  }
}
