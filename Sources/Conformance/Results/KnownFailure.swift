// What a case is known to do wrong, and whether it does that.

/// How a case is known to fail that fails otherwise.
package struct KnownFailure: Hashable, Sendable {
  /// Why it is known to fail.
  package var reason: String

  /// How.
  package var difference: KnownDifference

  /// What is said of a case that fails otherwise.
  static let change = "fails otherwise than known"

  /// How it is known to fail, and why, in one line.
  var sentence: String {
    let manner =
      switch difference {
      case .step(let step, let actual):
        "in step \(step + 1) with "
          + (actual.isEmpty
            ? "nothing"
            : shortened(actual.map { "`\($0)`" }.joined(separator: ", "), to: 200))
      case .error(let beginning): "with the error `\(shortened(beginning, to: 200))`"
      }
    return "known to fail \(manner): \(reason)"
  }
}

extension CaseResult.Outcome {
  /// How the case failed of itself, whatever is known; `nil` where it did not, or where the implementation is
  /// not to blame.
  package var failure: Self? {
    switch self {
    case .failed: self
    case .erred(let error): error.isOfFixture || error.isUnplayed ? nil : self
    case .known(let outcome, _), .changed(let outcome, _): outcome.failure
    case .passed, .skipped, .mended: nil
    }
  }

  /// How the case failed, so that another failure can be compared with it; `nil` where ``failure`` is.
  package var difference: KnownDifference? {
    switch failure {
    case .failed(_, let comparison)?:
      comparison.differences.first.map { .step($0.step, actual: $0.actual) }
    case .erred(let error)?: .error(Name(error.beginning))
    default: nil
    }
  }

  /// Whether the case failed as another failure tells: in the same step with the same events, compared as the
  /// case is, or with an error that begins so.
  ///
  /// - Parameters:
  ///   - difference: The other failure.
  ///   - testCase: The case.
  /// - Returns: Whether it did.
  /// - Complexity: That of a comparison.
  package func isAs(_ difference: KnownDifference, of testCase: Case) -> Bool {
    switch (failure, difference) {
    case (.failed(let trace, let comparison)?, .step(let step, let actual)):
      guard let first = comparison.differences.first, first.step == step else { return false }
      if first.actual == actual { return true }
      var expecting = testCase
      expecting.steps[step].expectation = actual
      expecting.steps[step].alternatives = []
      return Comparison(of: expecting, with: trace, by: comparison.rule).differences.allSatisfy {
        $0.step != step
      }
    case (.erred(let error)?, .error(let beginning)):
      return error.message.utf8.starts(with: beginning.text.utf8)
    default: return false
    }
  }

  /// The outcome, where the case is known to fail.
  ///
  /// - Parameters:
  ///   - entry: The entry that says so; `nil` where none does.
  ///   - testCase: The case.
  /// - Returns: What that makes of it. A skipped case stays so, and so does one that was not begun, and a
  ///   mistake of the fixture. An entry whose statement does not fit the case states nothing.
  func known(by entry: KnownFailures.Entry?, of testCase: Case) -> Self {
    guard let entry else { return self }
    if case .passed(let readings) = self {
      return .mended(reason: entry.reason, readings: readings)
    }
    if failure == nil { return self }
    if case .success(let difference?) = entry.difference(in: testCase),
      !isAs(difference, of: testCase)
    {
      return .changed(self, from: KnownFailure(reason: entry.reason, difference: difference))
    }
    return .known(self, reason: entry.reason)
  }
}

extension StepDifference {
  /// What came.
  var actual: [Event] { events.lazy.filter { $0.presence != .missing }.map(\.event) }
}

extension ExecutionError {
  /// The beginning of the message, as far as it is likely to be the same in the next run.
  fileprivate var beginning: String {
    if let cause, let range = message.firstRange(of: cause) {
      return String(message[..<range.upperBound])
    }
    let line = message.prefix { !$0.isNewline }
    // An address differs from run to run.
    let end = line.firstRange(of: "0x")?.lowerBound ?? line.endIndex
    let beginning = String(line[..<end].unicodeScalars.prefix(200))
    return beginning.isEmpty ? message : beginning
  }
}
