// An audit as text for people, and as JSON for tools.

import Conformance

extension Audit {
  /// The audit for people: for each specification the families of deviations, those with uncaught
  /// ones first, and the total last.
  ///
  /// - Parameters:
  ///   - style: Whether there are colours, and how wide the terminal is.
  ///   - listsCaught: Whether a detailed audit also lists the caught deviations, with the cases
  ///     that catch each, and the redundant cases.
  /// - Returns: The text, with a line break at its end.
  package func text(style: Style, listsCaught: Bool = false) -> String {
    let dispensable = isDetailed && listsCaught ? dispensableCases : []
    let known = played.count(where: \.isKnown)
    let verdict = "\(Self.score(findings)) known mistakes caught by \(counted(cases.count, "case"))"
    var paragraphs = Self.groups(findings, by: \.deviation.specification).flatMap { own in
      let specification = own[0].deviation.specification
      let heading = specification.isEmpty ? "" : "\(visible(specification)): "
      return [
        [style.strong("\(heading)\(Self.score(own)) known mistakes caught")],
        Self.groups(own, by: \.deviation.family).flatMap {
          Self.lines(family: $0, style, listsCaught: listsCaught)
        },
      ]
    }
    if !dispensable.isEmpty {
      let heading = style.folded(
        "\(dispensable.count) of \(cases.count) cases catch nothing that others miss. Keep them: "
          + "they may still document the specification.")
      paragraphs.append(heading + dispensable.map { "  \(Self.line($0))" })
    }
    if !failingCases.isEmpty {
      let heading = "left out, because the reference does not pass them:"
      paragraphs.append([heading] + failingCases.map { style.bad("✗ \(Self.line($0))") })
    }
    if known > 0 {
      paragraphs.append(["\(counted(known, "case")) left out, as known failures of the reference"])
    }
    paragraphs.append([uncaught.isEmpty ? style.good(verdict) : style.bad(verdict)])
    return paragraphs.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n") + "\n"
  }

  /// Whether no case could be audited, apart from reasons that are reported with the cases.
  package var isEmpty: Bool { played.isEmpty }

  /// Whether a case was played with the reference, and there is a deviation to play it with.
  package var hasResult: Bool {
    !(cases.isEmpty && failingCases.isEmpty) && !findings.isEmpty
  }

  /// Mistakes in cases, if playing them revealed any.
  package var problems: [Diagnostic] { played.compactMap(\.problem) }

  /// Remarks besides the text, which exists only if it ``hasResult``.
  ///
  /// - Parameter requiresAll: Whether an uncaught deviation is a failure.
  /// - Returns: The remarks, in order.
  package func remarks(requiresAll: Bool) -> [Remark] {
    var remarks = skippedLines.map(Remark.warning)
    if cases.isEmpty && failingCases.isEmpty {
      let reason =
        played.contains(where: \.isKnown)
        ? "the reference is known to fail every case that it plays"
        : "no case could be audited; name an adapter that serves known mistakes with -i"
      return remarks + [.nothing(reason)]
    }
    if findings.isEmpty {
      return remarks + [.nothing("no mistakes are known for the specifications of these fixtures")]
    }
    if requiresAll && !uncaught.isEmpty || !failingCases.isEmpty {
      remarks.append(.failure(nil))
    }
    if findings.allSatisfy({ $0.reasonNotRun != nil }) {
      remarks.append(
        .nothing("no known mistake could run in these cases: nothing was audited"))
    }
    remarks += erring.map {
      .failure($0.error!.text(of: "\($0.deviation.name) fails with an error in every case"))
    }
    for finding in findings where isDetailed {
      guard let error = finding.catchingError else { continue }
      let name = visible(finding.deviation.name)
      remarks.append(
        .warning("\(name) is caught only because it fails with an error: \(visible(error.message))")
      )
    }
    if let problem = firstUnplayed {
      remarks.append(.failure("the audit is incomplete: some cases were \(visible(problem))"))
    }
    return remarks
  }

  /// The cases that were not audited: for each reason the first, and the number of others.
  private var skippedLines: [String] {
    played.filter { $0.outcome.reason != nil }.groups { $0.outcome.reason! }.map { group in
      let (name, reason) = (group[0].name, group[0].outcome.reason!)
      let more = group.count == 1 ? "" : "; and \(grouped(group.count - 1)) more, the same"
      return "\(visible(name.path)):\(name.line): not audited: \(visible(reason))\(more)"
    }
  }

  /// Findings grouped by name, in the order of their first, but groups with uncaught ones first.
  private static func groups(_ findings: [Finding], by name: (Finding) -> Name) -> [[Finding]] {
    let groups = findings.groups(by: name)
    return groups.filter { !isCaught($0) } + groups.filter(isCaught)
  }

  private static func isCaught(_ findings: [Finding]) -> Bool {
    findings.allSatisfy { !$0.catching.isEmpty }
  }

  private static func score(_ findings: [Finding]) -> String {
    "\(findings.count { !$0.catching.isEmpty }) of \(findings.count)"
  }

  private static func line(_ name: CaseName) -> String {
    "\(visible(name.path)):\(name.line) \(visible(name.name))"
  }

  /// A family's score, its uncaught deviations, and, if asked for, the caught ones.
  private static func lines(family: [Finding], _ style: Style, listsCaught: Bool) -> [String] {
    let name = family[0].deviation.family
    let mark = isCaught(family) ? style.good("✓") : style.bad("✗")
    let heading = name.isEmpty ? [] : ["\(mark) \(visible(name)): \(score(family))"]
    let caught = listsCaught ? family.filter { !$0.catching.isEmpty } : []
    return heading
      + (family.filter(\.catching.isEmpty) + caught).flatMap { lines($0, style) }
  }

  private static func lines(_ finding: Finding, _ style: Style) -> [String] {
    let deviation = finding.deviation
    let margin = deviation.family.isEmpty ? "" : "  "
    func folded(_ text: String) -> [String] {
      style.folded("\(margin)    \(text)", indentation: margin.count + 4)
    }
    let head = "\(visible(deviation.name))  (\(visible(deviation.clause)))"
    let summary = folded(visible(deviation.summary))
    if !finding.catching.isEmpty {
      let places = places(finding.catching)
      return ["\(margin)\(style.good("✓")) \(head)"] + summary + folded("caught by \(places)")
    }
    let notRun = finding.reasonNotRun.map {
      ": no case could run with it: \(visible($0))"
    }
    let reason =
      finding.error.map { "fails with an error in every case: \(visible($0.message))" }
      ?? "not caught\(notRun ?? "")"
    return [margin + style.bad("✗ \(head)")] + summary + folded(reason).map(style.bad)
  }

  /// Places, one file's lines together: "caching.yaml:11,27 sharing.yaml:9".
  private static func places(_ cases: [CaseName]) -> String {
    cases.groups(by: \.path).map { own in
      "\(visible(own[0].path)):\(own.map { "\($0.line)" }.joined(separator: ","))"
    }.joined(separator: " ")
  }
}

extension Audit {
  /// The audit for tools: `version` (1), whether it is `detailed`, the `deviations`, the number of
  /// `caught` ones, the number of audited `cases`, the lists of `failing` cases and of `known`
  /// failures, and, if it is detailed, of `dispensable` ones. A deviation lists the cases that it
  /// is `caughtBy`, the `error` that it has in every case, and a fixture that would catch it, its
  /// `suggestion`.
  package var json: Value {
    func json(_ cases: [CaseName]) -> Value {
      .list(
        cases.map {
          ["path": .string($0.path), "line": .number(Double($0.line)), "name": .string($0.name)]
        })
    }
    let deviations = findings.map { one in
      Value.object([
        "name": .string(one.deviation.name), "family": .string(one.deviation.family),
        "specification": .string(one.deviation.specification),
        "clause": .string(one.deviation.clause), "summary": .string(one.deviation.summary),
        "caughtBy": json(one.catching), "error": (one.error?.message).map(Value.string),
        "suggestion": one.suggestion.map(Value.string),
      ])
    }
    return .object([
      "version": 1, "detailed": .bool(isDetailed), "deviations": .list(deviations),
      "caught": .number(Double(caughtCount)), "cases": .number(Double(cases.count)),
      "dispensable": isDetailed ? json(dispensableCases) : nil, "failing": json(failingCases),
      "known": json(played.filter(\.isKnown).map(\.name)),
    ])
  }
}
