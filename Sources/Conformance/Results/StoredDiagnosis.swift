// A diagnosis in results that are read, so that nothing is run again.

/// What an implementation behaves like, as results have it.
struct StoredDiagnosis: Decodable, Sendable {
  private var findings: [Finding]
  private var doubtful: [CaseName]

  /// The commands that look closer, one of each part.
  private var explorations: [String]

  private struct Finding: Decodable {
    var exactly: Bool?
    var sentences: [Diagnosis.Sentence]
    var alternatives: [Diagnosis.Sentence]?
    var cases: [CaseName]
    var example: CaseName?

    /// The finding with the beginnings of what it says.
    var bounded: Finding {
      var finding = self
      for index in sentences.indices {
        finding.sentences[index].sentence = Conformance.bounded(sentences[index].sentence)
      }
      for index in (alternatives ?? []).indices {
        finding.alternatives![index].sentence = Conformance.bounded(alternatives![index].sentence)
      }
      return finding
    }

    /// What it may be: each a list of sentences.
    var choices: [[Diagnosis.Sentence]] { [sentences] + (alternatives ?? []).map { [$0] } }
  }

  private enum Keys: CodingKey {
    case diagnosis, doubtful, exploration
  }

  init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: Keys.self)
    findings = try keys.decode([Finding].self, forKey: .diagnosis).map { $0.bounded }
    doubtful = try keys.decodeIfPresent([CaseName].self, forKey: .doubtful) ?? []
    explorations = [try keys.decodeIfPresent(String.self, forKey: .exploration)].compactMap(\.self)
  }

  /// The diagnosis together with that of another part of the cases; `nil` where there is none of these.
  ///
  /// What two parts explain by different deviations, one of which does the same as the other on the
  /// cases of its part, is explained by the one that both know: that of the part in which it
  /// explains more.
  ///
  /// - Parameter other: What was found out by the other part.
  /// - Returns: What both found, of which one thing stands once.
  func merging(_ other: StoredDiagnosis?) -> StoredDiagnosis? {
    guard let other else { return nil }
    var merged = self
    for index in merged.findings.indices { merged.findings[index].exactly = false }
    for one in other.findings {
      let same = findings.firstIndex { !Self.common($0, one).isEmpty }
      guard let same else {
        merged.findings.append(one)
        merged.findings[merged.findings.count - 1].exactly = false
        continue
      }
      let (mine, choices) = (findings[same], Self.common(findings[same], one))
      merged.findings[same].sentences = choices[0]
      merged.findings[same].alternatives = choices.dropFirst().filter { $0.count == 1 }.map {
        $0[0]
      }
      merged.findings[same].cases += one.cases
      // What is exact must be so in both parts.
      merged.findings[same].exactly = mine.exactly == true && one.exactly == true
    }
    merged.doubtful += other.doubtful
    merged.explorations += other.explorations
    return merged
  }

  /// What both of two findings may be, as the one that explains more has it.
  private static func common(_ left: Finding, _ right: Finding) -> [[Diagnosis.Sentence]] {
    let (more, fewer) = left.cases.count < right.cases.count ? (right, left) : (left, right)
    return more.choices.filter(fewer.choices.contains)
  }

  /// The diagnosis of the cases that failed by these results.
  func diagnosis(of failed: FailedCases) -> Diagnosis {
    let findings = findings.map { one in
      Diagnosis.Finding(
        sentences: one.sentences, alternatives: one.alternatives ?? [], cases: one.cases,
        example: one.example, isExact: one.exactly ?? false)
    }.inOrder()
    return Diagnosis(of: failed, findings: findings, doubtful: doubtful) { testCase, _ in
      explorations.first { $0.hasSuffix(Diagnosis.likeOption(testCase)) }
    }
  }
}
