// The command `show`: cases as marble pictures.

import ArgumentParser
import Conformance

struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the cases of a fixture as marble pictures of what they expect.",
    discussion: """
      `PATH` shows all cases of a file, `PATH:LINE` the one that stands on that line. --svg writes \
      the picture of one case to a file, whole or not at all, and never over another file.
      """)

  @Argument(
    help: ArgumentHelp("A fixture file, with a line in it or not.", valueName: "path[:line]"))
  var place: String

  @Option(
    help: ArgumentHelp("Write the picture of one case as SVG.", valueName: "file"),
    completion: .file(extensions: ["svg"]))
  var svg: String?

  func run() throws {
    let (path, line) = split(place)
    let found = FixtureFiles(at: [path])
    printProblems(found.problems)
    guard found.missingPaths.isEmpty, let file = found.files.first, found.files.count == 1 else {
      printError("there is no fixture file `\(visible(path))`")
      throw Status.nothingSelected.exitCode
    }
    let fixture: Fixture
    switch file.read() {
    case .success(let read): fixture = read
    case .failure(let invalid):
      printProblems(invalid.problems)
      throw Status.invalidFixture.exitCode
    }
    let cases = line.map { line in fixture.cases.last { $0.place.line <= line }.map { [$0] } ?? [] }
    let shown = cases ?? fixture.cases
    if shown.isEmpty {
      printError("no case of `\(visible(path))` stands on line \(line ?? 0)")
      throw Status.nothingSelected.exitCode
    }
    guard let svg else {
      printResult(
        shown.map { text(of: $0, in: fixture, index: file.index) }.joined(separator: "\n"))
      return
    }
    guard shown.count == 1 else {
      throw ValidationError("--svg draws one case: name it by a line, `\(visible(path)):LINE`")
    }
    if fileExists(svg) {
      throw ValidationError("`\(visible(svg))` exists; --svg never overwrites a file")
    }
    try createFile(svg, MarbleDrawing(of: shown[0]).svg)
  }

  /// A path, and the line behind its last colon.
  private func split(_ place: String) -> (path: String, line: Int?) {
    guard let colon = place.lastIndex(of: ":"), let line = Int(place[place.index(after: colon)...]),
      !fileExists(place)
    else { return (place, nil) }
    return (String(place[..<colon]), line)
  }

  private func text(of testCase: Case, in fixture: Fixture, index: ClauseIndex?) -> String {
    var lines = [
      "\(visible(fixture.source.path)):\(testCase.place.line):\(testCase.place.column): "
        + visible(testCase.name)
    ]
    lines += CaseContext(source: fixture.source, index: index).reasons(for: testCase)
    lines += [""] + MarblePicture(of: testCase).lines.map { $0.isEmpty ? "" : "  \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }
}
