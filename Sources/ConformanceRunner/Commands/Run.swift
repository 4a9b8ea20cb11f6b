// The command `run`: run fixtures, compare, report.

import ArgumentParser
import Conformance
import ConformancePlatform
import Laboratory

struct Run: ProjectCommand {
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
    parsing: .unconditional, help: .value("n", "Cases run at once (default: the number of cores)."))
  var jobs: Int?

  @Flag(
    help: "Re-run a fixture when it is saved; re-run everything when an adapter's file changes.")
  var watch = false

  @Option(
    help: .value("path", "With --watch: also watch this path. May be repeated."),
    completion: .file())
  var watchPath: [InputPath] = []

  var config: String? { selection.config }

  /// A list that is to be written need not be there.
  func mayBeMissing(isKnownFailures: Bool) -> Bool {
    isKnownFailures && known.writeKnownFailures != nil
  }

  func validateInProject() throws {
    try implementations.validateInProject()
    try reporting.validateFiles()
    if let jobs, jobs < 1 { throw ValidationError("--jobs is at least 1, not \(jobs)") }
    if watch && !reporting.files.isEmpty {
      throw ValidationError("--watch writes no report files")
    }
    if watch && known.writeKnownFailures != nil {
      throw ValidationError("--watch writes no list of known failures")
    }
    if !watch && !watchPath.isEmpty { throw ValidationError("--watch-path needs --watch") }
    for path in watchPath.map(\.path) where !fileExists(path) {
      throw ValidationError("there is no file or folder `\(visible(path))` to watch")
    }
    if let list = known.writeKnownFailures?.path,
      reporting.files.contains(where: { areSameFile($0, list) })
    {
      throw ValidationError("a reporter writes to `\(visible(list))`, too")
    }
  }

  func run() throws {
    let shard = try sharding.chosen()
    expectReports()
    if watch { return try runAgain(shard) }
    try run(shard) { selection.find() }
  }

  // MARK: - Watching

  /// Runs again what changes touch.
  private func runAgain(_ shard: Shard) throws {
    let interrupt = Session.interruption()
    var watched = try watchedFiles()
    var changes = WatchedFiles.Changes.everything
    var isRunnable = true
    while true {
      Invocation.current.statuses = []
      if isRunnable { try run(shard) { found(touchedBy: changes) } }
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
        isRunnable = false
        try validate()
        if let invalid = Invocation.current.invalidProject { throw invalid }
        watched = try watchedFiles()
        isRunnable = true
      } catch let invalid as InvalidFile {
        printProblems(invalid.problems)
      } catch {
        printError(Self.message(for: error))
      }
    }
  }

  /// What `--watch` watches.
  private func watchedFiles() throws -> WatchedFiles {
    let project = Project.current
    let named = watchPath.isEmpty ? project?.file.watch ?? [] : watchPath.map(\.path)
    let besides = implementations.namedFiles + named + [project?.fileName].compactMap(\.self)
    if files(below: besides).count > mostWatchedFiles {
      throw ValidationError("--watch-path watches at most \(mostWatchedFiles) files")
    }
    return WatchedFiles(besides: besides) { [selection] in selection.fixturePaths }
  }

  /// The fixtures that some changes touch.
  private func found(touchedBy changes: WatchedFiles.Changes) -> SelectionOptions.Found {
    var found = selection.find()
    if case .fixtures(let touched) = changes {
      found.files = found.files.filter { touched.contains($0.path) }
    }
    return found
  }

  // MARK: - A run

  /// Runs the files that are found while adapters start, and reports them.
  private func run(_ shard: Shard, find: () -> SelectionOptions.Found) throws {
    let start = ContinuousClock.now
    let lists = try known.read()
    let jobs = jobs ?? coreCount()
    try implementations.start(processes: jobs, limits: selection.limit.adapters) {
      contestants, interrupt in
      var found = find()
      found.leaveOut(lists)
      let ahead =
        contestants.hasAdapters ? ReadAhead(found.files, limits: selection.limit.reading) : nil
      defer { ahead?.stop() }
      let problems = contestants.waitUntilReady()
      var runner = selection.runner(for: found, of: contestants.candidates)
      runner.jobs = jobs
      runner.shard = shard
      var summary = summary(of: contestants, problems, shard)
      let named = lists.map { $0.naming(found.files) }
      runner.knownFailures = KnownFailures(named.flatMap(\.entries))
      let names = runner.candidates.map(\.name)
      var check = KnownFailureCheck(named, with: names)
      var update = try known.writeKnownFailures.map {
        try KnownFailureUpdate(of: $0.path, among: lists, named)
      }
      let progress = progress(of: found, implementations: names.count)
      runner.stopsAtFailure = failFast
      runner.allowsSkips = !noSkips
      runner.keepsCases = !noDiagnosis
      runner.watch = progress.isShown ? progress.note : nil
      var reporters = try reporting.reporters(sparing: inputs())
      runner.listsPassing = reporters.listsPassing

      try runner.run(found.files, ahead: ahead, cancellation: interrupt) { result in
        progress.clear()
        printProblems(result.problems)
        check.add(result)
        update?.add(result, names, runner.knownFailures)
        let reported = summary.add(result)
        reporters.report(reported, of: summary)
        if failFast && summary.hasFailures { summary.end = .atFailure }
        return summary.end == .complete && (update != nil || reporters.areWanted)
      }
      progress.clear()
      // Nobody has use for the rest: the process ends as one whose results could not be written.
      if update == nil && !reporters.areWanted { return Invocation.current.statuses = [] }
      if !noDiagnosis && !interrupt.isCancelled {
        Diagnostician(
          in: RunCases(of: found.files, run: runner), texts: contestants.all.map(\.text),
          jobs: jobs, cancellation: interrupt
        ) { [contestants] in contestants.knownDeviations }.diagnose(&summary)
      }
      for (index, faults) in contestants.finish().enumerated() {
        summary.entries[index].faults = faults
      }
      for remark in contestants.remarks { printWarning(remark) }
      if interrupt.isCancelled { summary.end = .interrupted }
      summary.seconds = (ContinuousClock.now - start) / .seconds(1)
      try conclude(summary, reporters, found)
      update?.takeOutGone(by: check)
      if summary.end == .complete,
        !check.report(sparing: { list, entry in update?.concerns(entry, of: list) ?? false })
      {
        Status.invalidFixture.note()
      }
      update?.write(summary)
    }
  }

  /// What nothing has been added to yet.
  private func summary(
    of contestants: Contestants, _ problems: [String], _ shard: Shard
  ) -> RunSummary {
    var summary = RunSummary(of: contestants.candidates.map(\.name))
    for (index, one) in contestants.all.enumerated() {
      summary.entries[index].details = one.details
    }
    summary.origins = [Invocation.current.origin]
    summary.problems = problems
    summary.allowsSkips = !noSkips
    summary.shard = shard
    return summary
  }

  private func progress(
    of found: SelectionOptions.Found, implementations: Int
  ) -> RunProgress {
    RunProgress(implementations: implementations) { [limits = selection.limit.reading] in
      found.files.reduce(0) {
        $0 + ((try? $1.check(found.selection, limits: limits).get().count) ?? 0)
      }
    }
  }

  /// Has former reports removed at the end of the process unless the run has replaced them.
  ///
  /// - Parameter others: Files that are read besides, which stay.
  func expectReports(sparing others: [String] = []) {
    if !watch { Session.expect(reporting.files, sparing: inputs() + others) }
  }

  /// The files that the run reads.
  private func inputs() -> [String] {
    if reporting.reporter.isEmpty { return [] }
    return selection.fixturePaths + known.lists + implementations.namedFiles
      + [Project.current?.fileName].compactMap(\.self)
  }

  /// Says what the run comes to.
  private func conclude(
    _ summary: RunSummary, _ reporters: Reporters, _ found: SelectionOptions.Found
  ) throws {
    Invocation.current.statuses.formUnion(Status.statuses(of: summary))
    // A run of nothing has nothing to show at a terminal; a report says so.
    let isEmpty = summary.cases == 0 && summary.invalidFiles == 0 && summary.end == .complete
    let isPart = summary.selectedCases > 0 && !summary.entries.isEmpty
    if !isEmpty || !reporting.reporter.isEmpty || isPart { reporters.end(summary) }
    if summary.end == .complete && !watch { selection.printSlips(of: found.selection) }
    if summary.end == .interrupted { throw ExitCode(Session.interruptedStatus) }
    for problem in summary.problems { printError(problem) }
    if summary.selectedCases == 0 && Invocation.current.statuses.isEmpty {
      selection.noteNothing(in: found)
    }
    printUnjudged(summary)
  }
}
