// What has changed between the results of two runs.

/// The differences between results and an earlier baseline.
package struct BaselineComparison: Sendable {
  /// A case with an implementation, by name.
  private struct Entry: Hashable {
    /// The case, as `file › name`.
    var title: Name

    /// Its file: a title may have the separator in it.
    var path: Name

    /// The implementation's name.
    var implementation: Name
  }

  /// What fails now, and did not in the baseline.
  private var new: [Entry] = []

  /// What failed in the baseline, and does not now.
  private var fixed: [Entry] = []

  /// What fails in both, and alike.
  private var stillFailing: [Entry] = []

  /// What fails in both, but otherwise now: each with what is wrong now, and how it failed.
  private var changed: [(entry: Entry, now: String, before: String)] = []

  /// Passing cases that the baseline lacks or did not run.
  private var added: [Entry] = []

  /// What is only in the baseline.
  private var removed: [Entry] = []

  /// What was judged in the baseline, and is skipped now.
  private var lost: [Entry] = []

  /// Cases of the baseline that were not run now.
  private var unplayed: [Entry] = []

  /// Whether cases that are only in the baseline are accepted.
  package var allowsRemoved = false

  /// Whether cases that failed may fail otherwise.
  package var allowsChanged = false

  /// The implementations of the results and of the baseline.
  private let names: (now: [Name], before: [Name])

  private let baseline: RunResults

  /// Where files stand in the baseline, by what their paths mean.
  private var positions: [Name: [Int]] = [:]

  /// Of each file of the baseline that was met, what was not there.
  private var gone: [Int: [Outcome]] = [:]

  /// Whether a case with an implementation is in both.
  private var hasCommonEntry = false

  /// Cases that conform in both, but follow another reading of an open point now: each with the
  /// present reading, and the former one.
  private var reread: [(entry: Entry, now: String, before: String)] = []

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
    self.baseline = baseline
    names = (results.names, baseline.names)
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
    var former: [(position: Int, outcomes: [Outcome])] = []
    var wasInvalid = false
    for position in positions[comparablePath(file.path)] ?? [] {
      let before = try baseline.file(at: position)
      if case .invalid = before.content { wasInvalid = true }
      former.append((position, outcomes(of: before, names.before)))
    }
    if case .invalid = file.content, !wasInvalid { newlyInvalid.append(file.path) }
    let now = outcomes(of: file, names.now)
    let standings = Dictionary(
      former.flatMap(\.outcomes).map { ($0.key, $0.standing) },
      uniquingKeysWith: { first, _ in first })
    for outcome in now { compare(outcome, with: standings[outcome.key]) }
    let present = Set(now.map(\.key))
    for (position, outcomes) in former {
      gone[position] = (gone[position] ?? outcomes).filter { !present.contains($0.key) }
    }
  }

  /// Ends the comparison: cases of the baseline that have not been added count as removed.
  ///
  /// - Throws: ``RunResults/Problem`` where the baseline cannot be read.
  package mutating func finish() throws(RunResults.Problem) {
    for position in baseline.paths.indices {
      if let left = gone[position] {
        removed += left.map(\.entry)
      } else {
        removed += outcomes(of: try baseline.file(at: position), names.before).map(\.entry)
      }
    }
    gone = [:]
  }

  private mutating func compare(_ outcome: Outcome, with former: Standing?) {
    let entry = outcome.entry
    if former != nil { hasCommonEntry = true }
    switch (former, outcome.standing) {
    case (_, .unplayed): unplayed.append(entry)
    case (.failing(let before, _)?, .failing(let now, let testCase)):
      guard let difference = before.difference, now.hasFailed,
        !now.isAs(difference, of: testCase)
      else { return stillFailing.append(entry) }
      func sentence(_ ending: CaseResult.Ending) -> String {
        shortened(ending.sentence(for: testCase), to: 200)
      }
      changed.append((entry, sentence(now), sentence(before)))
    case (.failing?, .passing): fixed.append(entry)
    case (.passing?, .skipped), (.failing?, .skipped), (.unplayed?, .skipped): lost.append(entry)
    case (_, .failing): new.append(entry)
    case (.passing(let before)?, .passing(let now)):
      // A point that the case did not leave open, or does not any more, has no other answer.
      let changed = now.filter { now in
        before.contains { $0.point == now.point && $0.reading != now.reading }
      }
      if changed.isEmpty { return }
      let former = before.filter { before in changed.contains { $0.point == before.point } }
      reread.append((entry, changed.text, former.text))
    case (nil, _), (.unplayed?, .passing): added.append(entry)
    case (.skipped?, .passing), (.skipped?, .skipped): break
    }
  }

  /// Whether nothing got worse: no new failure, no newly skipped case, everything was run, and
  /// nothing is missing. False if the two have no case in common.
  package var isNotWorse: Bool {
    hasCommonEntry && new.isEmpty && lost.isEmpty && unplayed.isEmpty && newFaults.isEmpty
      && newlyInvalid.isEmpty && (allowsRemoved || removed.isEmpty)
      && (allowsChanged || changed.isEmpty)
  }

  private enum Standing {
    /// With how points that are left open were read.
    case passing([ChosenReading])
    case failing(CaseResult.Ending, Case)
    case skipped, unplayed
  }

  /// How a case ended with an implementation.
  private struct Outcome {
    /// The case with the file that is meant by its path, and the implementation.
    let key: Entry
    let entry: Entry
    let standing: Standing
  }

  private func outcomes(of file: FileResult, _ names: [Name]) -> [Outcome] {
    guard case .ran(_, let cases) = file.content else { return [] }
    let path = comparablePath(file.path)
    return cases.flatMap { result in
      zip(names, result.outcomes).map { name, outcome in
        let standing: Standing =
          switch outcome.ending {
          case .passed(let readings): .passing(readings)
          case .skipped: .skipped
          case .erred(let error) where error.isUnplayed: .unplayed
          case .failed, .erred: .failing(outcome.ending, result.testCase)
          }
        return Outcome(
          key: Entry(title: result.testCase.title(in: path), path: path, implementation: name),
          entry: Entry(
            title: result.testCase.title(in: file.path), path: file.path, implementation: name),
          standing: standing)
      }
    }
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
    func add(_ entries: [Entry], _ word: String, _ emphasis: (String) -> String) {
      for entry in entries.prefix(200) {
        text +=
          emphasis("\(word): \(visible(entry.title))  (\(visible(entry.implementation)))") + "\n"
      }
      if entries.count > 200 { text += "… and \(entries.count - 200) more\n" }
    }
    add(new, "✗ new", style.bad)
    add(lost, "✗ no longer run", style.bad)
    add(unplayed, "✗ not run", style.bad)
    let changing = allowsChanged ? style.caution : style.bad
    for (entry, now, before) in changed.prefix(200) {
      text +=
        changing(
          "✗ fails otherwise: \(visible(entry.title))  (\(visible(entry.implementation)))  "
            + "\(now), was \(before)") + "\n"
    }
    if changed.count > 200 { text += "… and \(changed.count - 200) more\n" }
    add(stillFailing, "✗ still failing", style.caution)
    add(fixed, "✓ fixed", style.good)
    for (entry, now, before) in reread.prefix(200) {
      text += "~ reads otherwise: \(visible(entry.title))  (\(visible(entry.implementation)))  "
      text += "\(now), was \(before)\n"
    }
    if reread.count > 200 { text += "… and \(reread.count - 200) more\n" }
    add(added, "+ added", { $0 })
    add(removed, "- removed", allowsRemoved ? { $0 } : style.bad)
    if !text.isEmpty { text += "\n" }
    let counts =
      "\(new.count) new, \(fixed.count) fixed, \(stillFailing.count) still failing, "
      + "\(added.count) added, \(removed.count) removed"
      + (lost.isEmpty ? "" : ", \(lost.count) no longer run")
      + (unplayed.isEmpty ? "" : ", \(unplayed.count) not run")
      + (reread.isEmpty ? "" : ", \(reread.count) read otherwise")
      + (changed.isEmpty ? "" : ", \(changed.count) failing otherwise")
    return text + (isNotWorse ? style.good(counts) : style.bad(counts)) + "\n"
  }

  private var nothingInCommon: String {
    func list(_ names: [Name]) -> String {
      names.isEmpty ? "nothing" : names.map { "`\(visible($0))`" }.joined(separator: ", ")
    }
    let isNamedAlike = names.before.contains(where: names.now.contains)
    return "nothing in common: "
      + (isNamedAlike
        ? "no case of the results is in the baseline"
        : "\(list(names.now)) against \(list(names.before))")
  }
}
