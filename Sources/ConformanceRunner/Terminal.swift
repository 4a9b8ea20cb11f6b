// The terminal: how wide it is, what it understands, and the progress of a long command.

import Conformance
import ConformancePlatform

/// What is known of the terminal.
enum Terminal {
  /// Whether it understands neither colours nor movements.
  static var isDumb: Bool {
    getenv("TERM").map { String(cString: $0) }.map { $0.isEmpty || $0 == "dumb" } ?? true
  }
}

/// A line on standard error that is written over and over; nothing where that is not a terminal which can
/// erase it.
final class Progress: Sendable {
  let isShown = Surroundings.current.errors.isTerminal && !Terminal.isDumb
  private let isDrawn = Monitor(false)
  private let lastShown = Monitor(ContinuousClock.now)

  /// Shows a text, unless one was shown within the last 200 ms; returns whether it did.
  func showIfDue(_ text: (ContinuousClock.Instant) -> String) -> Bool {
    lastShown.update { lastShown in
      let now = ContinuousClock.now
      guard now - lastShown > .milliseconds(200) else { return false }
      lastShown = now
      show(text(now))
      return true
    }
  }

  func show(_ text: String) {
    guard isShown else { return }
    isDrawn.update { $0 = true }
    // A line that is wider than the terminal could not be erased.
    let most = max(1, (Surroundings.current.errors.columns ?? 80) - 1)
    var shown = String(text.prefix(most))
    while columns(of: shown) > most { shown.removeLast() }
    printAside("\r\u{1B}[K\(shown)")
  }

  /// How long it takes from now if it goes on as it has begun, behind a comma; nothing while that is not
  /// known.
  static func timeLeft(after passed: Duration, done: Int, of total: Int) -> String {
    guard done > 0, total >= done, passed > .zero else { return "" }
    let left = passed / .seconds(1) * Double(total - done) / Double(done)
    return ", \(Int(left.rounded(.up))) s left"
  }

  /// Erases the line, if there is one.
  func clear() {
    let wasDrawn = isDrawn.update { isDrawn in
      defer { isDrawn = false }
      return isDrawn
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
    let start = ContinuousClock.now
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
      guard line.showIfDue({ text(counts, $0) }) else { return false }
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

  private func text(_ counts: Counts, _ now: ContinuousClock.Instant) -> String {
    let done = counts.outcomes / outcomesPerCase
    var text = "\(done)"
    if let total = counts.total { text += " of \(total)" }
    text += (counts.total ?? done) == 1 ? " case" : " cases"
    text += ", \(counts.failures) failed"
    if let total = counts.total {
      text += Progress.timeLeft(after: now - counts.start, done: done, of: total)
    }
    return text
  }

  /// Makes room for a result.
  func clear() {
    counts.update { _ in line.clear() }
  }
}
