// The command `run`: run fixtures, compare, report.

import ArgumentParser
import Conformance
import ConformancePlatform
import Laboratory

struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run fixtures, and show where they fail.",
    discussion: """
      Prints a line per file. If cases fail, the diagnosis comes first: which known mistakes explain the \
      failures. Then follow the smallest case of each finding in full, and a line for each other failure, at \
      most 150 lines in all.
      """)

  @OptionGroup var selection: SelectionOptions

  @OptionGroup var implementations: ImplementationOptions

  @OptionGroup var reporting: ReporterOptions

  @OptionGroup var known: KnownFailureOptions

  @OptionGroup var sharding: ShardOptions

  @Flag(help: "Stop at the first case that fails.")
  var failFast = false

  @Flag(help: "Fail if a case is skipped.")
  var noSkips = false

  @Flag(help: "Do not look for the mistakes behind the failures.")
  var noDiagnosis = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Cases run at once (default: the number of cores).", valueName: "n"))
  var jobs: Int?

  @Flag(
    help: "Re-run a fixture when it is saved; re-run everything when an adapter's file changes.")
  var watch = false

  @Option(
    help: ArgumentHelp(
      "With --watch: also watch this path. May be repeated.", valueName: "path"),
    completion: .file(), transform: Project.inputPath)
  var watchPath: [String] = []

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs is at least 1, not \(jobs)") }
    if watch && !reporting.files.isEmpty {
      throw ValidationError("--watch writes no report files")
    }
    if watch && known.writeKnownFailures != nil {
      throw ValidationError("--watch writes no list of known failures")
    }
    if !watch && !watchPath.isEmpty { throw ValidationError("--watch-path needs --watch") }
    for path in watchPath where !fileExists(path) {
      throw ValidationError("there is no file or folder `\(visible(path))` to watch")
    }
    if let list = known.writeKnownFailures,
      reporting.files.contains(where: { areSameFile($0, list) })
    {
      throw ValidationError("a reporter writes to `\(visible(list))`, too")
    }
  }

  func run() throws {
    let shard = try sharding.chosen()
    if !watch {
      expectReports()
      return try Status.exit(with: run(shard, find: selection.find))
    }
    let interrupt = Session.interruption()
    var watched = try watchedFiles()
    var changes = WatchedFiles.Changes.everything
    var run = self
    var isRunnable = true
    while true {
      if isRunnable { _ = try run.run(shard) { run.found(touchedBy: changes) } }
      printResult("watching for changes; Ctrl-C ends this\n")
      changes = .nothing
      while case .nothing = changes {
        if interrupt.isCancelled { throw ExitCode(Session.interruptedStatus) }
        if Invocation.current.lostResults != nil { return }
        let start = ContinuousClock.now
        changes = watched.changes()
        // Looking takes a small part of the time, however many files there are.
        usleep(max(20_000, UInt32((ContinuousClock.now - start) / .microseconds(1)) * 10))
      }
      printResult("\n")
      guard case .everything = changes, Project.current != nil else { continue }
      // It may be the project file that has changed, and with it what the options mean.
      do {
        run = try ConformanceRunner.command(of: Invocation.current.arguments) as? Run ?? run
        watched = try run.watchedFiles()
        isRunnable = true
      } catch {
        let message = ConformanceRunner.message(for: error)
        if !message.isEmpty { printError(message) }
        isRunnable = false
      }
    }
  }

  /// What `--watch` watches.
  private func watchedFiles() throws -> WatchedFiles {
    let project = Project.current
    let named = watchPath.isEmpty ? project?.file.watch ?? [] : watchPath
    let besides = implementations.namedFiles + named + (project.map { [$0.fileName] } ?? [])
    if files(below: besides).count > mostWatchedFiles {
      throw ValidationError("--watch-path watches at most \(mostWatchedFiles) files")
    }
    let selection = selection
    return WatchedFiles(besides: besides) { selection.fixturePaths }
  }

  /// The fixtures that some changes touch.
  private func found(touchedBy changes: WatchedFiles.Changes) -> SelectionOptions.Found {
    var found = selection.find()
    if case .fixtures(let touched) = changes {
      found.files = found.files.filter { touched.contains($0.path) }
    }
    return found
  }

  /// Runs the files that are found while adapters start, and reports them.
  private func run(
    _ shard: Shard, find: () -> SelectionOptions.Found
  ) throws -> Set<Status> {
    let start = ContinuousClock.now
    let lists = try known.read()
    let jobs = jobs ?? coreCount()
    return try implementations.start(processes: jobs, limits: selection.limits.adapters) {
      var runner = Runner(candidates: [])
      runner.jobs = jobs
      runner.shard = shard
      return try run(&runner, lists, with: &$0, $1, since: start, find: find)
    }
  }

  private func run(
    _ runner: inout Runner, _ read: [KnownFailures], with contestants: inout Contestants,
    _ interrupt: Cancellation, since start: ContinuousClock.Instant,
    find: () -> SelectionOptions.Found
  ) throws -> Set<Status> {
    var found = find()
    found.leaveOut(read)
    let ahead =
      contestants.hasAdapters ? ReadAhead(found.files, limits: selection.limits.reading) : nil
    defer { ahead?.stop() }
    let problems = contestants.waitUntilReady()

    let candidates = contestants.candidates
    var summary = summary(of: contestants, problems, runner.shard)
    let lists = read.map { $0.naming(found.files) }
    runner.knownFailures = KnownFailures(lists.flatMap(\.entries))
    let names = candidates.map(\.name)
    var check = KnownFailureCheck(lists, with: names)
    var update = try known.begin(read, of: found.files)
    let progress = progress(of: found, implementations: candidates.count)
    runner.candidates = candidates
    selection.prepare(&runner, for: found)
    runner.stopsAtFailure = failFast
    runner.allowsSkips = !noSkips
    runner.keepsCases = !noDiagnosis
    if progress.isShown { runner.watch = progress.note }

    var reporters = try reporting.reporters(
      for: candidates.map(\.name), shard: runner.shard, sparing: inputs())
    // Entries of known failures are looked for among all cases.
    runner.listsPassing = reporters.listsPassing || !runner.knownFailures.entries.isEmpty
    try runner.run(found.files, ahead: ahead, cancellation: interrupt) { result in
      if progress.isShown { progress.clear() }
      printProblems(result.problems)
      check.add(result)
      update?.add(result, names, runner.knownFailures)
      reporters.report(summary.add(result))
      if failFast && summary.hasFailures { summary.end = .atFailure }
      return summary.end == .complete && (update != nil || reporters.areWanted)
    }
    if progress.isShown { progress.clear() }
    // Nobody has use for the rest: the process ends as one whose results could not be written.
    if update == nil && !reporters.areWanted { return [] }
    if !noDiagnosis && !interrupt.isCancelled {
      let contestants = contestants
      summary.diagnose(
        by: Diagnostician(
          in: RunCases(of: found.files, run: runner), texts: contestants.texts, jobs: runner.jobs,
          cancellation: interrupt
        ) { contestants.knownDeviations })
    }
    for (index, faults) in contestants.finish().enumerated() {
      summary.entries[index].faults = faults
    }
    for remark in contestants.remarks { printWarning(remark) }
    if interrupt.isCancelled { summary.end = .interrupted }
    summary.seconds = (ContinuousClock.now - start) / .seconds(1)
    var statuses = try conclude(summary, reporters, found)
    update?.takeOutMissing(names)
    if summary.end == .complete,
      !check.report(sparing: { list, entry in update?.concerns(entry, of: list) ?? false })
    {
      statuses.insert(.invalidFixture)
    }
    return statuses.union(update?.write(summary, statuses) ?? [])
  }

  /// What nothing has been added to yet.
  private func summary(
    of contestants: Contestants, _ problems: [String], _ shard: Shard
  ) -> RunSummary {
    var summary = RunSummary(of: contestants.candidates.map(\.name))
    for (index, details) in contestants.details.enumerated() {
      summary.entries[index].details = details
    }
    summary.origins = [Invocation.current.origin]
    summary.problems = problems
    summary.allowsSkips = !noSkips
    summary.shard = shard
    return summary
  }

  /// Has former reports removed at the end of the process unless the run has replaced them.
  ///
  /// - Parameter others: Files that are read besides, which stay.
  func expectReports(sparing others: [String] = []) {
    Session.expect(reporting.files, sparing: inputs() + others)
  }

  /// The files that the run reads.
  private func inputs() -> [String] {
    if reporting.reporter.isEmpty { return [] }
    return selection.fixturePaths + known.lists + implementations.namedFiles
      + (Project.current.map { [$0.fileName] } ?? [])
  }

  private func progress(
    of found: SelectionOptions.Found, implementations: Int
  ) -> RunProgress {
    let limits = selection.limits.reading
    return RunProgress(implementations: implementations) {
      found.files.reduce(0) {
        $0 + ((try? $1.check(found.selection, limits: limits).get().count) ?? 0)
      }
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
    if summary.end == .complete && !watch { selection.printSlips(of: found.selection) }
    if summary.end == .interrupted { throw ExitCode(Session.interruptedStatus) }
    for problem in summary.problems { printError(problem) }
    if summary.selectedCases == 0 && statuses.isEmpty {
      printError(selection.nothingSelected(by: found.selection, fileCount: found.files.count))
      statuses.insert(.nothingSelected)
    }
    printUnjudged(summary)
    return statuses
  }
}
