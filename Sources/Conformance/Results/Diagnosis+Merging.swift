// The diagnoses of parts of a run, merged into one: nothing is run again.

extension Diagnosis {
  /// Merges what was found out of parts of the cases; `nil` where there is a part without a diagnosis.
  ///
  /// - Parameters:
  ///   - parts: The diagnoses of all parts.
  ///   - failed: The cases that failed in all of them.
  init?(merging parts: [Diagnosis?], of failed: FailedCases) {
    let known = parts.compactMap(\.self)
    guard let first = known.first, known.count == parts.count else { return nil }
    let findings = known.dropFirst().reduce(first.findings) { $0.merging($1.findings) }
    self.init(of: failed, findings: findings.inOrder(), doubtful: known.flatMap(\.doubtful)) {
      testCase, _ in known.first { $0.smallest == testCase }?.exploration
    }
  }
}

extension [Diagnosis.Finding] {
  /// The findings together with those of another part, of which one thing stands once.
  ///
  /// What two parts explain by different deviations, one of which does the same as the other on the
  /// cases of its part, is explained by the one that both know: that of the part in which it
  /// explains more.
  fileprivate func merging(_ others: Self) -> Self {
    var merged = self
    // What is exact must be so in both parts.
    for index in merged.indices { merged[index].isExact = false }
    for one in others {
      guard let same = firstIndex(where: { !$0.common(with: one).isEmpty }) else {
        merged.append(one)
        merged[merged.count - 1].isExact = false
        continue
      }
      let choices = self[same].common(with: one)
      merged[same].sentences = choices[0]
      merged[same].alternatives = choices.dropFirst().filter { $0.count == 1 }.map { $0[0] }
      merged[same].cases += one.cases
      merged[same].isExact = self[same].isExact && one.isExact
    }
    return merged
  }
}

extension Diagnosis.Finding {
  /// What it may be: each a list of sentences.
  private var choices: [[Diagnosis.Sentence]] { [sentences] + alternatives.map { [$0] } }

  /// What both of two findings may be, as the one that explains more has it.
  fileprivate func common(with other: Self) -> [[Diagnosis.Sentence]] {
    let (more, fewer) = cases.count < other.cases.count ? (other, self) : (self, other)
    return more.choices.filter(fewer.choices.contains)
  }
}
