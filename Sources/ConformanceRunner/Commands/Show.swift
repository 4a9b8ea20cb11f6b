// The command `show`: cases as marble pictures.

import AdapterProtocol
import ArgumentParser
import Conformance

struct Show: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show the cases of a fixture as marble pictures of what they expect.",
    discussion: """
      PATH shows all cases of a file, PATH:LINE and PATH:LINE:COLUMN the case there. With -i, the picture \
      shows the actual events below the expected ones. --svg draws one case to a new file.

      Exit status: 1 the implementation could not play a case to its end; 64 the command line is wrong; 65 \
      the fixture is not valid; 66 there is no such case; 69 the adapter could not be started; 73 the file \
      could not be written; else 0.
      """)

  @Argument(help: .value("path[:line[:column]]", "A fixture file, or a case in it."))
  var path: InputPath

  @Option(
    help: .value("file", "Write the picture of one case as SVG."),
    completion: .file(extensions: ["svg"]))
  var svg: OutputPath?

  @OptionGroup var implementations: ImplementationOptions

  @Option(help: LimitChoice.help, transform: LimitChoice.init)
  var limit: [LimitChoice] = []

  @Option(help: Project.help, completion: .file(extensions: ["yaml"]))
  var config: String?

  @Option(help: "Use colours; auto: at a terminal without NO_COLOR.")
  var color = ColorChoice.auto

  func validateInProject() throws {
    try implementations.validateOne()
  }

  func run() throws {
    let meant = MeantPath(path.path)
    try implementations.refuseUnquotedCommand()
    let (fixture, shown, index) = try meant.read(limits: limit.reading)
    if let svg = svg?.path {
      guard shown.count == 1 else {
        let place = meant.place == nil ? "LINE" : "LINE:COLUMN"
        throw ValidationError(
          "--svg draws one case: name it by its place, `\(visible(meant.path)):\(place)`")
      }
      if fileExists(svg) {
        throw ValidationError("`\(visible(svg))` exists; --svg never overwrites a file")
      }
    }
    if !implementations.implementation.isEmpty {
      return try implementations.start(processes: 1, limits: limit.adapters) {
        try showActual(shown, of: fixture, index: index, by: &$0, $1)
      }
    }
    if let svg { return try createFile(svg.path, MarblePicture(of: shown[0]).svg) }
    // One by one: all of a large file together would be held.
    for (position, testCase) in shown.enumerated() {
      if position > 0 { printResult("\n") }
      printResult(text(of: testCase, in: fixture, index: index, picture: picture(of: testCase)))
    }
  }

  /// Shows cases as an implementation plays them.
  private func showActual(
    _ cases: [Case], of fixture: Fixture, index: ClauseIndex?, by contestants: inout Contestants,
    _ interrupt: Cancellation
  ) throws {
    try contestants.waitUntilAllReady(interrupt)
    var shown = fixture
    shown.cases = cases
    let candidates = contestants.candidates
    var runner = Runner(candidates: candidates)
    runner.executionLimits = limit.execution
    let result = try runner.run(shown, cancellation: interrupt)
    if interrupt.isCancelled { throw Status.interrupted() }
    guard case .ran(_, let results) = result.content else { return }
    if let svg {
      let drawing =
        switch results[0].outcome.ending {
        case .failed(let trace, let comparison):
          MarblePicture(
            of: results[0].testCase, with: trace, comparison: comparison, showsOrder: true)
        case .passed(let readings):
          MarblePicture(of: results[0].shown(for: candidates[0]), readAs: readings)
        default: MarblePicture(of: results[0].testCase)
        }
      try createFile(svg.path, drawing.svg)
    }
    for (position, result) in results.enumerated() {
      if position > 0 { printResult("\n") }
      printResult(
        text(
          of: result.testCase, in: fixture, index: index,
          picture: picture(of: result, by: candidates[0], in: fixture)))
      if case .erred(let error) = result.outcome.ending { Status(of: error).note() }
    }
    contestants.finishSayingFaults()
  }

  /// What is expected, as its points are first read.
  private func picture(of testCase: Case) -> [String] {
    MarblePicture(of: testCase, width: color.style.width - 2, hasKey: true).lines
      + (testCase.firstReadings.caption.map { ["", $0] } ?? [])
  }

  /// The expected events above the actual ones, and their comparison in a sentence.
  private func picture(
    of result: CaseResult, by candidate: Candidate, in fixture: Fixture
  ) -> [String] {
    let name = visible(candidate.name)
    var testCase = result.testCase
    let (trace, comparison): (Trace, Comparison)
    var sentences = ["\(name): \(visible(result.outcome.sentence(for: testCase)))"]
    switch result.outcome.ending {
    case .passed(let readings):
      sentences = ["\(name) conforms" + (readings.isEmpty ? "" : ", by \(readings.text)")]
      testCase = result.shown(for: candidate)
      trace = testCase.steps.map(\.expectation)
      comparison = Comparison(of: testCase, with: trace)
    case .failed(let actual, let known):
      (trace, comparison) = (actual, known)
      sentences += known.nearestReadings.map { [$0] } ?? []
      for event in actual.joined() {
        guard let message = event.message else { continue }
        sentences.append("\(event): \(shortened(message, to: Event.longestMessage))")
      }
    case .erred(let error):
      return picture(of: testCase) + ["", sentences[0]] + error.details.map(visible)
        + error.excerpt(of: fixture.source)
    case .skipped: return picture(of: testCase) + ["", sentences[0]]
    }
    let picture = MarblePicture(
      of: testCase, with: trace, comparison: comparison, pairsAll: true,
      width: color.style.width - 2, hasKey: true, style: color.style)
    return picture.lines + [""] + sentences
  }

  private func text(
    of testCase: Case, in fixture: Fixture, index: ClauseIndex?, picture: [String]
  ) -> String {
    let style = color.style
    var lines = style.foldedName(
      "\(visible(fixture.source.path)):\(testCase.place.line):\(testCase.place.column): "
        + visible(testCase.name)
    ).map(style.strong)
    let context = CaseContext(of: fixture)
    lines += (context.topic(of: testCase) + context.reasons(for: testCase)).flatMap {
      style.folded($0)
    }
    lines += context.excerpt(testCase.reactions, { $0 }, style)
    lines += [""] + picture.map { $0.isEmpty ? "" : "  \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension CaseResult {
  /// The case as an implementation has passed it: by its readings, and without the events that it
  /// does not report.
  fileprivate func shown(for candidate: Candidate) -> Case {
    candidate.rule.part(of: testCase.choosing(outcome.readings))
  }
}
