// The command `validate`: check fixtures without running them.

import ArgumentParser
import Conformance

struct Validate: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check fixtures without running them.",
    discussion: """
      Prints every problem of every file, with a hint. As text, problems go to standard error; as JSON, a \
      list of them goes to standard output. A reaction to an event that no step expects never fires; this is \
      a warning. The options select files that have a matching case; invalid files are always selected.

      Exit status: 65 a file is not valid; 66 there is no file; else 0.
      """)

  @OptionGroup var selection: SelectionOptions

  @Option(help: "Output format.")
  var format = OutputFormat.text

  var config: String? { selection.config }

  func run() throws {
    let found = selection.find()
    var problems: [Diagnostic] = []
    var warnings: [Diagnostic] = []
    var (validFiles, invalidFiles) = (0, 0)
    for file in found.files {
      switch file.check(found.selection, limits: selection.limit.reading) {
      case .success(let (count, ofFile)):
        if count > 0 { validFiles += 1 }
        warnings += ofFile
      case .failure(let invalid):
        problems += invalid.problems
        invalidFiles += 1
      }
    }
    printProblems(warnings)
    found.printSlips()
    let fileCount = validFiles + invalidFiles
    if invalidFiles > 0 { Status.invalidFixture.note() }
    if fileCount == 0 { found.noteNothing() }
    if format == .text { printProblems(problems) }
    let files = counted(fileCount, "file")
    let (valid, besides) =
      found.problems.isEmpty
      ? ("", "") : (", and a clause index or folder is not", ", nor is a clause index or folder")
    format.print(
      invalidFiles == 0
        ? "\(files) valid\(valid)\n" : "\(invalidFiles) of \(files) not valid\(besides)\n",
      .list((found.problems + problems).map(json)))
  }

  /// A problem as JSON: its message, and its place, from 1.
  private func json(_ problem: Diagnostic) -> Value {
    .object([
      "path": .string(problem.path), "line": (problem.place?.line).map { .number(Double($0)) },
      "column": (problem.place?.column).map { .number(Double($0)) },
      "length": .number(Double(problem.length)), "message": .string(problem.message),
      "hint": problem.hint.map(Value.string),
    ])
  }
}
