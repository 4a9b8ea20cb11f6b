// Results that were written as JSON: from the text to what it tells of.

/// What results say beside their files.
struct ResultHead: Decodable {
  var version: Int
  var files: [Int]
  var implementations: [Entry]
  var indexes: [StoredIndex]
  var runs: [RunOrigin]?
  var problems: [String]
  var end: RunSummary.End
  var allowsSkips: Bool?
  var seconds: Double
  var shard: Part

  struct Part: Decodable {
    var index: Int
    var count: Int
  }

  struct Entry: Decodable {
    var name: Name
    var details: ImplementationDetails
    var faults: [StoredError]
    var diagnosis: StoredDiagnosis?

    private enum Keys: CodingKey {
      case name, faults, diagnosis
    }

    init(from decoder: any Decoder) throws {
      let keys = try decoder.container(keyedBy: Keys.self)
      name = Name(bounded(try keys.decode(String.self, forKey: .name), to: TextLimits.name))
      details = try ImplementationDetails(from: decoder).bounded
      faults = try keys.decode([StoredError].self, forKey: .faults)
      diagnosis = keys.contains(.diagnosis) ? try StoredDiagnosis(from: decoder) : nil
    }
  }

  private struct Version: Decodable {
    var version: Int
  }

  /// Reads the head of results, in which zeros stand for the files.
  ///
  /// - Throws: An error where it does not have the shape of one, and ``RunResults/Problem`` where it is of another
  ///   version.
  init(reading text: ArraySlice<UInt8>) throws {
    let value = try JSONReader.read(text, depth: 1_024)
    let version = try ValueDecoder.decode(Version.self, from: value).version
    guard version == JSONReporter.version else {
      throw RunResults.Problem(
        description: "these are results of version \(version), and this runner reads version "
          + "\(JSONReporter.version)")
    }
    self = try ValueDecoder.decode(ResultHead.self, from: value)
  }
}

extension FileResult {
  /// Reads the result of a file from JSON.
  ///
  /// - Parameters:
  ///   - text: What ``JSONReporter`` wrote of it.
  ///   - indexes: The clause indexes of the results that it stands in.
  ///   - count: How many implementations these have.
  /// - Throws: An error where it does not have the shape of one, and ``RunResults/Problem`` where the fixture in it
  ///   does not hold the cases that it tells of.
  init(reading text: ArraySlice<UInt8>, _ indexes: [ClauseIndex], outcomes count: Int) throws {
    // A value stands deeper in results than in the answer that it came with.
    let stored = try ValueDecoder.decode(
      StoredFile.self, from: JSONReader.read(text, depth: 1_024))
    self = try stored.result(indexes, outcomes: count)
  }
}

private struct StoredFile: Decodable {
  var path: Name
  var problems: [StoredProblem]?
  var index: Int?
  var selected: Double?
  var selection: Name?
  var limits: NamedMembers<Int>?
  var source: String?
  var cases: [StoredCase]?

  /// The limits that the fixture was read with. One that this runner does not know bounds nothing here, and
  /// one that could once be raised raises what it follows.
  private var readingLimits: ReadingLimits {
    var limits = ReadingLimits()
    for (name, value) in self.limits?.pairs ?? [] {
      if let one = ReadingLimits.named.first(where: { $0.name == name.text }) {
        limits[keyPath: one.path] = min(max(0, value), one.most)
      } else if let former = FollowingLimit.all.first(where: { $0.name == name.text }),
        let base = former.base, let raised = former.baseValue(for: value)
      {
        limits[keyPath: base.path] = max(limits[keyPath: base.path], raised)
      }
    }
    return limits
  }

  func result(_ indexes: [ClauseIndex], outcomes count: Int) throws -> FileResult {
    if let problems {
      let invalid = InvalidFile(problems: problems.map { $0.problem(path) })
      return FileResult(path: path, index: nil, content: .invalid(invalid))
    }
    let known = index.flatMap { indexes.indices.contains($0) ? indexes[$0] : nil }
    let text = SourceText(path: path, bytes: Array((source ?? "").utf8))
    if count == 0, let cases, !cases.isEmpty {
      throw RunResults.Problem(description: "these results have cases, and no implementation")
    }
    guard let cases,
      case .success(let fixture) = Fixture.read(text, index: known, limits: readingLimits)
    else {
      throw RunResults.Problem(
        description: "the fixture `\(visible(path))` that these results hold is not valid")
    }
    let named = Dictionary(
      fixture.cases.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let results = try cases.map { stored in
      guard let testCase = named[stored.name], stored.outcomes.count == count else {
        throw RunResults.Problem(
          description: "the results of `\(visible(stored.name))` do not fit the fixture "
            + "`\(visible(path))` that stands beside them")
      }
      return CaseResult(
        testCase: testCase,
        outcomes: stored.outcomes.map {
          $0.outcome(of: testCase).bounded(to: .usual, of: testCase)
        })
    }
    if Set(cases.map(\.name)).count < cases.count {
      throw RunResults.Problem(
        description: "these results have a case of `\(visible(path))` twice")
    }
    var result = FileResult(path: path, index: known, content: .ran(fixture, results))
    let selected = max(0, min(selected ?? 0, Double(fixture.cases.count)))
    result.selectedCases = max(Int(selected), results.count)
    result.selectionMark = selection
    return result
  }
}

private struct StoredProblem: Decodable {
  var line: Int?
  var column: Int?
  var length: Int
  var message: String
  var hint: String?
  var excerpt: String?

  func problem(_ path: Name) -> Diagnostic {
    Diagnostic(
      path: path, place: place(line, column), message: bounded(message),
      hint: hint.map { bounded($0) }, excerpt: excerpt.map { bounded($0) },
      length: min(length, 10_000))
  }
}

/// A place; `nil` where the numbers are none.
private func place(_ line: Int?, _ column: Int?) -> Place? {
  guard let line, let column, line > 0, column > 0 else { return nil }
  return Place(line: line, column: column)
}

private struct StoredCase: Decodable {
  var name: Name
  var outcomes: [StoredOutcome]
}

private final class StoredOutcome: Decodable {
  var outcome: String
  var actual: Trace?
  var reason: String?
  var error: StoredError?
  var failure: StoredOutcome?
  var releases: Bool?
  var readings: NamedMembers<Name>?
  var known: StoredKnownFailure?

  /// The readings, in the order in which the case meets its points.
  private func chosen(of testCase: Case) -> [ChosenReading] {
    guard let readings else { return [] }
    var chosen: [ChosenReading] = []
    for alternative in testCase.steps.flatMap(\.allAlternatives) {
      guard let reading = readings.pairs.first(where: { $0.name == alternative.point })?.content,
        !chosen.contains(where: { $0.point == alternative.point })
      else { continue }
      chosen.append(ChosenReading(point: alternative.point, reading: reading))
    }
    return chosen
  }

  func outcome(of testCase: Case) -> CaseResult.Outcome {
    let outcome = ownOutcome(of: testCase)
    guard let known = known?.failure, outcome.failure != nil else { return outcome }
    if case .known = outcome { return outcome }
    return .changed(outcome, from: known)
  }

  private func ownOutcome(of testCase: Case) -> CaseResult.Outcome {
    switch outcome {
    case "passed": return .passed(readings: chosen(of: testCase))
    case "skipped": return .skipped(reason: reason ?? "")
    case "mended": return .mended(reason: reason ?? "", readings: chosen(of: testCase))
    case "known":
      let failure = failure?.failure == nil ? failure?.outcome(of: testCase) : nil
      return .known(failure ?? .passed(), reason: reason ?? "")
    case "failed":
      let actual = actual ?? []
      let comparison = Comparison(
        of: testCase, with: actual, by: ComparisonRule(hasReleases: releases != false))
      guard actual.count == testCase.steps.count, !comparison.isEmpty else {
        return .erred(
          ExecutionError(message: "these results say that it failed, and not how"))
      }
      return .failed(actual, comparison)
    default:
      var error =
        error?.error ?? ExecutionError(message: "an outcome that this runner does not know")
      if let step = error.step, !testCase.steps.indices.contains(step) { error.step = nil }
      return .erred(error)
    }
  }
}

/// How a case is known to fail that failed otherwise.
private struct StoredKnownFailure: Decodable {
  var reason: String
  var step: Int?
  var actual: [Event]?
  var error: Name?

  var failure: KnownFailure? {
    let difference: KnownDifference? =
      if let step, step > 0, let actual {
        .step(step - 1, actual: actual.bounded())
      } else {
        error.map { .error(Name(bounded($0.text))) }
      }
    return difference.map { KnownFailure(reason: reason, difference: $0) }
  }
}

struct StoredError: Decodable {
  var message: String
  var step: Int?
  var events: [Event]?
  var details: [String]?
  var ofFixture: Bool?
  var line: Int?
  var column: Int?
  var cause: String?
  var unplayed: Bool?

  var error: ExecutionError {
    var error = ExecutionError(
      message: message, step: step.flatMap { $0 >= 1 ? $0 - 1 : nil }, events: events ?? [],
      details: details ?? [])
    error.isOfFixture = ofFixture ?? false
    error.place = place(line, column)
    error.cause = cause
    error.isUnplayed = unplayed ?? false
    return error.bounded()
  }
}

struct StoredIndex: Decodable {
  var name: Name?
  var published: String?
  var clauses: [StoredClause]
  var channels: [String]?
  var unordered: [String]?
  var connectable: [Name]?
  var tellsStreams: [Name]?
  var operators: Value?
  var readings: Value?

  struct StoredClause: Decodable {
    var id: Name
    var heading: String?
    var sentence: String?
    var checkedBy: String
  }

  var index: ClauseIndex {
    var index = ClauseIndex(
      name: name, published: published,
      clauses: clauses.map {
        Clause(
          id: $0.id, heading: $0.heading, sentence: $0.sentence,
          checkedBy: Clause.Check(rawValue: $0.checkedBy) ?? .fixtures)
      })
    index.channels = channels.map { Channels($0.compactMap(Channel.init)) }
    index.unordered = Set((unordered ?? []).compactMap(SourceEvent.init))
    index.connectable = Set(connectable ?? [])
    index.tellsStreams = Set(tellsStreams ?? [])
    if case .map(let pairs)? = operators {
      index.operators = pairs.map { OperatorWord($0.key, Self.arguments($0.value)) }
    }
    if case .map(let pairs)? = readings {
      index.readings = pairs.map { ReadingPoint($0.key, Self.names(in: $0.value)) }
    }
    return index
  }

  private static func arguments(_ value: Value) -> OperatorWord.Arguments {
    switch value {
    case .string(let word): OperatorWord.Argument(word: word).map { .one($0) } ?? .none
    case .map(let pairs):
      .named(
        pairs.compactMap { key, value in
          guard case .string(let word) = value else { return nil }
          return OperatorWord.Argument(word: word).map { OperatorWord.Named(key: key, $0) }
        })
    default: .none
    }
  }

  private static func names(in value: Value) -> [Name] {
    guard case .list(let items) = value else { return [] }
    return items.compactMap { if case .string(let text) = $0 { Name(text) } else { nil } }
  }
}
