// A specification whose cases are all skipped: one line instead of one for each file and case.

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
