// What each of two implementations has: what both have is explored, and the rest is named.

import Conformance
import Laboratory

/// What two implementations have of all that specifications have.
struct Repertoires {
  private let candidates: [Candidate]
  private let limits: ExecutionLimits

  /// What only one of them has.
  private var own: [[Name]]

  /// What adapters list, and no specification has.
  private let listed: [[Name]]

  init(of contestants: Contestants, among subjects: [ExploredSubject], limits: ExecutionLimits) {
    (candidates, self.limits) = (contestants.candidates, limits)
    own = candidates.map { _ in [] }
    listed = contestants.listedOperators(besides: Set(subjects.map(\.word)))
  }

  /// Leaves out of a subject what one of the two does not have.
  ///
  /// - Returns: Whether anything is left.
  mutating func keepCommon(of explored: inout ExploredSubject) -> Bool {
    let word = explored.word
    let has = explored.keepWhatIsSupported(by: candidates, limits: limits)
    for index in own.indices where has[index] && !has[1 - index] { own[index].append(word) }
    return !explored.variants.isEmpty
  }

  /// Names what only one of them has, and what no specification has.
  func printRest() {
    func list(_ names: [Name]) -> String {
      var seen: Set<Name> = []
      return names.filter { seen.insert($0).inserted }.map { "`\(visible($0))`" }
        .joined(separator: ", ")
    }
    let parts = candidates.indices.compactMap { index -> String? in
      let names = own[index] + listed[index].filter { !listed[1 - index].contains($0) }
      return names.isEmpty ? nil : "only \(visible(candidates[index].name)) has \(list(names))"
    }
    if !parts.isEmpty { printNote(parts.joined(separator: "; ")) }
    let unknown = listed[0].filter(listed[1].contains)
    if !unknown.isEmpty {
      printNote(
        "no `spec.yaml` below `\(visible(Project.fixtures.joined(separator: "`, `")))` has \(list(unknown)), which both have: --subject or "
          + "--like says how to explore it")
    }
  }
}
