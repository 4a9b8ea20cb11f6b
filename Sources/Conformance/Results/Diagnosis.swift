// The diagnosis of an implementation: the known deviations that it behaves like.

/// What an implementation does wrong, as far as known deviations tell.
///
/// Each failure is explained by at most one finding. Unexplained failures are grouped by their
/// first difference.
package struct Diagnosis: Sendable {
  /// A deviation by its name, and what it does.
  package struct Sentence: Hashable, Sendable {
    /// The name of the deviation.
    package var deviation: Name

    /// The specification that it deviates from.
    package var specification: Name

    /// The clause that it breaks.
    package var clause: Name

    /// What it does, in one sentence.
    package var sentence: String

    package init(deviation: Name, specification: Name, clause: Name, sentence: String) {
      (self.deviation, self.specification) = (deviation, specification)
      (self.clause, self.sentence) = (clause, sentence)
    }
  }

  /// A deviation that the implementation behaves like.
  package struct Finding: Sendable {
    /// The deviation.
    package var sentence: Sentence

    /// Other deviations that do the same on all cases of the run. The first one in the order was
    /// chosen.
    package var alternatives: [Sentence] = []

    /// The failures that it explains, without those of earlier findings, in the order of the run.
    package internal(set) var cases: [CaseName]

    /// The case that shows it best: the smallest that no other deviation of the diagnosis fails. `nil` where
    /// there is none, or no other deviation.
    package var example: CaseName?

    /// Whether it agrees with the implementation on every case of its specification, passed or
    /// failed.
    package internal(set) var isExact: Bool

    package init(_ sentence: Sentence, cases: [CaseName], isExact: Bool) {
      (self.sentence, self.cases, self.isExact) = (sentence, cases, isExact)
    }

    /// How many failures it explains.
    package var explains: Int { cases.count }

    /// How the implementation is to it.
    var behaves: String { isExact ? "behaves exactly like" : "behaves like" }

    /// What it does.
    var text: String { shortened(folded(sentence.sentence), to: 500) }
  }

  /// The findings; the one that explains most comes first.
  package internal(set) var findings: [Finding] = []

  /// How many cases failed or erred.
  package internal(set) var failures = 0

  /// The failures in which the specification's transcription does the same as the implementation,
  /// so that the expectation is to be doubted.
  package internal(set) var doubtful: [CaseName] = []

  /// The unexplained failures, grouped by their first difference; the most frequent comes first.
  package internal(set) var groups: [FailureGroup] = []

  /// The smallest case that no finding explains.
  package internal(set) var smallest: CaseName?

  /// The command that looks closer at the smallest case; `nil` where there is nothing to compare with.
  package internal(set) var exploration: String?

  package init() {}

  /// How many failures no finding explains.
  package var unexplained: Int { failures - findings.reduce(0) { $0 + $1.explains } }

  // MARK: - Besides its findings, in lines for a person

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

/// Failures of one implementation that begin with the same kind of difference.
package struct FailureGroup: Sendable {
  /// What the difference is, such as "a value expected, never came".
  package let difference: Name

  /// The cases that are kept, in the order of the run. Never empty.
  package let cases: [CaseName]

  /// How many these are.
  package var count: Int { cases.count }
}

extension Diagnosis {
  /// Makes a diagnosis of findings.
  ///
  /// - Parameters:
  ///   - failed: The cases that failed.
  ///   - findings: What explains some of them; cases that did not fail are left out of them.
  ///   - doubtful: The cases in which the transcription does the same.
  ///   - exploration: Makes the command that looks closer at a case of a specification.
  /// - Complexity: O(*n*) in the number of failures, and of cases of findings.
  package init(
    of failed: FailedCases, findings: [Finding], doubtful: [CaseName] = [],
    exploration: (_ testCase: CaseName, _ specification: Name) -> String? = { _, _ in nil }
  ) {
    let known = Dictionary(
      failed.counted.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var explained: Set<CaseName> = []
    for var finding in findings {
      finding.cases = finding.cases.filter { known[$0] != nil && explained.insert($0).inserted }
      if !finding.cases.isEmpty { self.findings.append(finding) }
    }
    failures = failed.count
    self.doubtful = doubtful.filter { known[$0] != nil && !explained.contains($0) }
    let rest = failed.counted.filter { !explained.contains($0.name) }
    // The most frequent first; of equals, the one whose first case failed first.
    let differences = rest.map { (name: $0.name, difference: $0.difference) }
    let alike = Dictionary(grouping: differences, by: \.difference)
    groups = differences.map(\.difference).uniqued()
      .map { FailureGroup(difference: $0, cases: alike[$0]!.map(\.name)) }
      .sorted { $0.count > $1.count }
    // What was not played to its end says nothing of what is small.
    let isDoubtful = Set(self.doubtful)
    let played = rest.filter { $0.trace != nil && !isDoubtful.contains($0.name) }
    if let smallest = (played.isEmpty ? rest : played).min(by: { $0.size < $1.size }) {
      self.smallest = smallest.name
      if !played.isEmpty { self.exploration = exploration(smallest.name, smallest.specification) }
    }
  }

  /// Merges what was found out of parts of the cases; `nil` where there is a part without a diagnosis.
  ///
  /// - Parameters:
  ///   - parts: The diagnoses of all parts.
  ///   - failed: The cases that failed in all of them.
  init?(merging parts: [Diagnosis?], of failed: FailedCases) {
    let known = parts.compactMap(\.self)
    if known.isEmpty || known.count < parts.count { return nil }
    let all = known.flatMap(\.findings)
    let findings = all.map(\.sentence).uniqued().map { sentence in
      let own = all.filter { $0.sentence == sentence }
      var finding = own[0]
      finding.cases = own.flatMap(\.cases)
      finding.alternatives.removeAll { one in !own.allSatisfy { $0.alternatives.contains(one) } }
      // What is exact must be so in all parts.
      finding.isExact = own.filter(\.isExact).count == known.count
      return finding
    }
    self.init(of: failed, findings: findings.inOrder(), doubtful: known.flatMap(\.doubtful)) {
      testCase, _ in known.first { $0.smallest == testCase }?.exploration
    }
  }
}

extension [Diagnosis.Finding] {
  /// The findings with the one that explains most first; of equals, that with the first case by its place.
  package func inOrder() -> [Diagnosis.Finding] {
    func place(_ finding: Diagnosis.Finding) -> (Name, Int) {
      finding.cases.map { ($0.path, $0.line) }.min { $0 < $1 } ?? ("", 0)
    }
    return sorted { left, right in
      left.explains == right.explains ? place(left) < place(right) : left.explains > right.explains
    }
  }
}
