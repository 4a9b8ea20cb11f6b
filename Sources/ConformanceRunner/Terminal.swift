// The terminal while a long command runs: its progress.

import Conformance
import ConformancePlatform

/// A line on standard error that is written over and over; nothing where that is not a terminal.
struct Progress: Sendable {
  let isShown = isatty(STDERR_FILENO) == 1

  func show(_ text: String) {
    if isShown { write("\r\u{1B}[K\(text)", to: STDERR_FILENO) }
  }

  func clear() {
    show("")
  }
}

/// The progress of a run: cases done of all, failures, and the time that is left.
final class RunProgress: Sendable {
  private let line = Progress()
  private let outcomesPerCase: Int
  private let countCases: @Sendable () -> Int
  private let state = Monitor(State())

  private struct State {
    let start = ContinuousClock.now
    var lastShown = ContinuousClock.now
    var outcomes = 0
    var failures = 0
    var total: Int?
    var isCounting = false
  }

  /// Prepares the progress of a run.
  ///
  /// - Parameters:
  ///   - implementations: How many take part.
  ///   - countCases: Counts all cases; called once a run has taken a while.
  init(implementations: Int, countCases: @escaping @Sendable () -> Int) {
    outcomesPerCase = max(1, implementations)
    self.countCases = countCases
  }

  /// Whether anything is ever shown.
  var isShown: Bool { line.isShown }

  /// Takes note of an outcome.
  func note(_ outcome: CaseResult.Outcome) {
    let beginsCounting = state.update { state in
      state.outcomes += 1
      if outcome.isFailure { state.failures += 1 }
      let now = ContinuousClock.now
      guard now - state.lastShown > .milliseconds(200) else { return false }
      state.lastShown = now
      line.show(text(state, now))
      defer { state.isCounting = true }
      return !state.isCounting
    }
    if beginsCounting {
      Task.detached { [self] in
        let total = countCases()
        state.update { $0.total = total }
      }
    }
  }

  private func text(_ state: State, _ now: ContinuousClock.Instant) -> String {
    let done = state.outcomes / outcomesPerCase
    var text = "\(done)"
    if let total = state.total { text += " of \(total)" }
    text += (state.total ?? done) == 1 ? " case" : " cases"
    text += ", \(state.failures) failed"
    if let total = state.total, done > 0, total >= done {
      let left = (now - state.start) / .seconds(1) * Double(total - done) / Double(done)
      text += ", \(Int(left.rounded(.up))) s left"
    }
    return text
  }

  /// Makes room for a result.
  func clear() {
    state.update { _ in line.clear() }
  }
}
