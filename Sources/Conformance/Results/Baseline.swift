// The changes between the results of two runs.

/// The differences between results and an earlier baseline.
package struct BaselineComparison: Sendable {
  /// The change of a case with an implementation, with its mark, in the order of the report.
  private enum Change: String, CaseIterable {
    /// The file is not valid now, and was valid or missing in the baseline.
    case invalid = "✗ not valid"

    /// It fails now, and did not in the baseline; or a fault outside any case, which the baseline does not have.
    case new = "✗ new"

    /// It ran in the baseline, and is skipped now.
    case lost = "✗ no longer run"

    /// It was not run now.
    case unplayed = "✗ not run"

    /// It fails in both, but differently now.
    case changed = "✗ failing differently"
    case stillFailing = "✗ still failing"
    case fixed = "✓ fixed"

    /// It conforms in both, but makes an allowed choice differently now.
    case reread = "~ choosing differently"

    /// It passes, and the baseline lacks it or did not run it.
    case added = "+ added"

    /// It is only in the baseline.
    case removed = "- removed"

    /// Those whose number is reported even if it is 0.
    static let always: [Change] = [.new, .fixed, .stillFailing, .added, .removed]
  }

  /// How a case of a file ended with an implementation.
  private struct Outcome {
    let testCase: Case
    let path: Name
    let implementation: Name
    let ending: CaseResult.Ending

    /// The key by which it is compared within the file.
    var key: [Name] { [testCase.name, implementation] }
  }

  /// The lines of the report, by the kind of change.
  private var changes: [Change: [String]] = [:]

  /// Whether cases that are only in the baseline are accepted.
  package var allowsRemoved = false

  /// Whether cases that failed may fail differently.
  package var allowsChanged = false

  /// The implementations of the results.
  private let names: [Name]
  private let baseline: RunResults

  /// The paths of files in the baseline, by their comparable paths.
  private let paths: [Name: [Name]]

  /// The comparable paths of the files that have been compared.
  private var compared: Set<Name> = []

  /// Whether a case with an implementation is in both.
  private var hasCommonEntry = false

  /// Begins to compare results with a baseline. Files are compared as files, however they are named.
  ///
  /// A known failure counts as failing. A case that no longer exists counts as removed.
  ///
  /// - Parameters:
  ///   - results: The results, whose files are then added one by one.
  ///   - baseline: The earlier ones.
  package init(of results: RunResults, with baseline: RunResults) {
    (names, self.baseline) = (results.names, baseline)
    paths = Dictionary(grouping: baseline.paths) { comparablePath($0) }
    func faults(of results: RunResults) -> [Name] {
      results.run.entries.flatMap { entry in
        entry.faults.map { "\(entry.name): \($0.message)" }
      }
    }
    let formerFaults = Set(faults(of: baseline))
    for fault in faults(of: results) where !formerFaults.contains(fault) {
      note(.new, visible(fault))
    }
  }

  /// Compares a file with its result in the baseline.
  ///
  /// - Parameter file: The result of a file.
  /// - Throws: ``RunResults/Problem`` where the baseline cannot be read.
  /// - Complexity: O(*n*) in the size of both.
  package mutating func add(_ file: FileResult) throws(RunResults.Problem) {
    let now = Self.outcomes(of: file, names)
    let path = comparablePath(file.path)
    let before = try (paths[path] ?? []).map { other throws(RunResults.Problem) in
      try baseline.file(at: other)
    }
    let former = before.flatMap { Self.outcomes(of: $0, baseline.names) }
    let wasInvalid = before.contains { if case .invalid = $0.content { true } else { false } }
    if case .invalid = file.content, !wasInvalid { note(.invalid, visible(file.path)) }
    if compared.insert(path).inserted {
      let present = Set(now.map(\.key))
      for outcome in former where !present.contains(outcome.key) { note(.removed, outcome) }
    }
    let endings = Dictionary(
      former.map { ($0.key, $0.ending) }, uniquingKeysWith: { one, _ in one })
    for outcome in now { compare(outcome, with: endings[outcome.key]) }
  }

  /// Ends the comparison: cases in files of the baseline that have not been added count as removed.
  ///
  /// - Throws: ``RunResults/Problem`` where the baseline cannot be read.
  package mutating func finish() throws(RunResults.Problem) {
    for path in baseline.paths where !compared.contains(comparablePath(path)) {
      let file = try baseline.file(at: path)
      for outcome in Self.outcomes(of: file, baseline.names) { note(.removed, outcome) }
    }
  }

  private static func outcomes(of file: FileResult, _ names: [Name]) -> [Outcome] {
    guard case .ran(_, let cases) = file.content else { return [] }
    return cases.flatMap { result in
      zip(names, result.outcomes).map { name, outcome in
        Outcome(
          testCase: result.testCase, path: file.path, implementation: name, ending: outcome.ending)
      }
    }
  }

  private mutating func note(_ change: Change, _ outcome: Outcome, _ detail: String = "") {
    let title = visible(outcome.testCase.title(in: outcome.path))
    note(change, "\(title)  (\(visible(outcome.implementation)))\(detail)")
  }

  private mutating func note(_ change: Change, _ what: String) {
    changes[change, default: []].append("\(change.rawValue): \(what)")
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
      // A choice that the case leaves in only one of the two results has not changed.
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
    hasCommonEntry && Change.allCases.allSatisfy { !isWorse($0) || count($0) == 0 }
  }

  private func isWorse(_ change: Change) -> Bool {
    switch change {
    case .invalid, .new, .lost, .unplayed: true
    case .changed: !allowsChanged
    case .removed: !allowsRemoved
    case .stillFailing, .fixed, .reread, .added: false
    }
  }

  /// The differences for a person: each list with its entries, and a line of counts.
  ///
  /// - Parameter style: Whether there are colours.
  /// - Returns: Lines, with a line break at the end.
  package func text(style: Style) -> String {
    if !hasCommonEntry { return style.bad(nothingInCommon) + "\n" }
    var lines: [String] = []
    for change in Change.allCases {
      let own = changes[change] ?? []
      lines += own.prefix(200).map { emphasized($0, change, style) }
      if own.count > 200 { lines.append("… and \(own.count - 200) more") }
    }
    if !lines.isEmpty { lines.append("") }
    let others = Change.allCases.filter { !Change.always.contains($0) && count($0) > 0 }
    let counts = (Change.always + others).map { "\(count($0)) \($0.rawValue.dropFirst(2))" }
      .joined(separator: ", ")
    lines.append(isNotWorse ? style.good(counts) : style.bad(counts))
    return lines.map { $0 + "\n" }.joined()
  }

  private func emphasized(_ line: String, _ change: Change, _ style: Style) -> String {
    if isWorse(change) { return style.bad(line) }
    return switch change {
    case .stillFailing, .changed: style.caution(line)
    case .fixed: style.good(line)
    default: line
    }
  }

  private var nothingInCommon: String {
    func list(_ names: [Name]) -> String {
      names.isEmpty ? "nothing" : names.map { "`\(visible($0))`" }.joined(separator: ", ")
    }
    let common = baseline.names.contains(where: names.contains) ? ", and no case is in both" : ""
    return "nothing in common: \(list(names)) against \(list(baseline.names))\(common)"
  }
}

extension CaseResult.Ending {
  fileprivate var isUnplayed: Bool {
    if case .erred(let error) = self { error.isUnplayed } else { false }
  }

  fileprivate var isFailing: Bool { !isUnplayed && CaseResult.Outcome(self).isFailure }
}
