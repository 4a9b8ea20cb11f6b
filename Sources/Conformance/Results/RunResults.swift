// Results of a run that were written as JSON: read back file by file, and merged.

import ConformancePlatform

/// The results of one run, or of several, as ``JSONReporter`` wrote them.
///
/// The implementations are kept in memory. The files are read one by one, each time that they are
/// iterated.
package struct RunResults: Sendable {
  /// The summary of the runs without their files, which are not counted yet.
  package var run: RunSummary

  /// Whether there are diagnoses, if the runs have some.
  package var hasDiagnoses = true

  private let runs: [StoredRun]

  /// The paths of the files, in the order of the first run that has each.
  let paths: [Name]

  /// The names of the implementations, in the order of the outcomes.
  package var names: [Name] { run.names }

  /// Why results cannot be used.
  package struct Problem: Error, CustomStringConvertible {
    /// The problem, without a full stop.
    package let description: String

    init(_ description: String) { self.description = description }
  }

  /// A run's result of a file.
  private typealias Part = (run: StoredRun, file: FileResult)

  /// Reads results from the text of a file.
  ///
  /// - Parameters:
  ///   - text: The whole document that ``JSONReporter`` wrote.
  ///   - origin: The source of the text, to be named in problems.
  /// - Throws: ``Problem`` where they are no results, or a fixture in them lacks a case of the
  ///   results.
  /// - Complexity: O(*n*) in the size of the text.
  package init(reading text: [UInt8], origin: String? = nil) throws(Problem) {
    self.init([try StoredRun(ResultText(count: text.count) { Array(text[$0]) }, origin)])
  }

  /// Reads results from an open file, which stays open as long as they are used.
  ///
  /// - Parameters:
  ///   - file: The document that ``JSONReporter`` wrote.
  ///   - size: How large it is, in bytes.
  ///   - origin: Its path.
  /// - Throws: ``Problem`` where they are no results, or a fixture in them lacks a case of the
  ///   results.
  /// - Complexity: O(*n*) in the size of the file. Holds one result at a time.
  package init(
    reading file: FileDescriptor, size: Int, origin: String
  ) throws(Problem) {
    self.init([try StoredRun(ResultText(count: size, read: file.bytes), origin)])
  }

  /// Merges the results of several runs: of parts of the cases, of other implementations, or both.
  ///
  /// Files and implementations keep the order of their first occurrence. The files are checked
  /// for conflicts when they are iterated.
  ///
  /// - Parameter results: The results, at least one.
  package init(merging results: [RunResults]) {
    self.init(results.flatMap(\.runs))
  }

  private init(_ runs: [StoredRun]) {
    self.runs = runs
    run = runs.dropFirst().reduce(into: runs[0].run) { $0.merge($1.run) }
    paths = runs.flatMap(\.paths).uniqued()
  }

  // MARK: - Going through the files

  /// A file by its path.
  func file(at path: Name) throws(Problem) -> FileResult { try merged(parts(at: path)) }

  private func parts(at path: Name) throws(Problem) -> [Part] {
    try runs.filter { $0.positions[path] != nil }.map { run throws(Problem) in
      (run, try run.file(at: run.positions[path]!))
    }
  }

  /// The merged result of a file, each case with an outcome for each implementation.
  private func merged(_ parts: [Part]) throws(Problem) -> FileResult {
    let names = names
    var merged = parts[0].file
    var outcomes: [Name: [(outcome: CaseResult.Outcome, part: Int)?]] = [:]
    for (position, part) in parts.enumerated() {
      switch (merged.content, part.file.content) {
      case (.invalid(let one), .invalid(let other)) where one.problems == other.problems: continue
      case (.ran(let fixture, _), .ran(let other, let results))
      where fixture.source.bytes == other.source.bytes:
        let positions = part.run.run.names.map { names.firstIndex(of: $0)! }
        for result in results {
          let name = result.testCase.name
          var known = outcomes[name] ?? Array(repeating: nil, count: names.count)
          for (outcome, index) in zip(result.outcomes, positions) where outcome.isRun {
            if let former = known[index] {
              let title = visible(result.testCase.title(in: merged.path))
              throw Problem(
                "two of the results have an outcome of `\(title)` with the same implementation",
                [parts[former.part].run, part.run])
            }
            known[index] = (outcome, position)
          }
          outcomes[name] = known
        }
        merged.selectedCases = max(merged.selectedCases, part.file.selectedCases)
      default:
        throw Problem(
          "the results are of different fixtures: `\(visible(merged.path))` is not the same in all",
          [parts[0].run, part.run])
      }
    }
    guard case .ran(let fixture, _) = merged.content else { return merged }
    merged.content = .ran(
      fixture,
      fixture.cases.compactMap { testCase in
        outcomes[testCase.name].map { known in
          CaseResult(
            testCase: testCase, outcomes: known.map { $0?.outcome ?? CaseResult.Outcome(.notRun) })
        }
      })
    // The selections of the parts are compared when they are merged.
    if runs.count > 1 { merged.selectionMark = nil }
    return merged
  }

  /// Goes through the files in order, and counts them. Each case has an outcome for each implementation: skipped,
  /// if the implementation has not run it.
  ///
  /// - Parameter each: Receives each file, with the summary up to it.
  /// - Returns: The counts, with the missing parts and the diagnoses.
  /// - Throws: ``Problem`` where a file is not the same in two of the documents, or where two have an outcome
  ///   of one case with one implementation.
  /// - Complexity: O(*n*) in the size of the documents; holds one file at a time.
  @discardableResult
  package func summary(
    _ each: (FileResult, RunSummary) throws(Problem) -> Void = { _, _ in }
  ) throws(Problem) -> RunSummary {
    var summary = run
    var missing = missingParts
    // If no implementation could be started, that is the reason, and has been reported.
    let isWhole = missing.isEmpty && !names.isEmpty && run.end == .complete && runs.count > 1
    for path in paths {
      let parts = try parts(at: path)
      let file = try merged(parts)
      let reported = summary.add(file)
      if isWhole && missing.count < Self.mostMissing {
        missing += missingCases(of: file, in: parts)
      }
      try each(reported, summary)
    }
    summary.problems += missing.prefix(Self.mostMissing).filter { !run.problems.contains($0) }
    for (index, entry) in run.entries.enumerated() {
      let diagnoses = runs.flatMap { run in
        run.run.entries.filter { $0.name == entry.name }.map(\.diagnosis)
      }
      summary.entries[index].diagnosis =
        hasDiagnoses ? Diagnosis(merging: diagnoses, of: summary.failures.cases(of: index)) : nil
    }
    return summary
  }

  // MARK: - Merging

  /// How many missing parts and cases are reported.
  private static let mostMissing = 20

  /// The parts that are not there, in sentences.
  private var missingParts: [String] {
    var missing: [String] = []
    for name in names.sorted() {
      let own = runs.filter { $0.has(name) }
      let counts = Set(own.map(\.shard.count)).sorted()
      for count in counts {
        let there = Dictionary(
          own.filter { $0.shard.count == count }.map { ($0.shard.index, $0.origin ?? "") },
          uniquingKeysWith: { $1 })
        let origins = there.sorted { $0.key < $1.key }.prefix(3).map {
          "`\(visible($0.value))` is part \($0.key + 1) of \(count)"
        }
        // If the numbers of parts differ, the names of the files help to find the mistake.
        let end = counts.count == 1 ? "" : ": \(origins.joined(separator: ", "))"
        missing += (0..<count).lazy.filter { there[$0] == nil }.prefix(Self.mostMissing).map {
          "part \($0 + 1) of \(count) is missing (\(visible(name)))\(end)"
        }
      }
    }
    return missing
  }

  /// The cases that were selected and are missing in the parts of one file, in sentences.
  private func missingCases(of file: FileResult, in parts: [Part]) -> [String] {
    guard case .ran(_, let cases) = file.content else { return [] }
    let path = visible(file.path)
    return names.enumerated().compactMap { index, name in
      let own = parts.filter { $0.run.has(name) }.map(\.file)
      let whose = names.count == 1 ? "" : " (\(visible(name)))"
      let run = cases.count { $0.outcomes[index].isRun }
      let missing = (own.map(\.selectedCases).max() ?? 0) - run
      if missing > 0 {
        return "\(counted(missing, "case")) of `\(path)` \(missing == 1 ? "is" : "are") missing: "
          + "the parts were made of different paths or selections\(whose)"
      }
      return Set(own.compactMap(\.selectionMark)).count > 1
        ? "the parts were made of different selections of `\(path)`\(whose)" : nil
    }
  }
}

extension RunSummary {
  /// Adds the summary of another run, but for its files.
  fileprivate mutating func merge(_ other: RunSummary) {
    for entry in other.entries {
      guard let known = entries.firstIndex(where: { $0.name == entry.name }) else {
        entries.append(entry)
        continue
      }
      entries[known].unclaimed += entry.unclaimed
      entries[known].faults += entry.faults.filter { !entries[known].faults.contains($0) }
    }
    origins += other.origins.filter { !origins.contains($0) }
    problems += other.problems.filter { !problems.contains($0) }
    if end == .complete { end = other.end }
    allowsSkips = allowsSkips && other.allowsSkips
    seconds += other.seconds
  }
}

/// The stored results of one run.
private struct StoredRun: Sendable {
  private let text: ResultText

  /// The source of the text, to be named in problems.
  let origin: String?

  /// Its summary.
  let run: RunSummary

  /// Which part of the cases was run.
  let shard: Shard
  private let indexes: [ClauseIndex]

  /// The paths of its files, in their order, and where each stands.
  private(set) var paths: [Name] = []
  private(set) var positions: [Name: Int] = [:]

  /// Reads the members around the files, and each file once, so that nothing is reported if a later part of the
  /// results is wrong.
  init(_ text: ResultText?, _ origin: String?) throws(RunResults.Problem) {
    guard let text else { throw .unreadable }
    (self.text, self.origin) = (text, origin)
    if text.head.count > TextLimits.storedHead {
      throw RunResults.Problem(
        "the members beside the files of these results take more than "
          + "\(grouped(TextLimits.storedHead)) bytes")
    }
    var run = RunSummary(of: [])
    (shard, indexes) = try RunResults.Problem.refusing {
      var members = try JSONMembers(JSONReader.read(text.head[...], depth: 1_024))
      var (head, files, indexes) = (ResultHead(), [Int](), [SourceText]())
      try head.members(&members)
      let shard = try head.shard()
      try members("files", &files)
      try members("indexes", &indexes)
      try run.members(&members)
      if files != Array(repeating: 0, count: text.files.count) {
        throw RunResults.Problem.noResults
      }
      return (shard, try indexes.map { try $0.index() })
    }
    self.run = run
    if Set(run.names).count < run.names.count {
      throw RunResults.Problem("two implementations of these results have one name")
    }
    for index in text.files.indices {
      paths.append(try file(at: index).path)
      if positions.updateValue(index, forKey: paths[index]) != nil {
        throw RunResults.Problem("these results have a file twice")
      }
    }
  }

  /// Whether an implementation took part.
  func has(_ implementation: Name) -> Bool { run.entries.contains { $0.name == implementation } }

  /// The result of a file, as it was reported.
  func file(at index: Int) throws(RunResults.Problem) -> FileResult {
    let range = text.files[index]
    if range.count > TextLimits.storedFile {
      throw RunResults.Problem(
        "the result of a file takes more than \(grouped(TextLimits.storedFile)) bytes")
    }
    guard let bytes = text.read(range) else { throw .unreadable }
    let stored = try RunResults.Problem.refusing {
      // A value is nested deeper in results than in the adapter's answer.
      try StoredFile(json: JSONReader.read(bytes[...], depth: 1_024))
    }
    return try stored.result(indexes, outcomes: run.entries.count)
  }
}

extension RunResults.Problem {
  static let noResults = RunResults.Problem(
    "these are no results as `run --reporter json` writes them")
  static let unreadable = RunResults.Problem("these results cannot be read")

  /// Makes the problem of some runs.
  fileprivate init(_ sentence: String, _ runs: [StoredRun]) {
    let origins = runs.compactMap(\.origin).map { "`\(visible($0))`" }
    description = sentence + (origins.isEmpty ? "" : ": " + origins.joined(separator: " and "))
  }

  /// Reads something, and turns any error into a problem.
  fileprivate static func refusing<Content>(_ read: () throws -> Content) throws(Self) -> Content {
    do { return try read() } catch let problem as Self { throw problem } catch { throw .noResults }
  }
}
