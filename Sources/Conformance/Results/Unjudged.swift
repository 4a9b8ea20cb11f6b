// Why cases were not judged: how many, for which reason.

extension CaseResult.Ending {
  /// What became of a case that was not judged, and why; `nil` where it was.
  var unjudgedReason: Name? {
    switch self {
    case .passed, .failed: nil
    case .skipped(let reason): "skipped: \(reason)"
    case .erred(let error) where error.isOfTable: nil
    case .erred(let error):
      error.isUnplayed ? Name(error.message) : "erred: \(error.cause ?? error.message)"
    }
  }
}

extension RunSummary {
  /// How many cases were judged, and why not the others, in a line for each reason, the most frequent first; none
  /// where all were.
  ///
  /// - Parameter most: How many reasons of each implementation have a line.
  /// - Returns: The lines.
  func judgementLines(most: Int = .max) -> [String] {
    entries.flatMap { entry -> [String] in
      let (judged, all) = (entry.tally.judged, entry.tally.cases)
      if judged == all { return [] }
      let start = entries.count > 1 ? "- \(visible(entry.name)): " : "- "
      let reasons = entry.unjudged.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(most)
      var lines = ["\(start)\(judged) of \(counted(all, "case")) judged"]
      lines += reasons.map { "\(start)\(counted($0.value, "case")) \(shortened($0.key, to: 300))" }
      let others = all - judged - reasons.reduce(0) { $0 + $1.value }
      if others > 0 { lines.append("\(start)\(counted(others, "case")) for other reasons") }
      return lines
    }
  }
}
