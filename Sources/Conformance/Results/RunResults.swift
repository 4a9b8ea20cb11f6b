// Results of a run that were written as JSON: read back file by file, and merged.

import ConformancePlatform

/// The results of one run, or of several, as ``JSONReporter`` wrote them.
///
/// The implementations are kept in memory. The files are read one by one, each time that they are
/// iterated.
package struct RunResults: Sendable {
  /// What the runs have come to but for their files, of which nothing is counted.
  private(set) var run: RunSummary

  /// The documents, and the files in the order of the first that has each: of each, where it stands.
  private var documents: [Document]
  private var files: [Places] = []
  private var fileOfPath: [Name: Int] = [:]

  /// The names of the implementations, in the order of the outcomes.
  package var names: [Name] {
    get { run.entries.map(\.name) }
    set { for (index, name) in newValue.enumerated() { run.entries[index].name = name } }
  }

  /// Whether a case may be skipped without failing the run.
  package var allowsSkips: Bool {
    get { run.allowsSkips }
    set { run.allowsSkips = newValue }
  }

  /// Why results cannot be used.
  package struct Problem: Error, CustomStringConvertible {
    /// The problem, without a full stop.
    package let description: String
  }

  /// A document, and what its files need to be read.
  fileprivate struct Document {
    let text: ResultText

    /// What it was read from, to be named in problems.
    let origin: String?

    /// Its own run, and the positions that its implementations have in the results.
    var run = RunSummary(of: [])
    var positions: [Int] = []

    /// Which part of the cases was run.
    let shard: Shard

    let indexes: [ClauseIndex]
  }

  /// Where the result of one file stands: in which documents, and at which place of each.
  private struct Places {
    let path: Name
    var all: [(document: Int, index: Int)]
  }

  /// Reads results from the text of a file.
  ///
  /// - Parameters:
  ///   - text: What ``JSONReporter`` wrote, all of it.
  ///   - origin: What it was read from, to be named in problems.
  /// - Throws: ``Problem`` where they are no results, or a fixture in them does not hold the cases that
  ///   they tell of.
  /// - Complexity: O(*n*) in the size of the text.
  package init(reading text: [UInt8], origin: String? = nil) throws(Problem) {
    try self.init(ResultText(text), origin)
  }

  /// Reads results from an open file, which stays open as long as they are used.
  ///
  /// - Parameters:
  ///   - file: What ``JSONReporter`` wrote.
  ///   - size: How large it is, in bytes.
  ///   - origin: Its path.
  /// - Throws: ``Problem`` where they are no results, or a fixture in them does not hold the cases that
  ///   they tell of.
  /// - Complexity: O(*n*) in the size of the file, of which it holds one result at a time.
  package init(
    reading file: FileDescriptor, size: Int, origin: String
  ) throws(Problem) {
    guard let text = ResultText(of: file, count: size) else { throw .unreadable }
    try self.init(text, origin)
  }

  private init(_ text: ResultText, _ origin: String?) throws(Problem) {
    documents = [try Document(text, origin)]
    run = documents[0].run
    if Set(names).count < names.count {
      throw Problem(description: "two implementations of these results have one name")
    }
    // Each is read once, so that nothing is reported of results that are wrong further on.
    for index in text.files.indices {
      let file = try documents[0].file(at: index)
      if fileOfPath.updateValue(index, forKey: file.path) != nil {
        throw Problem(description: "these results have a file twice")
      }
      files.append(Places(path: file.path, all: [(0, index)]))
    }
  }

  // MARK: - Going through the files

  /// Goes through the files in order. Each case has an outcome for each implementation: skipped, if
  /// the implementation has not run it.
  ///
  /// - Parameter body: Receives each file.
  /// - Throws: ``Problem`` where a file is not the same in two of the documents, or where two have an outcome
  ///   of one case with one implementation.
  /// - Complexity: O(*n*) in the size of the documents; holds one file at a time.
  package func forEachFile(_ body: (FileResult) -> Void) throws(Problem) {
    for position in files.indices { body(try file(at: position)) }
  }

  /// The paths of the files, in their order.
  var paths: [Name] { files.map(\.path) }

  /// A file by its position.
  func file(at position: Int) throws(Problem) -> FileResult {
    let parts = try parts(at: position)
    return try merged(parts)
  }

  /// What the documents hold of one file.
  private func parts(
    at position: Int
  ) throws(Problem) -> [(document: Document, file: FileResult)] {
    var parts: [(document: Document, file: FileResult)] = []
    for place in files[position].all {
      let document = documents[place.document]
      parts.append((document, try document.file(at: place.index)))
    }
    return parts
  }

  /// What parts have of a file, each case with an outcome for each implementation.
  private func merged(
    _ parts: [(document: Document, file: FileResult)]
  ) throws(Problem) -> FileResult {
    var merged = parts[0].file
    var outcomes: [Name: [CaseResult.Outcome?]] = [:]
    for (position, part) in parts.enumerated() {
      switch (merged.content, part.file.content) {
      case (.invalid(let one), .invalid(let other)) where one.problems == other.problems: continue
      case (.ran(let fixture, _), .ran(let other, let results))
      where fixture.source.bytes == other.source.bytes:
        for result in results {
          var known =
            outcomes[result.testCase.name] ?? Array(repeating: nil, count: run.entries.count)
          for (outcome, index) in zip(result.outcomes, part.document.positions)
          where !outcome.isNotRun {
            if known[index] != nil {
              throw .sameOutcome(of: result.testCase, in: parts[...position])
            }
            known[index] = outcome
          }
          outcomes[result.testCase.name] = known
        }
        merged.selectedCases = max(merged.selectedCases, part.file.selectedCases)
      default: throw .differentFile(parts[...position])
      }
    }
    guard case .ran(let fixture, _) = merged.content else { return merged }
    merged.content = .ran(
      fixture,
      fixture.cases.compactMap { testCase in
        outcomes[testCase.name].map { known in
          CaseResult(testCase: testCase, outcomes: known.map { $0 ?? .notRun })
        }
      })
    // Which cases parts were made of is compared when they are merged.
    if documents.count > 1 { merged.selectionMark = nil }
    return merged
  }

  /// What the results come to.
  ///
  /// - Parameter each: Receives each file.
  /// - Returns: The counts, with what is missing of parts, and what implementations behave like.
  /// - Throws: ``Problem`` where the documents do not fit each other.
  /// - Complexity: O(*n*) in the size of the documents; holds one file at a time.
  package func summary(_ each: (FileResult) -> Void = { _ in }) throws(Problem) -> RunSummary {
    var summary = run
    var selections: [String] = []
    for position in files.indices {
      let parts = try parts(at: position)
      let file = try merged(parts)
      summary.add(file)
      if documents.count > 1 && selections.count < 20 {
        selections += missingCases(of: file, in: parts)
      }
      each(file)
    }
    let missing = missingParts
    // Where no implementation could be started, that is the reason, and has been said.
    let isPartial = missing.isEmpty && !names.isEmpty && run.end == .complete
    let all = isPartial ? Array(selections.prefix(20)) : missing
    summary.problems += all.filter { !run.problems.contains($0) }
    for index in summary.entries.indices {
      let parts = documents.flatMap { document in
        document.run.entries.indices.filter { document.positions[$0] == index }
          .map { document.run.entries[$0].diagnosis }
      }
      summary.entries[index].diagnosis = Diagnosis(
        merging: parts, of: summary.entries[index].failedCases)
    }
    return summary
  }

  /// Removes the diagnoses.
  package mutating func removeDiagnoses() {
    for document in documents.indices {
      for index in documents[document].run.entries.indices {
        documents[document].run.entries[index].diagnosis = nil
      }
    }
  }

  // MARK: - Merging

  /// Merges the results of several runs: of parts of the cases, of other implementations, or both.
  ///
  /// Files and implementations keep the order in which the results first have them. Whether the
  /// files fit together shows when they are iterated.
  ///
  /// - Parameter results: The results, at least one.
  package init(merging results: [RunResults]) {
    self = results[0]
    for other in results.dropFirst() { merge(other) }
  }

  private mutating func merge(_ other: RunResults) {
    let positions = run.merge(other.run)
    let first = documents.count
    documents += other.documents.map { document in
      var document = document
      document.positions = document.positions.map { positions[$0] }
      return document
    }
    for file in other.files {
      let places = file.all.map { (document: first + $0.document, index: $0.index) }
      if let position = fileOfPath[file.path] {
        files[position].all += places
      } else {
        fileOfPath[file.path] = files.count
        files.append(Places(path: file.path, all: places))
      }
    }
  }

  /// The parts that are not there, in sentences.
  private var missingParts: [String] {
    var shards: [Name: [Shard: String]] = [:]
    for document in documents {
      for name in document.run.entries.map(\.name) {
        shards[name, default: [:]][document.shard] = document.origin ?? ""
      }
    }
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
            "part \(index + 1) of \(count) is missing (\(visible(name)))\(origins)")
          if missing.count == 20 { return missing }
        }
      }
    }
    return missing
  }

  /// What parts of one file lack of the cases that were selected for them, in sentences.
  private func missingCases(
    of file: FileResult, in parts: [(document: Document, file: FileResult)]
  ) -> [String] {
    guard case .ran(_, let cases) = file.content else { return [] }
    let path = visible(file.path)
    func sentence(_ count: Int, of selected: Int, _ marks: Set<Name>, _ whose: String)
      -> String?
    {
      if count < selected {
        let (cases, are) = (selected - count, selected - count == 1 ? "is" : "are")
        return "\(counted(cases, "case")) of `\(path)` \(are) missing: the parts were made of "
          + "different paths or selections\(whose)"
      }
      return marks.count > 1
        ? "the parts were made of different selections of `\(path)`\(whose)" : nil
    }
    if let whole = sentence(cases.count, of: file.selectedCases, [], "") { return [whole] }
    return names.enumerated().compactMap { index, name in
      let own = parts.filter { part in
        part.document.shard.count > 1
          && part.document.run.entries.contains { $0.name == name }
      }
      if own.isEmpty { return nil }
      return sentence(
        cases.count { !$0.outcomes[index].isNotRun },
        of: own.map(\.file.selectedCases).max()!,
        Set(own.compactMap(\.file.selectionMark)),
        names.count == 1 ? "" : " (\(visible(name)))")
    }
  }
}

extension RunSummary {
  /// Takes what another run has come to, but for its files.
  ///
  /// - Returns: The positions of its implementations.
  fileprivate mutating func merge(_ other: RunSummary) -> [Int] {
    let positions = other.entries.map { entry in
      guard let known = entries.firstIndex(where: { $0.name == entry.name }) else {
        entries.append(entry)
        return entries.count - 1
      }
      entries[known].faults += entry.faults.filter { !entries[known].faults.contains($0) }
      return known
    }
    origins += other.origins.filter { !origins.contains($0) }
    problems += other.problems.filter { !problems.contains($0) }
    if end == .complete { end = other.end }
    allowsSkips = allowsSkips && other.allowsSkips
    seconds += other.seconds
    return positions
  }
}

extension CaseResult.Outcome {
  private static let notRunReason = "not run with this implementation"
  fileprivate static let notRun = Self(.skipped(reason: notRunReason))

  fileprivate var isNotRun: Bool {
    if case .skipped(let reason) = ending { reason == Self.notRunReason } else { false }
  }
}

extension RunResults.Document {
  /// Reads what stands around the files.
  fileprivate init(_ text: ResultText, _ origin: String?) throws(RunResults.Problem) {
    (self.text, self.origin) = (text, origin)
    var run = RunSummary(of: [])
    (shard, indexes) = try RunResults.Problem.refusing {
      var members = try JSONMembers(JSONReader.read(text.head[...], depth: 1_024))
      var (head, files, indexes) = (ResultHead(), [Int](), [StoredIndex]())
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
    positions = Array(run.entries.indices)
  }

  /// The result of a file, as it was reported.
  fileprivate func file(at index: Int) throws(RunResults.Problem) -> FileResult {
    guard let bytes = text.read(text.files[index]) else { throw .unreadable }
    let stored = try RunResults.Problem.refusing {
      // A value stands deeper in results than in the answer that it came with.
      try StoredFile(json: JSONReader.read(bytes[...], depth: 1_024))
    }
    return try stored.result(indexes, outcomes: run.entries.count)
  }
}

extension RunResults.Problem {
  static let noResults = RunResults.Problem(
    description: "these are no results as `run --reporter json` writes them")
  static let unreadable = RunResults.Problem(description: "these results cannot be read")

  /// A file is not the same in the last of some parts.
  fileprivate static func differentFile(
    _ parts: ArraySlice<(document: RunResults.Document, file: FileResult)>
  ) -> Self {
    Self(
      "the results are of different fixtures: `\(visible(parts[0].file.path))` is not the same in all",
      parts.suffix(2).map(\.document))
  }

  /// The last of some parts has an outcome of a case with an implementation that another has, too.
  fileprivate static func sameOutcome(
    of testCase: Case, in parts: ArraySlice<(document: RunResults.Document, file: FileResult)>
  ) -> Self {
    let holders = parts.filter { part in
      guard case .ran(_, let cases) = part.file.content else { return false }
      return cases.contains { $0.testCase.name == testCase.name }
    }
    let title = testCase.title(in: parts[0].file.path)
    return Self(
      "two of the results have an outcome of `\(visible(title))` with the same implementation",
      holders.suffix(2).map(\.document))
  }

  private init(_ sentence: String, _ documents: [RunResults.Document]) {
    let origins = documents.compactMap(\.origin).map { "`\(visible($0))`" }
    description = sentence + (origins.isEmpty ? "" : ": " + origins.joined(separator: " and "))
  }

  /// Reads something, and takes whatever is wrong with it for a problem.
  fileprivate static func refusing<Content>(_ read: () throws -> Content) throws(Self) -> Content {
    do { return try read() } catch let problem as Self { throw problem } catch { throw .noResults }
  }
}
