// The command `validate`: check fixtures without running them.

import ArgumentParser
import Conformance

struct Validate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check fixtures without running them.",
    discussion: """
      Says every problem of every file, with what to type instead, and exits 65 if there is one, 66 if \
      there is no file. As text, problems go to standard error; as JSON, they go to standard output, as a \
      list. A reaction to what no step expects is valid, and warned of, as it never fires. The options select files with such a case; a file that is not valid is always one of them.
      """)

  @OptionGroup var selection: SelectionOptions

  @Option(help: "How to write the problems.")
  var format = OutputFormat.text

  func run() throws {
    let found = selection.look()
    var statuses = found.statuses
    var problems = found.problems
    var warnings: [Diagnostic] = []
    var (validFiles, invalidFiles) = (0, 0)
    for file in found.files {
      switch file.check(found.selection, limits: selection.limits.reading) {
      case .success(let (count, found)):
        if count > 0 { validFiles += 1 }
        warnings += found
      case .failure(let invalid):
        problems += invalid.problems
        invalidFiles += 1
      }
    }
    printProblems(warnings)
    selection.printSlips(of: found.selection)
    let fileCount = validFiles + invalidFiles
    if fileCount == 0 && statuses.isEmpty {
      printError(selection.nothingSelected(by: found.selection, fileCount: found.files.count))
      statuses.insert(.nothingSelected)
    }
    if !problems.isEmpty { statuses.insert(.invalidFixture) }
    switch format {
    case .json: printJSON(.list(problems.map(json)))
    case .text:
      printProblems(problems)
      let files = fileCount == 1 ? "1 file" : "\(fileCount) files"
      let (valid, besides) =
        found.problems.isEmpty
        ? ("", "") : (", and a clause index or folder is not", ", nor is a clause index or folder")
      printResult(
        invalidFiles == 0
          ? "\(files) valid\(valid)\n" : "\(invalidFiles) of \(files) not valid\(besides)\n")
    }
    try Status.exit(with: statuses)
  }

  /// A problem as JSON: what it says, and its place, from 1.
  private func json(_ problem: Diagnostic) -> Value {
    .object([
      "path": .string(problem.path), "line": (problem.place?.line).map { .number(Double($0)) },
      "column": (problem.place?.column).map { .number(Double($0)) },
      "length": .number(Double(problem.length)), "message": .string(problem.message),
      "hint": problem.hint.map(Value.string),
    ])
  }
}
