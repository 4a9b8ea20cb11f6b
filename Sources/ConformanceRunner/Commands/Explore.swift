// The command `explore`: search for timelines on which two implementations differ.

import ArgumentParser
import Conformance
import ConformancePlatform
import Laboratory
import ReactiveMotionConformance
import ReactiveXConformance

struct Explore: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Search for a timeline on which two implementations differ.",
    discussion: """
      Compares an implementation with the second -i, or with `literal`, which makes the same allowed choices in \
      ReactiveX. Explores each operator and property that both have. Tries timelines by size: every one up to \
      --length, shorter ones with every reaction, some with unusual values or many steps, then random ones. A \
      difference is printed as a fixture that expects the events of the second. Unless time ends it, the same \
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
  var like: CommandPath?

  @Option(
    parsing: .unconditional,
    help: .value("m", "Stop after M minutes (1 if an adapter explores all)."),
    transform: number(from: 0.001, to: 10_080))
  var minutes: Double?

  @Option(
    parsing: .unconditional, help: .value("n", "Stop after N kinds of difference (default: 1)."),
    transform: number(from: 1, to: 1_000))
  var maxDifferences = 1

  @Option(help: .value("path", "Skip differences of the kind of these cases."), completion: .file())
  var except: [CommandPath] = []

  @Flag(help: "Let sources emit after their end.")
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
  var output: CommandPath?

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
      "--implementation is given at most twice, first the implementation and then its reference; here it is "
        + "given \(times(count))")
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
    let paths = paths
    for path in paths { try refuseExisting(path, by: "--output") }
    // Fails before the search if the file cannot be written.
    if let first = paths.first { _ = try PartFile(first, replaces: false) }
    try implementations.start(
      processes: jobs ?? coreCount(), limits: limit.adapters, standard: ["swift", "literal"],
      count: 2, run(with:_:))
  }

  /// The files of fixtures: `found.yaml`, then `found-2.yaml`; none if they are not to be kept.
  private var paths: [String] {
    guard let output = output?.output else { return [] }
    let ending = FilePath(output).extension.map { ".\($0)" } ?? ""
    return [output]
      + (1..<maxDifferences).map { "\(output.dropLast(ending.count))-\($0 + 1)\(ending)" }
  }

  /// About how many timelines are tried if no length is given.
  private static let mostTimelines = 1_000_000

  // MARK: - The search

  private func run(with contestants: inout Contestants, _ interrupt: Cancellation) throws {
    // Reports errors of the command line before waiting for adapters.
    _ = try subjects()
    try contestants.waitUntilAllReady(interrupt)
    let runs = contestants.all.map(\.runs)
    let subjects = try subjects { name in runs.allSatisfy { $0(name) } }
    defer { if !interrupt.isCancelled { contestants.finishSayingFaults() } }
    let isSaid = subject != nil || like != nil
    let candidates = contestants.candidates
    var bounds = bounds
    bounds.mixesRandomTimelines = !candidates.allSatisfy(\.isLocal)
    var exploration = Exploration(of: candidates[0], against: candidates[1], bounds: bounds)
    exploration.jobs = jobs ?? coreCount()
    exploration.limits = limit.execution
    let readings =
      contestants.all[1].isLiteral
      ? ReferenceReadings(
        by: FixtureFiles().files, reading: limit.reading, limits: limit.execution) : nil
    var explorer = Explorer(
      exploration, names: .ofThisProgram, isOfSeveral: !isSaid, style: color.style)
    explorer.mostDifferences = maxDifferences
    explorer.minutes = minutes ?? (isSaid || candidates.allSatisfy(\.isLocal) ? nil : 1)
    explorer.paths = paths
    explorer.tell = { say($0) }
    explorer.watch = Progress().watch
    explorer.deviations = contestants.all.compactMap(\.deviation)
    explorer.files = citingFiles
    explorer.reference = { explored in
      try readings?.reference(
        for: candidates[0], on: explored.variants.map(\.subject), called: explored.word,
        of: explored.specification)
    }
    let passedOver = try casesToPassOver()
    let isWhole = try explorer.explore(
      subjects, listing: contestants.all.map { $0.adapter?.operators ?? [] },
      passingOver: passedOver, interrupt)
    if !isWhole { throw ExitCode(Session.interruptedStatus) }
  }

  /// The bounds for each subject.
  private var bounds: Exploration.Bounds {
    var bounds = Exploration.Bounds(variants: [])
    bounds.readingLimits = limit.reading
    bounds.observers = observers
    bounds.length = length ?? bounds.length
    bounds.reactionLength = reactionLength ?? bounds.reactionLength
    if length == nil && reactionLength == nil { bounds.timelines = Self.mostTimelines }
    bounds.randomTimelines = random
    bounds.seed = seed
    bounds.sourcesMayMisbehave = misbehavingSources
    return bounds
  }

  // MARK: - Subjects

  /// The subjects to explore, in order.
  private func subjects(
    isRun: @escaping @Sendable (Name) -> Bool = { _ in true }
  ) throws -> [ExploredSubject] {
    var names = SubjectNames.ofThisProgram
    names.isRun = isRun
    if let like {
      let fixture = try FoundFixtures(namedBy: [like], limit).readOne()
      return [ExploredSubject(like: fixture.cases[0], of: fixture)]
    }
    if let subject { return [try names.subject(subject, of: specification)] }
    let all = try names.all(of: specification)
    guard let deviation = implementations.named.lazy.compactMap(\.deviation).first else {
      return all
    }
    // The operators that show the deviation come first.
    let operators = ReactiveXDeviations.operators(showing: deviation) { FixtureFiles().indexes }
    let first =
      try operators.map { try names.subject($0, of: specification ?? deviation.specification) }
      ?? names.subject(showing: deviation, of: specification)
    // An operator of the specification, with each of several arguments.
    func isFirst(_ one: ExploredSubject) -> Bool {
      one.name == first.name && one.specification == first.specification
    }
    return [all.first(where: isFirst) ?? first] + all.filter { !isFirst($0) }
  }

  /// The files of fixtures whose cases show which clauses to cite.
  private func citingFiles() -> [FixtureFiles.File] {
    let named = like.map { FixtureFiles(namedBy: [$0.file], limits: limit.reading).files } ?? []
    return named + FixtureFiles(limits: limit.reading).files
  }

  /// The cases whose kinds of difference are skipped.
  ///
  /// - Throws: An exit status if a path has no fixture.
  private func casesToPassOver() throws -> [Case] {
    if except.isEmpty { return [] }
    let found = FoundFixtures(namedBy: except, limit)
    var cases: [Case] = []
    found.read { _, selected in cases += selected }
    if cases.isEmpty { found.noteNothing() }
    try Status.throwNoted()
    return cases
  }
}

extension SubjectNames {
  /// The built-in specifications, and those of the fixtures of a command without a path.
  static var ofThisProgram: SubjectNames {
    SubjectNames(
      known: KnownSpecification.builtIn, folder: Project.fixtures.joined(separator: "`, `")
    ) { FixtureFiles() }
  }
}
