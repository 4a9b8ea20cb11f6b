// What became of the cases: one result a case, one report a file.

/// What became of one case.
public struct CaseResult: Sendable {
  /// The case.
  public var testCase: Case

  /// How it ended with each implementation, in the order of the runner's.
  public var outcomes: [Outcome]

  /// How long each of these took; empty where that is not known, as of results that were read. Of an
  /// implementation in this process it is zero where ``Runner/measuresTimes`` is off.
  public var times: [Duration] = []

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
    /// The implementation did exactly what the case expects, by these readings of what it leaves open.
    case passed(readings: [ChosenReading] = [])

    /// The implementation did something else: what became observable.
    case failed(Trace, Comparison)

    /// The implementation lacks something that the case needs.
    case skipped(reason: String)

    /// The case could not be played to its end.
    case erred(ExecutionError)

    /// The case failed or erred, as is known.
    indirect case known(Outcome, reason: String)

    /// The case passed, and was known to fail.
    case mended(reason: String)

    /// Whether the implementation did exactly what the case expects.
    public var isPassed: Bool {
      if case .passed = self { true } else { false }
    }

    /// Whether the case makes the run fail.
    public var isFailure: Bool {
      switch self {
      case .passed, .skipped, .known: false
      case .failed, .erred, .mended: true
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
    case .mended: "mended"
    }
  }

  /// The step in which it failed, from 0; `nil` where it did not, or in none.
  var step: Int? {
    switch self {
    case .failed(_, let comparison): comparison.differences.first?.step
    case .erred(let error): error.step
    case .known(let outcome, _): outcome.step
    case .passed, .skipped, .mended: nil
    }
  }

  /// How the points that the case leaves open are read; empty where it leaves none open, or was not judged.
  public var readings: [ChosenReading] {
    switch self {
    case .passed(let readings): readings
    case .failed(_, let comparison): comparison.readings
    case .known(let outcome, _): outcome.readings
    case .skipped, .erred, .mended: []
    }
  }

  /// What is wrong, in one line; empty where nothing is.
  public func sentence(for testCase: Case) -> String {
    switch self {
    case .passed: return ""
    case .skipped(let reason): return "skipped: \(reason)"
    case .erred(let error): return error.message
    case .known(_, let reason): return "fails, as is known: \(reason)"
    case .mended(let reason): return "passes, and is listed as known to fail: \(reason)"
    case .failed(_, let comparison):
      guard let first = comparison.differences.first else { return "" }
      func list(_ presence: StepDifference.Presence) -> String {
        let events = first.events.filter { $0.presence == presence }.map { "`\($0.event)`" }
        return shortened(events.prefix(3).joined(separator: ", "), to: 200)
          + (events.count > 3 ? " and \(events.count - 3) more" : "")
      }
      let (missing, extra) = (list(.missing), list(.extra))
      return "step \(first.step + 1) of \(testCase.steps.count): "
        + [missing.isEmpty ? "" : "\(missing) never came", extra.isEmpty ? "" : "\(extra) came"]
        .filter { !$0.isEmpty }.joined(separator: ", ")
    }
  }

  /// Judges what became of a case.
  init(of testCase: Case, _ performance: Performance) {
    switch performance {
    case .played(let trace, let premature, let hasReleases):
      let comparison = Comparison(of: testCase, with: trace, leavingOutReleases: !hasReleases)
      if !comparison.isEmpty {
        self = .failed(trace, comparison)
      } else if let premature {
        self = .erred(.prematureUnsubscription(of: premature))
      } else {
        self = .passed(readings: comparison.readings)
      }
    case .lacked(let position, let value): self = .erred(.lack(of: value, in: position, testCase))
    case .unsupported(let reason): self = .skipped(reason: reason)
    case .erred(let error): self = .erred(error)
    }
  }

  /// The outcome, where the case is known to fail.
  ///
  /// - Parameter reason: Why it is known to; `nil` where it is not.
  /// - Returns: What that makes of it. A skipped case stays so, and so does one that was not begun, and a
  ///   mistake of the fixture.
  func known(_ reason: String?) -> Self {
    guard let reason else { return self }
    switch self {
    case .passed: return .mended(reason: reason)
    case .failed: return .known(self, reason: reason)
    case .erred(let error) where !error.isOfFixture && !error.isUnplayed:
      return .known(self, reason: reason)
    default: return self
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

  /// Whether the case was not even begun, because of what had happened before.
  package var isUnplayed = false

  /// What happened, without what differs from case to case; `nil` where the message is that.
  package var cause: String?

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
  /// The case was not begun.
  ///
  /// - Parameter reason: Why, behind "because".
  /// - Returns: The error.
  package static func unplayed(because reason: String) -> ExecutionError {
    var error = ExecutionError(message: "not run, because \(reason)")
    error.isUnplayed = true
    return error
  }

  /// A table of the fixture has no row for a value that the implementation called it with: or so the
  /// implementation says, which is then at fault itself.
  static func lack(of value: Value, in position: Int, _ testCase: Case) -> ExecutionError {
    let text = shortened(value.description, to: 200)
    guard case .stream(let stream) = testCase.subject,
      stream.operators.indices.contains(position)
    else {
      return ExecutionError(
        message: "the implementation says that a table of operator \(position) has no row for "
          + "`\(text)`, and there is no such operator")
    }
    let one = stream.operators[position]
    var table = "the table of `\(one.name)`"
    if let place = one.place { table += " at line \(place.line), column \(place.column)," }
    guard one.mayLack(value) else {
      return ExecutionError(
        message: "the implementation says that \(table) has no row for `\(text)`, and "
          + (one.argument == nil ? "`\(one.name)` has no table" : "it has one"))
    }
    var error = ExecutionError(
      message: "\(table) has no row for `\(text)`; a table has rows for all values that can come")
    error.isOfFixture = true
    return error
  }

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

  /// How many of its cases were selected, in this part of the run or in others.
  public var selectedCases = 0

  /// How many of its cases were to be run and have no result, because the run was ended before.
  public var unfinishedCases = 0

  /// The cases that passed with all implementations and are not among the results, where
  /// ``Runner/listsPassing`` is off.
  public var unlisted = Unlisted()

  /// What is known of cases that passed and are not listed.
  public struct Unlisted: Sendable {
    /// How many there are.
    public var count = 0

    /// The ids of the clauses that they cite.
    public var clauses: Set<ExactText> = []

    /// Nothing.
    public init() {}
  }

  /// How many of its cases were run.
  var caseCount: Int {
    if case .ran(_, let results) = content { results.count + unlisted.count } else { 0 }
  }

  /// What became of a file.
  public enum Content: Sendable {
    /// The file could not be run.
    case invalid(InvalidFile)

    /// The selected cases of this part were run, in the order of the file. Empty where none was
    /// selected, or where there is no implementation. Where passing cases are not listed, the fixture may
    /// have no cases.
    case ran(Fixture, [CaseResult])

    /// What a file is before any case has been run.
    init(_ read: Result<Fixture, InvalidFile>) {
      switch read {
      case .success(let fixture): self = .ran(fixture, [])
      case .failure(let invalid): self = .invalid(invalid)
      }
    }
  }
}
