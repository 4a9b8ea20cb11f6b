// An audit as text for a person, and as JSON for a tool.

import Conformance

extension Audit {
  /// The audit for a person: of each specification the families of deviations, first those of which some
  /// are not caught, and the total last.
  ///
  /// - Parameters:
  ///   - style: Whether there are colours, and how wide the terminal is.
  ///   - listsCaught: Whether a detailed audit also lists the caught deviations, with the cases
  ///     that catch each, and the redundant cases.
  /// - Returns: The text, with a line break at its end.
  package func text(style: Style, listsCaught: Bool = false) -> String {
    var lines: [String] = []
    let specifications = Self.groups(findings, by: \.deviation.specification)
    for own in specifications.filter({ !Self.isCaught($0) }) + specifications.filter(Self.isCaught)
    {
      let specification = own[0].deviation.specification
      let heading = specification.isEmpty ? "" : "\(visible(specification)): "
      lines += [style.strong("\(heading)\(Self.score(own)) deviations caught"), ""]
      let families = Self.groups(own, by: \.deviation.family)
      let (whole, incomplete) = (
        families.filter(Self.isCaught), families.filter { !Self.isCaught($0) }
      )
      let shown = (incomplete + whole).flatMap {
        self.lines(family: $0, style, listsCaught: listsCaught)
      }
      lines += shown.isEmpty ? [] : shown + [""]
    }
    let names = isDetailed && listsCaught ? dispensableCases : []
    if !names.isEmpty {
      lines += style.folded(
        "\(names.count) of \(cases.count) cases catch nothing that another does not. That is no fault: what "
          + "they show of the specification may be worth a case.")
      lines += names.map { "  \(visible($0.path)):\($0.line) \(visible($0.name))" } + [""]
    }
    if !failingCases.isEmpty {
      lines.append("left out, because the reference does not pass them:")
      lines += failingCases.map {
        style.bad("✗ \(visible($0.path)):\($0.line) \(visible($0.name))")
      }
      lines.append("")
    }
    if !knownCases.isEmpty {
      lines += [
        "\(counted(knownCases.count, "case")) left out, because the reference is known to fail "
          + (knownCases.count == 1 ? "it" : "them"), "",
      ]
    }
    let caught = findings.count - uncaught.count
    let verdict =
      "\(caught) of \(findings.count) deviations caught by \(counted(cases.count, "case"))"
    lines.append(uncaught.isEmpty ? style.good(verdict) : style.bad(verdict))
    return lines.joined(separator: "\n") + "\n"
  }

  /// Whether no case was met that could be audited, but for reasons that are said with the cases.
  package var isEmpty: Bool {
    cases.isEmpty && failingCases.isEmpty && knownCases.isEmpty && skippedCases.isEmpty
  }

  /// Whether some case was played with the reference, and there is a deviation to play it with.
  package var hasResult: Bool {
    !(cases.isEmpty && failingCases.isEmpty) && !findings.isEmpty
  }

  /// What there is to say of it besides the text, which it has where it ``hasResult``.
  ///
  /// - Parameters:
  ///   - requiresAll: Whether it fails if a deviation is not caught.
  ///   - isBuiltIn: Whether nobody named the reference.
  /// - Returns: The remarks, in order.
  package func remarks(requiresAll: Bool, isBuiltIn: Bool) -> [Remark] {
    if cases.isEmpty && failingCases.isEmpty {
      let known: Remark = .error("the reference is known to fail every case that it plays")
      let unfit: Remark = .note(
        "no case could be audited with `literal`; name an adapter that serves deviations with -i")
      return (knownCases.isEmpty ? [] : [known])
        + (isBuiltIn && !skippedCases.isEmpty ? [unfit] : []) + [.nothing(nil)]
    }
    if findings.isEmpty { return [.nothing("no deviation is known of what these fixtures are of")] }
    var remarks: [Remark] = []
    if requiresAll && !uncaught.isEmpty || !failingCases.isEmpty { remarks.append(.failure(nil)) }
    if findings.allSatisfy(\.isUnjudged) {
      remarks.append(
        .nothing("no deviation could be judged by these cases: nothing was audited"))
    }
    for finding in erring {
      remarks.append(.fault(finding.error!, of: "\(finding.deviation.name) errs in every case"))
    }
    for finding in findings {
      guard let error = finding.catchingError else { continue }
      remarks.append(
        .warning(
          "\(visible(finding.deviation.name)) is caught only because it errs: \(visible(error.message))"
        ))
    }
    if let problem = firstUnplayed {
      remarks.append(.failure("the audit is not whole: some cases were \(visible(problem))"))
    }
    return remarks
  }

  /// Which cases were not audited: for each reason the first case, and the number of further ones.
  package var skippedLines: [String] {
    let groups = Dictionary(grouping: skippedCases.indices) { skippedCases[$0].reason }
    return groups.values.sorted { $0[0] < $1[0] }.map { group in
      let (name, reason) = skippedCases[group[0]]
      let more = group.count == 1 ? "" : "; and \(grouped(group.count - 1)) more, the same"
      return "\(visible(name.path)):\(name.line): not audited: \(visible(reason))\(more)"
    }
  }

  /// Findings that have a name in common, in the order of their first.
  private static func groups(
    _ findings: [Finding], by name: (Finding) -> Name
  ) -> [[Finding]] {
    var order: [Name] = []
    for finding in findings where !order.contains(name(finding)) { order.append(name(finding)) }
    let groups = Dictionary(grouping: findings, by: name)
    return order.map { groups[$0]! }
  }

  private static func isCaught(_ findings: [Finding]) -> Bool {
    findings.allSatisfy { !$0.catching.isEmpty }
  }

  private static func score(_ findings: [Finding]) -> String {
    "\(findings.count { !$0.catching.isEmpty }) of \(findings.count)"
  }

  /// A family's score, those that are not caught, and, where that is asked for, those that are.
  private func lines(family: [Finding], _ style: Style, listsCaught: Bool) -> [String] {
    let name = family[0].deviation.family
    let mark = Self.isCaught(family) ? style.good("✓") : style.bad("✗")
    let heading = name.isEmpty ? [] : ["\(mark) \(visible(name)): \(Self.score(family))"]
    let caught = listsCaught ? family.filter { !$0.catching.isEmpty } : []
    return heading
      + (family.filter(\.catching.isEmpty) + caught).flatMap { Self.lines($0, style) }
  }

  private static func lines(_ finding: Finding, _ style: Style) -> [String] {
    let deviation = finding.deviation
    let margin = deviation.family.isEmpty ? "" : "  "
    let head = "\(visible(deviation.name))  (\(visible(deviation.clause)))"
    let summary = style.folded(
      "\(margin)    \(visible(deviation.summary))", indentation: margin.count + 4)
    if let error = finding.error {
      let reason = style.folded("\(margin)    errs in every case: \(visible(error.message))")
      return [margin + style.bad("✗ \(head)")] + summary + reason.map(style.bad)
    }
    if finding.catching.isEmpty {
      let reason = finding.reasonUnjudged.map {
        ": no case could be judged with it: \(visible($0))"
      }
      let line = style.folded("\(margin)    not caught\(reason ?? "")")
      return [margin + style.bad("✗ \(head)")] + summary + line.map(style.bad)
    }
    return ["\(margin)\(style.good("✓")) \(head)"] + summary
      + style.folded(
        "\(margin)    caught by \(places(finding.catching))", indentation: margin.count + 4)
  }

  /// Places, the lines of one file together: "caching.yaml:11,27 sharing.yaml:9".
  private static func places(_ cases: [CaseName]) -> String {
    var text = ""
    var path: Name?
    for one in cases {
      text += one.path == path ? "," : (path == nil ? "" : " ") + visible(one.path) + ":"
      text += String(one.line)
      path = one.path
    }
    return text
  }
}

extension Audit {
  /// The audit for a tool: `version` (1), whether it is `detailed`, the `deviations`, how many of them are
  /// `caught`, how many `cases` took part, the lists of `failing` cases and of `known` failures, and, where it is
  /// detailed, that of `dispensable` ones.
  package var json: Value {
    .object([
      "version": 1, "detailed": .bool(isDetailed), "deviations": .list(findings.map(\.json)),
      "caught": .number(Double(findings.count - uncaught.count)),
      "cases": .number(Double(cases.count)),
      "dispensable": isDetailed ? Self.json(dispensableCases) : nil,
      "failing": Self.json(failingCases), "known": Self.json(knownCases),
    ])
  }

  fileprivate static func json(_ cases: [CaseName]) -> Value {
    .list(
      cases.map {
        ["path": .string($0.path), "line": .number(Double($0.line)), "name": .string($0.name)]
      })
  }
}

extension Audit.Finding {
  /// The deviation, the cases that it is `caughtBy`, the `error` that it ends every case with, if it does,
  /// and the fixture that is a `suggestion` to catch it.
  fileprivate var json: Value {
    .object([
      "name": .string(deviation.name), "specification": .string(deviation.specification),
      "family": .string(deviation.family), "clause": .string(deviation.clause),
      "summary": .string(deviation.summary), "caughtBy": Audit.json(catching),
      "error": (error?.message).map(Value.string), "suggestion": suggestion.map(Value.string),
    ])
  }
}
