// The command `run`: run fixtures, compare, report.

import ArgumentParser
import Conformance

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
      were missing and extra, and the whole case as a marble picture, expected over actual. With \
      several implementations, cases are rows and implementations columns, and the failures stand \
      below.

      Results go to standard output, problems of fixtures to standard error as \
      `path:line:column: error: …`.
      """)

  @OptionGroup var selection: SelectionOptions

  @OptionGroup var implementations: ImplementationOptions

  @Flag(help: "Stop at the first case that fails.")
  var failFast = false

  @Option(
    help: ArgumentHelp(
      "How many fixture files are run at once, and how many processes an adapter has (default: the "
        + "number of cores).", valueName: "n"))
  var jobs: Int?

  @Option(help: "Whether to use colours; auto is for a terminal, unless NO_COLOR is set.")
  var color = ColorChoice.auto

  @Flag(help: "Run again what a saved file touches, until Ctrl-C.")
  var watch = false

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs is at least 1, not \(jobs)") }
  }

  func run() throws {
    let interrupt = catchInterrupt()
    if !watch { return try Status.exit(with: run(selection.find(), interrupt)) }
    var watched = WatchedFiles(at: selection.meantPaths)
    var found = selection.find()
    while true {
      _ = try run(found, interrupt)
      printResult("watching for changes; Ctrl-C ends this\n")
      var changed: Set<String>
      repeat {
        if interrupt.isCancelled { throw ExitCode(interruptedStatus) }
        usleep(20_000)
        changed = watched.changes()
      } while changed.isEmpty
      found = selection.find()
      found.files = found.files.filter { changed.contains($0.path) }
      printResult("\n")
    }
  }

  /// Runs some files, and reports them.
  private func run(
    _ found: SelectionOptions.Found, _ interrupt: Cancellation
  ) throws -> Set<Status> {
    let clock = ContinuousClock()
    let start = clock.now
    let jobs = jobs ?? coreCount()
    var contestants = implementations.start(processes: jobs)
    interrupt.onCancel { [contestants] in contestants.stop() }
    beforeEarlyEnd { [contestants] in contestants.stop() }
    let problems = contestants.waitUntilReady()

    let candidates = contestants.candidates
    let progress = progress(of: found.files, implementations: candidates.count)
    var runner = Runner(candidates: candidates)
    runner.selection = selection.selection
    runner.jobs = jobs
    runner.stopsAtFailure = failFast
    if progress.isShown { runner.watch = progress.note }

    var summary = RunSummary(of: candidates.map(\.name))
    var reporter = reporter(for: candidates)
    do {
      try runner.run(found.files, cancellation: interrupt) { result in
        if progress.isShown { progress.clear() }
        if case .invalid(let invalid) = result.content { printProblems(invalid.problems) }
        summary.add(result)
        printResult(reporter.report(result))
        if failFast && summary.hasFailures { summary.end = .atFailure }
        return summary.end == .complete
      }
    } catch {
      contestants.stop()
      throw Status.noThread()
    }
    if progress.isShown { progress.clear() }
    for (index, faults) in contestants.finish().enumerated() {
      summary.entries[index].faults = faults
    }
    if interrupt.isCancelled { summary.end = .interrupted }
    summary.seconds = (clock.now - start) / .seconds(1)
    return try conclude(summary, reporter, problems, found)
  }

  private func progress(
    of files: [FixtureFiles.File], implementations: Int
  ) -> RunProgress {
    let selection = selection.selection
    return RunProgress(implementations: implementations) {
      files.reduce(0) { count, file in
        guard let cases = try? file.read().get().cases else { return count }
        return count + cases.count { selection.includes($0, of: file.path) }
      }
    }
  }

  private func reporter(for candidates: [Candidate]) -> any Reporter {
    let style = Style(isColored: color.isColored)
    return candidates.count > 1
      ? MatrixReporter(names: candidates.map(\.name), style: style) : PrettyReporter(style: style)
  }

  /// Says what the run comes to.
  private func conclude(
    _ summary: RunSummary, _ reporter: any Reporter, _ problems: [String],
    _ found: SelectionOptions.Found
  ) throws -> Set<Status> {
    var statuses = found.statuses
    let fixtureErrors = summary.entries.contains { $0.tally.fixtureErrors > 0 }
    if summary.invalidFiles > 0 || fixtureErrors { statuses.insert(.invalidFixture) }
    if !problems.isEmpty { statuses.insert(.unavailable) }
    if summary.hasFailures { statuses.insert(.failure) }
    let isInterrupted = summary.end == .interrupted
    if summary.cases > 0 || summary.invalidFiles > 0 || isInterrupted {
      printResult(reporter.end(summary))
    }
    if isInterrupted { throw ExitCode(interruptedStatus) }
    for problem in problems { printError(problem) }
    if summary.cases == 0 && statuses.isEmpty {
      printError(selection.nothingSelected(fileCount: found.files.count))
      statuses.insert(.nothingSelected)
    }
    return statuses
  }
}
