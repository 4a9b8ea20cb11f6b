// How far a search or an audit has come, on the terminal.

import Conformance
import Laboratory

extension Progress {
  /// Shows the phase of a search, how much of it is done, and the time left.
  func show(_ progress: Exploration.Progress, behind prefix: String) {
    let phase =
      switch progress.phase {
      case .sized(let size, let hasReactions):
        "size \(size)\(hasReactions ? ", with a reaction" : "")"
      case .chosen: "chosen, and at random"
      case .smaller: "found one, and making it smaller"
      }
    let of = progress.total.map { " of \(grouped($0))" } ?? ""
    show(
      "\(prefix)\(phase): \(grouped(progress.done))\(of) timelines"
        + timeLeft(of: prefix + phase, progress.done, of: progress.total))
  }

  /// Shows the cases that an audit has done of all, the deviations that are caught, and the time left.
  func show(_ progress: Audit.Progress) {
    showIfDue {
      "\(progress.cases) of \(counted(progress.caseCount, "case")), "
        + "\(progress.caught) of \(counted(progress.deviationCount, "deviation")) caught"
        + timeLeft(of: "", progress.cases, of: progress.caseCount)
    }
  }
}
