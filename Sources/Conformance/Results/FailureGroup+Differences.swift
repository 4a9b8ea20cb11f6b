// Failures that no deviation explains, grouped by the first thing that went another way.

extension FailureGroup {
  /// The groups of some failures, the most frequent first.
  ///
  /// - Parameters:
  ///   - failed: The cases.
  ///   - beyond: How many there are besides that were not kept, by their difference.
  /// - Returns: The groups; those of one size in the order in which their first failed.
  /// - Complexity: O(*n*) in the number of cases.
  static func groups(of failed: [FailedCase], beyond: [Name: Int] = [:]) -> [FailureGroup] {
    var groups: [FailureGroup] = []
    var positions: [Name: Int] = [:]
    for one in failed {
      if let position = positions[one.difference] {
        groups[position].cases.append(one.name)
        groups[position].count += 1
      } else {
        positions[one.difference] = groups.count
        groups.append(FailureGroup(difference: one.difference, cases: [one.name], count: 1))
      }
    }
    for (difference, count) in beyond {
      if let position = positions[difference] { groups[position].count += count }
    }
    let order = groups.enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }
    return order.map(\.element)
  }

  /// The first difference of a case that failed, in words that fit many of them.
  static func difference(of ending: CaseResult.Ending) -> Name {
    switch ending {
    case .erred(let error): return Name(shortened(error.cause ?? error.message, to: 120))
    case .failed(_, let comparison):
      let events = comparison.differences.first?.events ?? []
      guard let index = events.firstIndex(where: { $0.presence != .both }) else { return "" }
      return difference(at: index, events)
    case .passed, .skipped: return ""
    }
  }

  private static func difference(at index: Int, _ events: [StepDifference.Aligned]) -> Name {
    let (event, presence) = (events[index].event, events[index].presence)
    let other: StepDifference.Presence = presence == .missing ? .extra : .missing
    if events.contains(where: { $0.event == event && $0.presence == other }) {
      return "\(event.noun) in another order"
    }
    let next = index + 1 < events.count ? events[index + 1] : nil
    if presence == .missing, next?.presence == .extra, next?.event.name == event.name,
      next?.event.noun == event.noun
    {
      return "\(event.noun) expected, another came"
    }
    return presence == .missing
      ? "\(event.noun) expected, never came" : "\(event.noun) came, not expected"
  }
}

extension Event {
  /// What kind of thing it is.
  fileprivate var noun: String { one(words.word.form.noun) }
}
