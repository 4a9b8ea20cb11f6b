// A list of known failures that a run writes: a new one, or one that is brought up to date.

import Conformance
import ConformancePlatform

/// A list of known failures, and what a run makes of it.
///
/// In a list that was there, an entry stays as it is where its case fails as it states, was not run, or is of a file
/// that the run does not have.
struct KnownFailureUpdate {
  private let path: String

  /// The list that was there: as it is written, and with its files named as the run names them.
  private let former: (list: KnownFailures, named: KnownFailures)?

  /// Where it stands among those of the run.
  let position: Int?

  /// What is written where there was none.
  private let file: PartFile?

  /// What becomes of the entries that were there, by their position.
  private(set) var changes: [Int: KnownFailures.Change] = [:]
  private var new: [KnownFailures.Entry] = []

  /// The cases that fail otherwise than another list states, which is left to it.
  private var others: [Name] = []

  /// The cases whose failure no list can state, which is left as it was.
  private var unstated: [Name] = []

  /// The cases that were met whose entries may be of others.
  private var doubtful: [Name] = []

  /// Makes sure that a list can be written.
  ///
  /// - Parameters:
  ///   - path: The list.
  ///   - lists: The lists of the run, of which it may be one.
  ///   - named: These with their files named as the run names them.
  /// - Throws: An exit code where it cannot be. The reason has been said.
  init(of path: String, among lists: [KnownFailures], _ named: [KnownFailures]) throws {
    self.path = path
    position = lists.firstIndex { areSameFile($0.source?.path.text ?? "", path) }
    former = position.map { (lists[$0], named[$0]) }
    let file = try PartFile(path, replaces: former != nil)
    // What is in the file is compared before it is replaced.
    self.file = former == nil ? file : nil
  }

  // MARK: - What was judged

  /// Takes note of what became of a file.
  ///
  /// - Parameters:
  ///   - result: What became of it.
  ///   - names: The implementations of the run.
  mutating func add(_ result: FileResult, _ names: [Name]) {
    guard case .ran(_, let results) = result.content else { return }
    let path = Name(relativePath(to: result.path.text))
    for one in results {
      for (name, outcome) in zip(names, one.outcomes) {
        let title = one.testCase.title(in: result.path)
        let position = former?.named.position(of: title, in: result.path, with: name)
        if let position, isDoubtful(position) { continue }
        if case .passed = outcome.ending {
          if let position { changes[position] = .removed }
        } else if !outcome.ending.hasFailed {
          continue
        } else if let position {
          update(position, outcome.ending, one.testCase)
        } else if former == nil || outcome.listed == .no {
          if let entry = entry(path, name, outcome, one.testCase) { new.append(entry) }
        } else if outcome.isFailure {
          others.append(title)
        }
      }
    }
  }

  /// Whether an entry may be of another file, of which note is taken: its path leads to one from the folder of the
  /// list, and not to the same from that of the run.
  private mutating func isDoubtful(_ position: Int) -> Bool {
    let entry = former!.list.entries[position]
    let folder = folderAndName(of: path).folder
    let isDoubtful = entry.titleParts.contains { path, _ in
      guard !path.text.hasPrefix("/"), let there = FileStatus(at: "\(folder)/\(path)") else {
        return false
      }
      return FileStatus(at: path)?.identity != there.identity
    }
    if isDoubtful { doubtful.append(entry.title) }
    return isDoubtful
  }

  /// A new entry; `nil` where no list can state how the case fails.
  private mutating func entry(
    _ path: Name, _ name: Name, _ outcome: CaseResult.Outcome, _ testCase: Case
  ) -> KnownFailures.Entry? {
    let failure = outcome.ending
    let reason =
      switch outcome.listed {
      case .yes(let known): known.reason
      case .otherwise(let known):
        failure.reason(insteadOf: known.reason, of: known.difference, testCase)
      case .no: failure.sentence(for: testCase)
      }
    let title = testCase.title(in: path)
    return stated(
      title, in: Case.titleParts(of: title).count > 1 ? path : nil, name, reason, failure, testCase)
  }

  private mutating func stated(
    _ title: Name, in file: Name?, _ name: Name, _ reason: String, _ failure: CaseResult.Ending,
    _ testCase: Case
  ) -> KnownFailures.Entry? {
    let entry = failure.difference.flatMap {
      KnownFailures.Entry(
        title: title, in: file, implementation: name, reason: reason, $0, of: testCase)
    }
    if entry == nil { unstated.append(title) }
    return entry
  }

  /// Has an entry state how its case fails now, unless it fails as it states.
  private mutating func update(
    _ position: Int, _ failure: CaseResult.Ending, _ testCase: Case
  ) {
    let former = former!.named.entries[position]
    if former.statement == nil && former.skipped == nil { return }
    var reason = former.reason
    if case .success(let difference?) = former.difference(in: testCase) {
      if failure.isAs(difference, of: testCase) { return }
      reason = failure.reason(insteadOf: reason, of: difference, testCase)
    }
    let entry = stated(
      former.title, in: former.file, former.implementation, reason, failure, testCase)
    if let entry { changes[position] = .restated(entry) }
  }

  /// Takes the entries out whose cases are gone from a file of the run.
  mutating func takeOut(_ gone: [Int]) {
    for position in gone where !isDoubtful(position) { changes[position] = .removed }
  }

  // MARK: - Writing

  /// Writes the list, and says what is not as it may be expected.
  func write(_ summary: RunSummary) {
    // Of what was not judged, a list would say that none of it is known to fail.
    let isNothing = new.isEmpty && summary.entries.allSatisfy { $0.tally.judged == 0 }
    if isNothing && !Invocation.current.statuses.isEmpty && changes.isEmpty {
      return printError("`\(visible(path))` is not written, because nothing was judged")
    }
    let notes = [
      (others, "fails otherwise than another list states, which is not written"),
      (
        unstated,
        "is not written: a list cannot state how it fails"
          + (former == nil ? "" : ", and its former entry stays")
      ), (doubtful, "is not changed: from the folder of the list, that is another file"),
    ]
    for (titles, note) in notes {
      for title in titles.prefix(10) { printNote("`\(visible(title))` \(note)") }
    }
    let isWritten: Bool
    if let former {
      if changes.isEmpty && new.isEmpty { return }
      do throws(Diagnostic) {
        let text = try former.list.rewritten(changes, adding: new)
        isWritten = replaceFile(path, former.list.source?.bytes ?? [], with: text.bytes)
      } catch {
        Status.note([error])
        return printError("`\(visible(path))` is not written")
      }
      if isWritten { printNote("`\(visible(path))` is brought up to date: \(counts)") }
    } else {
      file!.add(KnownFailures(new).text)
      isWritten = file!.finish()
    }
    if isWritten, summary.end == .atFailure {
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
  /// The reason of an entry whose case failed otherwise before: the former one, unless a run has written that.
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
