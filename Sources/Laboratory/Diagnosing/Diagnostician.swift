// The diagnosis of a run: which known deviations each implementation that failed behaves like.

import Conformance

/// Finds the known deviations that the failing implementations of a run behave like.
///
/// All deviations are played on the cases that failed; those that explain some of these are also
/// played on the cases that passed.
package struct Diagnostician {
  private let known: @Sendable () -> [KnownDeviations]
  private let cases: RunCases
  private let material: DiagnosisMaterial
  private let texts: [String]
  private let jobs: Int
  private let cancellation: Cancellation?

  /// Prepares a diagnosis.
  ///
  /// - Parameters:
  ///   - cases: Where the cases of the run stand.
  ///   - material: What the run has left.
  ///   - texts: What `-i` calls each implementation.
  ///   - jobs: How many threads there are. At least 1.
  ///   - cancellation: Ends the search. Then there is no diagnosis.
  ///   - known: The known deviations; of equal ones, the first is named. Called only if something
  ///     failed.
  package init(
    in cases: RunCases, _ material: DiagnosisMaterial, texts: [String], jobs: Int = 1,
    cancellation: Cancellation? = nil,
    by known: @escaping @Sendable () -> [KnownDeviations]
  ) {
    (self.cases, self.material, self.texts, self.jobs) = (cases, material, texts, jobs)
    (self.cancellation, self.known) = (cancellation, known)
  }

  /// Finds what is wrong with each implementation of a run that has not been interrupted, unless the search is
  /// cancelled.
  ///
  /// - Parameter summary: What the run comes to, which takes the diagnoses.
  /// - Complexity: O(*d* · *f*) for *d* deviations and *f* failures, up to a bound; then that of playing a
  ///   few deviations on all cases.
  package func diagnose(_ summary: inout RunSummary) {
    if summary.end == .interrupted { return }
    let failed = summary.entries.indices.map(summary.failures.cases)
    let known = failed.contains { $0.count > 0 } ? self.known() : []
    let diagnoses = failed.indices.map { [summary] index in
      diagnosis(
        of: failed[index], with: index, in: summary, by: Self.usable(known, for: index, failed))
    }
    if cancellation?.isCancelled == true { return }
    for (index, diagnosis) in diagnoses.enumerated() {
      summary.entries[index].diagnosis = diagnosis
    }
  }

  /// The deviations that the failures of an implementation are compared with.
  ///
  /// The deviations that it serves itself are left out: they deviate from the failing
  /// implementation. If the server of other deviations fails cases of a specification with built-in
  /// deviations, its deviations from that specification are left out, because they deviate from
  /// something wrong.
  private static func usable(
    _ known: [KnownDeviations], for position: Int, _ failed: [FailedCases]
  ) -> [KnownDeviations] {
    var seen: Set<[Name]> = []
    return known.compactMap { one in
      if one.position == position { return nil }
      var one = one
      let failing = Set(
        one.position.map { failed[$0].counted.map(\.specification) } ?? []
      ).sorted()
      one.deviations.removeAll { deviation in
        failing.contains { specification in
          deviation.canShow(in: specification)
            && known.contains { other in
              other.position == nil
                && other.deviations.contains { $0.canShow(in: specification) }
            }
        }
      }
      one.deviations.removeAll {
        !seen.insert([$0.specification, $0.name]).inserted
      }
      return one.deviations.isEmpty ? nil : one
    }
  }

  private func diagnosis(
    of failed: FailedCases, with position: Int, in summary: RunSummary, by known: [KnownDeviations]
  ) -> Diagnosis {
    if failed.count == 0 { return Diagnosis() }
    // Where the run has ended at a failure, no case behind it was run.
    let last = summary.end == .atFailure ? failed.counted.last?.name : nil
    var findings: [Diagnosis.Finding] = []
    var doubtful: [CaseName] = []
    for specifications in Self.components(of: failed, by: known) {
      let deviations = known.flatMap(\.deviations).filter { one in
        specifications.contains(where: { one.canShow(in: $0) })
      }
      if deviations.isEmpty { continue }
      let references = known.filter { one in
        one.deviations.contains { deviation in
          specifications.contains(where: { deviation.canShow(in: $0) })
        }
      }.map(\.reference)
      var isConcerned: [Name: Bool] = [:]
      let passed = PassedCases(
        of: position, material, in: cases, upTo: last, jobs: jobs
      ) { path in
        guard let specification = material.specifications[path] else { return true }
        let known = isConcerned[specification]
        let concerns = known ?? deviations.contains { $0.canShow(in: specification) }
        isConcerned[specification] = concerns
        return concerns
      }
      let hypotheses = Hypotheses(
        deviations, from: references, failed: failed, in: specifications, passed: passed,
        jobs: jobs, cancellation: cancellation)
      findings += DeviationSearch(hypotheses).findings
      doubtful += hypotheses.doubtful.map { hypotheses.failed[$0].name }
    }
    return Diagnosis(of: failed, findings: findings.inOrder(), doubtful: doubtful) {
      testCase, specification in
      guard
        let one = known.first(where: { one in
          one.deviations.contains { $0.canShow(in: specification) }
        })
      else { return nil }
      return
        "\(Style.plainProgram) explore -i \(shellWord(texts[position])) -i \(shellWord(one.referenceText)) "
        + "--like \(shellWord("\(testCase.path):\(testCase.line)"))"
    }
  }

  /// The specifications of some failures, together where one deviation can show in several.
  private static func components(
    of failed: FailedCases, by known: [KnownDeviations]
  ) -> [Set<Name>] {
    var order: [Name] = []
    for one in failed.counted where !order.contains(one.specification) {
      order.append(one.specification)
    }
    var components: [Set<Name>] = order.map { [$0] }
    for deviation in known.flatMap(\.deviations) {
      let seen = Set(order.filter(deviation.canShow))
      guard seen.count > 1, let first = components.firstIndex(where: { !$0.isDisjoint(with: seen) })
      else { continue }
      for index in components.indices.dropFirst(first + 1).reversed()
      where !components[index].isDisjoint(with: seen) {
        components[first].formUnion(components.remove(at: index))
      }
    }
    return components
  }
}
