// A diagnosis in lines for a person.

extension Diagnosis {
  /// How many groups of failures are shown.
  static let shownGroups = 5

  /// What stands before the command that looks closer.
  static let explorationHead = "  to look closer:"

  /// The diagnosis in lines, on which nothing needs escaping in a terminal: one for each finding, one for the
  /// failures that none explains, and below it their groups.
  ///
  /// - Parameter name: The implementation's name.
  /// - Returns: The lines; none where nothing failed.
  func lines(of name: Name) -> [String] {
    findings.map { finding in
      "\(visible(name)) \(finding.behaves) \(visible(finding.sentence.deviation)): \(finding.text) "
        + "(explains \(finding.explains) of \(counted(failures, "failure")))"
    } + restLines(of: name)
  }

  /// What there is to say of the failures that no finding explains.
  func restLines(of name: Name) -> [String] {
    if unexplained == 0 { return [] }
    var line = "\(visible(name)): "
    if findings.isEmpty && unexplained == 1 {
      line += "1 failure is"
    } else {
      line += "\(unexplained) of \(counted(failures, "failure")) \(unexplained == 1 ? "is" : "are")"
    }
    line += " explained by no known deviation"
    if let smallest { line += "; the smallest is \(Self.place(smallest))" }
    var lines = [line] + groupLines.map { "  \($0)" }
    if let doubt { lines.append(doubt) }
    if let exploration { lines.append("\(Self.explorationHead) \(visible(exploration))") }
    return lines
  }

  /// That the transcription does the same in some of the failures; `nil` where it does not.
  var doubt: String? {
    guard let first = doubtful.first else { return nil }
    let those =
      doubtful.count == 1
      ? "1 case, whose expectation is" : "\(doubtful.count) cases, whose expectations are"
    return
      "  the transcription of the specification does the same in \(those) to be doubted; first: "
      + Self.place(first)
  }

  /// The groups of what none explains, in a line each; none of a single failure.
  var groupLines: [String] {
    if unexplained < 2 { return [] }
    let lines = groups.prefix(Self.shownGroups).map {
      "\($0.count) × \(visible($0.difference)); first: \(Self.place($0.cases[0]))"
    }
    let hidden = groups.dropFirst(Self.shownGroups)
    if hidden.isEmpty { return lines }
    let count = hidden.reduce(0) { $0 + $1.count }
    return lines + ["\(count) × something else, of \(counted(hidden.count, "kind"))"]
  }

  private static func place(_ name: CaseName) -> String { "\(visible(name.path)):\(name.line)" }
}

extension RunSummary {
  /// What each implementation that fails behaves like, in lines.
  var diagnosisLines: [String] {
    entries.flatMap { $0.diagnosis?.lines(of: $0.name) ?? [] }
  }
}
