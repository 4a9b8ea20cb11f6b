// The machine: how much it can do at once, what its terminal understands, and the progress of a long command.

import Conformance
import ConformancePlatform
import Laboratory

/// The number of cores that can be used.
func coreCount() -> Int {
  max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN)))
}

/// Whether the terminal understands neither colours nor movements.
var isTerminalDumb: Bool { variable("TERM").map { $0 == "dumb" } ?? true }

/// A line on standard error that is written over and over, until something else is printed; nothing where that is
/// not a terminal which can erase it.
final class Progress: Sendable {
  let isShown = Surroundings.current.errors.isTerminal && !isTerminalDumb
  private let state = Monitor(State())

  private struct State {
    var lastShown = ContinuousClock.now

    /// What is being done, and since when.
    var work = ""
    var start = ContinuousClock.now
  }

  /// How far some work has come.
  struct Point {
    /// What is being done, in a word of its own where one thing comes after another.
    var work = ""

    /// How much of it has been done.
    let done: Int

    /// How much there is to do, if that is known.
    let total: Int?

    /// What is shown before the time that is left.
    let text: String
  }

  /// What shows how far something has come; `nil` where nobody sees it.
  func watch<Value>(
    _ point: @escaping @Sendable (Value) -> Point
  ) -> (@Sendable (Value) -> Void)? {
    if !isShown { return nil }
    return { [self] value in show { point(value) } }
  }

  /// Shows how far something has come, unless something was shown within the last 200 ms, with the time that is
  /// left if it goes on as it has begun.
  func show(_ point: () -> Point) {
    state.update { state in
      let now = ContinuousClock.now
      guard isShown, now - state.lastShown > .milliseconds(200) else { return }
      let point = point()
      if point.work != state.work { (state.work, state.start) = (point.work, now) }
      state.lastShown = now
      var text = point.text
      let passed = (now - state.start) / .seconds(1)
      if let total = point.total, point.done > 0, total >= point.done, passed > 0 {
        let left = passed * Double(total - point.done) / Double(point.done)
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
}

extension Progress.Point {
  /// The phase of a search, and how much of it is done.
  init(_ progress: Exploration.Progress, behind prefix: String) {
    let phase =
      switch progress.phase {
      case .sized(let size, let hasReactions):
        "size \(size)\(hasReactions ? ", with a reaction" : "")"
      case .chosen: "chosen, and at random"
      case .smaller: "found one, and making it smaller"
      }
    let of = progress.total.map { " of \(grouped($0))" } ?? ""
    self.init(
      work: prefix + phase, done: progress.done, total: progress.total,
      text: "\(prefix)\(phase): \(grouped(progress.done))\(of) timelines")
  }

  /// The cases that an audit has done of all, and the deviations that are caught.
  init(_ progress: Audit.Progress) {
    self.init(
      done: progress.cases, total: progress.caseCount,
      text: "\(progress.cases) of \(counted(progress.caseCount, "case")), "
        + "\(progress.caught) of \(counted(progress.deviationCount, "deviation")) caught")
  }
}

/// The progress of a run: cases done of all, failures, and the time that is left.
final class RunProgress: Sendable {
  private let line = Progress()
  private let found: FoundFixtures
  private let outcomesPerCase: Int
  private let counts = Monitor((outcomes: 0, failures: 0, isCounting: false, total: Int?.none))

  /// Prepares the progress of a run.
  ///
  /// - Parameters:
  ///   - found: What is run.
  ///   - implementations: How many take part.
  init(of found: FoundFixtures, implementations: Int) {
    self.found = found
    outcomesPerCase = max(1, implementations)
  }

  /// Whether anything is ever shown.
  var isShown: Bool { line.isShown }

  /// Takes note of an outcome.
  func note(_ outcome: CaseResult.Outcome) {
    let counts = counts.update { counts in
      counts.outcomes += 1
      if outcome.isFailure { counts.failures += 1 }
      return counts
    }
    line.show {
      if !counts.isCounting { beginCounting() }
      let done = counts.outcomes / outcomesPerCase
      let of = counts.total.map { " of \($0)" } ?? ""
      return Progress.Point(
        done: done, total: counts.total,
        text: "\(done)\(of) \((counts.total ?? done) == 1 ? "case" : "cases"), "
          + "\(counts.failures) failed")
    }
  }

  /// Counts all cases, once the run has taken a while.
  private func beginCounting() {
    counts.update { $0.isCounting = true }
    Task.detached { [counts, found] in
      let total = found.countCases()
      counts.update { $0.total = total }
    }
  }
}
