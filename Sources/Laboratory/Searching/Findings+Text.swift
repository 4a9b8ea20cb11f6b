// The findings of a search as text: the timelines tried, and a difference as a failure and as a
// fixture.

import Conformance

extension Exploration.Findings {
  /// Whether the two were compared on a timeline.
  var isCompared: Bool { refusedTimelines < timelines }

  /// The result of the search, and the timelines tried.
  ///
  /// - Parameters:
  ///   - isOther: Whether a difference has been found before.
  ///   - seed: The seed of the random timelines.
  /// - Returns: A part of a sentence.
  func text(besides isOther: Bool, seed: UInt64) -> String {
    let kinds = [
      (timelinesWithReaction, "with a reaction that fires"),
      (randomTimelines, "random (seed \(seed))"),
      (refusedTimelines, "not compared: not played, failed by both, or differing as allowed"),
    ].filter { $0.0 > 0 }.map { ", \(grouped($0.0)) of them \($0.1)" }
    let tried = "\(grouped(timelines)) timelines\(kinds.joined())"
    if difference != nil { return "\(isOther ? "another" : "a") difference after \(tried)" }
    let none = isCompared ? "no \(isOther ? "other " : "")difference" : "nothing compared"
    let end =
      isStopped
      ? ", before it was interrupted" : isTimeUp ? ", before time ended it (--minutes)" : ""
    return "\(none) within \(counted(triedLength, "step")), \(tried)\(end)"
  }
}

extension Exploration.Difference {
  /// The difference as a failure of its case, and its case as a fixture.
  ///
  /// - Parameters:
  ///   - names: The implementation and its reference.
  ///   - explored: The explored subject.
  ///   - clauses: The clauses that the case cites.
  ///   - path: The file of the fixture.
  ///   - limits: The limits of the case.
  ///   - style: The style of the failure.
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
    // A fixture without a citation could not be read back.
    let source = SourceText(path: path, bytes: Array(text(testCase).utf8))
    let fixture = try Fixture.read(source, index: explored.index, limits: limits).get()
    var placed = fixture.cases[0]
    placed.clauses = clauses
    let ending =
      trace.map { CaseResult.Ending.failed($0, Comparison(of: placed, with: $0, by: rule)) }
      // The place of the table is the one in the new case.
      ?? .erred(error!.lack.map { .lack($0, in: placed.subject) } ?? error!)
    var context = CaseContext(of: fixture)
    context.title = nil
    let report = FailureReport(of: placed, CaseResult.Outcome(ending), in: context, style: style)
    return (report.text, text(placed))
  }
}

extension Exploration.Failure: CustomStringConvertible {
  /// Why a search could not continue, in lines for a person.
  package var description: String {
    switch self {
    case .noThread: "the system has no thread left"
    case .unsupported(let reason): visible(reason)
    case .unplayed(let reason): "the search cannot go on: timelines were \(visible(reason))"
    }
  }
}
