// The lines of the files of a run for a person, of which some stand for several files.

/// The lines of the files of a run of one implementation, with what stands below each.
struct FileLines {
  /// A file.
  private struct File {
    var text: String

    /// `nil` if it is not valid.
    var specification: Name?

    /// Whether all of its cases pass, and nothing else is to be said.
    var isPlain = false

    /// If all of its cases were skipped, why each was.
    var reasons: [Name] = []
  }

  private var files: [File] = []

  /// Adds a file: a line, and below it why cases are known to fail, or were skipped.
  mutating func add(_ result: FileResult, _ style: Style) {
    let path = visible(result.path)
    switch result.content {
    case .invalid(let invalid):
      let problems = counted(invalid.problems.count, "problem")
      files.append(File(text: "\(style.bad("✗ \(path)"))  not valid: \(problems)\n"))
    case .ran(let fixture, let results):
      var tally = Tally(of: results.lazy.map(\.outcome))
      tally.addPassed(result.unlisted.count)
      let isWhole = result.unfinishedCases == 0
      let mark =
        tally.passed > 0 && isWhole
        ? style.good("✓") : style.caution(tally.known > 0 ? "~" : "-")
      let line = tally.failed > 0 ? style.bad("✗ \(path)") : "\(mark) \(path)"
      let rest = isWhole ? "" : ", \(result.unfinishedCases) not run"
      var file = File(
        text: "\(line)  \(tally)\(rest)\n" + Self.details(of: results, style),
        specification: fixture.specification)
      file.isPlain = tally.passed == tally.cases && isWhole
      if tally.skipped == tally.cases && results.allSatisfy(\.outcome.isSkipped) {
        file.reasons = results.compactMap(\.outcome.reason)
      }
      files.append(file)
    }
  }

  private static func details(of results: [CaseResult], _ style: Style) -> String {
    let skipped = results.filter(\.outcome.isSkipped)
    var skips = Dictionary(grouping: skipped) { $0.outcome.reason! }.mapValues(\.count)
    var text = ""
    for one in results {
      let name = visible(one.testCase.name)
      if one.outcome.kind == .known {
        text += style.cautions("  ~ \(name): \(visible(one.outcome.sentence(for: one.testCase)))")
      } else if one.outcome.isSkipped, let reason = one.outcome.reason,
        let count = skips.removeValue(forKey: reason)
      {
        // What several lack is said once, where the first of them stands.
        let what = count > 1 ? "\(count) cases" : name
        text += style.cautions("  - \(what): skipped, \(visible(reason))")
      }
    }
    return text
  }

  /// The lines, of which one stands for all files of a specification of which no case was played.
  private func sections(_ style: Style) -> [(text: String, isPlain: Bool, hasRun: Bool)] {
    var sections: [(text: String, isPlain: Bool, hasRun: Bool)] = []
    var rest = files[...]
    while let first = rest.first {
      let own = rest.prefix { $0.specification == first.specification }
      rest.removeFirst(own.count)
      // One that is played shows that the others can be, too.
      let isSkipped = own.allSatisfy { !$0.reasons.isEmpty }
      let skips = own.flatMap(\.reasons)
      // Besides failures, what was skipped is told only at the end.
      let isAtEnd = rest.first?.specification == nil
      let hasRun = first.specification != nil && !(isSkipped && isAtEnd)
      guard let name = first.specification, isSkipped, skips.count > 1 else {
        sections += own.map { ($0.text, $0.isPlain, hasRun) }
        continue
      }
      let reasons = skips.uniqued()
      let more = reasons.count > 2 ? "; and for \(counted(reasons.count - 2, "other reason"))" : ""
      let text =
        "\(style.caution("-")) \(visible(name))  \(skips.count) skipped in "
        + "\(counted(own.count, "file")): "
        + reasons.prefix(2).map { visible($0) }.joined(separator: "; ") + more + "\n"
      sections.append((text, false, hasRun))
    }
    return sections
  }

  /// What did not run, which is told also where there are failures to tell.
  func textOfNotRun(_ style: Style) -> String {
    let texts = sections(style).filter { !$0.hasRun }.map(\.text)
    let more = texts.count > 10 ? "… and \(counted(texts.count - 10, "other file"))\n" : ""
    return texts.prefix(10).joined() + more
  }

  /// All lines; if there are too many, files whose cases all pass are counted.
  func text(most: Int, _ style: Style) -> String {
    let all = sections(style)
    if all.reduce(0, { $0 + lineCount($1.text) }) <= most { return all.map(\.text).joined() }
    let others = all.filter { !$0.isPlain }
    let hidden = all.count - others.count
    let rest =
      hidden == 0
      ? "" : "\(style.good("✓")) \(counted(hidden, "file")), all of whose cases pass\n"
    return others.map(\.text).joined() + rest
  }
}
