// What a command writes to its two streams: results, and what is wrong.

import Conformance
import ConformancePlatform
import Laboratory

/// Writes a result to standard output. Where that is not possible, the command ends so: what nobody can
/// read is no result. It goes on until then, because reports in files do not depend on who reads this.
///
/// - Parameters:
///   - text: The result.
///   - isOwn: Whether no log may obey what the text says by mistake: it is the runner's own, or has been
///     guarded where it was made.
func printResult(_ text: String, isOwn: Bool = false) {
  if text.isEmpty || Invocation.current.lostResults != nil { return }
  Progress.clear()
  do {
    let text = isOwn ? text : withoutLogCommands(text)
    try write(Array(text.utf8), to: Surroundings.current.output)
  } catch {
    Invocation.current.lostResults = error
  }
}

/// A value as JSON with its keys in order, and a line break at its end.
func jsonText(_ value: Value) -> String {
  var text = JSONText()
  text.value(value, margin: "")
  return text.take() + "\n"
}

/// Writes problems of files to standard error.
func printProblems(_ problems: [Diagnostic]) {
  if problems.isEmpty { return }
  printAside(problems.map { "\($0)\n" }.joined())
}

/// Writes a problem that no file has to standard error.
func printError(_ message: String) {
  printAside("error: \(visibleLines(message))\n")
}

extension ExecutionError {
  /// What went wrong with something, and what else there is to know of it, a line each.
  func text(of name: Name) -> String {
    (["\(visible(name)): \(visible(message))"] + details.map { "  \(visibleLine($0))" })
      .joined(separator: "\n")
  }
}

/// Takes note that a file cannot be written, and says why.
func noteUnwritable(_ path: String, _ error: any Error) {
  Status.unwritable.note("`\(visible(path))` cannot be written: \(error)")
}

/// Writes what is worth a look, and makes nothing fail, to standard error.
func printWarning(_ message: String) {
  printAside("warning: \(visibleLines(message))\n")
}

/// Writes what is good to know to standard error.
func printNote(_ message: String) {
  printAside("\(visibleLines(message))\n")
}

/// Writes what a search or an audit tells.
func say(_ remark: Remark) {
  switch remark {
  case .result(let text): printResult(text)
  case .note(let text): printNote(text)
  case .warning(let text): printWarning(text)
  case .error(let text): printError(text)
  case .failure(let text): Status.failure.note(text)
  case .fault(let error, let name): Status.failure.note(error.text(of: name))
  case .nothing(let text): Status.nothingSelected.note(text)
  case .unwritten(let text): Status.unwritable.note(text)
  }
}

/// Writes a text to standard error, without log commands. Where that is not possible, nobody is left to tell.
func printAside(_ text: String) {
  Progress.clear()
  try? write(Array(withoutLogCommands(text).utf8), to: Surroundings.current.errors)
}
