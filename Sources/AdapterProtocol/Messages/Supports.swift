// The needs of a plan, compared with the abilities of an adapter.

import Conformance

extension Introduction.Supports {
  /// The rule of comparison.
  var rule: ComparisonRule {
    ComparisonRule(hasReleases: releases != false, stopsLater: stops == "later")
  }

  /// The first thing that a plan needs and the adapter lacks; `nil` if it has all.
  func missing(for plan: Plan) -> Unsupported? {
    switch plan.subject {
    case .stream(let stream):
      if let operators,
        let missing = stream.operators.first(where: { !operators.contains($0.name) })
      {
        return Unsupported("the operator `\(missing.name)`")
      }
      if let operators, plan.readsStream, !operators.contains(readOperatorName) {
        return Unsupported("the operator `\(readOperatorName)`")
      }
    case .property(let property):
      if let properties, !properties.contains(property.kind.rawValue) {
        return Unsupported("\(property.kind) properties")
      }
    }
    if plan.subject.isSeveral, several != true {
      return Unsupported("several streams or properties in one case")
    }
    let features = Set(features.compactMap(Feature.init))
    let channels = channels.map { Channels($0.compactMap(Channel.init)) }
    return plan.lack(in: features, channels, by: rule)
  }

  /// Words that are probably misspelt and values that are not known, each in a sentence.
  ///
  /// - Parameter asked: The operators that cases need.
  /// - Returns: The sentences; none if there is no such word.
  func slips(where asked: Set<Name>) -> [String] {
    func slips<Word: Hashable & Comparable & CustomStringConvertible>(
      _ words: [Word]?, _ known: Set<Word>, _ noun: String
    ) -> [String] {
      (words ?? []).filter { !known.contains($0) }.compactMap { word in
        didYouMean(word, among: known.subtracting(words ?? []).sorted()).map {
          "its `supports` has the \(noun) `\(shortened(word, to: 64))`; \($0)"
        }
      }
    }
    return slips(names, Set(Self.knownNames), "member")
      + slips(operators, asked, "operator")
      + slips(properties, Set(PropertyKind.allCases.map(\.rawValue)), "kind of property")
      + slips(channels, Set(Channel.allCases.map(\.rawValue)), "channel")
      + slips(features, Set(Feature.allCases.map(\.rawValue)), "feature")
      + [("stops", stops, "later"), ("shares", shares, "always")].compactMap { name, value, known in
        guard let value, value != known else { return nil }
        return "its `supports` has the value `\(shortened(value, to: 64))` of `\(name)`; "
          + "only `\(known)` is known"
      }
  }
}
