// The machine: how much it can do at once, what its terminal understands, and the progress of a long command.

import Conformance
import ConformancePlatform

/// The number of cores that can be used.
func coreCount() -> Int {
  max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN)))
}

/// Whether the terminal understands neither colours nor movements.
var isTerminalDumb: Bool { variable("TERM").map { $0 == "dumb" } ?? true }

/// A line on standard error that is written over and over; nothing where that is not a terminal which can
/// erase it.
final class Progress: Sendable {
  let isShown = Surroundings.current.errors.isTerminal && !isTerminalDumb
  private let state = Monitor(State())

  private struct State {
    var isDrawn = false
    var lastShown = ContinuousClock.now

    /// What is being done, and since when.
    var work = ""
    var start = ContinuousClock.now
  }

  /// What shows how far something has come; `nil` where nobody sees it.
  func watch<Value>(
    _ show: @escaping @Sendable (Value) -> Void
  ) -> (@Sendable (Value) -> Void)? { isShown ? show : nil }

  /// Shows a text, unless one was shown within the last 200 ms.
  ///
  /// - Returns: Whether it did.
  @discardableResult
  func showIfDue(_ text: () -> String) -> Bool {
    let isDue = state.update { state in
      let now = ContinuousClock.now
      guard now - state.lastShown > .milliseconds(200) else { return false }
      state.lastShown = now
      return true
    }
    if isDue { show(text()) }
    return isDue
  }

  func show(_ text: String) {
    guard isShown else { return }
    state.update { $0.isDrawn = true }
    // A line that is wider than the terminal could not be erased.
    let most = max(1, (Surroundings.current.errors.columns ?? 80) - 1)
    var shown = String(text.prefix(most))
    while columns(of: shown) > most { shown.removeLast() }
    printAside("\r\u{1B}[K\(shown)")
  }

  /// How long it takes from now if it goes on as it has begun.
  ///
  /// - Parameters:
  ///   - work: What is being done, in a word of its own.
  ///   - done: How much of it has been done.
  ///   - total: How much there is to do, if that is known.
  /// - Returns: The time behind a comma; nothing while that is not known.
  func timeLeft(of work: String, _ done: Int, of total: Int?) -> String {
    let passed = state.update { state in
      let now = ContinuousClock.now
      if work != state.work { (state.work, state.start) = (work, now) }
      return now - state.start
    }
    guard let total, done > 0, total >= done, passed > .zero else { return "" }
    let left = passed / .seconds(1) * Double(total - done) / Double(done)
    return ", \(Int(left.rounded(.up))) s left"
  }

  /// Erases the line, if there is one.
  func clear() {
    let wasDrawn = state.update { state in
      defer { state.isDrawn = false }
      return state.isDrawn
    }
    if wasDrawn { printAside("\r\u{1B}[K") }
  }
}

/// The progress of a run: cases done of all, failures, and the time that is left.
final class RunProgress: Sendable {
  private let line = Progress()
  private let outcomesPerCase: Int
  private let countCases: @Sendable () -> Int
  private let counts = Monitor(Counts())

  private struct Counts {
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
    let beginsCounting = counts.update { counts in
      counts.outcomes += 1
      if outcome.isFailure { counts.failures += 1 }
      guard line.showIfDue({ text(counts) }) else { return false }
      defer { counts.isCounting = true }
      return !counts.isCounting
    }
    if beginsCounting {
      Task.detached { [self] in
        let total = countCases()
        counts.update { $0.total = total }
      }
    }
  }

  private func text(_ counts: Counts) -> String {
    let done = counts.outcomes / outcomesPerCase
    return "\(done)" + (counts.total.map { " of \($0)" } ?? "")
      + ((counts.total ?? done) == 1 ? " case" : " cases") + ", \(counts.failures) failed"
      + line.timeLeft(of: "", done, of: counts.total)
  }

  /// Makes room for a result.
  func clear() {
    counts.update { _ in line.clear() }
  }
}
