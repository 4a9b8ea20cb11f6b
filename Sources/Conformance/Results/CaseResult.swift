// The result of a case, with an outcome for each implementation.

/// The result of one case.
package struct CaseResult: Sendable {
  /// The case.
  package var testCase: Case

  /// How it ended with each implementation, in the order of the runner's.
  package var outcomes: [Outcome]

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

  /// Whether the case ran with an implementation.
  package var isJudged: Bool { outcomes.contains(where: \.isJudged) }

  /// How a case ended, and whether that is a known failure.
  package struct Outcome: Sendable {
    /// How the case ended, known or not.
    package var ending: Ending

    /// Whether it is listed as known to fail.
    package var listed: Listing

    /// Whether the case is of a specification that the implementation does not claim, so that it differs, and does
    /// not fail.
    var isCompared = false

    /// How long the case took; zero if that is not known, as in results that were read.
    var time = Duration.zero

    package init(_ ending: Ending, listed: Listing = .no) {
      (self.ending, self.listed) = (ending, listed)
    }
  }

  /// How a case ended.
  package enum Ending: Equatable, Sendable {
    /// The implementation did exactly what the case expects, by these allowed behaviours.
    case passed(readings: [ChosenReading] = [])

    /// The implementation did something else: the observed events, and how they differ.
    case failed(Trace, Comparison)

    /// The case did not end.
    case erred(ExecutionError)

    /// The implementation lacks something that the case needs.
    case skipped(reason: String)

    /// The case was not run with the implementation.
    case notRun
  }

  /// Whether a case is listed as known to fail.
  package enum Listing: Hashable, Sendable {
    case no

    /// It is, and ended as the list says.
    case yes(KnownFailure)

    /// It is, and ended differently. For a case that passed, only the list's reason is kept.
    case otherwise(KnownFailure)
  }
}

extension CaseResult.Outcome {
  /// An outcome in one word, as results name it. A known failure that changed is named for its ending, save a pass.
  package enum Kind: String {
    case passed, failed, skipped, erred, known, mended, notRun

    /// The outcome in one character, and in words.
    fileprivate var words: (mark: String, text: String) {
      switch self {
      case .passed: ("✓", "passed")
      case .failed: ("✗", "failed")
      case .erred: ("!", "crashed")
      case .skipped: ("-", "skipped")
      case .notRun: (" ", "not run")
      case .known: ("~", "known failure")
      case .mended: ("+", "passes, and is listed as known to fail")
      }
    }
  }

  package var kind: Kind {
    switch (ending, listed) {
    case (.passed, .otherwise): .mended
    case (.passed, _): .passed
    case (.skipped, _): .skipped
    case (.notRun, _): .notRun
    case (.failed, .yes), (.erred, .yes): .known
    case (.failed, _): .failed
    case (.erred(let error), _): error.isRaised ? .failed : .erred
    }
  }

  /// Whether the case is a known failure that changed, and did not pass.
  var isChanged: Bool {
    if case .otherwise = listed { kind != .mended } else { false }
  }

  /// The text of the list for the case, as reports show it; `nil` where there is none.
  var remark: String? {
    switch (ending, listed) {
    case (_, .no), (.skipped, .yes): nil
    case (_, .yes(let known)) where isCompared: known.reason.isEmpty ? nil : known.reason
    case (_, .yes(let known)): known.text
    case (.passed, .otherwise(let known)): known.reason
    case (_, .otherwise(let known)): known.sentence
    }
  }

  /// Whether the implementation did exactly what the case expects, and the case is not listed.
  package var isPassed: Bool { kind == .passed }

  /// Whether the implementation lacks something that the case needs, as it may.
  package var isSkipped: Bool { kind == .skipped && !isChanged }

  /// Whether the case makes the run fail, if skipping is accepted.
  package var isFailure: Bool {
    let kind = kind
    return kind == .failed || kind == .erred || kind == .mended || isChanged
  }

  /// Whether the case was played to its end and compared with what it expects, or failed at a table or with an
  /// error of the library.
  package var isJudged: Bool {
    switch ending {
    case .passed, .failed: true
    case .erred(let error): error.isDifference
    case .skipped, .notRun: false
    }
  }

  /// Whether the case was run with the implementation.
  var isRun: Bool { ending != .notRun }

  /// Why the case was skipped; `nil` where it was not.
  package var reason: Name? {
    if case .skipped(let reason) = ending { Name(reason) } else { nil }
  }

  /// The behaviour followed at each choice; empty if the case has none, or did not run.
  package var readings: [ChosenReading] {
    switch ending {
    case .passed(let readings): readings
    case .failed(_, let comparison): comparison.readings
    case .skipped, .erred, .notRun: []
    }
  }

  /// What is wrong, in one line; empty where nothing is.
  ///
  /// - Parameter testCase: The case that ended this way.
  /// - Returns: The sentence, without a full stop.
  package func sentence(for testCase: Case) -> String {
    let sentence = ending.sentence(for: testCase)
    guard let remark else { return isDifference ? "\(word): \(sentence)" : sentence }
    return isChanged ? "\(word): \(sentence); \(remark)" : "\(word): \(remark)"
  }

  /// How the case ended, in words.
  var word: String {
    isChanged ? "known failure that changed" : isDifference ? "differs" : kind.words.text
  }

  /// Whether it differs in a specification that the implementation does not claim.
  var isDifference: Bool { isCompared && kind == .known }

  /// The outcome with a specification that the implementation does not claim.
  var compared: Self {
    var outcome = self
    outcome.isCompared = true
    if ending.hasFailed, listed == .no { outcome.listed = .yes(KnownFailure(reason: "")) }
    return outcome
  }

  /// The outcome in one character.
  var mark: String { kind.words.mark }

  /// Whether two outcomes are the same to a person.
  func isSame(as other: CaseResult.Outcome) -> Bool {
    kind == other.kind && remark == other.remark && ending == other.ending
  }
}

extension CaseResult.Ending {
  /// The step in which it failed, from 0; `nil` where it did not, or in none.
  var step: Int? {
    switch self {
    case .failed(_, let comparison): comparison.differences.first?.step
    case .erred(let error): error.step
    case .passed, .skipped, .notRun: nil
    }
  }

  /// What is wrong, known or not, in one line; empty where nothing is.
  package func sentence(for testCase: Case) -> String {
    switch self {
    case .passed, .notRun: return ""
    case .skipped(let reason): return "skipped: \(reason)"
    case .erred(let error): return error.message
    case .failed(_, let comparison):
      guard let first = comparison.differences.first else { return "" }
      func list(_ presence: StepDifference.Presence, isMoved: Bool, _ what: String) -> String? {
        let events = first.events.filter {
          $0.presence == presence && ($0.twin != nil) == isMoved
        }
        if events.isEmpty { return nil }
        let texts = events.prefix(3).map { "`\($0.event)`" }
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

  /// Compares a performance with the case.
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

  /// How a case ended that did not run, and why; `nil` where it ran.
  var unjudgedReason: Name? {
    switch self {
    case .passed, .failed, .notRun: nil
    case .skipped(let reason): "skipped: \(reason)"
    case .erred(let error) where error.isDifference: nil
    case .erred(let error):
      error.isUnplayed ? Name(error.message) : "had an error: \(error.cause ?? error.message)"
    }
  }
}
