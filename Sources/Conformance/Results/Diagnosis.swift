// The diagnosis of an implementation: what is wrong with it, in sentences.

/// The mistakes of an implementation, as far as its failures show them.
package struct Diagnosis: Sendable {
  /// One thing that is wrong.
  package struct Finding: Sendable {
    /// The sentence: operators, when it happens, and what differs. Every word holds in each of the cases.
    package var sentence: String

    /// The specification of the cases.
    package var specification: Name

    /// The operators that the sentence is about; of several alike, the first.
    package var operators: [Name] = []

    /// The clause that most of the cases cite.
    package var clause: Name?

    /// The cases, in the order of the run. No two findings share one.
    package internal(set) var cases: [CaseName]

    /// Cases in which the main difference holds, but not every word.
    package var partly: [CaseName] = []

    /// How many steps of the same kind pass.
    package var passing = 0

    /// The case that the smallest timeline comes from; `nil` for an error.
    package var example: CaseName?

    /// The smallest timeline that shows it: on one line, as a fixture, and as a case, which results lack.
    package var smallest: String?
    package var fixture: String?
    package var testCase: Case?

    package init(_ sentence: String, of cases: [CaseName], in specification: Name) {
      (self.sentence, self.cases, self.specification) = (sentence, cases, specification)
    }
  }

  /// A known mistake: a deviation by its name, with its effect.
  package struct KnownMistake: Hashable, Sendable {
    /// The name of the deviation.
    package var deviation: Name = ""

    /// The specification that it deviates from.
    package var specification: Name = ""

    /// The clause that it breaks.
    package var clause: Name = ""

    /// Its behaviour, in one sentence.
    package var sentence: String = ""

    package init(_ deviation: Deviation) {
      (self.deviation, specification) = (deviation.name, deviation.specification)
      (clause, sentence) = (deviation.clause, deviation.summary)
    }
  }

  /// The findings; the one with the most cases comes first.
  package internal(set) var findings: [Finding] = []

  /// How many cases failed, or ended with an error.
  package internal(set) var failures = 0

  /// The failures in which the specification's reference does the same as the implementation, so that the
  /// expectation is doubtful.
  package internal(set) var doubtful: [CaseName] = []

  /// A known mistake that behaves exactly like the implementation in every case that ran.
  package var alike: KnownMistake?

  package init() {}

  /// Makes a diagnosis of findings.
  ///
  /// - Parameters:
  ///   - failed: The cases that failed.
  ///   - findings: The findings; cases that did not fail are left out of them.
  ///   - doubtful: The cases in which the reference does the same.
  /// - Complexity: O(*n*) in the number of failures, and of cases of findings.
  package init(of failed: FailedCases, findings: [Finding], doubtful: [CaseName] = []) {
    let known = Set(failed.counted.map(\.name))
    var told: Set<CaseName> = []
    for var finding in findings {
      finding.cases = finding.cases.filter { known.contains($0) && told.insert($0).inserted }
      finding.partly = finding.partly.filter(known.contains)
      if !finding.cases.isEmpty { self.findings.append(finding) }
    }
    failures = failed.count
    self.doubtful = doubtful.filter { known.contains($0) && !told.contains($0) }
  }

  /// How many failures no finding explains.
  package var unexplained: Int {
    failures - Set(doubtful + findings.flatMap { $0.cases + $0.partly }).count
  }
}

extension [Diagnosis.Finding] {
  /// The findings, each sentence once, the one with the most cases first.
  package var merged: [Diagnosis.Finding] {
    let merged = groups(by: \.sentence).map { group in
      group.dropFirst().reduce(into: group[0]) { merged, one in
        merged.cases += one.cases
        merged.partly += one.partly
        merged.passing += one.passing
      }
    }
    return merged.enumerated().sorted { left, right in
      (-left.element.cases.count, left.offset) < (-right.element.cases.count, right.offset)
    }.map(\.element)
  }
}

extension Diagnosis {
  /// Merges the diagnoses of parts of the cases, without running anything again; `nil` where a part has no
  /// diagnosis.
  ///
  /// - Parameters:
  ///   - parts: The diagnoses of all parts.
  ///   - failed: The cases that failed in all of them.
  init?(merging parts: [Diagnosis?], of failed: FailedCases) {
    let known = parts.compactMap(\.self)
    if known.isEmpty || known.count < parts.count { return nil }
    self.init(
      of: failed, findings: known.flatMap(\.findings).merged, doubtful: known.flatMap(\.doubtful))
    // A known mistake must behave alike in all parts with findings.
    let alike = known.filter { !$0.findings.isEmpty }.map(\.alike)
    if Set(alike).count == 1 { self.alike = alike[0] }
  }
}
