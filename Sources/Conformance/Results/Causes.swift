// Why cases were not judged: how many, for which reason.

/// Cases by what is the cause, in the order in which the causes came up.
struct Causes: Sendable {
  /// The causes, each with its number of cases. No more than 20: an adapter may have one for each case.
  private(set) var groups: [(cause: Name, count: Int)] = []

  /// How many cases have other causes.
  private(set) var others = 0

  private static let mostGroups = 20

  mutating func add(_ cause: Name) {
    if let known = groups.firstIndex(where: { $0.cause == cause }) {
      groups[known].count += 1
    } else if groups.count < Self.mostGroups {
      groups.append((cause, 1))
    } else {
      others += 1
    }
  }
}

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
  /// How many cases were judged, and why not the others, in a line for each reason; none where all were.
  ///
  /// - Parameter most: How many reasons of each implementation have a line.
  /// - Returns: The lines.
  func judgementLines(most: Int = .max) -> [String] {
    entries.flatMap { entry -> [String] in
      let unjudged = entry.unjudged
      if entry.tally.judged == entry.tally.cases { return [] }
      let start = entries.count > 1 ? "- \(visible(entry.name)): " : "- "
      var lines = ["\(start)\(entry.tally.judged) of \(counted(entry.tally.cases, "case")) judged"]
      lines += unjudged.groups.prefix(most).map {
        "\(start)\(counted($0.count, "case")) \(shortened($0.cause, to: 300))"
      }
      let others = unjudged.groups.dropFirst(most).reduce(unjudged.others) { $0 + $1.count }
      if others > 0 { lines.append("\(start)\(counted(others, "case")) for other reasons") }
      return lines
    }
  }
}
