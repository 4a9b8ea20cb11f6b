// The deviations from ReactiveX: tables of mistakes of many operators, and mistakes of one
// operator.

import Conformance

/// Known-wrong implementations of ReactiveX.
package enum ReactiveXDeviations {
  /// All of them.
  package static let all: [Deviation] = tables + edges + kinds

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

  /// The operators of a deviation, as a subject lists them; `nil` if it is from another
  /// specification.
  ///
  /// - Parameters:
  ///   - deviation: The deviation.
  ///   - indexes: The clause indexes, including that of ReactiveX.
  /// - Returns: The text between the brackets.
  package static func operators(
    showing deviation: Deviation, by indexes: () -> [ClauseIndex]
  ) -> String? {
    if deviation.specification != ReactiveXStreams.specification { return nil }
    let name = operatorName(in: deviation.name)
    let index = indexes().first { $0.name == ReactiveXStreams.specification }
    return pairs[name] ?? String(index?.word(forOperator: name)?.example.dropFirst(2) ?? "")
  }

  /// The operator that begins the name of a deviation. It may contain a dash.
  static func operatorName(in name: Name) -> Name {
    let pair = pairs.keys.first { name.text.hasPrefix("\($0)-") }
    return pair ?? Name(String(name.text.prefix { $0 != "-" }))
  }

  /// Two operators that count as one for deviations, as a subject lists them.
  private static let pairs: [Name: String] = [
    "publish-refCount": "publish, refCount", "replay-refCount": "replay: {count: 2}, refCount",
    "skip-take": "skip: 1, take: 2", "take-take": "take: 1, take: 2",
    "filter-map": "filter: [1], map: [[1, 10], [2, throws, boom]]",
  ]

  /// The clause of an operator: its name in lower case, with dashes.
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

  /// A column of a table: one mistake, made in the same way by several operators.
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
