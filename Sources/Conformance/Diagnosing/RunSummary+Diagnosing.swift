// The diagnosis of a run: which known deviations each implementation that failed behaves like.

extension RunSummary {
  /// Finds out which deviations the implementations behave like, as far as they failed.
  ///
  /// Where nothing failed, nothing is done. Otherwise the deviations are played on the cases that failed,
  /// and those that explain some of them on the cases that passed, too.
  ///
  /// - Parameters:
  ///   - known: The deviations that there are, in the order in which the first of equals is taken. Not
  ///     asked for where nothing failed.
  ///   - cases: Where the cases of the run stand.
  ///   - texts: What `-i` calls each implementation.
  ///   - jobs: How many threads there are. At least 1.
  ///   - cancellation: Ends the search. Then there is no diagnosis.
  /// - Complexity: O(*d* · *f*) for *d* deviations and *f* failures, up to a bound; then that of playing a
  ///   few deviations on all cases.
  public mutating func diagnose(
    by known: @autoclosure () -> [KnownDeviations], in cases: RunCases, texts: [String],
    jobs: Int = 1, cancellation: Cancellation? = nil
  ) {
    if end == .interrupted { return }
    let known = entries.contains { $0.failedCases.count > 0 } ? known() : []
    let diagnoses = entries.indices.map { index in
      Self.diagnosis(
        of: entries[index].failedCases, by: usable(known, for: index), keptCases, in: cases,
        of: specificationOfFile, text: texts[index],
        upTo: end == .atFailure ? lastCase : nil, jobs: jobs, cancellation: cancellation)
    }
    if cancellation?.isCancelled == true { return }
    for (index, diagnosis) in diagnoses.enumerated() { entries[index].diagnosis = diagnosis }
  }

  /// What the failures of an implementation are held against.
  ///
  /// What it serves itself deviates from itself, and explains nothing that it fails. What another serves
  /// that fails cases where something else is known deviates from what is wrong.
  private func usable(_ known: [KnownDeviations], for position: Int) -> [KnownDeviations] {
    var seen: Set<[ExactText]> = []
    return known.compactMap { one in
      if one.position == position { return nil }
      var one = one
      let failing = Set(
        texts: one.position.map { entries[$0].failedCases.counted.map(\.specification) } ?? []
      ).texts
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
        !seen.insert([ExactText($0.specification), ExactText($0.name)]).inserted
      }
      return one.deviations.isEmpty ? nil : one
    }
  }

  private static func diagnosis(
    of failed: FailedCases, by known: [KnownDeviations], _ kept: KeptCases, in cases: RunCases,
    of specificationOfFile: [ExactText: String], text: String, upTo last: Diagnosis.CaseName?,
    jobs: Int, cancellation: Cancellation?
  ) -> Diagnosis {
    if failed.count == 0 { return Diagnosis() }
    var findings: [Diagnosis.Finding] = []
    var doubtful: [Diagnosis.CaseName] = []
    for specifications in components(of: failed, by: known) {
      let deviations = known.flatMap(\.deviations).filter { one in
        specifications.contains(where: { one.canShow(in: $0.text) })
      }
      if deviations.isEmpty { continue }
      let references = known.filter { one in
        one.deviations.contains { deviation in
          specifications.contains(where: { deviation.canShow(in: $0.text) })
        }
      }.map(\.reference)
      var isConcerned: [ExactText: Bool] = [:]
      let passed = PassedCases(kept, in: cases, without: failed, upTo: last, jobs: jobs) { path in
        guard let specification = specificationOfFile[ExactText(path)] else { return true }
        let known = isConcerned[ExactText(specification)]
        let concerns = known ?? deviations.contains { $0.canShow(in: specification) }
        isConcerned[ExactText(specification)] = concerns
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
      return "ConformanceRunner explore -i \(shellWord(text)) -i \(shellWord(one.referenceText)) "
        + Diagnosis.likeOption(testCase)
    }
  }

  /// The specifications of some failures, together where one deviation can show in several.
  private static func components(
    of failed: FailedCases, by known: [KnownDeviations]
  ) -> [Set<ExactText>] {
    var order: [String] = []
    for one in failed.counted where !order.contains(one.specification) {
      order.append(one.specification)
    }
    var components: [Set<ExactText>] = order.map { [ExactText($0)] }
    for deviation in known.flatMap(\.deviations) {
      let seen = Set<ExactText>(texts: order.filter(deviation.canShow))
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

extension Diagnosis {
  /// The option of `explore` that takes what a case is about.
  static func likeOption(_ testCase: CaseName) -> String {
    "--like \(shellWord("\(testCase.path):\(testCase.line)"))"
  }
}
