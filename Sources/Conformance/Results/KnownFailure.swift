// The known failure of a case, and whether the case fails that way.

/// The known failure of a case that is listed.
package struct KnownFailure: Hashable, Sendable {
  /// Why it is known to fail.
  package var reason: String

  /// How; `nil` where any failure is accepted.
  package var difference: KnownDifference?

  package init(reason: String, difference: KnownDifference? = nil) {
    (self.reason, self.difference) = (reason, difference)
  }

  /// Why it is known to fail, and whether any failure is accepted.
  var text: String { difference == nil ? "\(reason) (any failure)" : reason }

  /// How it is known to fail, and why, in one line.
  var sentence: String { "\(manner): \(reason)" }

  private var manner: String {
    switch difference {
    case nil: return "known to fail in any way"
    case .notRun: return "known not to be run"
    case .error(let message): return "known to fail with the error `\(shortened(message, to: 200))`"
    case .errorContains(let part):
      return "known to fail with an error that contains `\(shortened(part, to: 200))`"
    case .steps(let steps):
      let texts = steps.map { one in
        "in step \(one.step + 1) with "
          + (one.actual.isEmpty
            ? "nothing"
            : shortened(one.actual.map { "`\($0)`" }.joined(separator: ", "), to: 200))
      }
      return "known to fail " + shortened(texts.joined(separator: ", and "), to: 400)
    }
  }
}

extension CaseResult.Ending {
  /// Whether the case failed, and the implementation is to blame.
  package var hasFailed: Bool {
    switch self {
    case .failed: true
    case .erred(let error): !error.isOfFixture && !error.isUnplayed
    case .passed, .skipped, .notRun: false
    }
  }

  /// How the case failed, so that another failure can be compared with it: every step that differs, or the whole
  /// message. `nil` where the implementation is not to blame.
  package var difference: KnownDifference? {
    switch self {
    case .failed(_, let comparison):
      .steps(comparison.differences.map { KnownStep($0.step, actual: $0.actual) })
    case .erred(let error) where hasFailed: .error(Name(error.message))
    default: nil
    }
  }

  /// Whether the case failed in the same way as another failure: in the same steps with the same events, and in no
  /// other, compared as the case is; or with that error.
  ///
  /// - Parameters:
  ///   - difference: The other failure.
  ///   - testCase: The case.
  /// - Returns: Whether it did.
  /// - Complexity: That of a comparison.
  package func isAs(_ difference: KnownDifference, of testCase: Case) -> Bool {
    if !hasFailed { return false }
    switch (self, difference) {
    case (.failed(let trace, let comparison), .steps(let steps)):
      guard let first = steps.first, comparison.differences.first?.step == first.step else {
        return false
      }
      var expecting = testCase
      for one in steps { expecting.steps[one.step].expectation = one.actual }
      return Comparison(of: expecting, with: trace, by: comparison.rule).isEmpty
    case (.erred(let error), .error(let message)): return Name(error.message) == message
    case (.erred(let error), .errorContains(let part)):
      return error.message.utf8.firstRange(of: part.text.utf8) != nil
    default: return false
    }
  }

  /// The outcome, by the entry of a list of known failures.
  ///
  /// - Parameters:
  ///   - entry: The entry of the case; `nil` where there is none.
  ///   - testCase: The case.
  /// - Returns: The outcome. A case that is not run is a known failure that changed, unless the entry accepts that.
  ///   A mistake of the fixture stays one. An entry whose statement does not fit the case accepts any failure.
  func outcome(
    knownBy entry: KnownFailures.Entry?, of testCase: Case
  ) -> CaseResult.Outcome {
    guard let entry else { return CaseResult.Outcome(self) }
    let accepted = entry.skipped.map { KnownFailure(reason: $0, difference: .notRun) }
    switch self {
    case .passed:
      return CaseResult.Outcome(self, listed: .otherwise(KnownFailure(reason: entry.reason)))
    case .skipped:
      if let accepted { return CaseResult.Outcome(self, listed: .yes(accepted)) }
    case .erred(let error) where error.isUnplayed:
      guard let accepted else { return CaseResult.Outcome(self) }
      return CaseResult.Outcome(.skipped(reason: error.message), listed: .yes(accepted))
    case .erred(let error) where error.isOfFixture: return CaseResult.Outcome(self)
    case .failed, .erred, .notRun: break
    }
    let difference = (try? entry.difference(in: testCase).get()) ?? nil
    let known = KnownFailure(reason: entry.reason, difference: difference)
    let isExpected = hasFailed && (difference.map { isAs($0, of: testCase) } ?? true)
    return CaseResult.Outcome(self, listed: isExpected ? .yes(known) : .otherwise(known))
  }
}
