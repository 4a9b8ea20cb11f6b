// The command `explore`: search for timelines on which two implementations differ.

import ArgumentParser
import Conformance
import ConformancePlatform
import Laboratory
import ReactiveXConformance

struct Explore: ParsableCommand {
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

  @OptionGroup var limits: LimitOptions

  @Option(
    help: ArgumentHelp(
      "Operators as in a fixture, separated by commas, or a kind of property: such as "
        + "\(SubjectNames.ofThisProgram.examples).",
      valueName: "subject"))
  var subject: String?

  @Option(
    name: .customLong("spec"),
    help: ArgumentHelp(
      "The specification of the case, or the one to explore.", valueName: "name"))
  var specification: Name?

  @Option(
    help: ArgumentHelp(
      "Explore the subject, sources, values and channels of this case.",
      valueName: "path[:line]"),
    completion: .file(extensions: ["yaml"]), transform: Project.inputPath)
  var like: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "End earlier (1 with an adapter, if all is explored).", valueName: "m"))
  var minutes: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Find so many, each of its own shape.", valueName: "n"))
  var maxDifferences = 1

  @Option(
    help: ArgumentHelp(
      "Pass over what has the shape of these cases.",
      valueName: "path"),
    completion: .file(), transform: Project.inputPath)
  var except: [String] = []

  @Flag(help: "Let sources send more when they have ended.")
  var misbehavingSources = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Number of observers, from 1 to 5.", valueName: "n"))
  var observers = 3

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Try every timeline of up to this many steps (default: 6, or fewer to stay within "
        + "\(grouped(Self.mostTimelines)) timelines).", valueName: "n"))
  var length: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The same with every reaction (default: 4, or fewer without --length).", valueName: "n"))
  var reactionLength: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Number of random timelines, and limit for those with unusual values or many steps.",
      valueName: "n"))
  var random = 20_000

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Seed of the random timelines.", valueName: "n"))
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "Timelines tried at once, and processes of an adapter (default: the number of cores).",
      valueName: "n"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "Write the fixture to a new file (FILE-2 the next).", valueName: "file"),
    completion: .file(extensions: ["yaml"]), transform: Project.outputPath)
  var output: String?

  @Option(help: Project.help, completion: .file(extensions: ["yaml"]))
  var config: String?

  @Option(help: "Use colours; auto: at a terminal without NO_COLOR.")
  var color = ColorChoice.auto

  func validate() throws {
    let count = implementations.implementation.count
    guard count <= 2 else {
      throw ValidationError(
        "--implementation is given twice, first the implementation and then its reference, or once, or not at "
          + "all; here it is given \(times(count))")
    }
    if count == 1, implementations.implementation[0].name == "literal" {
      throw ValidationError("`literal` is the reference; give it another implementation with -i")
    }
    guard (1...5).contains(observers) else {
      throw ValidationError("--observers is from 1 to 5, not \(observers)")
    }
    guard (0...20).contains(length ?? 0), (0...20).contains(reactionLength ?? 0), random >= 0 else {
      throw ValidationError("lengths are from 0 to 20, and --random is not negative")
    }
    if let jobs, jobs < 1 { throw ValidationError("--jobs is at least 1, not \(jobs)") }
    if let minutes, !(minutes > 0 && minutes <= Self.mostMinutes) {
      throw ValidationError(
        "--minutes is more than 0, and at most \(Int(Self.mostMinutes)), a week")
    }
    guard (1...Self.mostDifferences).contains(maxDifferences) else {
      throw ValidationError(
        "--max-differences is from 1 to \(grouped(Self.mostDifferences)), not \(maxDifferences)")
    }
    if except.contains("") { throw ValidationError("--except is a file or a folder of fixtures") }
    if subject != nil && like != nil {
      throw ValidationError("--subject and --like are two ways to say the same; give one of them")
    }
    if specification != nil && like != nil {
      throw ValidationError("--like takes the specification from its case; leave --spec out")
    }
    if specification?.isEmpty ?? false { throw ValidationError("--spec is the name of one") }
    if subject != nil || implementations.deviations.first != nil {
      do {
        try implementations.validate(for: try named())
      } catch is InvalidFile {
        // That is no fault of the command line.
      }
    }
  }

  func run() throws {
    if let output {
      for path in (1...maxDifferences).lazy.map({ Self.path(output, $0) }) where fileExists(path) {
        throw ValidationError("`\(visible(path))` exists; --output never overwrites a file")
      }
      try requireFolder(of: output)
    }
    try implementations.start(
      processes: jobs ?? coreCount(), limits: limits.adapters, standard: ["swift", "literal"],
      count: 2, run(with:_:))
  }

  /// Where a fixture is written: `found.yaml`, then `found-2.yaml`.
  static func path(_ output: String, _ number: Int) -> String {
    if number == 1 { return output }
    let path = FilePath(output)
    let ending = path.extension.map { ".\($0)" } ?? ""
    return "\(output.dropLast(ending.count))-\(number)\(ending)"
  }

  /// Whether it is said what is to be explored.
  private var isSaid: Bool { subject != nil || like != nil }

  private func run(with contestants: inout Contestants, _ interrupt: Cancellation) throws {
    var subjects: [ExploredSubject]
    var likeFixture: [Fixture] = []
    do {
      (subjects, likeFixture) = try self.subjects()
    } catch let invalid as InvalidFile {
      printProblems(invalid.problems)
      throw Status.invalidFixture.exitCode
    }
    for explored in subjects where explored.lacksSpecification {
      printNote(
        "no `spec.yaml` below `\(visible(Project.fixtures.joined(separator: "`, `")))`"
          + (specification.map { " is of `\(visible($0))` and" } ?? "")
          + " has the words of `\(visible(explored.name))`: "
          + "nothing but `next` and `state` is explored (--like PATH:LINE takes them from a case)"
          + (SubjectNames.ofThisProgram.suggestion(for: explored).map { "; \($0)" } ?? ""))
    }
    try contestants.waitUntilAllReady(interrupt)
    if isSaid {
      try contestants.validate(for: subjects[0])
    } else {
      subjects = try contestants.concerned(among: subjects)
    }
    var repertoires = Repertoires(of: contestants, among: subjects, limits: limits.execution)
    let candidates = contestants.candidates
    var reporter = ExplorationReporter(
      options: self, names: candidates.map(\.name), likeFixture, isOfSeveral: !isSaid)
    let isLocal = candidates.allSatisfy(\.isLocal)
    let minutes = self.minutes ?? (isSaid || isLocal ? nil : 1)
    let passedOver = try shapesToPassOver(by: candidates)
    if interrupt.isCancelled { throw Status.interrupted() }
    let end = minutes.map { ContinuousClock.now + .seconds($0 * 60) }
    if !isSaid {
      subjects = subjects.compactMap { subject in
        var common = subject
        return repertoires.keepCommon(of: &common) ? common : nil
      }
    }
    var open = subjects[...]
    let ownReference = implementations.implementation.count == 1 ? ReferenceReadings(limits) : nil
    while let explored = open.popFirst() {
      let reference = try ownReference?.reference(for: candidates[0], of: explored)
      var exploration = Exploration(
        of: candidates[0], against: reference ?? candidates[1], bounds: bounds(of: explored))
      exploration.jobs = jobs ?? coreCount()
      exploration.limits = limits.execution
      exploration.passedOver = passedOver
      // Those to come share what is left.
      exploration.end = end.map { end in
        let now = ContinuousClock.now
        return now + (end - now) / (open.count + 1)
      }
      let progress = SearchProgress()
      if progress.isShown {
        let prefix = isSaid ? "" : "\(visible(explored.name)): "
        exploration.watch = { progress.show($0, behind: prefix) }
      }
      reporter.begin(explored, citing: contestants.clauseOfDeviation(from: explored), progress)
      do {
        defer { progress.clear() }
        let findings = try exploration.run(cancellation: interrupt) { findings in
          progress.clear()
          try reporter.report(findings)
          return reporter.differences < maxDifferences
        }
        progress.clear()
        try reporter.end(with: findings)
        if findings.isStopped { throw ExitCode(Session.interruptedStatus) }
      } catch let failure as Exploration.Failure {
        if case .failingReference = failure, !isSaid {
          // The reference may do better elsewhere.
          reporter.fail()
          _ = Self.exit(for: failure)
          continue
        }
        _ = contestants.finishSayingFaults()
        throw Self.exit(for: failure)
      }
      if reporter.differences == maxDifferences { break }
    }
    if !isSaid {
      if !contestants.hasDeviation { reporter.leave(Array(open)) }
      repertoires.printRest()
    }
    let status = reporter.conclude()
    if status == .failure { throw Status.failure.exitCode }
    if !contestants.finishSayingFaults() { throw Status.failure.exitCode }
    if let status { throw status.exitCode }
  }

  private func named() throws -> ExploredSubject {
    try SubjectNames.ofThisProgram.explored {
      if let subject { return try $0.subject(subject, of: specification) }
      let deviation = implementations.deviations[0].deviation
      guard let operatorName = ReactiveXDeviations.operatorName(of: deviation) else {
        return try $0.subject(showing: deviation, of: specification)
      }
      let index = FixtureFiles.ofProject().indexes.first {
        $0.name == deviation.specification
      }
      let operators =
        ReactiveXDeviations.pairs[operatorName]
        ?? String(index?.word(forOperator: operatorName)?.example.dropFirst(2) ?? "")
      return try $0.subject(operators, of: specification ?? deviation.specification)
    }
  }

  /// What is explored, in order, with the fixture of a case that is named.
  private func subjects() throws -> (subjects: [ExploredSubject], likeFixture: [Fixture]) {
    if let like {
      let (fixture, cases, index) = try MeantPath(like).read(limits: limits.reading)
      let explored = ExploredSubject(like: cases[0], of: fixture, index: index)
      try implementations.validate(for: explored)
      return ([explored], [fixture])
    }
    if subject != nil { return ([try named()], []) }
    var all = try SubjectNames.ofThisProgram.explored { try $0.all(of: specification) }
    guard let deviation = implementations.deviations.first?.deviation else { return (all, []) }
    // What it shows on comes first.
    let first = try named()
    all.removeAll { $0.name == first.name || !deviation.canShow(in: $0.specification) }
    return ([first] + all, [])
  }

  /// How many timelines are tried, about, where no length is given.
  static let mostTimelines = 1_000_000

  private static let mostMinutes = 10_080.0
  private static let mostDifferences = 1_000

  private func bounds(of explored: ExploredSubject) -> Exploration.Bounds {
    var bounds = Exploration.Bounds(variants: explored.variants)
    // What is cited is known once there is a case.
    if let clause = explored.index?.clauses.first { bounds.clauses = [clause.id] }
    bounds.index = explored.index
    bounds.areSupported = explored.hasLookedForSupport
    bounds.readingLimits = limits.reading
    bounds.observers = observers
    if let length { bounds.length = length }
    if let reactionLength { bounds.reactionLength = reactionLength }
    if length == nil && reactionLength == nil { bounds.timelines = Self.mostTimelines }
    bounds.randomTimelines = random
    bounds.seed = seed
    bounds.sourcesMayMisbehave = misbehavingSources
    return bounds
  }

  static func exit(for failure: Exploration.Failure) -> ExitCode {
    switch failure {
    case .noThread: return Status.noThread()
    case .unsupported(let reason):
      printError(visible(reason))
      return .validationFailure
    case .unplayed(let reason):
      printError("the search cannot go on: timelines were \(visible(reason))")
      return Status.failure.exitCode
    case .failingReference(let testCase, let error):
      printError("the reference, \(visible(testCase.name)), fails on a timeline")
      let text = FixtureText(of: testCase, specification: "s", title: "t").text
      let steps = text.split(separator: "\n").drop { !$0.hasPrefix("    timeline:") }
      printError(
        ([visible(error.message)] + error.details.map(visible) + steps.map(String.init))
          .joined(separator: "\n  "))
      return Status.failure.exitCode
    }
  }
}
