// A list of known failures that a run writes or updates.

import Conformance
import ConformancePlatform

/// A list of known failures, and the changes of a run to it.
///
/// In a former list, an entry stays as it is if its case fails as it states, was not run, or is of a file outside the
/// run.
struct KnownFailureUpdate {
  private let path: String

  /// The former list: as it is written, and with its files named as the run names them.
  private let former: (list: KnownFailures, named: KnownFailures)?

  /// Its position among the lists of the run.
  let position: Int?

  private let file: PartFile

  /// The changes to former entries, by their position.
  private(set) var changes: [Int: KnownFailures.Change] = [:]
  private var new: [KnownFailures.Entry] = []

  /// The cases that the list is not updated for, each with the reason.
  private var left: [(title: Name, reason: String)] = []

  /// Makes sure that a list can be written.
  ///
  /// - Parameters:
  ///   - path: The list.
  ///   - lists: The lists of the run; it may be one of them.
  ///   - named: These with their files named as the run names them.
  /// - Throws: An exit code if it cannot be. The reason has been printed.
  init(of path: String, among lists: [KnownFailures], _ named: [KnownFailures]) throws {
    self.path = path
    position = lists.firstIndex { areSameFile($0.source.path.text, path) }
    former = position.map { (lists[$0], named[$0]) }
    file = try PartFile(
      path, replaces: former != nil, ifStill: former?.list.source.bytes)
  }

  // MARK: - Results

  /// Adds the result of a file.
  ///
  /// - Parameters:
  ///   - result: The result.
  ///   - names: The implementations of the run.
  mutating func add(_ result: FileResult, _ names: [Name]) {
    guard case .ran(_, let results) = result.content else { return }
    for one in results {
      for (name, outcome) in zip(names, one.outcomes) {
        add(outcome, of: one.testCase, in: result.path, with: name)
      }
    }
  }

  private mutating func add(
    _ outcome: CaseResult.Outcome, of testCase: Case, in path: Name, with name: Name
  ) {
    let (title, failure) = (testCase.title(in: path), outcome.ending)
    let position = former?.named.position(of: title, in: path, with: name)
    if let position, isDoubtful(position) { return }
    if let position, case .passed = failure { changes[position] = .removed }
    if !failure.hasFailed { return }
    var reason = failure.sentence(for: testCase)
    switch outcome.listed {
    case .no: break
    // The entry accepts any failure, or states this one.
    case .yes(let known) where position.map { isAsStated($0, known) } == true: return
    case .yes(let known), .otherwise(let known):
      if position == nil, former != nil {
        if outcome.isFailure {
          left.append((title, "does not fail as another list states, and that list is not updated"))
        }
        return
      }
      reason = failure.reason(insteadOf: known.reason, of: known.difference, testCase)
    }
    let own = Name(relativePath(to: path.text))
    let ownTitle = testCase.title(in: own)
    let file = Case.titleParts(of: ownTitle).count > 1 ? own : nil
    let entry = failure.difference.flatMap {
      KnownFailures.Entry(
        title: ownTitle, in: file, implementation: name, reason: reason, $0, of: testCase)
    }
    if let position, let entry {
      changes[position] = .restated(entry)
    } else if let entry {
      new.append(entry)
    } else {
      let rest = former == nil ? "" : ", and its former entry stays"
      left.append((ownTitle, "is not written: a list cannot state how it fails\(rest)"))
    }
  }

  /// Whether an entry accepts any failure, or states the known one; false if its statement does not fit its case.
  private func isAsStated(_ position: Int, _ known: KnownFailure) -> Bool {
    let entry = former!.named.entries[position]
    return known.difference != nil || entry.statement == nil && entry.skipped == nil
  }

  /// Whether an entry may mean another file: its path leads to one from the folder of the list, and not to the same
  /// from the folder of the run. Such an entry is reported.
  private mutating func isDoubtful(_ position: Int) -> Bool {
    let entry = former!.list.entries[position]
    let folder = folderAndName(of: path).folder
    let isDoubtful = entry.titleParts.contains { path, _ in
      guard !path.text.hasPrefix("/"), let there = FileStatus(at: "\(folder)/\(path)") else {
        return false
      }
      return FileStatus(at: path)?.identity != there.identity
    }
    if isDoubtful {
      left.append(
        (entry.title, "is not changed: from the folder of the list, that is another file"))
    }
    return isDoubtful
  }

  /// Removes the entries whose cases are gone from a file of the run.
  mutating func takeOut(_ gone: [Int]) {
    for position in gone where !isDoubtful(position) { changes[position] = .removed }
  }

  // MARK: - Writing

  /// Writes the list, and prints which cases it is not updated for.
  func write(_ summary: RunSummary) {
    // If no case ran, an empty list would say that none fails.
    let isNothing = new.isEmpty && summary.entries.allSatisfy { $0.tally.judged == 0 }
    if isNothing && !Invocation.current.statuses.isEmpty && changes.isEmpty {
      return printError("`\(visible(path))` is not written, because no case ran")
    }
    for (_, alike) in Dictionary(grouping: left, by: \.reason).sorted(by: { $0.key < $1.key }) {
      for (title, reason) in alike.prefix(10) { printNote("`\(visible(title))` \(reason)") }
    }
    if former != nil && changes.isEmpty && new.isEmpty { return }
    do throws(Diagnostic) {
      let text = try former?.list.rewritten(changes, adding: new).bytes
      file.add(text ?? Array(KnownFailures(new).text.utf8))
    } catch {
      Status.note([error])
      return printError("`\(visible(path))` is not written")
    }
    if !file.finish() { return }
    if former != nil { printNote("`\(visible(path))` is updated: \(counts)") }
    if summary.end == .atFailure {
      printWarning(
        "`\(visible(path))` lists what failed before the run ended at a failure (--fail-fast)")
    }
  }

  private var counts: String {
    let removed = changes.values.count { if case .removed = $0 { true } else { false } }
    return [
      (new.count, "added"), (changes.count - removed, "changed"), (removed, "taken out"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}

extension CaseResult.Ending {
  /// The reason of an entry whose case failed differently before: the former one, unless a run has written it.
  fileprivate func reason(
    insteadOf former: String, of difference: KnownDifference?, _ testCase: Case
  ) -> String {
    let isWritten: Bool
    switch difference {
    case nil, .notRun: isWritten = false
    case .error(let message), .errorContains(let message):
      isWritten = former.utf8.starts(with: message.text.utf8)
    case .steps(let steps):
      let rule: ComparisonRule =
        if case .failed(_, let comparison) = self { comparison.rule } else { .exact }
      var trace = testCase.steps.map(\.expectation)
      for one in steps { trace[one.step] = one.actual }
      let outcome = Self.failed(trace, Comparison(of: testCase, with: trace, by: rule))
      isWritten = Name(outcome.sentence(for: testCase)) == Name(former)
    }
    return isWritten ? sentence(for: testCase) : former
  }
}
