// Searches on one subject after the other, and their reports.

import Conformance

/// Explores subjects one after the other, each for timelines on which the same two implementations differ.
package struct Explorer {
  private let exploration: Exploration
  private let names: SubjectNames
  private let style: Style

  /// Whether all common subjects are explored, instead of chosen ones.
  private let isOfSeveral: Bool

  /// The number of differences that ends it.
  package var mostDifferences = 1

  /// The number of minutes it has; `nil` for no limit.
  package var minutes: Double?

  /// The files for the fixtures of the differences; without them, the fixtures are printed.
  package var paths: [String] = []

  /// Reports to a person.
  package var tell: (Remark) -> Void = { _ in }

  /// Shows the progress of a search, after a text that names it; `nil` if nobody sees it.
  package var watch: (_ prefix: String) -> (@Sendable (WorkProgress) -> Void)? = { _ in nil }

  /// Replaces the reference for a subject, and says why.
  package var reference: ((ExploredSubject) throws -> (reference: Reference, note: String)?)?

  /// The deviations among the two implementations.
  package var deviations: [Deviation] = []

  /// The files of fixtures, whose cases show cited clauses and allowed behaviour.
  package var files: () -> [FixtureFiles.File] = { [] }

  /// The number of differences, their kinds with the skipped ones, and the results of searches.
  private var differences = 0
  private var passedOver: Set<DifferenceShape> = []
  private var ended: [Exploration.Findings] = []

  /// Prepares to explore.
  ///
  /// - Parameters:
  ///   - exploration: The two implementations, and the bounds of each search without its subject.
  ///   - names: The names of subjects.
  ///   - isOfSeveral: Whether all common subjects are explored, instead of chosen ones.
  ///   - style: The style of reported differences.
  package init(
    _ exploration: Exploration, names: SubjectNames, isOfSeveral: Bool, style: Style
  ) {
    (self.exploration, self.names) = (exploration, names)
    (self.isOfSeveral, self.style) = (isOfSeveral, style)
  }

  /// Explores subjects, and reports the differences.
  ///
  /// - Parameters:
  ///   - subjects: The subjects. Of several, those that one of the two lacks are left out.
  ///   - listed: The operators that each of the two lists.
  ///   - cases: Differences of the kinds of these are skipped.
  ///   - cancellation: Ends it early.
  /// - Returns: Whether it ran to its end.
  /// - Throws: ``Exploration/Failure``, which it has reported, if it cannot continue;
  ///   ``SubjectNames/Problem`` if a deviation cannot show on any of the subjects.
  package mutating func explore(
    _ subjects: [ExploredSubject], listing listed: [[Name]], passingOver cases: [Case],
    _ cancellation: Cancellation
  ) throws -> Bool {
    for one in subjects where one.lacksSpecification {
      let suggestion = names.suggestion(for: one).map { "; \($0)" } ?? ""
      tell(
        .note(
          "no `spec.yaml` below `\(visible(names.folder))` has the words of `\(visible(one.name))`: only "
            + "`next` and `state` are explored (--like PATH:LINE takes them from a case)\(suggestion)"
        ))
    }
    var common = try subjectsOfDeviations(among: subjects)
    let (shapes, note) = exploration.shapes(of: cases)
    passedOver = shapes
    note.map { tell(.note($0)) }
    let end = minutes.map { ContinuousClock.now + .seconds($0 * 60) }
    let notes =
      isOfSeveral
      ? common.keepWhatIsCommon(
        to: [exploration.implementation, exploration.reference], listing: listed,
        limits: exploration.limits, below: names.folder) : []
    var open = common[...]
    while differences < mostDifferences, let explored = open.popFirst() {
      var one = exploration
      // The remaining subjects share the remaining time.
      one.end = end.map { end in
        let now = ContinuousClock.now
        return now + (end - now) / (open.count + 1)
      }
      if !(try explore(explored, by: one, cancellation)) { return false }
    }
    if deviations.isEmpty, !open.isEmpty {
      let names = open.map { visible($0.name) }.joined(separator: "; ")
      tell(.result("\nnot explored: \(names) (--max-differences N continues)\n"))
    }
    notes.forEach { tell(.note($0)) }
    conclude()
    return true
  }

  /// The subjects on which the deviations can show.
  private func subjectsOfDeviations(
    among subjects: [ExploredSubject]
  ) throws(SubjectNames.Problem) -> [ExploredSubject] {
    var left = subjects
    for deviation in deviations {
      left.removeAll { !deviation.canShow(in: $0.specification) }
      guard left.isEmpty, let first = subjects.first else { continue }
      let rest =
        isOfSeveral
        ? "; choose a subject with --subject or --like"
        : ", and `\(visible(first.name))` is of `\(visible(first.specification))`"
      throw SubjectNames.Problem(
        message:
          "`\(visible(deviation.name))` deviates from `\(visible(deviation.specification))`\(rest)")
    }
    return left
  }

  /// Explores a subject, and reports the differences.
  ///
  /// - Returns: Whether it ran to its end.
  private mutating func explore(
    _ explored: ExploredSubject, by exploration: Exploration, _ cancellation: Cancellation
  ) throws -> Bool {
    let clause = clause(for: explored)
    let before = differences
    var one = exploration
    if let other = try reference?(explored) {
      tell(.note(other.note))
      one = one.against(other.reference)
    }
    (one.bounds.variants, one.bounds.index) = (explored.variants, explored.index)
    one.passedOver = passedOver
    one.watch = watch("\(visible(explored.name)): ")
    let findings = try one.run(cancellation: cancellation) { findings in
      try tell(findings, of: explored, isFirst: differences == before, citing: clause)
      return differences < mostDifferences
    }
    ended.append(findings)
    if findings.difference == nil || findings.isStopped {
      try tell(findings, of: explored, isFirst: differences == before, citing: clause)
    }
    return !findings.isStopped
  }

  /// The names of the implementation and of its reference.
  private var compared: [Name] { [exploration.implementation, exploration.reference].map(\.name) }

  /// The fixtures of a specification. Mistakes in others do not matter here.
  private func fixtures(of specification: Name) -> [Fixture] {
    files().filter { $0.index?.name ?? specification == specification }
      .compactMap { try? $0.read(limits: exploration.bounds.readingLimits).get() }
      .filter { $0.specification == specification }
  }

  /// The clause of a deviation among the two; `nil` if there is none, or, with a warning, if the
  /// specification lacks the clause.
  private func clause(for explored: ExploredSubject) -> Name? {
    let deviation = deviations.first { $0.concerns(explored.specification) }
    let warning = deviation?.warning(unlessIn: explored.index, of: explored.specification)
    warning.map { tell(.warning($0)) }
    return warning == nil ? deviation?.clause : nil
  }

  /// Reports the result of a search, and the case of a difference as a fixture.
  private mutating func tell(
    _ findings: Exploration.Findings, of explored: ExploredSubject, isFirst: Bool,
    citing clause: Name?
  ) throws {
    let heading =
      "\(visible(explored.name)): \(visible(compared[0])) against \(visible(compared[1]))"
    let text = findings.text(besides: !isFirst, seed: exploration.bounds.seed)
    tell(.result("\(isFirst ? "" : "\n")\(heading): \(text)\n"))
    guard let difference = findings.difference else { return }
    let path = findings.isStopped || paths.isEmpty ? nil : paths[differences]
    differences += 1
    passedOver.insert(difference.shape)
    let fixtures = fixtures(of: explored.specification)
    let clauses = explored.clauses(of: difference.testCase, showing: clause, by: fixtures)
    let (failure, fixture) = try difference.texts(
      difference.isReversed ? compared.reversed() : compared, on: explored, citing: clauses,
      path: Name(path ?? "found.yaml"), limits: exploration.bounds.readingLimits, style: style)
    tell(.result("\n\(failure)\n"))
    if difference.isReversed {
      tell(
        .note(
          "\(visible(compared[1])) fails on a timeline, which no case can expect: it is tested against "
            + visible(compared[0])))
    }
    difference.note(reference: compared[1]).map { tell(.note($0)) }
    if findings.isStopped {
      let unwritten = paths.isEmpty ? "" : "; `\(visible(paths[differences - 1]))` is not written"
      tell(.note("interrupted before it was as small as possible\(unwritten)"))
    }
    tell(path.map { .fixture(fixture, path: $0) } ?? .result(fixture))
  }

  /// Reports the result of all searches.
  private func conclude() {
    if differences > 0 {
      tell(.failure(nil))
    } else if ended.isEmpty {
      tell(
        .nothing(
          "there is nothing to explore: \(visible(compared[0])) and \(visible(compared[1])) have no operator and no "
            + "kind of property in common\n  hint: choose a subject with --subject or --like"
        ))
    } else if !ended.contains(where: \.isCompared) {
      tell(
        .nothing(
          "nothing was compared: one of the implementations lacks something that each timeline needs, or "
            + "both fail on it, or --length, --reaction-length and --random leave none"))
    } else {
      tell(.result("no difference found\n"))
    }
  }
}
