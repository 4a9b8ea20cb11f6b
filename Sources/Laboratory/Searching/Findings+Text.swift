// What a search found, for a person: what was tried, and a difference as a failure and as a fixture.

import Conformance

extension Exploration.Findings {
  /// Whether the two were compared on a timeline.
  var isCompared: Bool { refusedTimelines < timelines }

  /// To which length the two agree, and on how many timelines.
  ///
  /// - Parameter isOther: Whether a difference has been found before.
  /// - Returns: A part of a sentence.
  func agreement(besides isOther: Bool) -> String {
    "no \(isOther ? "other " : "")difference within \(counted(triedLength, "step")), "
      + "\(grouped(timelines)) timelines"
      + (refusedTimelines > 0 ? ", \(grouped(refusedTimelines)) of them not compared" : "")
      + (isTimeUp ? ", before time ended it" : "")
  }

  /// How many timelines of each kind were tried and, unless there is a difference, what came of it.
  ///
  /// - Parameters:
  ///   - observers: The bound of ``Exploration/Bounds/observers``.
  ///   - seed: That of the random timelines.
  ///   - isOther: Whether a difference has been found before.
  /// - Returns: Lines, each with its break.
  func summary(observers: Int, seed: UInt64, besides isOther: Bool) -> String {
    func every(_ isWhole: Bool) -> String { isWhole ? "every timeline" : "timelines" }
    let isWhole = isComplete && isCompleteWithReactions
    let plain = timelines - timelinesWithReaction - randomTimelines
    var lines = [
      "  \(every(isComplete)) of up to \(counted(length, "step")) with up to "
        + "\(counted(observers, "observer")): \(grouped(plain))"
    ]
    if timelinesWithReaction > 0 || (isComplete && reactionLength > 0) {
      let size = reactionLength > 0 ? " of up to \(counted(reactionLength, "step"))" : ""
      lines.append(
        "  \(every(isCompleteWithReactions && reactionLength > 0))\(size) with a reaction that fires: "
          + grouped(timelinesWithReaction))
    }
    if isWhole || randomTimelines > 0 {
      lines.append("  random timelines (seed \(seed)): \(grouped(randomTimelines))")
    }
    if refusedTimelines > 0 {
      lines.append(
        "  not compared, because one of the implementations does not play them, or both fail: "
          + grouped(refusedTimelines))
    }
    let none = "no \(isOther ? "other " : "")difference so far"
    if difference != nil {
      // It is told by itself.
    } else if isStopped {
      lines.append("interrupted; \(none)")
    } else if isTimeUp {
      lines.append("time ended the search (--minutes); \(none)")
    } else if isCompared {
      lines.append("no difference found")
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension Exploration.Difference {
  /// The difference as a failure of its case, and its case as a fixture.
  ///
  /// - Parameters:
  ///   - names: The implementation and its reference.
  ///   - explored: What was explored.
  ///   - clauses: The clauses that the case cites.
  ///   - path: The file of the fixture.
  ///   - limits: The limits of the case.
  ///   - style: How the failure is written.
  /// - Returns: The two texts.
  /// - Throws: `InvalidFile`, never for a case that was found.
  func texts(
    _ names: [Name], on explored: ExploredSubject, citing clauses: [Name], path: Name,
    limits: ReadingLimits, style: Style
  ) throws -> (failure: String, fixture: String) {
    func text(_ testCase: Case) -> String {
      testCase.fixture(
        specification: explored.specification,
        title:
          "Found by exploring \(explored.name): \(visible(names[0])) against \(visible(names[1]))")
    }
    // What cites nothing could not be read back.
    let source = SourceText(path: path, bytes: Array(text(testCase).utf8))
    let fixture = try Fixture.read(source, index: explored.index, limits: limits).get()
    var placed = fixture.cases[0]
    placed.clauses = clauses
    let ending =
      trace.map { CaseResult.Ending.failed($0, Comparison(of: placed, with: $0, by: rule)) }
      // The place of a table is that in the new case.
      ?? .erred(error!.lack.map { .lack($0, in: placed.subject) } ?? error!)
    var context = CaseContext(of: fixture)
    context.title = nil
    let report = FailureReport(of: placed, CaseResult.Outcome(ending), in: context, style: style)
    return (report.text, text(placed))
  }
}

extension Exploration.Failure: CustomStringConvertible {
  /// Why a search could not go on, in lines for a person.
  package var description: String {
    switch self {
    case .noThread: "the system has no thread left"
    case .unsupported(let reason): visible(reason)
    case .unplayed(let reason): "the search cannot go on: timelines were \(visible(reason))"
    }
  }
}
