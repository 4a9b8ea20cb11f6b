// What a diagnosis says besides its findings, in lines for a person.

extension Diagnosis {
  /// How many groups of failures are shown.
  static let shownGroups = 5

  /// What stands before the command that looks closer.
  static let explorationHead = "  to look closer:"

  /// That the transcription does the same in some of the failures; `nil` where it does not.
  var doubt: String? {
    guard let first = doubtful.first else { return nil }
    let those =
      doubtful.count == 1
      ? "1 case, whose expectation is" : "\(doubtful.count) cases, whose expectations are"
    return
      "  the transcription of the specification does the same in \(those) to be doubted; first: "
      + Self.place(first)
  }

  /// The groups of what none explains, in a line each; none of a single failure.
  var groupLines: [String] {
    if unexplained < 2 { return [] }
    let lines = groups.prefix(Self.shownGroups).map {
      "\($0.count) × \(visible($0.difference)); first: \(Self.place($0.cases[0]))"
    }
    let count = unexplained - groups.prefix(Self.shownGroups).reduce(0) { $0 + $1.count }
    return count == 0 ? lines : lines + ["\(count) × something else"]
  }

  private static func place(_ name: CaseName) -> String { "\(visible(name.path)):\(name.line)" }
}
