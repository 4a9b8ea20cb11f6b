// The command `coverage`: clauses against the cases that cite them.

import ArgumentParser
import Conformance

struct CoverageCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "coverage",
    abstract: "Show which clauses of the specifications have cases.",
    discussion: """
      Counts the clauses that spec.yaml, beside or above the fixtures, lists as checked by fixtures. Every \
      case counts; with -i, a case that all named implementations skip does not.

      Exit status: 1 with --require-all, if a clause has no case; 65 a fixture is not valid; 66 no case is \
      selected; 69 an adapter could not be started; else 0.
      """)

  @OptionGroup var selection: SelectionOptions

  @OptionGroup var implementations: ImplementationOptions

  @Flag(
    help: "Exit 1 unless there is a spec.yaml, and each clause that fixtures can check has a case.")
  var requireAll = false

  @Option(help: "Output format.")
  var format = OutputFormat.text

  @Option(help: "Use colours; auto: at a terminal without NO_COLOR.")
  var color = ColorChoice.auto

  var config: String? { selection.config }

  func validateInProject() throws {
    try implementations.validateInProject()
  }

  func run() throws {
    if implementations.implementation.isEmpty { return try count() }
    try implementations.start(limits: selection.limit.adapters, run(with:_:))
  }

  /// Counts all cases, and runs none.
  private func count() throws {
    let found = selection.find()
    var coverage = Coverage(of: found.indexes)
    found.read { fixture, cases in coverage.add(cases, of: fixture) }
    end(coverage, found)
  }

  private func run(with contestants: inout Contestants, _ interrupt: Cancellation) throws {
    let found = selection.find()
    let problems = contestants.waitUntilReady()
    for problem in problems { Status.unavailable.note(problem) }
    let runner = found.runner(of: contestants.candidates)
    var coverage = Coverage(of: found.indexes)
    try runner.run(found.files, cancellation: interrupt) { result in
      if case .invalid(let invalid) = result.content { Status.note(invalid.problems) }
      coverage.add(result)
      return true
    }
    _ = contestants.finish()
    if interrupt.isCancelled { throw Status.interrupted() }
    // The cases of an implementation that did not start are not known.
    end(coverage, found, isKnown: problems.isEmpty)
  }

  private func end(
    _ coverage: Coverage, _ found: FoundFixtures, isKnown: Bool = true
  ) {
    found.printSlips()
    if coverage.caseCount == 0 { found.noteNothing() }
    if isKnown { format.print(coverage.text(style: color.style), coverage.json) }
    if requireAll && !coverage.isComplete { Status.failure.note() }
  }
}
