// An audit as text for a person, and as JSON for a tool.

public import Conformance

extension Audit {
  /// The audit for a person: the score, each deviation with the places of the cases that catch it,
  /// and the cases that catch nothing of their own.
  ///
  /// - Parameter style: Whether there are colours.
  /// - Returns: The text, with a line break at its end.
  public func text(style: Style) -> String {
    var lines: [String] = []
    var specifications: [String] = []
    for finding in findings where !specifications.contains(finding.deviation.specification) {
      specifications.append(finding.deviation.specification)
    }
    for specification in specifications {
      let own = findings.filter { $0.deviation.specification == specification }
      let caught = own.count { !$0.catching.isEmpty }
      lines += [style.strong("\(specification): \(caught) of \(own.count) deviations caught"), ""]
      for finding in own { lines += Self.lines(finding, style) }
      lines.append("")
    }
    let names = dispensableCases
    if !names.isEmpty {
      lines.append("\(names.count) of \(cases.count) cases catch nothing that another does not:")
      lines += names.map { "  \(visible($0.path)):\($0.line) \(visible($0.name))" } + [""]
    }
    if !failingCases.isEmpty {
      lines.append("left out, because the specification itself does not pass them:")
      lines += failingCases.map {
        style.bad("✗ \(visible($0.path)):\($0.line) \(visible($0.name))")
      }
      lines.append("")
    }
    let caught = findings.count - uncaught.count
    let verdict = "\(caught) of \(findings.count) deviations caught by \(cases.count) cases"
    lines.append(uncaught.isEmpty ? style.good(verdict) : style.bad(verdict))
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(_ finding: Finding, _ style: Style) -> [String] {
    let deviation = finding.deviation
    let head = "\(deviation.name)  (\(deviation.clause))"
    if finding.catching.isEmpty {
      return [
        style.bad("✗ \(head)"), "    \(deviation.summary)", "    " + style.bad("not caught"),
      ]
    }
    return ["\(style.good("✓")) \(head)", "    \(deviation.summary)"]
      + wrapped("caught by \(places(finding.catching))", indentation: 4, width: 100)
  }

  /// Places, the lines of one file together: "caching.yaml:11,27 sharing.yaml:9".
  private static func places(_ cases: [CaseName]) -> String {
    var text = ""
    var path: String?
    for one in cases {
      text += one.path == path ? "," : (path == nil ? "" : " ") + visible(one.path) + ":"
      text += String(one.line)
      path = one.path
    }
    return text
  }

  private static func wrapped(_ text: String, indentation: Int, width: Int) -> [String] {
    let margin = String(repeating: " ", count: indentation)
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, columns(of: last) + 1 + columns(of: String(word)) <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(margin + word)
      }
    }
    return lines
  }
}

extension Audit: Encodable {
  private enum CodingKeys: String, CodingKey {
    case version, deviations, caught, cases, dispensable, failing
  }

  /// Writes the audit as JSON: `version` (1), the `deviations`, how many of them are `caught`, how many
  /// `cases` took part, and the lists of `dispensable` and `failing` cases.
  ///
  /// - Parameter encoder: Receives the audit.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(1, forKey: .version)
    try container.encode(findings, forKey: .deviations)
    try container.encode(findings.count - uncaught.count, forKey: .caught)
    try container.encode(cases.count, forKey: .cases)
    try container.encode(dispensableCases, forKey: .dispensable)
    try container.encode(failingCases, forKey: .failing)
  }
}

extension Audit.Finding: Encodable {
  private enum CodingKeys: String, CodingKey {
    case name, specification, clause, summary, caughtBy
  }

  /// Writes the deviation's `name`, `specification`, `clause` and `summary`, and the list of cases that
  /// it is `caughtBy`.
  ///
  /// - Parameter encoder: Receives the finding.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(deviation.name, forKey: .name)
    try container.encode(deviation.specification, forKey: .specification)
    try container.encode(deviation.clause, forKey: .clause)
    try container.encode(deviation.summary, forKey: .summary)
    try container.encode(catching, forKey: .caughtBy)
  }
}
