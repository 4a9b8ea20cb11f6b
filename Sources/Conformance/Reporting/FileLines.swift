// The lines of the files of a run for a person. If there are too many, one line stands for several files.

/// The lines of the files of a run of one implementation, with details below each. Consecutive files of a specification
/// that are skipped have one line.
struct FileLines {
  /// How the cases of a file ended; files of one kind can share a line.
  private enum Kind {
    case invalid, passing, skipped, other
  }

  private var lines: [(kind: Kind, text: String, specification: Name?, cases: Int, files: Int)] = []

  /// Adds a file: a line, and below it why some of its cases are known to fail, or were skipped.
  mutating func add(_ result: FileResult, _ style: Style) {
    let path = visible(result.path)
    switch result.content {
    case .invalid(let invalid):
      let problems = counted(invalid.problems.count, "problem")
      let text = "\(style.bad("✗ \(path)"))  not valid: \(problems)\n"
      lines.append((.invalid, text, nil, 0, 1))
    case .ran(let fixture, let results):
      var tally = Tally(of: results.lazy.map(\.outcome))
      tally.addPassed(result.unlisted.count)
      let isWhole = result.unfinishedCases == 0
      let mark =
        tally.passed > 0 && isWhole
        ? style.good("✓") : style.caution(tally.known > 0 ? "~" : "-")
      let line = tally.failed > 0 ? style.bad("✗ \(path)") : "\(mark) \(path)"
      let rest = isWhole ? "" : ", \(result.unfinishedCases) not run"
      var kind = Kind.other
      if isWhole && tally.passed == tally.cases { kind = .passing }
      if isWhole && tally.skipped == tally.cases { kind = .skipped }
      // The reasons of skipped cases are listed once, below the files.
      var text = "\(line)  \(tally)\(rest)\n" + Self.details(of: results, style)
      var (cases, files) = (tally.cases, 1)
      if kind == .skipped, let last = lines.last, last.kind == kind,
        last.specification == fixture.specification
      {
        lines.removeLast()
        (cases, files) = (cases + last.cases, 1 + last.files)
        text = "\(mark) \(visible(fixture.specification))  \(cases) not offered in \(files) files\n"
      }
      lines.append((kind, text, fixture.specification, cases, files))
    }
  }

  /// Why cases are known to fail.
  private static func details(of results: [CaseResult], _ style: Style) -> String {
    results.filter { $0.outcome.kind == .known }.map { one in
      style.cautions(
        "  ~ \(visible(one.testCase.name)): \(visible(one.outcome.sentence(for: one.testCase)))")
    }.joined()
  }

  /// The lines of files that are not valid, at most ten.
  var textOfInvalid: String {
    let texts = lines.filter { $0.kind == .invalid }.map(\.text)
    let more = texts.count > 10 ? "… and \(counted(texts.count - 10, "other file"))\n" : ""
    return texts.prefix(10).joined() + more
  }

  /// The lines of all files; if they are too many, files that all pass or are all skipped share a line.
  func text(most: Int, _ style: Style) -> String {
    if lines.reduce(0, { $0 + lineCount($1.text) }) <= most { return lines.map(\.text).joined() }
    func line(of kind: Kind, _ mark: String, _ ending: String) -> String {
      let count = lines.reduce(0) { $0 + ($1.kind == kind ? $1.files : 0) }
      return count == 0 ? "" : "\(mark) \(counted(count, "file")), all of whose cases \(ending)\n"
    }
    return lines.filter { $0.kind == .invalid || $0.kind == .other }.map(\.text).joined()
      + line(of: .passing, style.good("✓"), "pass")
      + line(of: .skipped, style.caution("-"), "are skipped")
  }
}
