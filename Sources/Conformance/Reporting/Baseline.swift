// What has changed between the results of two runs.

/// The differences between results and an earlier baseline.
public struct BaselineComparison: Sendable {
  /// A case with an implementation, by name.
  public struct Entry: Hashable, Sendable {
    /// The case, as `file › name`.
    public var title: String

    /// The implementation's name.
    public var implementation: String
  }

  /// What fails now, and did not in the baseline.
  public private(set) var new: [Entry] = []

  /// What failed in the baseline, and does not now.
  public private(set) var fixed: [Entry] = []

  /// What fails in both.
  public private(set) var stillFailing: [Entry] = []

  /// What is only in the results, and does not fail.
  public private(set) var added: [Entry] = []

  /// What is only in the baseline.
  public private(set) var removed: [Entry] = []

  /// What conformed in the baseline, and is skipped now.
  public private(set) var lost: [Entry] = []

  /// What an implementation does wrong outside any case, and did not in the baseline.
  public private(set) var newFaults: [String] = []

  /// Files that are not valid now, and were in the baseline, or were not there.
  public private(set) var newlyInvalid: [String] = []

  /// Compares results with a baseline.
  ///
  /// What is known to fail counts as failing. A case that no longer is there is removed.
  ///
  /// - Parameters:
  ///   - results: The results.
  ///   - baseline: The earlier ones.
  /// - Complexity: O(*n*) in the number of outcomes.
  public init(of results: ResultFile, with baseline: ResultFile) {
    let (now, before) = (Self.outcomes(of: results), Self.outcomes(of: baseline))
    let former = Dictionary(before, uniquingKeysWith: { first, _ in first })
    for (entry, state) in now {
      switch (former[entry], state) {
      case (.failing?, .failing): stillFailing.append(entry)
      case (.failing?, .passing): fixed.append(entry)
      case (.passing?, .skipped): lost.append(entry)
      case (_, .failing): new.append(entry)
      case (nil, _): added.append(entry)
      default: break
      }
    }
    let faults = Set(baseline.faults.joined().map(\.message))
    newFaults = zip(results.names, results.faults).flatMap { name, all in
      all.filter { !faults.contains($0.message) }.map { "\(name): \($0.message)" }
    }
    let present = Set(now.map(\.0))
    removed = before.map(\.0).filter { !present.contains($0) }
    let invalid = Self.invalidFiles(of: baseline)
    newlyInvalid = Self.invalidFiles(of: results).filter { !invalid.contains($0) }
  }

  /// Whether nothing fails that did not before, and nothing is skipped that was not.
  public var isNotWorse: Bool {
    new.isEmpty && lost.isEmpty && newFaults.isEmpty && newlyInvalid.isEmpty
  }

  private enum State { case passing, failing, skipped }

  private static func outcomes(of results: ResultFile) -> [(Entry, State)] {
    results.files.flatMap { file -> [(Entry, State)] in
      guard case .ran(_, let cases) = file.content else { return [] }
      return cases.flatMap { result in
        zip(results.names, result.outcomes).map { name, outcome in
          let entry = Entry(title: result.testCase.title(in: file.path), implementation: name)
          switch outcome {
          case .passed: return (entry, .passing)
          case .skipped: return (entry, .skipped)
          case .failed, .erred, .known, .mended: return (entry, .failing)
          }
        }
      }
    }
  }

  private static func invalidFiles(of results: ResultFile) -> [String] {
    results.files.compactMap { if case .invalid = $0.content { $0.path } else { nil } }
  }

  /// The differences for a person: each list with its entries, and a line of counts.
  ///
  /// - Parameter style: Whether there are colours.
  /// - Returns: Lines, with a line break at the end.
  public func text(style: Style) -> String {
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
    add(stillFailing, "✗ still failing", style.caution)
    add(fixed, "✓ fixed", style.good)
    add(added, "+ added", { $0 })
    add(removed, "- removed", { $0 })
    if !text.isEmpty { text += "\n" }
    let counts =
      "\(new.count) new, \(fixed.count) fixed, \(stillFailing.count) still failing, "
      + "\(added.count) added, \(removed.count) removed"
      + (lost.isEmpty ? "" : ", \(lost.count) no longer run")
    return text + (isNotWorse ? style.good(counts) : style.bad(counts)) + "\n"
  }
}
