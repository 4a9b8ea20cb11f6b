// Why cases were not judged: how many, for which reason.

/// The cases of a run that were not judged, by reason.
package struct UnjudgedCases: Sendable {
  /// The cases that were not judged for one reason.
  package struct Group: Sendable {
    /// What became of them, in a word or two, and why.
    package let reason: Name

    /// How many there are.
    package internal(set) var count: Int
  }

  /// The reasons, in the order in which they came up. No more than 20: an adapter may have one for each
  /// case.
  package private(set) var groups: [Group] = []

  /// Cases that were not judged for other reasons.
  package private(set) var otherCount = 0

  private var positions: [Name: Int] = [:]

  private static let mostGroups = 20

  /// Counts a case, unless it was judged.
  mutating func add(_ outcome: CaseResult.Outcome) {
    guard let reason = outcome.ending.unjudgedReason else { return }
    if let position = positions[reason] {
      groups[position].count += 1
    } else if groups.count < Self.mostGroups {
      positions[reason] = groups.count
      groups.append(Group(reason: reason, count: 1))
    } else {
      otherCount += 1
    }
  }
}

extension CaseResult.Ending {
  /// What became of a case that was not judged, and why; `nil` where it was.
  fileprivate var unjudgedReason: Name? {
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
      let told = unjudged.groups.prefix(most)
      lines += told.map {
        "\(start)\(counted($0.count, "case")) \(shortened($0.reason, to: 300))"
      }
      let others = unjudged.groups.dropFirst(most).reduce(unjudged.otherCount) { $0 + $1.count }
      if others > 0 { lines.append("\(start)\(counted(others, "case")) for other reasons") }
      return lines
    }
  }
}
