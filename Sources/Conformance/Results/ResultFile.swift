// Results of a run that were written as JSON, read back and merged.

/// The results of a run, as ``JSONReporter`` wrote them.
public struct ResultFile: Sendable {
  /// The names of the implementations, in the order of the outcomes.
  public var names: [String]

  /// What the implementations say of themselves.
  public var details: [ImplementationDetails]

  /// The runs that they come from.
  public var origins: [RunOrigin]

  /// The files, as they were reported.
  public var files: [FileResult]

  /// The faults of each implementation outside any case.
  public var faults: [[ExecutionError]]

  /// What each implementation behaves like, as far as that was found out.
  var diagnoses: [StoredDiagnosis?]

  /// Why other implementations could not be started.
  public var problems: [String]

  /// How the run ended.
  public var end: RunSummary.End

  /// Whether a case may be skipped without failing the run.
  public var allowsSkips: Bool

  /// How long it took, in seconds.
  public var seconds: Double

  /// What they were read from, to be named in problems.
  public var origin: String?

  /// Which part of the cases each implementation was run with, and what that was read from; several once
  /// results have been merged.
  var shards: [ExactText: [Shard: String]]

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
    for (index, faults) in faults.enumerated() {
      summary.entries[index].faults = faults
      summary.entries[index].details = details[index]
    }
    for (index, stored) in diagnoses.enumerated() {
      summary.entries[index].diagnosis = stored?.diagnosis(of: summary.entries[index].failedCases)
    }
    summary.origins = origins
    summary.problems = problems
    summary.end = end
    summary.allowsSkips = allowsSkips
    summary.seconds = seconds
    return summary
  }

  /// Leaves out what implementations behave like.
  public mutating func removeDiagnoses() {
    diagnoses = diagnoses.map { _ in nil }
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
    var parts = PartSelections()
    for one in results { parts.add(one) }
    self = results[0].withOriginOfParts
    for (index, other) in results.enumerated().dropFirst() {
      do throws(Misfit) {
        try merge(other.withOriginOfParts)
      } catch {
        throw error.problem(with: other, after: results[..<index])
      }
    }
    fillGaps()
    let missing = missing(of: parts)
    problems += missing.filter { !problems.contains($0) }
    // What is known to be missing is said in these results from now on.
    shards = shards.mapValues { _ in [.all: ""] }
    for index in files.indices { files[index].selectionMark = nil }
  }

  /// The results, in which each part is known by what they were read from.
  private var withOriginOfParts: ResultFile {
    var copy = self
    if let origin { copy.shards = shards.mapValues { $0.mapValues { _ in origin } } }
    return copy
  }

  /// What is not there of the parts that the results are of.
  private func missing(of selections: PartSelections) -> [String] {
    var missing: [String] = []
    for (name, parts) in shards.sorted(by: { $0.key < $1.key }) {
      let counts = Set(parts.keys.map(\.count)).sorted()
      for count in counts {
        let there = parts.keys.filter { $0.count == count }.sorted { $0.index < $1.index }
        // Parts of different numbers are a mistake that their files tell.
        let origins =
          counts.count == 1
          ? ""
          : ": "
            + there.prefix(3).map { "`\(visible(parts[$0]!))` is part \($0.index + 1) of \(count)" }
            .joined(separator: ", ")
        for index in 0..<count where !there.contains(where: { $0.index == index }) {
          missing.append(
            "part \(index + 1) of \(count) is missing (\(visible(name.text)))\(origins)")
          if missing.count == 20 { return missing }
        }
      }
    }
    // Where no implementation could be started, that is the reason, and has been said.
    if missing.isEmpty && !names.isEmpty && end == .complete {
      missing = Array(selections.missing(in: self).prefix(20))
    }
    return missing
  }

  private mutating func merge(_ other: ResultFile) throws(Misfit) {
    shards.merge(other.shards) { $0.merging($1) { first, _ in first } }
    var positions: [Int] = []
    for (index, (name, more)) in zip(other.names, other.faults).enumerated() {
      if let known = names.firstIndex(of: name) {
        positions.append(known)
        faults[known] += more.filter { !faults[known].contains($0) }
        diagnoses[known] = diagnoses[known]?.merging(other.diagnoses[index])
      } else {
        positions.append(names.count)
        names.append(name)
        details.append(other.details[index])
        faults.append(more)
        diagnoses.append(other.diagnoses[index])
      }
    }
    var known = Dictionary(files.enumerated().map { (ExactText($1.path), $0) }) { first, _ in first
    }
    for file in other.files {
      if let position = known[file.path] {
        try files[position].merge(file, positions)
      } else {
        known[file.path] = files.count
        files.append(file.renumbered(positions))
      }
    }
    origins += other.origins.filter { !origins.contains($0) }
    problems += other.problems.filter { !problems.contains($0) }
    if end == .complete { end = other.end }
    allowsSkips = allowsSkips && other.allowsSkips
    seconds += other.seconds
  }

  /// Gives each case an outcome for each implementation.
  private mutating func fillGaps() {
    for index in files.indices {
      guard case .ran(let fixture, let results) = files[index].content else { continue }
      let order = Dictionary(
        fixture.cases.enumerated().map { (ExactText($1.name), $0) },
        uniquingKeysWith: { first, _ in first })
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

/// Why two results cannot be merged.
private enum Misfit: Error {
  /// A file is not the same in both.
  case differentFile(String)

  /// Both have an outcome of a case with one implementation.
  case sameOutcome(path: String, title: String)

  /// The misfit in words, with the results that it concerns.
  func problem(with other: ResultFile, after former: ArraySlice<ResultFile>) -> ResultFile.Problem {
    let (path, sentence): (String, String) =
      switch self {
      case .differentFile(let path):
        (path, "the results are of different fixtures: `\(visible(path))` is not the same in all")
      case .sameOutcome(let path, let title):
        (
          path,
          "two of the results have an outcome of `\(visible(title))` with the same implementation"
        )
      }
    let holders = former.filter { result in
      guard let file = result.files.first(where: { $0.path == path }) else { return false }
      guard case .sameOutcome(_, let title) = self, case .ran(_, let cases) = file.content else {
        return true
      }
      return cases.contains { $0.testCase.title(in: path) == title }
    }
    let origins = [holders.last?.origin, other.origin].compactMap(\.self)
      .map { "`\(visible($0))`" }
    return ResultFile.Problem(
      description: sentence + (origins.isEmpty ? "" : ": " + origins.joined(separator: " and ")))
  }
}

extension CaseResult.Outcome {
  private static let notRunReason = "not run with this implementation"
  fileprivate static let notRun = Self.skipped(reason: notRunReason)

  var isNotRun: Bool {
    if case .skipped(let reason) = self {
      reason == Self.notRunReason
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
  ) throws(Misfit) {
    guard case .ran(let fixture, var results) = content,
      case .ran(let otherFixture, let more) = other.content,
      fixture.source.bytes == otherFixture.source.bytes
    else {
      if case .invalid(let one) = content, case .invalid(let another) = other.content,
        one.problems == another.problems
      {
        return
      }
      throw .differentFile(path)
    }
    var known = Dictionary(
      results.enumerated().map { (ExactText($1.testCase.name), $0) },
      uniquingKeysWith: { first, _ in first })
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
          throw .sameOutcome(path: path, title: result.testCase.title(in: path))
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
