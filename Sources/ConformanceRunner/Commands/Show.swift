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
  var path: CommandPath

  @Option(
    help: .value("file", "Write the picture of one case as SVG."),
    completion: .file(extensions: ["svg"]))
  var svg: CommandPath?

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
    try implementations.refuseUnquotedCommand()
    let fixture = try FoundFixtures(namedBy: [path], limit).readOne()
    if let svg = svg?.output {
      let place = path.place == nil ? "LINE" : "LINE:COLUMN"
      try refuse(
        if: fixture.cases.count != 1,
        "--svg draws one case: name it by its place, `\(visible(path.file)):\(place)`")
      try refuseExisting(svg, by: "--svg")
    }
    if !implementations.implementation.isEmpty {
      return try implementations.start(processes: 1, limits: limit.adapters) {
        try showActual(fixture, by: &$0, $1)
      }
    }
    // One by one, so that memory never holds the pictures of a large file.
    for (position, testCase) in fixture.cases.enumerated() {
      try show(drawing(of: testCase), of: testCase, at: position, in: fixture)
    }
  }

  /// Shows the actual events of an implementation.
  private func showActual(
    _ fixture: Fixture, by contestants: inout Contestants, _ interrupt: Cancellation
  ) throws {
    try contestants.waitUntilAllReady(interrupt)
    let candidate = contestants.candidates[0]
    var runner = Runner(candidates: [candidate])
    runner.executionLimits = limit.execution
    let result = try runner.run(fixture, cancellation: interrupt)
    if interrupt.isCancelled { throw Status.interrupted() }
    guard case .ran(_, let results) = result.content else { return }
    if results.isEmpty {
      throw Status.nothingSelected.saying(
        "`\(visible(candidate.name))` does not claim `\(visible(fixture.specification))`")
    }
    for (position, result) in results.enumerated() {
      let drawing = drawing(of: result, by: candidate, in: fixture)
      try show(drawing, of: result.testCase, at: position, in: fixture)
      if case .erred(let error) = result.outcome.ending { Status(of: error).note() }
    }
    contestants.finishSayingFaults()
  }

  /// The style of pictures. In a file, it does not depend on the terminal.
  private var style: Style { svg == nil ? color.style : Style(isColored: false) }

  /// A picture, and the lines below it.
  private typealias Drawing = (picture: MarblePicture, below: [String])

  /// The expected events, with the first allowed behaviour of each choice.
  private func drawing(of testCase: Case) -> Drawing {
    let picture = MarblePicture(of: testCase, isAlone: true, width: style.width - 2)
    return (picture, testCase.firstReadings.caption.map { ["", $0] } ?? [])
  }

  /// The expected events above the actual ones, and their comparison in sentences.
  private func drawing(
    of result: CaseResult, by candidate: Candidate, in fixture: Fixture
  ) -> Drawing {
    let name = visible(candidate.name)
    var testCase = result.testCase
    let (trace, comparison): (Trace, Comparison)
    var sentences = ["\(name): \(visible(result.outcome.sentence(for: testCase)))"]
    switch result.outcome.ending {
    case .passed(let readings):
      sentences = ["\(name) conforms" + (readings.isEmpty ? "" : ", by \(readings.text)")]
      // Without the events that it does not report.
      testCase = testCase.choosing(readings)
      trace = testCase.steps.map { candidate.rule.part(of: $0.expectation) }
      for (step, events) in trace.enumerated() { testCase.steps[step].expectation = events }
      comparison = Comparison(of: testCase, with: trace)
    case .failed(let actual, let known):
      (trace, comparison) = (actual, known)
      sentences += known.nearestReadings.map { [$0] } ?? []
      for event in actual.joined() {
        guard let message = event.message else { continue }
        sentences.append("\(event): \(shortened(message, to: Event.longestMessage))")
      }
    case .erred, .skipped, .notRun:
      var drawing = drawing(of: testCase)
      drawing.below += [""] + sentences
      if case .erred(let error) = result.outcome.ending {
        drawing.below += error.details.map(visible) + error.excerpt(of: fixture.source)
      }
      return drawing
    }
    let picture = MarblePicture(
      of: testCase, with: trace, comparison: comparison, isAlone: true, width: style.width - 2,
      style: style)
    return (picture, [""] + sentences)
  }

  /// Writes the picture of a case, or prints it with its subject and clauses.
  private func show(
    _ drawing: Drawing, of testCase: Case, at position: Int, in fixture: Fixture
  ) throws {
    if let svg { try createFile(svg.output, drawing.picture.svg) }
    if svg != nil && implementations.implementation.isEmpty { return }
    let style = color.style
    var lines = style.foldedName(
      "\(visible(fixture.source.path)):\(testCase.place.line):\(testCase.place.column): "
        + visible(testCase.name)
    ).map(style.strong)
    let context = CaseContext(of: fixture)
    lines += context.about(testCase, style) + context.excerpt(testCase.reactions, { $0 }, style)
    lines += [""] + (drawing.picture.lines + drawing.below).map { $0.isEmpty ? "" : "  \($0)" }
    printResult((position > 0 ? "\n" : "") + lines.joined(separator: "\n") + "\n")
  }
}
