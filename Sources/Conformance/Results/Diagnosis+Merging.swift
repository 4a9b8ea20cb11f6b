// The diagnoses of parts of a run, merged into one: nothing is run again.

extension Diagnosis {
  /// Merges what was found out of parts of the cases; `nil` where there is a part without a diagnosis.
  ///
  /// - Parameters:
  ///   - parts: The diagnoses of all parts.
  ///   - failed: The cases that failed in all of them.
  init?(merging parts: [Diagnosis?], of failed: FailedCases) {
    let known = parts.compactMap(\.self)
    if known.isEmpty || known.count < parts.count { return nil }
    var findings: [Finding] = []
    for one in known.flatMap(\.findings) {
      guard let same = findings.firstIndex(where: { $0.sentence == one.sentence }) else {
        findings.append(one)
        continue
      }
      findings[same].cases += one.cases
      findings[same].alternatives.removeAll { !one.alternatives.contains($0) }
    }
    // What is exact must be so in all parts.
    for index in findings.indices {
      findings[index].isExact = known.allSatisfy { part in
        part.findings.contains { $0.isExact && $0.sentence == findings[index].sentence }
      }
    }
    self.init(of: failed, findings: findings.inOrder(), doubtful: known.flatMap(\.doubtful)) {
      testCase, _ in known.first { $0.smallest == testCase }?.exploration
    }
  }
}
