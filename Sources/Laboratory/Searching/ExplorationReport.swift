// What searches found, for a person: subject after subject, as text.

import Conformance

/// The report of one search after the other, each of which compares the same two implementations.
package struct ExplorationReport {
  /// The implementation, and its reference.
  private let names: [Name]

  /// Whether everything is explored that both have: what agrees then takes a line.
  private let isOfSeveral: Bool

  /// How differences are written, and the limits of their cases.
  private let style: Style
  private let limits: ReadingLimits

  /// How many differences have been found.
  package private(set) var differences = 0

  /// How many of the searches have ended, and how many of these by time.
  private var searches = 0
  private var timedSearches = 0

  /// What came of any of them.
  private var hasTried = false
  private var hasCompared = false

  /// What is being explored, within which bounds.
  private var explored: ExploredSubject?
  private var bounds = Exploration.Bounds(variants: [])
  private var differencesHere = 0

  /// What is above what is told of the subject, and whether it stands there.
  private var heading = ""
  private var isHeadingPrinted = false

  /// Prepares a report.
  ///
  /// - Parameters:
  ///   - names: The implementation, and its reference.
  ///   - isOfSeveral: Whether everything is explored that both have.
  ///   - style: How differences are written.
  ///   - limits: The limits of their cases.
  package init(of names: [Name], isOfSeveral: Bool, style: Style, limits: ReadingLimits) {
    (self.names, self.isOfSeveral) = (names, isOfSeveral)
    (self.style, self.limits) = (style, limits)
  }

  /// Begins with a subject.
  ///
  /// - Parameters:
  ///   - explored: The subject.
  ///   - bounds: How much of it is tried.
  ///   - isLineInUse: Whether something else is shown where a line is not ended.
  /// - Returns: What to write now.
  package mutating func begin(
    _ explored: ExploredSubject, _ bounds: Exploration.Bounds, isLineInUse: Bool
  ) -> String {
    (self.explored, self.bounds, differencesHere) = (explored, bounds, 0)
    heading = "\(visible(explored.name)): \(visible(names[0])) against \(visible(names[1]))"
    isHeadingPrinted = !(isOfSeveral && isLineInUse)
    return isHeadingPrinted ? heading + (isOfSeveral ? "" : "\n") : ""
  }

  /// The end of the heading's line, with what is missing before it.
  private mutating func endOfHeading(_ rest: String = "\n") -> String {
    // What else there is of the subject begins anew.
    defer { isHeadingPrinted = false }
    return !isHeadingPrinted ? heading + rest : isOfSeveral ? rest : ""
  }

  /// A difference as it is told.
  package struct Told {
    /// What was tried, and the difference as a failure.
    package var text: String

    /// What to know of it.
    package var notes: [String]

    /// The case as a fixture.
    package var fixture: String
  }

  /// Takes note of a difference.
  ///
  /// - Parameters:
  ///   - findings: What the search found.
  ///   - path: The file of the fixture.
  ///   - clauses: The clauses that the case cites.
  /// - Returns: What to write; `nil` where there is no difference.
  /// - Throws: `InvalidFile`, never for a case that was found.
  package mutating func add(
    _ findings: Exploration.Findings, path: Name, citing clauses: (Case, ExploredSubject) -> [Name]
  ) throws -> Told? {
    guard let difference = findings.difference, let explored else { return nil }
    let beginning = (differencesHere > 0 ? "\n" : "") + endOfHeading() + summary(of: findings)
    differences += 1
    differencesHere += 1
    hasCompared = true
    var names = names
    var notes: [String] = []
    if difference.isReversed {
      names.reverse()
      notes.append(
        "\(visible(names[0])) fails on a timeline, and no case can expect that: it is judged by "
          + visible(names[1]))
    }
    let (failure, fixture) = try difference.texts(
      names, on: explored, citing: clauses(difference.testCase, explored), path: path,
      limits: limits, style: style)
    notes += [explored.index?.openPoints(of: "it"), difference.note(reference: names[1])]
      .compactMap(\.self)
    return Told(text: "\(beginning)\n\(failure)\n", notes: notes, fixture: fixture)
  }

  /// Ends a search in which nothing more was found, or that was interrupted.
  ///
  /// - Returns: What to write, unless there is a difference, which is told by itself.
  package mutating func end(with findings: Exploration.Findings) -> String {
    searches += 1
    if findings.isTimeUp { timedSearches += 1 }
    hasTried = hasTried || findings.timelines > 0
    if findings.refusedTimelines < findings.timelines { hasCompared = true }
    if findings.difference != nil { return "" }
    let isAgreement =
      !findings.isStopped && findings.timelines > 0
      && findings.refusedTimelines < findings.timelines
    let lineBreak = differencesHere > 0 ? "\n" : ""
    if isAgreement, isOfSeveral || differencesHere > 0 {
      return lineBreak
        + endOfHeading(": \(findings.agreement(besides: differencesHere > 0))\n")
    }
    let isSearch = findings.timelines > 0 || findings.isStopped || findings.isTimeUp
    return lineBreak + endOfHeading() + (isSearch ? summary(of: findings) : "")
  }

  private func summary(of findings: Exploration.Findings) -> String {
    findings.summary(observers: bounds.observers, seed: bounds.seed, besides: differences > 0)
  }

  /// What has not been explored, because enough has been found.
  package func notExplored(_ rest: [ExploredSubject]) -> String {
    if rest.isEmpty { return "" }
    let names = rest.map { visible($0.name) }.joined(separator: "; ")
    return "\nnot explored: \(names) (--max-differences N goes on)\n"
  }

  /// What all searches came to.
  package enum Verdict: Equatable {
    case agreement, difference

    /// Nothing was compared, with the reason in a sentence.
    case nothing(String)
  }

  /// What all searches came to.
  ///
  /// - Returns: That, and what to write.
  package func conclusion() -> (Verdict, text: String) {
    if isOfSeveral && searches == 0 {
      let names = "\(visible(names[0])) and \(visible(names[1]))"
      return (
        .nothing(
          "there is nothing to explore: \(names) have no operator and no kind of property in common\n"
            + "  hint: say with --subject or --like what is to be explored"), ""
      )
    }
    let text =
      timedSearches > 0 && isOfSeveral
      ? "\ntime ended \(timedSearches) of \(searches) searches (--minutes gives them more)\n" : ""
    if differences > 0 { return (.difference, text) }
    if !hasTried && timedSearches == 0 {
      return (
        .nothing("nothing was tried: --length, --reaction-length and --random leave no timeline"),
        text
      )
    }
    if !hasCompared {
      return (
        .nothing(
          "nothing was compared: one of the implementations lacks something that each timeline needs, or "
            + "both fail on it"), text
      )
    }
    return (.agreement, text + (isOfSeveral ? "no difference found\n" : ""))
  }
}
