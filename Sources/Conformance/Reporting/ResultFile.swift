// Results of a run that were written as JSON, read back and merged.

/// The results of a run, as ``JSONReporter`` wrote them.
public struct ResultFile: Sendable {
  /// The names of the implementations, in the order of the outcomes.
  public var names: [String]

  /// The files, as they were reported.
  public var files: [FileResult]

  /// The faults of each implementation outside any case.
  public var faults: [[ExecutionError]]

  /// Why other implementations could not be started.
  public var problems: [String]

  /// How the run ended.
  public var end: RunSummary.End

  /// How long it took, in seconds.
  public var seconds: Double

  /// Which part of the cases each implementation was run with; several once results have been merged.
  private var shards: [String: Set<Shard>]

  /// Why results cannot be used.
  public struct Problem: Error, CustomStringConvertible {
    /// What is wrong, without a full stop.
    public let description: String
  }

  /// What the results come to.
  ///
  /// - Complexity: O(*n*) in the number of cases.
  public var summary: RunSummary {
    var summary = RunSummary(of: names)
    for file in files { summary.add(file) }
    for (index, faults) in faults.enumerated() { summary.entries[index].faults = faults }
    summary.problems = problems
    summary.end = end
    summary.seconds = seconds
    return summary
  }

  // MARK: - Merging

  /// Merges the results of several runs: of parts of the cases, of other implementations, or both.
  ///
  /// The order is that of the first result that has a file or an implementation. A case that some of
  /// several implementations have not run is skipped for them.
  ///
  /// - Parameter results: The results, at least one.
  /// - Throws: ``Problem`` where a file is not the same in two of them, or where two have an outcome of
  ///   one case with one implementation.
  /// - Complexity: O(*n*) in the number of outcomes.
  public init(merging results: [ResultFile]) throws(Problem) {
    self = results[0]
    for other in results.dropFirst() { try merge(other) }
    fillGaps()
    let missing = missingParts
    problems += missing.filter { !problems.contains($0) }
    // What is known to be missing is said in these results from now on.
    shards = shards.mapValues { _ in [.all] }
  }

  /// What is not there of the parts that the results are of.
  private var missingParts: [String] {
    var missing: [String] = []
    for (name, parts) in shards.sorted(by: { $0.key < $1.key }) {
      for count in Set(parts.map(\.count)).sorted() {
        for index in 0..<count
        where !parts.contains(where: { $0.index == index && $0.count == count }) {
          missing.append("part \(index + 1) of \(count) is missing (\(visible(name)))")
          if missing.count == 20 { return missing }
        }
      }
    }
    if missing.isEmpty {
      for file in files {
        guard case .ran(_, let results) = file.content, end == .complete,
          results.count < file.selectedCases
        else { continue }
        missing.append(
          "\(file.selectedCases - results.count) cases of `\(visible(file.path))` are missing: "
            + "the parts were made of different paths or selections")
        if missing.count == 20 { return missing }
      }
    }
    return missing
  }

  private mutating func merge(_ other: ResultFile) throws(Problem) {
    shards.merge(other.shards) { $0.union($1) }
    var positions: [Int] = []
    for (name, more) in zip(other.names, other.faults) {
      if let known = names.firstIndex(of: name) {
        positions.append(known)
        faults[known] += more.filter { !faults[known].contains($0) }
      } else {
        positions.append(names.count)
        names.append(name)
        faults.append(more)
      }
    }
    var known = Dictionary(files.enumerated().map { ($1.path, $0) }) { first, _ in first }
    for file in other.files {
      if let position = known[file.path] {
        try files[position].merge(file, positions)
      } else {
        known[file.path] = files.count
        files.append(file.renumbered(positions))
      }
    }
    problems += other.problems.filter { !problems.contains($0) }
    if end == .complete { end = other.end }
    seconds += other.seconds
  }

  /// Gives each case an outcome for each implementation.
  private mutating func fillGaps() {
    for index in files.indices {
      guard case .ran(let fixture, let results) = files[index].content else { continue }
      let order = Dictionary(
        fixture.cases.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
      let filled = results.sorted {
        order[$0.testCase.name, default: 0] < order[$1.testCase.name, default: 0]
      }
      .map { result in
        var result = result
        while result.outcomes.count < names.count { result.outcomes.append(.notRun) }
        return result
      }
      files[index].content = .ran(fixture, filled)
    }
  }
}

extension CaseResult.Outcome {
  fileprivate static let notRun = Self.skipped(reason: "not run with this implementation")

  fileprivate var isNotRun: Bool {
    if case .skipped(let reason) = self {
      reason == "not run with this implementation"
    } else {
      false
    }
  }
}

extension FileResult {
  /// The result with its implementations at other positions.
  fileprivate func renumbered(_ positions: [Int]) -> FileResult {
    guard case .ran(let fixture, let results) = content else { return self }
    var copy = self
    copy.content = .ran(fixture, results.map { $0.renumbered(positions) })
    return copy
  }

  fileprivate mutating func merge(
    _ other: FileResult, _ positions: [Int]
  ) throws(ResultFile.Problem) {
    guard case .ran(let fixture, var results) = content,
      case .ran(let otherFixture, let more) = other.content,
      fixture.source.bytes == otherFixture.source.bytes
    else {
      if case .invalid(let one) = content, case .invalid(let another) = other.content,
        one.problems == another.problems
      {
        return
      }
      throw ResultFile.Problem(
        description:
          "the results are of different fixtures: `\(visible(path))` is not the same in all")
    }
    var known = Dictionary(
      results.enumerated().map { ($1.testCase.name, $0) }, uniquingKeysWith: { first, _ in first })
    for result in more.map({ $0.renumbered(positions) }) {
      guard let position = known[result.testCase.name] else {
        known[result.testCase.name] = results.count
        results.append(result)
        continue
      }
      for (index, outcome) in result.outcomes.enumerated() where !outcome.isNotRun {
        while results[position].outcomes.count <= index {
          results[position].outcomes.append(.notRun)
        }
        guard results[position].outcomes[index].isNotRun else {
          throw ResultFile.Problem(
            description:
              "two of the results have an outcome of `\(visible(result.testCase.title(in: path)))`"
              + " with the same implementation")
        }
        results[position].outcomes[index] = outcome
      }
    }
    content = .ran(fixture, results)
    selectedCases = max(selectedCases, other.selectedCases)
  }
}

extension CaseResult {
  fileprivate func renumbered(_ positions: [Int]) -> CaseResult {
    var copy = self
    copy.outcomes = Array(repeating: .notRun, count: (positions.max() ?? -1) + 1)
    for (outcome, position) in zip(outcomes, positions) { copy.outcomes[position] = outcome }
    return copy
  }
}

// MARK: - Reading

extension ResultFile: Decodable {
  private enum Keys: CodingKey {
    case version, files, implementations, indexes, problems, end, seconds, shard
  }

  private struct Part: Decodable {
    var index: Int
    var count: Int
  }

  private struct Entry: Decodable {
    var name: String
    var faults: [StoredError]
  }

  /// Reads results from JSON.
  ///
  /// - Throws: `DecodingError` where they do not have the shape of results, and ``Problem`` where a
  ///   fixture in them does not hold the cases that they tell of.
  public init(from decoder: any Swift.Decoder) throws {
    let keys = try decoder.container(keyedBy: Keys.self)
    let version = try keys.decode(Int.self, forKey: .version)
    guard version == JSONReporter.version else {
      throw Problem(
        description: "these are results of version \(version), and this runner reads version "
          + "\(JSONReporter.version)")
    }
    let entries = try keys.decode([Entry].self, forKey: .implementations)
    names = entries.map(\.name)
    faults = entries.map { $0.faults.map(\.error) }
    problems = try keys.decode([String].self, forKey: .problems)
    end = try keys.decode(RunSummary.End.self, forKey: .end)
    seconds = min(max(0, try keys.decode(Double.self, forKey: .seconds)), 1e9)
    let part = try keys.decode(Part.self, forKey: .shard)
    guard part.count <= 1_000_000, let shard = Shard(index: part.index - 1, count: part.count)
    else {
      throw Problem(description: "there is no part \(part.index) of \(part.count)")
    }
    shards = Dictionary(entries.map { ($0.name, [shard]) }) { first, _ in first }
    if Set(names).count < names.count {
      throw Problem(description: "two implementations of these results have one name")
    }
    let indexes = try keys.decode([StoredIndex].self, forKey: .indexes).map(\.index)
    files = try keys.decode([StoredFile].self, forKey: .files).map {
      try $0.result(indexes, outcomes: entries.count)
    }
    if Set(files.map(\.path)).count < files.count {
      throw Problem(description: "these results have a file twice")
    }
  }
}

private struct StoredFile: Decodable {
  var path: String
  var problems: [StoredProblem]?
  var index: Int?
  var selected: Int?
  var source: String?
  var cases: [StoredCase]?

  func result(_ indexes: [ClauseIndex], outcomes count: Int) throws -> FileResult {
    if let problems {
      let invalid = InvalidFile(problems: problems.map { $0.problem(path) })
      return FileResult(path: path, index: nil, content: .invalid(invalid))
    }
    let known = index.flatMap { indexes.indices.contains($0) ? indexes[$0] : nil }
    let text = SourceText(path: path, bytes: Array((source ?? "").utf8))
    if count == 0, let cases, !cases.isEmpty {
      throw ResultFile.Problem(description: "these results have cases, and no implementation")
    }
    guard let cases, case .success(let fixture) = Fixture.read(text, index: known) else {
      throw ResultFile.Problem(
        description: "the fixture `\(visible(path))` that these results hold is not valid")
    }
    let named = Dictionary(
      fixture.cases.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let results = try cases.map { stored in
      guard let testCase = named[stored.name], stored.outcomes.count == count else {
        throw ResultFile.Problem(
          description: "the results of `\(visible(stored.name))` do not fit the fixture "
            + "`\(visible(path))` that stands beside them")
      }
      return CaseResult(
        testCase: testCase, outcomes: stored.outcomes.map { $0.outcome(of: testCase) })
    }
    var result = FileResult(path: path, index: known, content: .ran(fixture, results))
    result.selectedCases = min(max(selected ?? 0, results.count), fixture.cases.count)
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

  func problem(_ path: String) -> Diagnostic {
    var place: Place?
    if let line, let column, line > 0, column > 0 { place = Place(line: line, column: column) }
    return Diagnostic(
      path: path, place: place, message: message, hint: hint, excerpt: excerpt,
      length: min(length, 10_000))
  }
}

private struct StoredCase: Decodable {
  var name: String
  var outcomes: [StoredOutcome]
}

private final class StoredOutcome: Decodable {
  var outcome: String
  var actual: Trace?
  var reason: String?
  var error: StoredError?
  var failure: StoredOutcome?

  func outcome(of testCase: Case) -> CaseResult.Outcome {
    switch outcome {
    case "passed": return .passed
    case "skipped": return .skipped(reason: reason ?? "")
    case "mended": return .mended(reason: reason ?? "")
    case "known":
      let failure = failure?.failure == nil ? failure?.outcome(of: testCase) : nil
      return .known(failure ?? .passed, reason: reason ?? "")
    case "failed":
      let actual = actual ?? []
      let comparison = Comparison(of: testCase, with: actual)
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

private struct StoredError: Decodable {
  var message: String
  var step: Int?
  var events: [Event]?
  var details: [String]?
  var ofFixture: Bool?

  var error: ExecutionError {
    var error = ExecutionError(
      message: message, step: step.map { $0 - 1 }, events: events ?? [], details: details ?? [])
    error.isOfFixture = ofFixture ?? false
    return error
  }
}

private struct StoredIndex: Decodable {
  var name: String?
  var published: String?
  var clauses: [StoredClause]

  struct StoredClause: Decodable {
    var id: String
    var heading: String?
    var sentence: String?
    var checkedBy: String
  }

  var index: ClauseIndex {
    ClauseIndex(
      name: name, published: published,
      clauses: clauses.map {
        Clause(
          id: $0.id, heading: $0.heading, sentence: $0.sentence,
          checkedBy: Clause.Check(rawValue: $0.checkedBy) ?? .fixtures)
      })
  }
}
