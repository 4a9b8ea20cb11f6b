// The command `explore`: search for a timeline on which two implementations differ.

import ArgumentParser
import Conformance
import Laboratory

struct Explore: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Search for a timeline on which two implementations differ.",
    discussion: """
      Compares an implementation with a reference: -i is given twice, or not at all. Tries timelines by \
      size: every one up to --length, shorter ones with every reaction, some with unusual values or many \
      steps, and then random ones. The first difference is reduced, and printed as a fixture that expects \
      what the reference does. The same options make the same search on every machine.

      Exit status: 0 no difference was found; 1 one was found; 66 nothing was compared.
      """)

  @OptionGroup var implementations: ImplementationOptions

  @OptionGroup var limits: LimitOptions

  @Option(
    help: ArgumentHelp(
      "Operators as in a fixture, separated by commas, or a kind of property: such as "
        + "\(SubjectNames.ofThisProgram.examples) (default: a subject on which a built-in deviation shows, "
        + "or \(SubjectNames.ofThisProgram.standard)).",
      valueName: "subject"))
  var subject: String?

  @Option(
    name: .customLong("spec"),
    help: ArgumentHelp(
      "The specification of the case (default: the one whose words the subject uses).",
      valueName: "name"))
  var specification: Name?

  @Option(
    help: ArgumentHelp(
      "Explore the subject, sources, values and channels of this case.",
      valueName: "path[:line]"),
    completion: .file(extensions: ["yaml"]), transform: Project.inputPath)
  var like: String?

  @Option(parsing: .unconditional, help: "Number of observers, from 1 to 5.")
  var observers = 3

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Try every timeline of up to this many steps (default: 6, or fewer to stay within "
        + "\(grouped(Self.mostTimelines)) timelines).", valueName: "steps"))
  var length: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Try every timeline of up to this many steps with every reaction (default: 4, or fewer without "
        + "--length).",
      valueName: "steps"))
  var reactionLength: Int?

  @Option(
    parsing: .unconditional,
    help: """
      Number of random timelines, and limit for those with unusual values or many steps.
      """)
  var random = 20_000

  @Option(parsing: .unconditional, help: "Seed of the random timelines.")
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "Timelines tried at once, and processes of an adapter (default: the number of cores).",
      valueName: "n"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "Write the fixture to a new file.", valueName: "file"),
    completion: .file(extensions: ["yaml"]), transform: Project.outputPath)
  var output: String?

  @Option(help: Project.help, completion: .file(extensions: ["yaml"]))
  var config: String?

  @Option(help: "Use colours; auto: at a terminal without NO_COLOR.")
  var color = ColorChoice.auto

  func validate() throws {
    let count = implementations.implementation.count
    guard count == 0 || count == 2 else {
      throw ValidationError(
        "--implementation is given twice, first the implementation and then its reference, or not at "
          + "all; here it is given \(times(count))")
    }
    guard (1...5).contains(observers) else {
      throw ValidationError("--observers is from 1 to 5, not \(observers)")
    }
    guard (0...20).contains(length ?? 0), (0...20).contains(reactionLength ?? 0), random >= 0 else {
      throw ValidationError("lengths are from 0 to 20, and --random is not negative")
    }
    if let jobs, jobs < 1 { throw ValidationError("--jobs is at least 1, not \(jobs)") }
    if subject != nil && like != nil {
      throw ValidationError("--subject and --like are two ways to say the same; give one of them")
    }
    if specification != nil && like != nil {
      throw ValidationError("--like takes the specification from its case; leave --spec out")
    }
    if specification?.isEmpty ?? false { throw ValidationError("--spec is the name of one") }
    if like == nil {
      do {
        try implementations.validate(for: try named())
      } catch is InvalidFile {
        // That is no fault of the command line.
      }
    }
  }

  func run() throws {
    if let output {
      if fileExists(output) {
        throw ValidationError("`\(visible(output))` exists; --output never overwrites a file")
      }
      try requireFolder(of: output)
    }
    try implementations.start(
      processes: jobs ?? coreCount(), limits: limits.adapters, standard: ["swift", "literal"],
      count: 2, run(with:_:))
  }

  private func run(with contestants: inout Contestants, _ interrupt: Cancellation) throws {
    let explored: ExploredSubject
    do {
      explored = try self.explored()
    } catch let invalid as InvalidFile {
      printProblems(invalid.problems)
      throw Status.invalidFixture.exitCode
    }
    if explored.lacksSpecification {
      printNote(
        "no `spec.yaml` below `\(visible(Project.fixtures.joined(separator: "`, `")))`"
          + (specification.map { " is of `\(visible($0))` and" } ?? "")
          + " has the words of `\(visible(explored.name))`: "
          + "nothing but `next` and `state` is explored (--like PATH:LINE takes them from a case)"
          + (SubjectNames.ofThisProgram.suggestion(for: explored).map { "; \($0)" } ?? ""))
    }
    try contestants.waitUntilAllReady(interrupt)
    try contestants.validate(for: explored, isMeant: subject != nil || like != nil)
    let candidates = contestants.candidates
    let clause = contestants.clauseOfDeviation(from: explored)
    var exploration = Exploration(
      of: candidates[0], against: candidates[1], bounds: bounds(of: explored, citing: clause))
    exploration.jobs = jobs ?? coreCount()
    exploration.limits = limits.execution
    let progress = SearchProgress()
    if progress.isShown { exploration.watch = progress.show }
    var names = candidates.map(\.name)
    printResult("\(visible(explored.name)): \(visible(names[0])) against \(visible(names[1]))\n")
    let findings: Exploration.Findings
    do {
      defer { progress.clear() }
      findings = try exploration.run(cancellation: interrupt)
    } catch {
      _ = contestants.finishSayingFaults()
      if case .unsupported(let reason) = error, subject == nil, like == nil {
        printError(
          "\(visible(reason))\n  hint: say with --subject or --like what is to be explored")
        throw ExitCode.validationFailure
      }
      throw Self.exit(for: error)
    }
    if findings.timelines == 0 && !findings.isStopped {
      printError("nothing was tried: --length, --reaction-length and --random leave no timeline")
      throw Status.nothingSelected.exitCode
    }
    printResult(summary(findings))
    if let difference = findings.difference {
      if findings.isReversed {
        names.reverse()
        printNote(
          "\(visible(names[0])) fails on a timeline, and no case can expect that: it is judged by "
            + visible(names[1]))
      }
      try report(
        difference, of: explored, names: names, citesDeviation: clause != nil,
        isSmallest: !findings.isStopped)
      throw findings.isStopped
        ? ExitCode(Session.interruptedStatus) : Status.failure.exitCode
    }
    if findings.isStopped { throw ExitCode(Session.interruptedStatus) }
    if findings.refusedTimelines == findings.timelines {
      printError(
        "nothing was compared: one of the implementations lacks something that each timeline needs, or both "
          + "fail on it")
      throw (contestants.finishSayingFaults() ? Status.nothingSelected : .failure).exitCode
    }
    if !contestants.finishSayingFaults() { throw Status.failure.exitCode }
  }

  private func named() throws -> ExploredSubject {
    if subject == nil, let deviation = implementations.deviations.first?.deviation {
      return try SubjectNames.ofThisProgram.explored {
        try $0.subject(showing: deviation, of: specification)
      }
    }
    return try SubjectNames.ofThisProgram.explored {
      try $0.subject(subject ?? $0.standard, of: specification)
    }
  }

  private func explored() throws -> ExploredSubject {
    guard let like else { return try named() }
    let (fixture, cases, index) = try MeantPath(like).read(limits: limits.reading)
    let explored = ExploredSubject(like: cases[0], of: fixture, index: index)
    try implementations.validate(for: explored)
    return explored
  }

  /// How many timelines are tried, about, where no length is given.
  static let mostTimelines = 1_000_000

  private func bounds(
    of explored: ExploredSubject, citing clause: Name?
  ) -> Exploration.Bounds {
    var bounds = Exploration.Bounds(variants: explored.variants)
    bounds.clauses = clause.map { [$0] } ?? explored.clauses
    bounds.index = explored.index
    bounds.readingLimits = limits.reading
    bounds.observers = observers
    if let length { bounds.length = length }
    if let reactionLength { bounds.reactionLength = reactionLength }
    if length == nil && reactionLength == nil { bounds.timelines = Self.mostTimelines }
    bounds.randomTimelines = random
    bounds.seed = seed
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

  // MARK: - What is printed

  private func summary(_ findings: Exploration.Findings) -> String {
    let plain =
      findings.timelines - findings.timelinesWithReaction - findings.probes
      - findings.randomTimelines
    func line(_ count: Int, _ isComplete: Bool, _ what: String) -> String {
      "  \(isComplete ? "every timeline" : "timelines") \(what): \(grouped(count))\n"
    }
    var text = line(
      plain, findings.isComplete,
      "of up to \(counted(findings.length, "step")) with up to \(counted(observers, "observer"))")
    if findings.reactionLength > 0 {
      if findings.isComplete || findings.timelinesWithReaction > 0 {
        text += line(
          findings.timelinesWithReaction, findings.isCompleteWithReactions,
          "of up to \(counted(findings.reactionLength, "step")) with a reaction that fires")
      }
    } else if findings.timelinesWithReaction > 0 {
      text += line(findings.timelinesWithReaction, false, "with a reaction that fires")
    }
    let isComplete = findings.isComplete && findings.isCompleteWithReactions
    if isComplete || findings.probes > 0 {
      text +=
        "  timelines of unusual values, many steps and calls within calls: "
        + "\(grouped(findings.probes))\n"
    }
    if isComplete {
      text += "  random timelines (seed \(seed)): \(grouped(findings.randomTimelines))\n"
    }
    if findings.refusedTimelines > 0 {
      text +=
        "  not compared, because one of the implementations does not play them, or both fail: "
        + "\(grouped(findings.refusedTimelines))\n"
    }
    if findings.difference == nil {
      if findings.isStopped {
        text += "interrupted; no difference so far\n"
      } else if findings.refusedTimelines < findings.timelines {
        text += "no difference found\n"
      }
    }
    return text
  }

  private func report(
    _ difference: Exploration.Difference, of explored: ExploredSubject, names: [Name],
    citesDeviation: Bool, isSmallest: Bool
  ) throws {
    var testCase = difference.testCase
    if !citesDeviation { testCase.clauses = explored.clauses(of: testCase) }
    let text = FixtureText(
      of: testCase, specification: explored.specification,
      title:
        "Found by exploring \(explored.name): \(visible(names[0])) against \(visible(names[1]))"
    ).text
    let source = SourceText(path: Name(output ?? "found.yaml"), bytes: Array(text.utf8))
    let fixture = try Fixture.read(source, index: explored.index, limits: limits.reading).get()
    let placed = fixture.cases[0]
    let outcome: CaseResult.Outcome =
      switch (difference.trace, difference.error) {
      case (let trace?, _):
        .failed(trace, Comparison(of: placed, with: trace, by: difference.rule))
      // Its place is that in the new case.
      case (nil, let error?):
        .erred(error.lack.map { .lack($0, in: placed.subject) } ?? error)
      case (nil, nil): .erred(ExecutionError(message: "\(names[0]) does not end"))
      }
    var context = CaseContext(of: fixture)
    context.title = nil
    let failure = FailureReport(
      of: placed, outcome, in: context,
      style: color.style)
    printResult("\n\(failure.text)\n")
    if let points = explored.index?.openPoints(of: "it") { printNote(points) }
    if let note = difference.note(reference: names[1]) { printNote(note) }
    if !isSmallest {
      printNote(
        "interrupted before it was as small as it can be"
          + (output.map { "; `\(visible($0))` is not written" } ?? ""))
    }
    if let output, isSmallest {
      do {
        try createFixture(output, text)
      } catch {
        printResult(text)
        throw error
      }
      printResult(
        "written to \(visible(output))"
          + (citesDeviation ? "\n" : "; cite there the clause that it demonstrates\n"))
    } else {
      printResult(text)
    }
  }
}
