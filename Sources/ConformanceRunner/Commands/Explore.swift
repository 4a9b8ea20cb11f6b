// The command `explore`: search for a timeline on which two implementations differ.

import ArgumentParser
import Conformance
import ReactiveMotionConformance

struct Explore: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Search for a timeline on which two implementations differ.",
    discussion: """
      Tries every timeline up to a length, every shorter one with every reaction, and then random \
      ones, on the first implementation and on the second, the reference. The first difference is \
      made as small as it gets, and printed as a fixture that expects what the reference does. The \
      same options make the same search on every machine. Ctrl-C ends it and says how far it came.

      Implementations are `swift`, the built-in streams; `literal`, the transcription of the \
      specifications' pseudo-code; and the name of any deviation that `audit` lists.

      Exit status: 0 no difference was found; 1 one was found; 64 the command line is wrong; 73 the \
      output file could not be written; 130 the search was interrupted.
      """)

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "An implementation, and then the reference (default: swift, literal).", valueName: "name"))
  var implementation: [String] = []

  @Option(
    help: ArgumentHelp(
      "What to explore: operators as in a fixture, such as `_remember` or `startWith: 0`, separated "
        + "by commas; or `scoped` or `unscoped`, for a property.",
      valueName: "subject"))
  var subject = "_remember"

  @Option(help: "How many observers there are, from 1 to 5.")
  var observers = 3

  @Option(help: "Up to which number of steps every timeline is tried.")
  var length = 7

  @Option(help: "Up to which number of steps every timeline is tried with every reaction.")
  var reactionLength = 5

  @Option(help: "How many random timelines are tried.")
  var random = 20_000

  @Option(help: "What the random timelines depend on.")
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "Write the fixture to a file, which must not exist.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var output: String?

  @Option(help: "Whether to use colours; auto is for a terminal, unless NO_COLOR is set.")
  var color = ColorChoice.auto

  func validate() throws {
    guard implementation.isEmpty || implementation.count == 2 else {
      throw ValidationError("--implementation is given twice: the implementation, the reference")
    }
    guard (1...5).contains(observers) else {
      throw ValidationError("--observers is from 1 to 5, not \(observers)")
    }
    guard (0...20).contains(length), (0...20).contains(reactionLength), random >= 0 else {
      throw ValidationError("lengths are from 0 to 20, and --random is not negative")
    }
    for name in implementation { _ = try implementationNamed(name) }
    _ = try ExploredSubject(subject)
  }

  func run() throws {
    if let output, fileExists(output) {
      throw ValidationError("`\(visible(output))` exists; --output never overwrites a file")
    }
    let names = implementation.isEmpty ? ["swift", "literal"] : implementation
    let explored = try ExploredSubject(subject)
    var bounds = Exploration.Bounds(subjects: explored.variants)
    bounds.observers = observers
    bounds.length = length
    bounds.reactionLength = reactionLength
    bounds.randomTimelines = random
    bounds.seed = seed
    let exploration = Exploration(
      of: try implementationNamed(names[0]), against: try implementationNamed(names[1]),
      bounds: bounds)

    let progress = Progress()
    let interrupt = catchInterrupt()
    printResult("\(subject): \(names[0]) against \(names[1])\n")
    let findings: Exploration.Findings
    do {
      findings = try exploration.run { timelines in
        progress.show("\(grouped(timelines)) timelines")
        return !interrupt.isCancelled
      }
    } catch {
      progress.clear()
      throw Self.exit(for: error)
    }
    progress.clear()
    printResult(summary(findings))
    if let difference = findings.difference {
      try report(difference, of: explored, names: names)
      throw Status.failure.exitCode
    }
    if findings.isStopped { throw ExitCode(interruptedStatus) }
  }

  private static func exit(for failure: Exploration.Failure) -> ExitCode {
    switch failure {
    case .noThread: return Status.noThread()
    case .unsupported(let implementation, let feature):
      printError("\(implementation) does not have \(feature)")
      return .validationFailure
    case .endlessReference(let testCase):
      printError("the reference, \(testCase.name), never ends on a timeline")
      return Status.failure.exitCode
    }
  }

  // MARK: - What is printed

  private func summary(_ findings: Exploration.Findings) -> String {
    let plain = findings.timelines - findings.timelinesWithReaction - findings.randomTimelines
    func line(_ count: Int, _ isComplete: Bool, _ what: String) -> String {
      "  \(isComplete ? "every timeline" : "timelines") \(what): \(grouped(count))\n"
    }
    var text = line(
      plain, findings.isComplete, "of up to \(length) steps with up to \(observers) observers")
    if findings.isComplete {
      text += line(
        findings.timelinesWithReaction, findings.isCompleteWithReactions,
        "of up to \(reactionLength) steps with a reaction that fires")
    }
    if findings.isCompleteWithReactions {
      text += "  random timelines (seed \(seed)): \(grouped(findings.randomTimelines))\n"
    }
    if findings.difference == nil {
      text += findings.isStopped ? "interrupted; no difference so far\n" : "no difference found\n"
    }
    return text
  }

  private func report(
    _ difference: Exploration.Difference, of explored: ExploredSubject, names: [String]
  ) throws {
    var testCase = difference.testCase
    testCase.clauses = [explored.clause]
    let text = FixtureText(
      of: testCase, specification: explored.specification,
      title: "Found by exploring \(subject): \(names[0]) against \(names[1])"
    ).text
    let source = SourceText(path: output ?? "found.yaml", bytes: Array(text.utf8))
    let placed = try Fixture.read(source).get().cases[0]
    let outcome: CaseResult.Outcome =
      switch difference.trace {
      case let trace?: .failed(trace, Comparison(of: placed, with: trace))
      case nil: .erred(ExecutionError(message: "\(names[0]) never ends on this timeline"))
      }
    let failure = FailureReport(
      of: placed, outcome, in: CaseContext(source: source),
      style: Style(isColored: color.isColored))
    printResult("\n\(failure.text)\n")
    if let output {
      try createFile(output, text)
      printResult("written to \(visible(output)); cite there the clause that it demonstrates\n")
    } else {
      printResult(text)
    }
  }
}

/// What is explored, with the variants of it that timelines are tried on.
struct ExploredSubject {
  let specification: String
  let variants: [Subject]

  /// A clause that any difference concerns: its author cites the one that it is about.
  let clause: String

  init(_ text: String) throws {
    switch text {
    case "scoped", "unscoped":
      specification = "ReactiveProperty"
      clause = "write"
      let names = text == "scoped" ? [scopedStoreName] : ["left", "right"]
      let stores = names.enumerated().map {
        Subject.Store(name: $1, value: .number(Double($0 + 1)))
      }
      variants = [false, true].map { ignoresWrites in
        .property(
          Subject.Property(
            isScoped: text == "scoped", stores: stores, ignoresWrites: ignoresWrites))
      }
    default:
      specification = "_remember"
      clause = "synchronous-broadcast"
      let operators = try Self.operators(text)
      variants = [[], [.number(1)], [.number(1), .number(2)]].map { onConnect in
        .stream(
          Subject.Stream(
            sources: [Subject.Source(name: upstreamName, onConnect: onConnect)],
            operators: operators))
      }
    }
  }

  /// Operators as a fixture has them, read by the format's own rules.
  private static func operators(_ text: String) throws -> [Subject.Operator] {
    let fixture = """
      {format: 1, spec: s, subject: {operators: [\(text)]},
      cases: [{name: n, clauses: [c], timeline: [{advance: 0}]}]}
      """
    let source = SourceText(path: "--subject", bytes: Array(fixture.utf8))
    guard case .success(let read) = Fixture.read(source),
      case .stream(let stream) = read.cases[0].subject, !stream.operators.isEmpty
    else {
      throw ValidationError(
        "`\(visible(text))` is no subject; write `_remember`, `startWith: 0`, `scoped` or `unscoped`"
      )
    }
    return stream.operators
  }
}

/// A number with its digits in groups of three: 1,234,567.
private func grouped(_ number: Int) -> String {
  var text = ""
  for (index, digit) in String(number).reversed().enumerated() {
    if index > 0 && index % 3 == 0 { text.append(",") }
    text.append(digit)
  }
  return String(text.reversed())
}
