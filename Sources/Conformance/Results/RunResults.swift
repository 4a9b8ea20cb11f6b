// Results of a run that were written as JSON: read back file by file, and merged.

import ConformancePlatform

/// The results of one run, or of several, as ``JSONReporter`` wrote them.
///
/// The implementations are kept in memory. The files are read one by one, each time that they are
/// iterated.
package struct RunResults: Sendable {
  /// The names of the implementations, in the order of the outcomes.
  package var names: [Name]

  /// What the implementations say of themselves.
  package var details: [ImplementationDetails]

  /// The runs that they come from.
  package var origins: [RunOrigin]

  /// The faults of each implementation outside any case.
  package var faults: [[ExecutionError]]

  /// What each implementation behaves like, as far as that was found out.
  private var diagnoses: [StoredDiagnosis?]

  /// Why other implementations could not be started.
  package var problems: [String]

  /// How the run ended.
  package var end: RunSummary.End

  /// Whether a case may be skipped without failing the run.
  package var allowsSkips: Bool

  /// How long it took, in seconds.
  package var seconds: Double

  /// The documents, and the files in the order of the first that has each: of each, where it stands.
  private var documents: [Document]
  private var files: [Places]
  private var fileOfPath: [Name: Int]

  /// Why results cannot be used.
  package struct Problem: Error, CustomStringConvertible {
    /// The problem, without a full stop.
    package let description: String
  }

  /// A document, and what its files need to be read.
  fileprivate struct Document {
    let text: ResultText
    let indexes: [ClauseIndex]

    /// Its implementations, and the positions that they have in the results.
    let names: [Name]
    var positions: [Int]

    /// Which part of the cases was run.
    let shard: Shard

    /// What it was read from, to be named in problems.
    let origin: String?
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
    if text.head.count > TextLimits.storedHead {
      throw Problem(
        description: "what these results hold beside their files takes more than "
          + "\(grouped(TextLimits.storedHead)) bytes")
    }
    let head = try Problem.refusing { try ResultHead(reading: text.head[...]) }
    names = head.implementations.map(\.name)
    details = head.implementations.map(\.details)
    origins = head.runs ?? []
    faults = head.implementations.map { $0.faults.map(\.error) }
    diagnoses = head.implementations.map(\.diagnosis)
    problems = head.problems.map { bounded($0) }
    end = head.end
    allowsSkips = head.allowsSkips ?? true
    seconds = min(max(0, head.seconds), 1e9)
    guard head.shard.count <= 1_000_000,
      let shard = Shard(number: head.shard.index, count: head.shard.count)
    else {
      throw Problem(description: "there is no part \(head.shard.index) of \(head.shard.count)")
    }
    if Set(names).count < names.count {
      throw Problem(description: "two implementations of these results have one name")
    }
    guard head.files == Array(repeating: 0, count: text.files.count) else { throw .noResults }
    documents = [
      Document(
        text: text, indexes: head.indexes.map(\.index), names: names,
        positions: Array(names.indices), shard: shard, origin: origin)
    ]
    (files, fileOfPath) = ([], [:])
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
    var budget = TextBudget()
    for position in files.indices { body(budget.bound(try file(at: position))) }
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

  private func merged(
    _ parts: [(document: Document, file: FileResult)]
  ) throws(Problem) -> FileResult {
    var merged = parts[0].file.renumbered(parts[0].document.positions)
    for index in parts.indices.dropFirst() {
      do throws(Misfit) {
        try merged.merge(parts[index].file.renumbered(parts[index].document.positions))
      } catch {
        throw error.problem(
          of: parts[...index].map { ($0.document.origin, $0.file) })
      }
    }
    merged.fillGaps(to: names.count)
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
    var summary = RunSummary(of: names)
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
    for (index, faults) in faults.enumerated() {
      summary.entries[index].faults = faults
      summary.entries[index].details = details[index]
    }
    summary.origins = origins
    summary.problems = problems
    let missing = missingParts
    // Where no implementation could be started, that is the reason, and has been said.
    let isPartial = missing.isEmpty && !names.isEmpty && end == .complete
    let all = isPartial ? Array(selections.prefix(20)) : missing
    summary.problems += all.filter { !problems.contains($0) }
    summary.allowsSkips = allowsSkips
    summary.seconds = seconds
    summary.diagnose(by: self)
    summary.end = end
    return summary
  }

  /// Removes the diagnoses.
  package mutating func removeDiagnoses() {
    diagnoses = diagnoses.map { _ in nil }
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
    origins += other.origins.filter { !origins.contains($0) }
    problems += other.problems.filter { !problems.contains($0) }
    if end == .complete { end = other.end }
    allowsSkips = allowsSkips && other.allowsSkips
    seconds += other.seconds
  }

  /// The parts that are not there, in sentences.
  private var missingParts: [String] {
    var shards: [Name: [Shard: String]] = [:]
    for document in documents {
      for name in document.names {
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
      let own = parts.filter { $0.document.shard.count > 1 && $0.document.names.contains(name) }
      if own.isEmpty { return nil }
      return sentence(
        cases.count { !$0.outcomes[index].isNotRun },
        of: own.map(\.file.selectedCases).max()!,
        Set(own.compactMap(\.file.selectionMark)),
        names.count == 1 ? "" : " (\(visible(name)))")
    }
  }
}

extension RunResults: Diagnosing {
  /// The diagnoses of the results, checked against the failures.
  ///
  /// - Parameter summary: What the results come to.
  /// - Returns: The diagnoses, as far as there are any.
  package func diagnoses(of summary: RunSummary) -> [Diagnosis?]? {
    zip(diagnoses, summary.entries).map { $0?.diagnosis(of: $1.failedCases) }
  }
}

extension RunResults.Document {
  /// The result of a file, as it was reported.
  fileprivate func file(at index: Int) throws(RunResults.Problem) -> FileResult {
    guard let bytes = text.file(at: index) else { throw .unreadable }
    if bytes.count > TextLimits.storedFile {
      throw RunResults.Problem(
        description: "the result of a file takes more than \(grouped(TextLimits.storedFile)) bytes")
    }
    return try RunResults.Problem.refusing {
      try FileResult(reading: bytes[...], indexes, outcomes: names.count)
    }
  }
}

extension RunResults.Problem {
  static let noResults = RunResults.Problem(
    description: "these are no results as `run --reporter json` writes them")
  static let unreadable = RunResults.Problem(description: "these results cannot be read")

  /// Reads something, and takes whatever is wrong with it for a problem.
  static func refusing<Content>(_ read: () throws -> Content) throws(Self) -> Content {
    do { return try read() } catch let problem as Self { throw problem } catch { throw .noResults }
  }
}
