// The lines of the files of a run for a person, of which some stand for several files.

/// The lines of the files of a run of one implementation, with what stands below each.
struct FileLines {
  /// Files that are not valid.
  private var invalid: [String] = []

  /// Files of which a case was played. Of a plain one all cases pass, and nothing else is to be said.
  private var played: [(text: String, isPlain: Bool)] = []

  /// How many cases were skipped, in files of which no case was played, by their specification, each with the first
  /// of these files.
  private var skipped: [(specification: Name, path: Name, cases: Int, files: Int)] = []

  /// Adds a file: a line, and below it why cases are known to fail, or were skipped.
  mutating func add(_ result: FileResult, _ style: Style) {
    let path = visible(result.path)
    switch result.content {
    case .invalid(let invalid):
      let problems = counted(invalid.problems.count, "problem")
      self.invalid.append("\(style.bad("✗ \(path)"))  not valid: \(problems)\n")
    case .ran(let fixture, let results):
      var tally = Tally(of: results.lazy.map(\.outcome))
      tally.addPassed(result.unlisted.count)
      let isWhole = result.unfinishedCases == 0
      if isWhole, tally.skipped == tally.cases {
        return addSkipped(tally.skipped, in: result.path, of: fixture.specification)
      }
      let mark =
        tally.passed > 0 && isWhole
        ? style.good("✓") : style.caution(tally.known > 0 ? "~" : "-")
      let line = tally.failed > 0 ? style.bad("✗ \(path)") : "\(mark) \(path)"
      let rest = isWhole ? "" : ", \(result.unfinishedCases) not run"
      let text = "\(line)  \(tally)\(rest)\n" + Self.details(of: results, style)
      played.append((text, isPlain: tally.passed == tally.cases && isWhole))
    }
  }

  private mutating func addSkipped(_ count: Int, in path: Name, of specification: Name) {
    let known = skipped.firstIndex { $0.specification == specification }
    if known == nil { skipped.append((specification, path, 0, 0)) }
    let index = known ?? skipped.count - 1
    skipped[index].cases += count
    skipped[index].files += 1
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

  /// What was not run, which is told also where there are failures to tell.
  var textOfInvalid: String {
    let more = invalid.count > 10 ? "… and \(counted(invalid.count - 10, "other file"))\n" : ""
    return invalid.prefix(10).joined() + more
  }

  /// All lines; if there are too many, files whose cases all pass are left out.
  func text(most: Int, _ style: Style) -> String {
    var text = invalid.joined()
    var room = played.reduce(most) { $0 - ($1.isPlain ? 0 : lineCount($1.text)) }
    var hidden = 0
    for (line, isPlain) in played {
      if isPlain { room -= 1 }
      if isPlain && room < 0 {
        hidden += 1
      } else {
        text += line
      }
    }
    if hidden > 0 {
      let files = counted(hidden, "other file")
      text += "\(style.good("✓")) \(files), all of whose cases pass\n"
    }
    for one in skipped {
      let (name, rest) =
        one.files == 1 ? (one.path, "") : (one.specification, " in \(one.files) files")
      text += "\(style.caution("-")) \(visible(name))  \(one.cases) skipped\(rest)\n"
    }
    return text
  }
}
