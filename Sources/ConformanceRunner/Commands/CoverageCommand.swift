// The command `coverage`: clauses against the cases that cite them.

import ArgumentParser
import Conformance

struct CoverageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "coverage",
    abstract: "Show which clauses of the specifications have cases.",
    discussion: """
      A clause counts where the index beside or above the fixtures, spec.yaml, says that fixtures can \
      observe it. A case counts if one of the implementations has what it needs: it shows nothing \
      where all of them skip it. For fixtures of streams that are not built in, name an adapter that \
      has them (-i).

      Exit status: 0, also where clauses have no case, unless --require-all is given; 65 a fixture is \
      not valid; 66 no case is selected; 69 an adapter could not be started.
      """)

  @OptionGroup var selection: SelectionOptions

  @OptionGroup var implementations: ImplementationOptions

  @Flag(
    help:
      "Exit 1 unless every clause that fixtures can observe has a case, and a spec.yaml says which."
  )
  var requireAll = false

  @Option(help: "How to write the coverage.")
  var format = OutputFormat.text

  @Option(help: "Whether to use colours; auto is for a terminal, unless NO_COLOR is set.")
  var color = ColorChoice.auto

  func run() throws {
    try implementations.start(processes: coreCount(), limits: selection.limits.adapters) {
      try run(with: &$0, $1)
    }
  }

  private func run(with contestants: inout Contestants, _ interrupt: Cancellation) throws {
    let found = selection.find()
    var statuses = found.statuses
    let problems = contestants.waitUntilReady()
    for problem in problems { printError(problem) }
    if !problems.isEmpty { statuses.insert(.unavailable) }

    var runner = Runner(candidates: contestants.candidates)
    runner.jobs = coreCount()
    selection.prepare(&runner, for: found)
    var coverage = Coverage(of: found.indexes)
    do {
      try runner.run(found.files, cancellation: interrupt) { result in
        if case .invalid(let invalid) = result.content {
          printProblems(invalid.problems)
          statuses.insert(.invalidFixture)
        }
        coverage.add(result)
        return true
      }
    } catch {
      throw Status.noThread()
    }
    _ = contestants.finish()
    if interrupt.isCancelled { throw Status.interrupted() }
    selection.printSlips(of: found.selection)

    if coverage.caseCount == 0 && statuses.isEmpty {
      printError(selection.nothingSelected(by: found.selection, fileCount: found.files.count))
    }
    if coverage.caseCount == 0 { statuses.insert(.nothingSelected) }
    // Of an implementation that was not asked, nothing is known.
    if problems.isEmpty {
      switch format {
      case .text: printResult(coverage.text(style: color.style))
      case .json: printJSON(coverage.json)
      }
    }
    if implementations.implementation.isEmpty, coverage.caseCount > 0, !coverage.hasJudged {
      printNote("no case could be judged with `swift`; name the implementation with -i")
    }
    if requireAll && !coverage.isComplete { statuses.insert(.failure) }
    try Status.exit(with: statuses)
  }
}
