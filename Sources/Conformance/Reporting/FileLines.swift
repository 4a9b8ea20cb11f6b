// The lines of the files of a run for a person, of which some stand for several files.

/// The lines of the files of a run, with what stands below each.
struct FileLines {
  struct Section {
    let text: String

    /// Whether all of its cases pass, and nothing else is to be said.
    let isPlain: Bool

    /// Whether its cases ran: what did not is told also where there are failures to tell.
    let hasRun: Bool
  }

  private var sections: [Section] = []

  mutating func add(_ text: String, isPlain: Bool = false, hasRun: Bool = true) {
    if text.isEmpty { return }
    sections.append(
      Section(text: text, isPlain: isPlain && lineCount(text) == 1, hasRun: hasRun))
  }

  /// The sections of what did not run.
  var textOfNotRun: String {
    let lines = sections.filter { !$0.hasRun }.map(\.text)
    let shown = lines.prefix(10).joined()
    let more = lines.count > 10 ? "… and \(counted(lines.count - 10, "other file"))\n" : ""
    return shown + more + (lines.isEmpty ? "" : "\n")
  }

  /// The sections; if there are too many, files whose cases all pass are left out.
  func text(most: Int, _ style: Style) -> String {
    if sections.reduce(0, { $0 + lineCount($1.text) }) <= most {
      return sections.map(\.text).joined()
    }
    var room = most
    for one in sections where !one.isPlain { room -= lineCount(one.text) }
    var hidden = 0
    var text = ""
    for one in sections {
      if !one.isPlain {
        text += one.text
      } else if room > 0 {
        text += one.text
        room -= 1
      } else {
        hidden += 1
      }
    }
    if hidden == 0 { return text }
    return text + style.good("✓") + " \(counted(hidden, "other file")), all of whose cases pass\n"
  }
}

/// The files of one specification, as long as none of their cases has been played.
struct SkippedSpecification {
  private var name: Name?

  /// Whether a case has been played: then each file is reported as it comes.
  private var hasPlayed = false
  private var files = 0
  private var cases = 0
  private var texts = ""
  private var reasons: Set<Name> = []

  /// The reasons that are told: the first ones.
  private var shownReasons: [String] = []

  /// Adds a file, with its own report.
  ///
  /// - Returns: The text to report now.
  mutating func add(
    _ text: String, of specification: Name, _ results: [CaseResult], passed: Int, _ style: Style
  ) -> String {
    var told = ""
    if specification != name {
      told = end(style)
      self = SkippedSpecification()
      name = specification
    }
    hasPlayed = hasPlayed || passed > 0 || !results.allSatisfy(\.isSkipped)
    if hasPlayed {
      defer { texts = "" }
      return told + texts + text
    }
    files += 1
    cases += results.count
    texts += text
    for case .skipped(let reason) in results.lazy.flatMap(\.outcomes).map(\.ending)
    where reasons.insert(Name(reason)).inserted && shownReasons.count < 2 {
      shownReasons.append(reason)
    }
    return told
  }

  /// The text that remains to be reported.
  mutating func end(_ style: Style) -> String {
    defer { texts = "" }
    if texts.isEmpty || cases < 2 { return texts }
    var text = shownReasons.map { visible($0) }.joined(separator: "; ")
    let more = reasons.count - shownReasons.count
    if more > 0 { text += "; and for \(counted(more, "other reason"))" }
    return style.caution("-")
      + " \(visible(name ?? ""))  \(cases) skipped in \(counted(files, "file")): \(text)\n"
  }
}

extension CaseResult {
  /// Whether no implementation was played.
  fileprivate var isSkipped: Bool {
    outcomes.allSatisfy(\.isSkipped)
  }
}
