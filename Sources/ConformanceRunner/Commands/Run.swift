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
      Prints a line per file. If cases fail, the diagnosis comes first: what is wrong, in a sentence for \
      each operator. Then follow the smallest case of each finding in full, and a line for each other failure, at \
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

  @Flag(help: "Do not look for the mistakes that cause failures.")
  var noDiagnosis = false

  @Option(
    help: .value("file", "Write the smallest timelines found as a fixture."),
    completion: .file(extensions: ["yaml"]))
  var output: CommandPath?

  @Option(
    parsing: .unconditional, help: .value("n", "Cases run at once (default: the number of cores)."),
    transform: number(from: 1))
  var jobs: Int?

  @Flag(
    help: "Re-run saved fixtures; all when an adapter changes.")
  var watch = false

  @Option(
    help: .value("path", "With --watch: also watch this path. May be repeated."),
    completion: .file())
  var watchPath: [CommandPath] = []

  var config: String? { selection.config }

  /// A list that is to be written may be missing.
  func mayBeMissing(isKnownFailures: Bool) -> Bool {
    isKnownFailures && known.writeKnownFailures != nil
  }

  func validateInProject() throws {
    try implementations.validateInProject()
    try reporting.validateFiles()
    let (list, reports) = (known.writeKnownFailures?.output, reporting.files)
    try refuse(if: watch && !reports.isEmpty, "--watch writes no report files")
    try refuse(if: watch && list != nil, "--watch writes no list of known failures")
    try refuse(if: watch && output != nil, "--watch writes no smallest timelines")
    try refuse(if: noDiagnosis && output != nil, "--output is for what a diagnosis finds")
    if let output { try refuseExisting(output.output, by: "--output") }
    try refuse(if: !watch && !watchPath.isEmpty, "--watch-path needs --watch")
    for path in watchPath.map(\.path) {
      try refuse(if: !fileExists(path), "there is no file or folder `\(visible(path))` to watch")
    }
    if let list {
      try refuse(
        if: reports.contains { areSameFile($0, list) },
        "a reporter writes to `\(visible(list))`, too")
    }
  }

  func run() throws {
    let shard = try sharding.chosen()
    if watch { return try runAgain(shard) }
    expectReports()
    try run(shard)
  }

  // MARK: - Watching

  /// Runs changed fixtures again, until it is interrupted.
  private func runAgain(_ shard: Shard) throws {
    let interrupt = Session.interruption()
    try refuse(
      if: files(below: watchedBesides).count > mostWatchedFiles,
      "--watch-path watches at most \(mostWatchedFiles) files")
    var watched = WatchedFiles { selection.fixturePaths + files(below: watchedBesides) }
    var changes: Set<Name> = []
    var isRunnable = true
    while true {
      Invocation.current.statuses = []
      if isRunnable { try run(shard, touchedBy: changes) }
      printResult("watching for changes; Ctrl-C ends this\n")
      repeat {
        if interrupt.isCancelled { throw ExitCode(Session.interruptedStatus) }
        if Invocation.current.lostResults != nil { return }
        let start = ContinuousClock.now
        changes = watched.changes()
        // Polling takes a small part of the time, for any number of files.
        usleep(max(20_000, UInt32((ContinuousClock.now - start) / .microseconds(1)) * 10))
      } while changes.isEmpty
      printResult("\n")
      if Project.current == nil { continue }
      // A changed project file may change what the options mean.
      isRunnable = false
      do {
        try validate()
        if let invalid = Invocation.current.invalidProject { throw invalid }
        isRunnable = true
        changes.formUnion(watched.changes())
      } catch {
        _ = ConformanceRunner.tell(error)
      }
    }
  }

  /// What `--watch` watches besides the fixtures.
  private var watchedBesides: [String] {
    let project = Project.current
    let named = watchPath.isEmpty ? project?.file.watch ?? [] : watchPath.map(\.path)
    return implementations.namedFiles + named + [project?.fileName].compactMap(\.self)
  }

  // MARK: - A run

  /// Runs the files that are found while adapters start, and reports them. If only fixtures have changed, runs only
  /// these.
  private func run(_ shard: Shard, touchedBy changes: Set<Name> = []) throws {
    let start = ContinuousClock.now
    let lists = try known.read()
    let jobs = jobs ?? coreCount()
    try implementations.start(processes: jobs, limits: selection.limit.adapters) {
      contestants, interrupt in
      var found = selection.find()
      let touched = found.files.filter { changes.contains($0.path) }
      if !touched.isEmpty && touched.count == changes.count { found.files = touched }
      found.leaveOut(lists)
      let problems = contestants.waitUntilReady()
      if !selection.paths.isEmpty { contestants.runAllFixtures() }
      var runner = found.runner(of: contestants.candidates)
      runner.jobs = jobs
      runner.shard = shard
      let named = lists.map { $0.naming(found.files) }
      runner.knownFailures = KnownFailures(named.flatMap(\.entries))
      let names = runner.candidates.map(\.name)
      var checks = named.map { KnownFailureCheck($0, with: names) }
      var update = try known.writeKnownFailures.map {
        try KnownFailureUpdate(of: $0.output, among: lists, named)
      }
      var summary = RunSummary(of: names)
      for (index, one) in contestants.all.enumerated() {
        summary.entries[index].details = one.details
        summary.entries[index].claims = one.claims
      }
      summary.origins = [Invocation.current.origin]
      summary.problems = problems
      summary.allowsSkips = !noSkips
      summary.shard = shard
      runner.stopsAtFailure = failFast
      runner.allowsSkips = !noSkips
      runner.watch = Progress().watch(found, by: names.count)
      var reporters = try reporting.reporters()
      runner.listsPassing = reporters.listsPassing

      var diagnostician = Diagnostician(of: found.files, run: runner, cancellation: interrupt) {
        [contestants] in contestants.knownDeviations
      }
      try runner.run(found.files, cancellation: interrupt) { result in
        printProblems(result.problems)
        for index in checks.indices { checks[index].add(result) }
        update?.add(result, names)
        diagnostician.add(result)
        let reported = summary.add(result)
        reporters.report(reported, of: summary)
        if failFast && summary.hasFailures { summary.end = .atFailure }
        return summary.end == .complete && (update != nil || reporters.areWanted)
      }
      // No report is needed any more: the process ends because its results could not be written.
      if update == nil && !reporters.areWanted { return Invocation.current.statuses = [] }
      if !noDiagnosis && !interrupt.isCancelled {
        diagnostician.diagnose(&summary)
      }
      for (index, faults) in contestants.finish().enumerated() {
        summary.entries[index].faults = faults
      }
      for remark in contestants.remarks { printWarning(remark) }
      for one in contestants.all where one.isAskedAboutAll && found.indexes.count > 1 {
        printNote(
          "`\(visible(one.name))` does not say which specifications it implements, in `specifications` of its "
            + "`supports`: the cases of all \(found.indexes.count) are run")
      }
      if interrupt.isCancelled { summary.end = .interrupted }
      summary.seconds = (ContinuousClock.now - start) / .seconds(1)
      try conclude(summary, reporters, found)
      try writeSmallest(of: summary)
      if let position = update?.position {
        update?.takeOut(checks[position].gone)
        checks[position].changed = Set(update!.changes.keys)
      }
      for check in checks where summary.end == .complete {
        check.report(among: found.files.map(\.path))
      }
      update?.write(summary)
    }
  }

  /// Writes the smallest timelines that a diagnosis has: of one specification, because a fixture has one.
  private func writeSmallest(of summary: RunSummary) throws {
    guard let output = output?.output else { return }
    let all = summary.entries.flatMap { $0.diagnosis?.findings ?? [] }.filter { $0.testCase != nil }
    guard let specification = all.first?.specification else {
      return printNote("`\(visible(output))` is not written: there is no smallest timeline")
    }
    var names: Set<Name> = []
    let cases = all.filter { $0.specification == specification }.compactMap(\.testCase)
      .filter { names.insert($0.name).inserted }
    try createFixture(
      output,
      cases.fixture(specification: specification, title: "The smallest timelines that differ"))
  }

  /// Removes former reports at the end of the process unless the run has replaced them.
  ///
  /// - Parameter others: Other files that are read, which stay.
  func expectReports(sparing others: [String] = []) {
    if watch || reporting.files.isEmpty { return }
    let inputs =
      selection.fixturePaths + known.lists + implementations.namedFiles
      + [Project.current?.fileName].compactMap(\.self) + others
    Invocation.current.expect(reporting.files, sparing: inputs)
  }

  /// Ends the reports of the run, and notes its statuses.
  private func conclude(
    _ summary: RunSummary, _ reporters: Reporters, _ found: FoundFixtures
  ) throws {
    // An empty run shows nothing at a terminal; a report says so.
    let isEmpty = summary.cases == 0 && summary.invalidFiles == 0 && summary.end == .complete
    let isPart = summary.selectedCases > 0 && !summary.entries.isEmpty
    if !isEmpty || !reporting.reporter.isEmpty || isPart { reporters.end(summary) }
    if summary.end == .complete && !watch { found.printSlips() }
    if summary.end == .interrupted { throw ExitCode(Session.interruptedStatus) }
    Status.note(summary)
    if summary.selectedCases == 0 && Invocation.current.statuses.isEmpty { found.noteNothing() }
  }
}
