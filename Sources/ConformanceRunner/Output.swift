// The output of a command on its two streams: results, problems and progress.

import Conformance
import ConformancePlatform
import Laboratory

/// Writes a result to standard output. If that fails, so does the command, at its end: reports in files do not
/// depend on standard output.
///
/// - Parameters:
///   - text: The result.
///   - isOwn: Whether the text needs no guard against log commands: it is the runner's own, or is already
///     guarded.
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

/// Writes a problem without a place in a file to standard error.
func printError(_ message: String) {
  printAside("error: \(visibleLines(message))\n")
}

/// Notes that a file cannot be written, and prints why.
func noteUnwritable(_ path: String, _ error: any Error) {
  Status.unwritable.note("`\(visible(path))` cannot be written: \(error)")
}

/// Writes a warning to standard error. It does not change the exit status.
func printWarning(_ message: String) {
  printAside("warning: \(visibleLines(message))\n")
}

/// Writes a note to standard error.
func printNote(_ message: String) {
  printAside("\(visibleLines(message))\n")
}

/// Writes a remark of a search or an audit.
func say(_ remark: Remark, withResults: Bool = true) {
  switch remark {
  case .result(let text): if withResults { printResult(text) }
  case .fixture(let text, let path):
    do {
      try createFixture(path, text)
      say(.result("written to \(visible(path))\n"), withResults: withResults)
    } catch {
      Status.unwritable.note()
      say(.result(text), withResults: withResults)
    }
  case .note(let text): printNote(text)
  case .warning(let text): printWarning(text)
  case .failure(let text): Status.failure.note(text)
  case .nothing(let text): Status.nothingSelected.note(text)
  case .unwritten(let text): Status.unwritable.note(text)
  }
}

/// Writes a text to standard error, without log commands. An error of this is ignored.
func printAside(_ text: String) {
  Progress.clear()
  try? write(Array(withoutLogCommands(text).utf8), to: Surroundings.current.errors)
}

// MARK: - The terminal

/// Whether the terminal understands neither colours nor movements.
var isTerminalDumb: Bool { variable("TERM").map { $0 == "dumb" } ?? true }

/// A line on standard error that is rewritten until something else is printed. Nothing is shown unless a terminal
/// can erase it.
final class Progress: Sendable {
  private let isShown = Surroundings.current.errors.isTerminal && !isTerminalDumb
  private let state = Monitor(State())

  private struct State {
    var lastShown = ContinuousClock.now

    var start = ContinuousClock.now
  }

  /// A function that shows progress after a prefix; `nil` if it is not shown.
  func watch(after prefix: String = "") -> (@Sendable (WorkProgress) -> Void)? {
    if !isShown { return nil }
    return { self.show($0, after: prefix) }
  }

  /// Shows progress with the estimated time left, at most once in 200 ms.
  func show(_ progress: WorkProgress, after prefix: String = "") {
    state.update { state in
      let now = ContinuousClock.now
      guard isShown, now - state.lastShown > .milliseconds(200) else { return }
      state.lastShown = now
      var text = prefix + progress.text()
      let passed = (now - state.start) / .seconds(1)
      if let total = progress.total, progress.done > 0, total >= progress.done, passed > 0 {
        let left = passed * Double(total - progress.done) / Double(progress.done)
        text += ", \(Int(left.rounded(.up))) s left"
      }
      // A line that is wider than the terminal could not be erased.
      let most = max(1, (Surroundings.current.errors.columns ?? 80) - 1)
      text = String(text.prefix(most))
      while columns(of: text) > most { text.removeLast() }
      printAside("\r\u{1B}[K\(text)")
      Invocation.current.hasLine = true
    }
  }

  /// Erases the line, if there is one.
  static func clear() {
    let hadLine = Invocation.current.update { state in
      defer { state.hasLine = false }
      return state.hasLine
    }
    if hadLine { printAside("\r\u{1B}[K") }
  }

  /// A function that shows the progress of a run: cases done of all, and failures; `nil` if it is not shown.
  ///
  /// - Parameters:
  ///   - found: The fixtures of the run.
  ///   - implementations: How many take part.
  /// - Returns: The function, which receives each outcome.
  func watch(
    _ found: FoundFixtures, by implementations: Int
  ) -> (@Sendable (CaseResult.Outcome) -> Void)? {
    if !isShown { return nil }
    let counts = Monitor((outcomes: 0, failures: 0, isCounting: false, total: Int?.none))
    return { outcome in
      let now = counts.update { counts in
        counts.outcomes += 1
        if outcome.isFailure { counts.failures += 1 }
        return counts
      }
      let done = now.outcomes / max(1, implementations)
      self.show(
        WorkProgress(done: done, of: now.total) {
          // All are counted once the run has taken a while.
          if !now.isCounting {
            counts.update { $0.isCounting = true }
            Task.detached {
              let total = found.countCases()
              counts.update { $0.total = total }
            }
          }
          let of = now.total.map { " of \($0)" } ?? ""
          return "\(done)\(of) \((now.total ?? done) == 1 ? "case" : "cases"), "
            + "\(now.failures) failed"
        })
    }
  }
}
