// The command `run`: run fixtures, compare, report.

import ArgumentParser
import Conformance
import ReactiveMotionConformance

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run fixtures, and show where they fail.",
    discussion: """
      Each file of cases that conform takes one line. A failure shows the step, the events that \
      were missing and extra, and the whole case as a marble picture, expected over actual.

      Results go to standard output, problems of fixtures to standard error as \
      `path:line:column: error: …`.
      """)

  @OptionGroup var selection: SelectionOptions

  @Flag(help: "Stop at the first case that fails.")
  var failFast = false

  @Option(
    help: ArgumentHelp(
      "How many fixture files are run at once (default: the number of cores).", valueName: "n"))
  var jobs: Int?

  @Option(help: "Whether to use colours; auto is for a terminal, unless NO_COLOR is set.")
  var color = ColorChoice.auto

  @Flag(help: "Run again what a saved file touches, until Ctrl-C.")
  var watch = false

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs is at least 1, not \(jobs)") }
  }

  func run() throws {
    if !watch { return try Status.exit(with: run(selection.find())) }
    let isInterrupted = catchInterrupt()
    var watched = WatchedFiles(at: selection.meantPaths)
    var found = selection.find()
    while true {
      _ = try run(found)
      printResult("watching for changes; Ctrl-C ends this\n")
      var changed: Set<String>
      repeat {
        if isInterrupted() { throw ExitCode(130) }
        usleep(20_000)
        changed = watched.changes()
      } while changed.isEmpty
      found = selection.find()
      found.files = found.files.filter { changed.contains($0.path) }
      printResult("\n")
    }
  }

  /// Runs some files, and reports them.
  private func run(_ found: SelectionOptions.Found) throws -> Set<Status> {
    let clock = ContinuousClock()
    let start = clock.now
    var runner = Runner(implementation: SwiftStreams())
    runner.selection = selection.selection
    runner.jobs = jobs ?? coreCount()
    runner.stopsAtFailure = failFast

    var reporter = PrettyReporter(style: Style(isColored: color.isColored))
    var isStopped = false
    do {
      try runner.run(found.files) { result in
        if case .invalid(let invalid) = result.content { printProblems(invalid.problems) }
        printResult(reporter.report(result))
        isStopped = failFast && reporter.tally.failed > 0
        return !isStopped
      }
    } catch {
      throw Status.noThread()
    }

    let tally = reporter.tally
    var statuses = found.statuses
    if tally.invalidFiles + tally.fixtureErrors > 0 { statuses.insert(.invalidFixture) }
    if tally.failed > 0 { statuses.insert(.failure) }
    if tally.cases > 0 || tally.invalidFiles > 0 {
      let seconds = (clock.now - start) / .seconds(1)
      printResult(reporter.summary(seconds: seconds, isStopped: isStopped))
    }
    if tally.cases == 0 && statuses.isEmpty {
      printError(selection.nothingSelected(fileCount: found.files.count))
      statuses.insert(.nothingSelected)
    }
    return statuses
  }
}
