// How far a search or an audit has come, on the terminal.

import Conformance
import Laboratory

/// How far a search has come, on a line of its own: the phase, how much of it is done, and the time left.
final class SearchProgress: Sendable {
  private let line = Progress()
  private let phase = Monitor<(progress: Exploration.Progress, start: ContinuousClock.Instant)?>(
    nil)

  var isShown: Bool { line.isShown }

  func show(_ progress: Exploration.Progress) { show(progress, behind: "") }

  func show(_ progress: Exploration.Progress, behind prefix: String) {
    let now = ContinuousClock.now
    let start = phase.update { phase in
      if let last = phase, last.progress.phase == progress.phase,
        last.progress.done <= progress.done
      {
        return last.start
      }
      phase = (progress, now)
      return now
    }
    var text = prefix
    switch progress.phase {
    case .sized(let size, let hasReactions):
      text += "size \(size)\(hasReactions ? ", with a reaction" : "")"
    case .chosen: text += "chosen, and at random"
    case .smaller: text += "found one, and making it smaller"
    }
    text += ": \(grouped(progress.done))"
    text += progress.total.map { " of \(grouped($0)) timelines" } ?? " timelines"
    if let total = progress.total {
      text += Progress.timeLeft(after: now - start, done: progress.done, of: total)
    }
    line.show(text)
  }

  func clear() { line.clear() }
}

/// How far an audit has come: cases done of all, deviations that are caught, and the time that is left.
final class AuditProgress: Sendable {
  private let line = Progress()
  private let start = ContinuousClock.now

  var isShown: Bool { line.isShown }

  func show(_ progress: Audit.Progress) {
    _ = line.showIfDue { now in
      "\(progress.cases) of \(counted(progress.caseCount, "case")), "
        + "\(progress.caught) of \(counted(progress.deviationCount, "deviation")) caught"
        + Progress.timeLeft(after: now - start, done: progress.cases, of: progress.caseCount)
    }
  }

  func clear() { line.clear() }
}
