// Searches on one subject after the other, and what is told of them meanwhile.

import Conformance

/// Explores subjects one after the other, each for timelines on which the same two implementations differ.
package struct Explorer {
  private let exploration: Exploration
  private let style: Style

  /// Whether everything is explored that both have, and not what was asked for.
  private let isOfSeveral: Bool

  /// How many differences end it.
  package var mostDifferences = 1

  /// How many minutes it has; `nil` for no end.
  package var minutes: Double?

  /// The files that the fixtures of the differences are written to; without them, these are told.
  package var paths: [String] = []

  /// Writes a fixture to one of these.
  package var write: (_ path: String, _ fixture: String) throws -> Void = { _, _ in }

  /// Tells a person.
  package var tell: (Remark) -> Void = { _ in }

  /// What shows how far a search has come, behind what it is of; `nil` where nobody sees it.
  package var watch: (_ prefix: String) -> (@Sendable (WorkProgress) -> Void)? = { _ in nil }

  /// What takes the place of the reference for a subject, and why.
  package var reference: (ExploredSubject) throws -> Reference? = { _ in nil }

  package typealias Reference = (reference: Candidate, note: String)

  /// The deviations that take part, by whatever specification.
  package var deviations: [Deviation] = []

  /// The files of fixtures whose cases tell which clauses are cited.
  package var files: () -> [FixtureFiles.File] = { [] }

  /// Prepares to explore.
  ///
  /// - Parameters:
  ///   - exploration: The two implementations, and the bounds of each search but for its subject.
  ///   - isOfSeveral: Whether everything is explored that both have, and not what was asked for.
  ///   - style: How differences are written.
  package init(_ exploration: Exploration, isOfSeveral: Bool, style: Style) {
    (self.exploration, self.isOfSeveral, self.style) = (exploration, isOfSeveral, style)
  }

  /// Explores subjects, and tells what it finds.
  ///
  /// - Parameters:
  ///   - subjects: The subjects. Of several, what one of the two does not have is left out.
  ///   - listed: The operators that each of the two says it has.
  ///   - folders: Where specifications were looked for, as it stands between quotes.
  ///   - cases: Differences of the shape of these are passed over.
  ///   - cancellation: Ends it before its end.
  /// - Returns: Whether it came to its end.
  /// - Throws: ``Exploration/Failure``, which it has told, where it cannot go on, and what `write` throws.
  package func explore(
    _ subjects: [ExploredSubject], listing listed: [[Name]], below folders: String,
    passingOver cases: [Case], _ cancellation: Cancellation
  ) throws -> Bool {
    let candidates = [exploration.implementation, exploration.reference]
    var report = ExplorationReport(
      of: candidates.map(\.name), isOfSeveral: isOfSeveral, style: style,
      limits: exploration.bounds.readingLimits)
    let (passedOver, note) = exploration.shapes(of: cases)
    note.map { tell(.note($0)) }
    if cancellation.isCancelled {
      tell(.error("interrupted, and not complete"))
      return false
    }
    let end = minutes.map { ContinuousClock.now + .seconds($0 * 60) }
    var common = subjects
    let notes =
      isOfSeveral
      ? common.keepWhatIsCommon(
        to: candidates, listing: listed, limits: exploration.limits, below: folders) : []
    var open = common[...]
    while report.differences < mostDifferences, let explored = open.popFirst() {
      var exploration = try exploration(of: explored)
      exploration.passedOver = passedOver
      // Those to come share what is left.
      exploration.end = end.map { end in
        let now = ContinuousClock.now
        return now + (end - now) / (open.count + 1)
      }
      let isShown = exploration.watch != nil
      tell(.result(report.begin(explored, exploration.bounds, isLineInUse: isShown)))
      let clause = clause(for: explored)
      do {
        let findings = try exploration.run(cancellation: cancellation) { findings in
          try tell(findings, &report, citing: clause)
          return report.differences < mostDifferences
        }
        tell(.result(report.end(with: findings)))
        if findings.isStopped {
          try tell(findings, &report, citing: clause)
          return false
        }
      } catch let failure as Exploration.Failure {
        guard case .failingReference = failure, isOfSeveral else {
          tell(.error(failure.description))
          throw failure
        }
        // The reference may do better elsewhere.
        tell(.result(report.fail()))
        tell(.error(failure.description))
      }
    }
    if isOfSeveral, deviations.isEmpty { tell(.result(report.notExplored(Array(open)))) }
    notes.forEach { tell(.note($0)) }
    let (verdict, text) = report.conclusion()
    tell(.result(text))
    switch verdict {
    case .difference: tell(.failure(nil))
    case .nothing(let reason): tell(.nothing(reason))
    case .agreement: break
    }
    return true
  }

  /// The search on a subject.
  private func exploration(of explored: ExploredSubject) throws -> Exploration {
    let other = try reference(explored)
    other.map { tell(.note($0.note)) }
    var bounds = exploration.bounds
    bounds.variants = explored.variants
    // What is cited is known once there is a case.
    if let clause = explored.index?.clauses.first { bounds.clauses = [clause.id] }
    bounds.index = explored.index
    bounds.areSupported = explored.hasLookedForSupport
    var one = Exploration(
      of: exploration.implementation, against: other?.reference ?? exploration.reference,
      bounds: bounds)
    (one.jobs, one.limits) = (exploration.jobs, exploration.limits)
    one.watch = watch(isOfSeveral ? "\(visible(explored.name)): " : "")
    return one
  }

  /// The fixtures of a specification. What is wrong with others is of no interest here.
  private func fixtures(of specification: Name) -> [Fixture] {
    files().filter { $0.index?.name ?? specification == specification }
      .compactMap { try? $0.read(limits: exploration.bounds.readingLimits).get() }
      .filter { $0.specification == specification }
  }

  /// The clause of a deviation that takes part; `nil` if none does, or, with a warning, if the specification does not
  /// have the clause.
  private func clause(for explored: ExploredSubject) -> Name? {
    let deviation = deviations.first { $0.concerns(explored.specification) }
    guard let deviation, let index = explored.index, index.clause(deviation.clause) == nil else {
      return deviation?.clause
    }
    tell(.warning(deviation.citesUnknownClause(of: explored.specification)))
    return nil
  }

  /// Tells of a difference, if there is one, and writes it to a file where it is to be kept.
  private func tell(
    _ findings: Exploration.Findings, _ report: inout ExplorationReport, citing clause: Name?
  ) throws {
    let number = report.differences
    let path = number < paths.count ? paths[number] : nil
    let told = try report.add(findings, path: Name(path ?? "found.yaml")) { found, explored in
      explored.clauses(of: found, showing: clause) { fixtures(of: explored.specification) }
    }
    guard let told else { return }
    tell(.result(told.text))
    told.notes.forEach { tell(.note($0)) }
    if findings.isStopped {
      tell(
        .note(
          "interrupted before it was as small as it can be"
            + (path.map { "; `\(visible($0))` is not written" } ?? "")))
    }
    guard let path, !findings.isStopped else { return tell(.result(told.fixture)) }
    do {
      try write(path, told.fixture)
    } catch {
      tell(.result(told.fixture))
      throw error
    }
    let hint = clause == nil ? "; cite there the clause that it demonstrates" : ""
    tell(.result("written to \(visible(path))\(hint)\n"))
  }
}

extension SubjectNames {
  /// What there is to say of a subject of which nothing says what else its specification has; `nil` for others.
  ///
  /// - Parameters:
  ///   - explored: What is explored.
  ///   - specification: The specification that was asked for.
  ///   - folders: Where specifications were looked for, as it stands between quotes.
  /// - Returns: A sentence.
  package func note(
    on explored: ExploredSubject, of specification: Name?, below folders: String
  ) -> String? {
    if !explored.lacksSpecification { return nil }
    return "no `spec.yaml` below `\(visible(folders))`"
      + (specification.map { " is of `\(visible($0))` and" } ?? "")
      + " has the words of `\(visible(explored.name))`: "
      + "nothing but `next` and `state` is explored (--like PATH:LINE takes them from a case)"
      + (suggestion(for: explored).map { "; \($0)" } ?? "")
  }
}

extension [ExploredSubject] {
  /// Leaves out what a deviation does not concern, unless the first was asked for.
  ///
  /// - Parameters:
  ///   - deviation: The deviation, if any.
  ///   - name: What `-i` calls it.
  ///   - isFirstMeant: Whether the first was asked for.
  /// - Throws: ``SubjectNames/Problem`` where it does not concern that, or where there is no other.
  package mutating func keep(
    concernedBy deviation: Deviation?, called name: String, isFirstMeant: Bool
  ) throws(SubjectNames.Problem) {
    guard let deviation, let first else { return }
    let problem = "`\(visible(name))` deviates from `\(visible(deviation.specification))`"
    if !isFirstMeant {
      removeAll { !deviation.canShow(in: $0.specification) }
      if !isEmpty { return }
      throw SubjectNames.Problem(
        message: "\(problem); say with --subject or --like what is to be explored")
    }
    if deviation.concerns(first.specification) { return }
    throw SubjectNames.Problem(
      message: "\(problem), and `\(visible(first.name))` is of `\(visible(first.specification))`"
    )
  }
}
