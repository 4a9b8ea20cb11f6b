// What two implementations have in common of all that specifications have, and the rest.

import Conformance

/// The subjects that two implementations have in common.
package struct CommonSubjects {
  /// What both have.
  package private(set) var subjects: [ExploredSubject] = []

  /// What each of them alone has.
  private var own: [[Name]]

  /// What each lists, and no specification has.
  private let listed: [[Name]]

  private let names: [Name]

  /// Leaves out what one of the two does not have.
  ///
  /// - Parameters:
  ///   - candidates: The two.
  ///   - subjects: What specifications have.
  ///   - listed: The operators that each says it has.
  ///   - limits: What they may do in this process.
  package init(
    of candidates: [Candidate], among subjects: [ExploredSubject], listing listed: [[Name]],
    limits: ExecutionLimits
  ) {
    names = candidates.map(\.name)
    let known = Set(subjects.map(\.word))
    self.listed = listed.map { $0.filter { !known.contains($0) && $0 != readOperatorName } }
    own = names.map { _ in [] }
    for subject in subjects {
      var common = subject
      let has = common.keepWhatIsSupported(by: candidates, limits: limits)
      for index in own.indices where has[index] && !has[1 - index] {
        own[index].append(subject.word)
      }
      if !common.variants.isEmpty { self.subjects.append(common) }
    }
  }

  /// What only one of them has, and what no specification has, each in a sentence.
  ///
  /// - Parameter folders: Where specifications were looked for, as it stands between quotes.
  /// - Returns: The sentences; none where they have the same.
  package func rest(below folders: String) -> [String] {
    func list(_ names: [Name]) -> String {
      var seen: Set<Name> = []
      return names.filter { seen.insert($0).inserted }.map { "`\(visible($0))`" }
        .joined(separator: ", ")
    }
    let parts = names.indices.compactMap { index -> String? in
      let uncommon = own[index] + listed[index].filter { !listed[1 - index].contains($0) }
      return uncommon.isEmpty ? nil : "only \(visible(names[index])) has \(list(uncommon))"
    }
    let unknown = listed[0].filter(listed[1].contains)
    return (parts.isEmpty ? [] : [parts.joined(separator: "; ")])
      + (unknown.isEmpty
        ? []
        : [
          "no `spec.yaml` below `\(visible(folders))` has \(list(unknown)), which both have: --subject or "
            + "--like says how to explore it"
        ])
  }
}
