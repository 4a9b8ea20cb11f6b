// What became of a case: one result, with an outcome for each implementation.

/// What became of one case.
package struct CaseResult: Sendable {
  /// The case.
  package var testCase: Case

  /// How it ended with each implementation, in the order of the runner's.
  package var outcomes: [Outcome]

  /// The time of each of these; empty if it is not known, as in results that were read. It is zero
  /// for an implementation in this process if ``Runner/measuresTimes`` is off.
  package var times: [Duration] = []

  /// Makes a result.
  ///
  /// - Parameters:
  ///   - testCase: The case.
  ///   - outcomes: How it ended with each implementation.
  package init(testCase: Case, outcomes: [Outcome]) {
    self.testCase = testCase
    self.outcomes = outcomes
  }

  /// How it ended with the first implementation, or the only one.
  package var outcome: Outcome { outcomes[0] }

  /// How a case ended.
  package enum Outcome: Sendable {
    /// The implementation did exactly what the case expects, by these readings of its open points.
    case passed(readings: [ChosenReading] = [])

    /// The implementation did something else: what became observable.
    case failed(Trace, Comparison)

    /// The implementation lacks something that the case needs.
    case skipped(reason: String)

    /// The case could not be played to its end.
    case erred(ExecutionError)

    /// The case failed or erred, as is known.
    indirect case known(Outcome, KnownFailure)

    /// The case failed, erred or was skipped, and is known to fail, but otherwise.
    indirect case changed(Outcome, from: KnownFailure)

    /// The case passed, and was known to fail: why, and by which readings it passed.
    case mended(reason: String, readings: [ChosenReading] = [])

    /// Whether the implementation did exactly what the case expects.
    package var isPassed: Bool {
      if case .passed = self { true } else { false }
    }

    /// Whether the implementation lacks something that the case needs.
    package var isSkipped: Bool {
      if case .skipped = self { true } else { false }
    }

    /// Whether the case makes the run fail, if skipping is accepted.
    package var isFailure: Bool {
      switch self {
      case .passed, .skipped, .known: false
      case .failed, .erred, .changed, .mended: true
      }
    }
  }
}

extension CaseResult.Outcome {
  /// The outcome in one word, as results name it.
  var kind: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .skipped: "skipped"
    case .erred: "erred"
    case .known: "known"
    case .changed(let outcome, _): outcome.kind
    case .mended: "mended"
    }
  }

  /// The step in which it failed, from 0; `nil` where it did not, or in none.
  var step: Int? {
    switch self {
    case .failed(_, let comparison): comparison.differences.first?.step
    case .erred(let error): error.step
    case .known(let outcome, _), .changed(let outcome, _): outcome.step
    case .passed, .skipped, .mended: nil
    }
  }

  /// The reading of each open point; empty if the case has none, or was not judged.
  package var readings: [ChosenReading] {
    switch self {
    case .passed(let readings), .mended(_, let readings): readings
    case .failed(_, let comparison): comparison.readings
    case .known(let outcome, _), .changed(let outcome, _): outcome.readings
    case .skipped, .erred: []
    }
  }

  /// What is wrong, in one line; empty where nothing is.
  ///
  /// - Parameter testCase: The case that came out so.
  /// - Returns: The sentence, without a full stop.
  package func sentence(for testCase: Case) -> String {
    switch self {
    case .passed: return ""
    case .skipped(let reason): return "skipped: \(reason)"
    case .erred(let error): return error.message
    case .known(_, let known): return "fails, as is known: \(known.text)"
    case .changed(let outcome, let known):
      return "\(KnownFailure.change): \(outcome.sentence(for: testCase)); \(known.sentence)"
    case .mended(let reason, _): return "passes, and is listed as known to fail: \(reason)"
    case .failed(_, let comparison):
      guard let first = comparison.differences.first else { return "" }
      let twins = first.twins
      func list(_ presence: StepDifference.Presence, isMoved: Bool, _ what: String) -> String? {
        let events = first.events.indices.filter {
          first.events[$0].presence == presence && (twins[$0] != nil) == isMoved
        }
        if events.isEmpty { return nil }
        let texts = events.prefix(3).map { "`\(first.events[$0].event)`" }
        return shortened(texts.joined(separator: ", "), to: 200)
          + (events.count > 3 ? " and \(events.count - 3) more" : "") + " \(what)"
      }
      return "step \(first.step + 1) of \(testCase.steps.count): "
        + [
          list(.missing, isMoved: false, "never came"), list(.extra, isMoved: false, "came"),
          list(.missing, isMoved: true, "came in another place"),
        ].compactMap(\.self).joined(separator: ", ")
    }
  }

  /// Judges what became of a case.
  init(of testCase: Case, _ performance: Performance) {
    switch performance {
    case .played(let trace, let misuse, let rule):
      let comparison = Comparison(of: testCase, with: trace, by: rule)
      if !comparison.isEmpty {
        self = .failed(trace, comparison)
      } else if let misuse {
        self = .erred(.misuse(misuse))
      } else {
        self = .passed(readings: comparison.readings)
      }
    case .unsupported(let reason): self = .skipped(reason: reason)
    case .erred(let error): self = .erred(error)
    }
  }
}
