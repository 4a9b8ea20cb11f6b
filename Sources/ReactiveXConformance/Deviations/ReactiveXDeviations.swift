// The deviations from ReactiveX: tables of operators and of what goes wrong in them, and what goes wrong in one alone.

import Conformance

/// Known-wrong implementations of ReactiveX.
package enum ReactiveXDeviations {
  /// All of them.
  package static let all: [Deviation] = tables + confusions + edges + several

  /// A deviation of one operator.
  static func deviation(
    _ name: String, of operator: Name, breaks clause: Name, _ summary: String, family: Name,
    _ faults: Faults
  ) -> Deviation {
    Deviation(
      name: Name(name), specification: ReactiveXStreams.specification, clause: clause,
      summary: summary,
      family: family,
      implementation: ReactiveXStreams(name: Name(name), [`operator`: faults]))
  }

  /// The operator of a deviation: one, or two with a dash between them.
  package static func operatorName(of deviation: Deviation) -> Name? {
    if deviation.specification != ReactiveXStreams.specification { return nil }
    let name = deviation.name.text
    let pair = ["publish-refCount", "replay-refCount"].first { name.hasPrefix($0) }
    return Name(pair ?? String(name.prefix { $0 != "-" }))
  }

  /// The clause that says what an operator does: its name in lower case, with dashes.
  static func clause(of operator: Name) -> Name {
    switch `operator` {
    case "share", "publish-refCount": "share"
    case "shareReplay", "replay-refCount": "replay"
    case "publish": "connect"
    default:
      Name(
        `operator`.text.reduce(into: "") { text, character in
          if character.isUppercase, !text.isEmpty { text += "-" }
          text += character.lowercased()
        })
    }
  }

  /// A column of a table: what goes wrong in the same way in several operators.
  static func column(
    _ way: String, in operators: String, except others: String = "", breaks clause: Name? = nil,
    _ summary: String, _ faults: Faults
  ) -> [Deviation] {
    let exceptions = Set(others.split(separator: " "))
    return operators.split(separator: " ").filter { !exceptions.contains($0) }.map { word in
      let name = Name(String(word))
      return deviation(
        "\(word)-\(way)", of: name, breaks: clause ?? self.clause(of: name),
        summary.replacing("$", with: "`\(word)`"), family: Name(way), faults)
    }
  }
}
