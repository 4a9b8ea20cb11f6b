// What became of the cases: one result a case, one report a file.

/// What became of one case.
public struct CaseResult: Sendable {
  /// The case.
  public var testCase: Case

  /// How it ended with each implementation, in the order of the runner's.
  public var outcomes: [Outcome]

  /// Makes a result.
  ///
  /// - Parameters:
  ///   - testCase: The case.
  ///   - outcomes: How it ended with each implementation.
  public init(testCase: Case, outcomes: [Outcome]) {
    self.testCase = testCase
    self.outcomes = outcomes
  }

  /// How it ended with the first implementation, or the only one.
  public var outcome: Outcome { outcomes[0] }

  /// How a case ended.
  public enum Outcome: Sendable {
    /// The implementation did exactly what the case expects.
    case passed

    /// The implementation did something else: what became observable.
    case failed(Trace, Comparison)

    /// The implementation lacks something that the case needs.
    case skipped(reason: String)

    /// The case could not be played to its end.
    case erred(ExecutionError)

    /// Whether the case makes the run fail.
    public var isFailure: Bool {
      switch self {
      case .passed, .skipped: false
      case .failed, .erred: true
      }
    }
  }
}

extension CaseResult.Outcome {
  /// Judges what became of a case.
  init(of testCase: Case, _ performance: Performance) {
    switch performance {
    case .played(let trace, let premature):
      let comparison = Comparison(of: testCase, with: trace)
      if !comparison.isEmpty {
        self = .failed(trace, comparison)
      } else if let premature {
        self = .erred(.prematureUnsubscription(of: premature))
      } else {
        self = .passed
      }
    case .unsupported(let reason): self = .skipped(reason: reason)
    case .erred(let error): self = .erred(error)
    }
  }
}

/// Why a case could not be played to its end.
public struct ExecutionError: Error, Hashable, Sendable {
  /// What happened, without a full stop.
  public var message: String

  /// The step in which it happened, from 0; `nil` where it concerns no step.
  public var step: Int?

  /// The first events of that step.
  public var events: [Event]

  /// What else there is to know, such as the last lines that an adapter wrote, a line each.
  public var details: [String]

  /// Whether the fixture asks for what the format does not allow, and the implementation is not to
  /// blame.
  public var isOfFixture = false

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - message: What happened, without a full stop.
  ///   - step: The step in which it happened, from 0.
  ///   - events: The first events of that step.
  ///   - details: What else there is to know, a line each.
  public init(
    message: String, step: Int? = nil, events: [Event] = [], details: [String] = []
  ) {
    self.message = message
    self.step = step
    self.events = events
    self.details = details
  }
}

extension ExecutionError {
  /// A reaction unsubscribed an observer whose `subscribe` had not returned, and all else went as the
  /// fixture expects.
  static func prematureUnsubscription(of observer: String) -> ExecutionError {
    var error = ExecutionError(
      message:
        "a reaction of this fixture unsubscribes `\(observer)` before its own `subscribe` has "
        + "returned; let it wait for a later event")
    error.isOfFixture = true
    return error
  }
}

/// What became of one fixture file.
public struct FileResult: Sendable {
  /// The file's path.
  public var path: String

  /// The clause index that stands beside the file.
  public var index: ClauseIndex?

  /// What became of it.
  public var content: Content

  /// What became of a file.
  public enum Content: Sendable {
    /// The file could not be run.
    case invalid(InvalidFile)

    /// The selected cases were run, in the order of the file. Empty where none was selected, or where
    /// there is no implementation.
    case ran(Fixture, [CaseResult])
  }
}
