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

  @OptionGroup var reporting: ReporterOptions

  @OptionGroup var known: KnownFailureOptions

  @OptionGroup var sharding: ShardOptions

  @Flag(help: "Stop at the first case that fails.")
  var failFast = false

  @Option(
    help: ArgumentHelp(
      "How many cases are run at once, and how many processes an adapter may have (default: "
        + "the number of cores).", valueName: "n"))
  var jobs: Int?

  @Flag(help: "Run again what a saved file touches, until Ctrl-C.")
  var watch = false

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs is at least 1, not \(jobs)") }
    if watch && reporting.reporter.contains(where: { $0.file != nil }) {
      throw ValidationError("--watch writes no report files")
    }
  }

  func run() throws {
    let interrupt = catchInterrupt()
    let shard = try sharding.chosen()
    if !watch { return try Status.exit(with: run(shard, interrupt, find: selection.find)) }
    var watched = WatchedFiles(at: selection.meantPaths)
    var changed: Set<String>?
    while true {
      _ = try run(shard, interrupt) {
        var found = selection.find()
        if let changed { found.files = found.files.filter { changed.contains($0.path) } }
        return found
      }
      printResult("watching for changes; Ctrl-C ends this\n")
      repeat {
        if interrupt.isCancelled { throw ExitCode(interruptedStatus) }
        usleep(20_000)
        changed = watched.changes()
      } while changed == []
      printResult("\n")
    }
  }

  /// Runs the files that are found while adapters start, and reports them.
  private func run(
    _ shard: Shard, _ interrupt: Cancellation, find: () -> SelectionOptions.Found
  ) throws -> Set<Status> {
    let clock = ContinuousClock()
    let start = clock.now
    let jobs = jobs ?? coreCount()
    let knownFailures = try known.read()
    var contestants = implementations.start(processes: jobs, limits: selection.limits.adapters)
    interrupt.onCancel { [contestants] in contestants.stop() }
    beforeEarlyEnd { [contestants] in contestants.stop() }
    let found = find()
    let ahead =
      contestants.hasAdapters ? ReadAhead(found.files, limits: selection.limits.reading) : nil
    let problems = contestants.waitUntilReady()

    let candidates = contestants.candidates
    var summary = RunSummary(of: candidates.map(\.name))
    summary.problems = problems
    var check = KnownFailureCheck(knownFailures, paths: selection.meantPaths)
    var failures: [KnownFailures.Entry] = []
    let progress = progress(of: found.files, implementations: candidates.count)
    var runner = Runner(candidates: candidates)
    runner.selection = selection.selection
    runner.shard = shard
    runner.knownFailures = knownFailures
    runner.jobs = jobs
    runner.readingLimits = selection.limits.reading
    runner.executionLimits = selection.limits.execution
    runner.stopsAtFailure = failFast
    if progress.isShown { runner.watch = progress.note }

    var reporters: Reporters
    do {
      reporters = try reporting.reporters(
        for: candidates.map(\.name), shard: shard, sparing: inputs(found))
      // Entries of known failures are looked for among all cases.
      runner.listsPassing = reporters.listsPassing || !knownFailures.entries.isEmpty
      try runner.run(found.files, ahead: ahead, cancellation: interrupt) { result in
        if progress.isShown { progress.clear() }
        if case .invalid(let invalid) = result.content { printProblems(invalid.problems) }
        summary.add(result)
        check.add(result)
        if known.writeKnownFailures != nil { failures += result.failures(of: candidates) }
        reporters.report(result)
        if failFast && summary.hasFailures { summary.end = .atFailure }
        return summary.end == .complete
      }
    } catch {
      contestants.stop()
      throw error is ThreadError ? Status.noThread() : error
    }
    if progress.isShown { progress.clear() }
    for (index, faults) in contestants.finish().enumerated() {
      summary.entries[index].faults = faults
    }
    if interrupt.isCancelled { summary.end = .interrupted }
    summary.seconds = (clock.now - start) / .seconds(1)
    var statuses = try conclude(summary, reporters, found)
    let stale = summary.end == .complete ? check.problems(with: candidates.map(\.name)) : []
    printProblems(stale)
    if !stale.isEmpty { statuses.insert(.invalidFixture) }
    if let path = known.writeKnownFailures { try createFile(path, KnownFailures(failures).text) }
    return statuses
  }

  /// The files that the run reads.
  private func inputs(_ found: SelectionOptions.Found) -> [String] {
    if reporting.reporter.isEmpty { return [] }
    return FixtureFiles.paths(below: selection.meantPaths)
      + (known.knownFailures.map { [$0] } ?? [])
  }

  private func progress(
    of files: [FixtureFiles.File], implementations: Int
  ) -> RunProgress {
    let (selection, limits) = (selection.selection, selection.limits.reading)
    return RunProgress(implementations: implementations) {
      files.reduce(0) { $0 + ((try? $1.count(of: selection, limits: limits).get()) ?? 0) }
    }
  }

  /// Says what the run comes to.
  private func conclude(
    _ summary: RunSummary, _ reporters: Reporters, _ found: SelectionOptions.Found
  ) throws -> Set<Status> {
    var statuses = found.statuses.union(Status.statuses(of: summary))
    // A run of nothing has nothing to show at a terminal; a report says so.
    let isEmpty = summary.cases == 0 && summary.invalidFiles == 0 && summary.end == .complete
    let isPart = summary.selectedCases > 0 && !summary.entries.isEmpty
    if !isEmpty || !reporting.reporter.isEmpty || isPart {
      statuses.formUnion(reporters.end(summary))
    }
    if summary.end == .interrupted { throw ExitCode(interruptedStatus) }
    for problem in summary.problems { printError(problem) }
    if summary.selectedCases == 0 && statuses.isEmpty {
      printError(selection.nothingSelected(fileCount: found.files.count))
      statuses.insert(.nothingSelected)
    }
    return statuses
  }
}

extension FileResult {
  /// What fails, as entries of a list of known failures that is yet to be given reasons.
  fileprivate func failures(of candidates: [Candidate]) -> [KnownFailures.Entry] {
    guard case .ran(_, let results) = content else { return [] }
    return results.flatMap { result in
      zip(candidates, result.outcomes).compactMap { candidate, outcome in
        switch outcome {
        case .failed, .erred:
          KnownFailures.Entry(
            title: result.testCase.title(in: path), implementation: candidate.name,
            reason: outcome.sentence(for: result.testCase))
        case .known(_, let reason):
          KnownFailures.Entry(
            title: result.testCase.title(in: path), implementation: candidate.name, reason: reason)
        default: nil
        }
      }
    }
  }
}
