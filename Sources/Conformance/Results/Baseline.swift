// What has changed between the results of two runs.

/// The differences between results and an earlier baseline.
package struct BaselineComparison: Sendable {
  /// What has become of a case with an implementation, in the order in which it is told.
  private enum Change: String, CaseIterable {
    /// It fails now, and did not in the baseline.
    case new = "✗ new"

    /// It was judged in the baseline, and is skipped now.
    case lost = "✗ no longer run"

    /// It was not run now.
    case unplayed = "✗ not run"

    /// It fails in both, but otherwise now.
    case changed = "✗ fails otherwise"
    case stillFailing = "✗ still failing"
    case fixed = "✓ fixed"

    /// It conforms in both, but follows another reading of an open point now.
    case reread = "~ reads otherwise"

    /// It passes, and the baseline lacks it or did not run it.
    case added = "+ added"

    /// It is only in the baseline.
    case removed = "- removed"
  }

  /// A case with an implementation, by the file that is meant by a path.
  private struct Key: Hashable {
    let path: Name
    let name: Name
    let implementation: Name
  }

  /// How a case ended with an implementation.
  private struct Outcome {
    let key: Key

    /// The case, as `file › name`.
    let title: Name
    let testCase: Case
    let ending: CaseResult.Ending
  }

  /// What has changed, each as it is told.
  private var changes: [Change: [String]] = [:]

  /// Whether cases that are only in the baseline are accepted.
  package var allowsRemoved = false

  /// Whether cases that failed may fail otherwise.
  package var allowsChanged = false

  /// The implementations of the results.
  private let names: [Name]
  private let baseline: RunResults

  /// Where files stand in the baseline, by what their paths mean.
  private var positions: [Name: [Int]] = [:]

  /// Of each file of the baseline that was met, what was not there.
  private var gone: [Int: [Outcome]] = [:]

  /// Whether a case with an implementation is in both.
  private var hasCommonEntry = false

  /// Faults outside any case that the baseline does not have.
  private var newFaults: [Name] = []

  /// Files that are not valid now, but were valid or missing in the baseline.
  private var newlyInvalid: [Name] = []

  /// Begins to compare results with a baseline. Files are compared as files, however they are named.
  ///
  /// A known failure counts as failing. A case that no longer exists counts as removed.
  ///
  /// - Parameters:
  ///   - results: The results, whose files are then added one by one.
  ///   - baseline: The earlier ones.
  package init(of results: RunResults, with baseline: RunResults) {
    (names, self.baseline) = (results.names, baseline)
    for (position, path) in baseline.paths.enumerated() {
      positions[comparablePath(path), default: []].append(position)
    }
    func faults(of results: RunResults) -> [Name] {
      results.run.entries.flatMap { entry in
        entry.faults.map { "\(entry.name): \($0.message)" }
      }
    }
    let formerFaults = Set(faults(of: baseline))
    newFaults = faults(of: results).filter { !formerFaults.contains($0) }
  }

  /// Compares a file with its result in the baseline.
  ///
  /// - Parameter file: The result of a file.
  /// - Throws: ``RunResults/Problem`` where the baseline cannot be read.
  /// - Complexity: O(*n*) in the size of both.
  package mutating func add(_ file: FileResult) throws(RunResults.Problem) {
    let now = Self.outcomes(of: file, names)
    let present = Set(now.map(\.key))
    var former: [Key: CaseResult.Ending] = [:]
    var wasInvalid = false
    for position in positions[comparablePath(file.path)] ?? [] {
      let before = try baseline.file(at: position)
      if case .invalid = before.content { wasInvalid = true }
      let outcomes = Self.outcomes(of: before, baseline.names)
      former.merge(outcomes.map { ($0.key, $0.ending) }) { first, _ in first }
      gone[position] = (gone[position] ?? outcomes).filter { !present.contains($0.key) }
    }
    if case .invalid = file.content, !wasInvalid { newlyInvalid.append(file.path) }
    for outcome in now { compare(outcome, with: former[outcome.key]) }
  }

  /// Ends the comparison: cases of the baseline that have not been added count as removed.
  ///
  /// - Throws: ``RunResults/Problem`` where the baseline cannot be read.
  package mutating func finish() throws(RunResults.Problem) {
    for position in baseline.paths.indices {
      if gone[position] == nil {
        gone[position] = Self.outcomes(of: try baseline.file(at: position), baseline.names)
      }
      for outcome in gone[position]! { note(.removed, outcome) }
      gone[position] = []
    }
  }

  private static func outcomes(of file: FileResult, _ names: [Name]) -> [Outcome] {
    guard case .ran(_, let cases) = file.content else { return [] }
    let path = comparablePath(file.path)
    return cases.flatMap { result in
      zip(names, result.outcomes).map { name, outcome in
        Outcome(
          key: Key(path: path, name: result.testCase.name, implementation: name),
          title: result.testCase.title(in: file.path), testCase: result.testCase,
          ending: outcome.ending)
      }
    }
  }

  private mutating func note(_ change: Change, _ outcome: Outcome, _ detail: String = "") {
    changes[change, default: []].append(
      "\(visible(outcome.title))  (\(visible(outcome.key.implementation)))\(detail)")
  }

  private mutating func compare(_ outcome: Outcome, with former: CaseResult.Ending?) {
    let (now, testCase) = (outcome.ending, outcome.testCase)
    if former != nil { hasCommonEntry = true }
    func sentence(_ ending: CaseResult.Ending) -> String {
      shortened(ending.sentence(for: testCase), to: 200)
    }
    switch (former, now) {
    case (_, let now) where now.isUnplayed: note(.unplayed, outcome)
    case (let before?, let now) where before.isFailing && now.isFailing:
      guard let difference = before.difference, now.hasFailed,
        !now.isAs(difference, of: testCase)
      else { return note(.stillFailing, outcome) }
      note(.changed, outcome, "  \(sentence(now)), was \(sentence(before))")
    case (_, let now) where now.isFailing: note(.new, outcome)
    case (.skipped?, _): break
    case (nil, _): note(.added, outcome)
    case (_, .skipped): note(.lost, outcome)
    case (.passed(let before)?, .passed(let now)):
      // A point that the case did not leave open, or does not any more, has no other answer.
      let changed = now.filter { now in
        before.contains { $0.point == now.point && $0.reading != now.reading }
      }
      if changed.isEmpty { return }
      let former = before.filter { before in changed.contains { $0.point == before.point } }
      note(.reread, outcome, "  \(changed.text), was \(former.text)")
    case (let before?, _): note(before.isUnplayed ? .added : .fixed, outcome)
    }
  }

  private func count(_ change: Change) -> Int { changes[change]?.count ?? 0 }

  /// Whether nothing got worse: no new failure, no newly skipped case, everything was run, and
  /// nothing is missing. False if the two have no case in common.
  package var isNotWorse: Bool {
    let worse: [Change] =
      [.new, .lost, .unplayed] + (allowsRemoved ? [] : [.removed])
      + (allowsChanged ? [] : [.changed])
    return hasCommonEntry && newFaults.isEmpty && newlyInvalid.isEmpty
      && worse.allSatisfy { count($0) == 0 }
  }

  /// The differences for a person: each list with its entries, and a line of counts.
  ///
  /// - Parameter style: Whether there are colours.
  /// - Returns: Lines, with a line break at the end.
  package func text(style: Style) -> String {
    if !hasCommonEntry { return style.bad(nothingInCommon) + "\n" }
    var text = ""
    for path in newlyInvalid { text += style.bad("✗ not valid: \(visible(path))") + "\n" }
    for fault in newFaults { text += style.bad("✗ new: \(visible(fault))") + "\n" }
    for change in Change.allCases {
      let lines = changes[change] ?? []
      for line in lines.prefix(200) {
        text += emphasized("\(change.rawValue): \(line)", change, style) + "\n"
      }
      if lines.count > 200 { text += "… and \(lines.count - 200) more\n" }
    }
    if !text.isEmpty { text += "\n" }
    let counts: [(Change, String)] = [
      (.new, "new"), (.fixed, "fixed"), (.stillFailing, "still failing"), (.added, "added"),
      (.removed, "removed"), (.lost, "no longer run"), (.unplayed, "not run"),
      (.reread, "read otherwise"), (.changed, "failing otherwise"),
    ]
    // The first ones are always told.
    let line = counts.enumerated().filter { $0.offset < 5 || count($0.element.0) > 0 }
      .map { "\(count($0.element.0)) \($0.element.1)" }.joined(separator: ", ")
    return text + (isNotWorse ? style.good(line) : style.bad(line)) + "\n"
  }

  private func emphasized(_ line: String, _ change: Change, _ style: Style) -> String {
    switch change {
    case .new, .lost, .unplayed: style.bad(line)
    case .changed: allowsChanged ? style.caution(line) : style.bad(line)
    case .stillFailing: style.caution(line)
    case .fixed: style.good(line)
    case .reread, .added: line
    case .removed: allowsRemoved ? line : style.bad(line)
    }
  }

  private var nothingInCommon: String {
    func list(_ names: [Name]) -> String {
      names.isEmpty ? "nothing" : names.map { "`\(visible($0))`" }.joined(separator: ", ")
    }
    let isNamedAlike = baseline.names.contains(where: names.contains)
    return "nothing in common: "
      + (isNamedAlike
        ? "no case of the results is in the baseline"
        : "\(list(names)) against \(list(baseline.names))")
  }
}

extension CaseResult.Ending {
  fileprivate var isUnplayed: Bool {
    if case .erred(let error) = self { error.isUnplayed } else { false }
  }

  fileprivate var isFailing: Bool {
    switch self {
    case .failed, .erred: !isUnplayed
    case .passed, .skipped: false
    }
  }
}
