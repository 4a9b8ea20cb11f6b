// The command `explore`: search for timelines on which two implementations differ.

import ArgumentParser
import Conformance
import ConformancePlatform
import Laboratory
import ReactiveXConformance

struct Explore: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Search for a timeline on which two implementations differ.",
    discussion: """
      Compares an implementation with the second -i, or with `literal`, which reads open points of ReactiveX as \
      it does. Explores each operator and property that both have. Tries timelines by size: every one up to \
      --length, shorter ones with every reaction, some with unusual values or many steps, then random ones. A \
      difference is printed as a fixture that expects what the second does. Unless time ends it, the same \
      options make the same search on every machine.

      Exit status: 0 no difference was found; 1 one was; 66 nothing was compared.
      """)

  @OptionGroup var implementations: ImplementationOptions

  @Option(help: LimitChoice.help, transform: LimitChoice.init)
  var limit: [LimitChoice] = []

  @Option(
    help: .value(
      "subject",
      "Operators as in a fixture, separated by commas, or a kind of property: such as "
        + "\(SubjectNames.ofThisProgram.examples)."))
  var subject: String?

  @Option(
    name: .customLong("spec"),
    help: .value("name", "The specification of the case, or the one to explore."))
  var specification: Name?

  @Option(
    help: .value("path[:line]", "Explore the subject, sources, values and channels of this case."),
    completion: .file(extensions: ["yaml"]))
  var like: InputPath?

  @Option(
    parsing: .unconditional,
    help: .value("m", "End earlier (1 with an adapter, if all is explored)."),
    transform: number(from: 0.001, to: 10_080))
  var minutes: Double?

  @Option(
    parsing: .unconditional, help: .value("n", "Find so many, each of its own shape (default: 1)."),
    transform: number(from: 1, to: 1_000))
  var maxDifferences = 1

  @Option(help: .value("path", "Pass over what has the shape of these cases."), completion: .file())
  var except: [InputPath] = []

  @Flag(help: "Let sources send more when they have ended.")
  var misbehavingSources = false

  @Option(
    parsing: .unconditional, help: .value("n", "Number of observers, from 1 to 5 (default: 3)."),
    transform: number(from: 1, to: 5))
  var observers = 3

  @Option(
    parsing: .unconditional,
    help: .value(
      "n",
      "Try every timeline of up to this many steps (default: 6, or fewer to stay within "
        + "\(grouped(Self.mostTimelines)) timelines)."),
    transform: number(from: 0, to: 20))
  var length: Int?

  @Option(
    parsing: .unconditional,
    help: .value("n", "The same with every reaction (default: 4, or fewer without --length)."),
    transform: number(from: 0, to: 20))
  var reactionLength: Int?

  @Option(
    parsing: .unconditional,
    help: .value(
      "n",
      "Number of random timelines, some with unusual values or many steps (default: 20000)."
    ),
    transform: number(from: 0))
  var random = 20_000

  @Option(parsing: .unconditional, help: .value("n", "Seed of the random timelines."))
  var seed: UInt64 = 1

  @Option(
    help: .value(
      "n", "Timelines tried at once, and processes of an adapter (default: the number of cores)."),
    transform: number(from: 1))
  var jobs: Int?

  @Option(
    help: .value("file", "Write the fixture to a new file (FILE-2 the next)."),
    completion: .file(extensions: ["yaml"]))
  var output: OutputPath?

  @Option(help: Project.help, completion: .file(extensions: ["yaml"]))
  var config: String?

  @Option(help: "Use colours; auto: at a terminal without NO_COLOR.")
  var color = ColorChoice.auto

  func validateInProject() throws {
    try implementations.validateInProject()
    let named = implementations.named
    let count = named.count
    try refuse(
      if: count > 2,
      "--implementation is given twice, first the implementation and then its reference, or once, or not at "
        + "all; here it is given \(times(count))")
    try refuse(
      if: count == 1 && named[0].knownName == "literal",
      "`literal` is the reference; give it another implementation with -i")
    try refuse(
      if: except.contains { $0.typed.isEmpty }, "--except is a file or a folder of fixtures")
    try refuse(
      if: subject != nil && like != nil,
      "--subject and --like are two ways to say the same; give one of them")
    try refuse(
      if: specification != nil && like != nil,
      "--like takes the specification from its case; leave --spec out")
    try refuse(if: specification?.isEmpty == true, "--spec is the name of one")
  }

  func run() throws {
    if let output = output?.path {
      for number in 1...maxDifferences {
        try refuseExisting(Self.path(output, number), by: "--output")
      }
      if FileStatus(at: folderAndName(of: output).folder) == nil {
        noteUnwritable(output, Errno.noSuchFileOrDirectory)
        throw Status.unwritable.exitCode
      }
    }
    try implementations.start(
      processes: jobs ?? coreCount(), limits: limit.adapters, standard: ["swift", "literal"],
      count: 2, run(with:_:))
  }

  /// Where a fixture is written: `found.yaml`, then `found-2.yaml`.
  static func path(_ output: String, _ number: Int) -> String {
    if number == 1 { return output }
    let path = FilePath(output)
    let ending = path.extension.map { ".\($0)" } ?? ""
    return "\(output.dropLast(ending.count))-\(number)\(ending)"
  }

  /// How many timelines are tried, about, where no length is given.
  private static let mostTimelines = 1_000_000

  // MARK: - The search

  private func run(with contestants: inout Contestants, _ interrupt: Cancellation) throws {
    var subjects = try subjects()
    for explored in subjects where explored.lacksSpecification {
      printNote(
        "no `spec.yaml` below `\(visible(SubjectNames.folders))`"
          + (specification.map { " is of `\(visible($0))` and" } ?? "")
          + " has the words of `\(visible(explored.name))`: "
          + "nothing but `next` and `state` is explored (--like PATH:LINE takes them from a case)"
          + (SubjectNames.ofThisProgram.suggestion(for: explored).map { "; \($0)" } ?? ""))
    }
    try contestants.waitUntilAllReady(interrupt)
    defer { if !interrupt.isCancelled { contestants.finishSayingFaults() } }
    let isSaid = subject != nil || like != nil
    for one in contestants.all {
      try one.keepConcerned(in: &subjects, isFirstMeant: isSaid)
    }
    let candidates = contestants.candidates
    var report = ExplorationReport(
      of: candidates.map(\.name), isOfSeveral: !isSaid, style: color.style, limits: limit.reading)
    let passedOver = try shapesToPassOver(by: candidates)
    if interrupt.isCancelled { throw Status.interrupted() }
    let minutes = self.minutes ?? (isSaid || candidates.allSatisfy(\.isLocal) ? nil : 1)
    let end = minutes.map { ContinuousClock.now + .seconds($0 * 60) }
    let common =
      isSaid
      ? nil
      : CommonSubjects(
        of: candidates, among: subjects,
        listing: contestants.all.map { $0.adapter?.operators ?? [] }, limits: limit.execution)
    var open = (common?.subjects ?? subjects)[...]
    let readings =
      implementations.implementation.count == 1
      ? ReferenceReadings(
        by: FixtureFiles.ofProject().files, reading: limit.reading, limits: limit.execution) : nil
    while let explored = open.popFirst() {
      let read = try readings?.reference(
        for: candidates[0], on: explored.variants.map(\.subject), called: explored.word,
        of: explored.specification)
      read.map { printNote($0.note) }
      let tried = bounds(of: explored)
      var exploration = Exploration(
        of: candidates[0], against: read?.reference ?? candidates[1], bounds: tried)
      exploration.jobs = jobs ?? coreCount()
      exploration.limits = limit.execution
      exploration.passedOver = passedOver
      // Those to come share what is left.
      exploration.end = end.map { end in
        let now = ContinuousClock.now
        return now + (end - now) / (open.count + 1)
      }
      let progress = Progress()
      let prefix = isSaid ? "" : "\(visible(explored.name)): "
      exploration.watch = progress.watch(behind: prefix)
      printResult(report.begin(explored, tried, isLineInUse: progress.isShown))
      let clause = clause(of: contestants, from: explored)
      do {
        let findings = try exploration.run(cancellation: interrupt) { findings in
          try tell(findings, &report, citing: clause)
          return report.differences < maxDifferences
        }
        printResult(report.end(with: findings))
        if findings.isStopped {
          try tell(findings, &report, citing: clause)
          throw ExitCode(Session.interruptedStatus)
        }
      } catch let failure as Exploration.Failure {
        if case .failingReference = failure, !isSaid {
          // The reference may do better elsewhere.
          printResult(report.fail())
          _ = failure.saying()
          continue
        }
        throw failure.saying()
      }
      if report.differences == maxDifferences { break }
    }
    if let common {
      if contestants.all.allSatisfy({ $0.deviation == nil }) {
        printResult(report.notExplored(Array(open)))
      }
      common.rest(below: SubjectNames.folders).forEach(printNote)
    }
    let (verdict, text) = report.conclusion()
    printResult(text)
    switch verdict {
    case .difference: Status.failure.note()
    case .nothing(let reason): Status.nothingSelected.note(reason)
    case .agreement: break
    }
  }

  /// Tells of a difference, and writes it to a file where it is to be kept.
  private func tell(
    _ findings: Exploration.Findings, _ report: inout ExplorationReport, citing clause: Name?
  ) throws {
    let path = output.map { Self.path($0.path, report.differences + 1) }
    let told = try report.add(findings, path: Name(path ?? "found.yaml")) { found, explored in
      explored.clauses(of: found, showing: clause) { citing(explored.specification) }
    }
    guard let told else { return }
    printResult(told.text)
    told.notes.forEach(printNote)
    if findings.isStopped {
      printNote(
        "interrupted before it was as small as it can be"
          + (path.map { "; `\(visible($0))` is not written" } ?? ""))
    }
    guard let path, !findings.isStopped else { return printResult(told.fixture) }
    do {
      try createFixture(path, told.fixture)
    } catch {
      printResult(told.fixture)
      throw error
    }
    let hint = clause == nil ? "; cite there the clause that it demonstrates" : ""
    printResult("written to \(visible(path))\(hint)\n")
  }

  private func bounds(of explored: ExploredSubject) -> Exploration.Bounds {
    var bounds = Exploration.Bounds(variants: explored.variants)
    // What is cited is known once there is a case.
    if let clause = explored.index?.clauses.first { bounds.clauses = [clause.id] }
    bounds.index = explored.index
    bounds.areSupported = explored.hasLookedForSupport
    bounds.readingLimits = limit.reading
    bounds.observers = observers
    if let length { bounds.length = length }
    if let reactionLength { bounds.reactionLength = reactionLength }
    if length == nil && reactionLength == nil { bounds.timelines = Self.mostTimelines }
    bounds.randomTimelines = random
    bounds.seed = seed
    bounds.sourcesMayMisbehave = misbehavingSources
    return bounds
  }
}

extension Exploration.Failure {
  /// Says why a search could not go on, and returns how the command ends.
  func saying() -> ExitCode {
    if case .noThread = self { return Status.noThread() }
    printError(description)
    if case .unsupported = self { return .validationFailure }
    return Status.failure.exitCode
  }
}
