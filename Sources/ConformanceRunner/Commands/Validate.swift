// The command `validate`: check fixtures without running them.

import ArgumentParser
import Conformance

struct Validate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check fixtures without running them.",
    discussion: """
      Says every problem of every file, with what to type instead, and exits 65 if there is one. As \
      text, problems go to standard error; as JSON, they go to standard output, as a list.
      """)

  @Argument(
    help: ArgumentHelp(
      "Fixture files, and folders of them (default: Fixtures).", valueName: "path"),
    completion: .file())
  var paths: [String] = []

  @Option(help: "How to write the problems.")
  var format = OutputFormat.text

  func run() throws {
    let found = FixtureFiles(at: paths.isEmpty ? ["Fixtures"] : paths)
    var statuses: Set<Status> = []
    for path in found.missingPaths { printError("there is no file or folder `\(visible(path))`") }
    if !found.missingPaths.isEmpty || found.files.isEmpty { statuses.insert(.nothingSelected) }
    if found.missingPaths.isEmpty && found.files.isEmpty {
      printError("there is no fixture (*.yaml)")
    }

    var problems = found.problems
    var invalidFiles = 0
    for file in found.files {
      if case .failure(let invalid) = file.read() {
        problems += invalid.problems
        invalidFiles += 1
      }
    }
    if !problems.isEmpty { statuses.insert(.invalidFixture) }
    switch format {
    case .json: try printJSON(problems.map(Problem.init))
    case .text:
      printProblems(problems)
      let files = found.files.count == 1 ? "1 file" : "\(found.files.count) files"
      let besides = found.problems.isEmpty ? "" : ", nor is a clause index or folder"
      printResult(
        problems.isEmpty
          ? "\(files) valid\n" : "\(invalidFiles) of \(files) not valid\(besides)\n")
    }
    try Status.exit(with: statuses)
  }

  /// A problem as JSON: what it says, and its place, from 1.
  private struct Problem: Encodable {
    let path: String
    let line: Int?
    let column: Int?
    let length: Int
    let message: String
    let hint: String?

    init(_ problem: Diagnostic) {
      path = problem.path
      line = problem.place?.line
      column = problem.place?.column
      length = problem.length
      message = problem.message
      hint = problem.hint
    }
  }
}
