// What `explore` prints and writes: what has been tried, and each difference as a failure and as a fixture.

import ArgumentParser
import Conformance
import Laboratory

/// Tells of one search after the other.
struct ExplorationReporter {
  private let options: Explore
  private let names: [Name]

  /// The fixture of the case that is explored, where it is one.
  private let likeFixture: [Fixture]

  /// Whether everything is explored that both have: what agrees then takes a line.
  private let isOfSeveral: Bool

  /// How many differences have been found.
  private(set) var differences = 0

  /// How many of the searches have ended, and how many of these by time.
  private var searches = 0
  private var timedSearches = 0

  /// What came of any of them.
  private var hasTried = false
  private var hasCompared = false
  private var hasFailed = false

  /// What is being explored.
  private var explored: ExploredSubject?
  private var clause: Name?
  private var differencesHere = 0

  /// What of the heading has been printed.
  private var heading = ""
  private var isHeadingPrinted = false

  init(options: Explore, names: [Name], _ likeFixture: [Fixture], isOfSeveral: Bool) {
    (self.options, self.names) = (options, names)
    (self.likeFixture, self.isOfSeveral) = (likeFixture, isOfSeveral)
  }

  /// Begins with a subject.
  ///
  /// - Parameters:
  ///   - explored: The subject.
  ///   - clause: The clause of a deviation that takes part.
  ///   - progress: What writes over the line that the heading begins.
  mutating func begin(
    _ explored: ExploredSubject, citing clause: Name?, _ progress: SearchProgress
  ) {
    (self.explored, self.clause, differencesHere) = (explored, clause, 0)
    heading = "\(visible(explored.name)): \(visible(names[0])) against \(visible(names[1]))"
    isHeadingPrinted = !(isOfSeveral && progress.isShown)
    if isHeadingPrinted { printResult(heading + (isOfSeveral ? "" : "\n")) }
  }

  /// Ends the heading's line.
  private mutating func printHeading(_ rest: String = "\n") {
    if !isHeadingPrinted {
      printResult(heading + rest)
    } else if isOfSeveral || rest != "\n" {
      printResult(rest)
    }
    // What else there is of the subject begins anew.
    isHeadingPrinted = false
  }

  /// Tells of a difference, and writes it to a file where it is to be kept.
  mutating func report(_ findings: Exploration.Findings) throws {
    guard let difference = findings.difference else { return }
    if differencesHere > 0 { printResult("\n") }
    printHeading()
    printResult(summary(findings))
    differences += 1
    differencesHere += 1
    hasCompared = true
    var names = names
    if findings.isReversed {
      names.reverse()
      printNote(
        "\(visible(names[0])) fails on a timeline, and no case can expect that: it is judged by "
          + visible(names[1]))
    }
    try print(difference, names, isSmallest: !findings.isStopped)
  }

  /// Tells what a search came to in which nothing more was found, or that was interrupted.
  mutating func end(with findings: Exploration.Findings) throws {
    searches += 1
    if findings.isTimeUp { timedSearches += 1 }
    hasTried = hasTried || findings.timelines > 0
    if findings.refusedTimelines < findings.timelines { hasCompared = true }
    if findings.difference != nil {
      // Otherwise it has been told.
      if findings.isStopped { try report(findings) }
      return
    }
    let isAgreement =
      !findings.isStopped && findings.timelines > 0
      && findings.refusedTimelines < findings.timelines
    if differencesHere > 0 { printResult("\n") }
    if isAgreement, isOfSeveral || differencesHere > 0 {
      return printHeading(": \(agreement(findings))\n")
    }
    printHeading()
    if findings.timelines > 0 || findings.isStopped || findings.isTimeUp {
      printResult(summary(findings))
    }
  }

  /// Takes note of a search that could not go on.
  mutating func fail() {
    printHeading()
    hasFailed = true
  }

  /// Names what has not been explored, because enough has been found.
  func leave(_ rest: [ExploredSubject]) {
    if rest.isEmpty { return }
    let names = rest.map { visible($0.name) }.joined(separator: "; ")
    printResult("\nnot explored: \(names) (--max-differences N goes on)\n")
  }

  /// Says what all searches came to.
  ///
  /// - Returns: How the command ends, if not with success.
  func conclude() -> Status? {
    if isOfSeveral && searches == 0 && !hasFailed {
      printError(
        "there is nothing to explore: \(visible(names[0])) and \(visible(names[1])) have no operator and no "
          + "kind of property in common\n  hint: say with --subject or --like what is to be explored"
      )
      return .nothingSelected
    }
    if timedSearches > 0 && isOfSeveral {
      printResult(
        "\ntime ended \(timedSearches) of \(searches) searches (--minutes gives them more)\n")
    }
    if differences > 0 || hasFailed { return .failure }
    if !hasTried && timedSearches == 0 {
      printError("nothing was tried: --length, --reaction-length and --random leave no timeline")
      return .nothingSelected
    }
    if !hasCompared {
      printError(
        "nothing was compared: one of the implementations lacks something that each timeline needs, or both "
          + "fail on it")
      return .nothingSelected
    }
    if isOfSeveral { printResult("no difference found\n") }
    return nil
  }

  // MARK: - What has been tried

  /// To which length the two agree, on how many timelines.
  private func agreement(_ findings: Exploration.Findings) -> String {
    "no \(differencesHere > 0 ? "other " : "")difference within "
      + "\(counted(findings.triedLength, "step")), \(grouped(findings.timelines)) timelines"
      + (findings.refusedTimelines > 0
        ? ", \(grouped(findings.refusedTimelines)) of them not compared" : "")
      + (findings.isTimeUp ? ", before time ended it" : "")
  }

  private func summary(_ findings: Exploration.Findings) -> String {
    let plain =
      findings.timelines - findings.timelinesWithReaction - findings.probes
      - findings.randomTimelines
    func line(_ count: Int, _ isComplete: Bool, _ what: String) -> String {
      "  \(isComplete ? "every timeline" : "timelines") \(what): \(grouped(count))\n"
    }
    var text = line(
      plain, findings.isComplete,
      "of up to \(counted(findings.length, "step")) with up to "
        + counted(options.observers, "observer"))
    if findings.reactionLength > 0 {
      if findings.isComplete || findings.timelinesWithReaction > 0 {
        text += line(
          findings.timelinesWithReaction, findings.isCompleteWithReactions,
          "of up to \(counted(findings.reactionLength, "step")) with a reaction that fires")
      }
    } else if findings.timelinesWithReaction > 0 {
      text += line(findings.timelinesWithReaction, false, "with a reaction that fires")
    }
    let isComplete = findings.isComplete && findings.isCompleteWithReactions
    if isComplete || findings.probes > 0 {
      text +=
        "  timelines of unusual values, many steps and calls within calls: "
        + "\(grouped(findings.probes))\n"
    }
    if isComplete {
      text +=
        "  random timelines (seed \(options.seed)): \(grouped(findings.randomTimelines))\n"
    }
    if findings.refusedTimelines > 0 {
      text +=
        "  not compared, because one of the implementations does not play them, or both fail: "
        + "\(grouped(findings.refusedTimelines))\n"
    }
    if findings.difference == nil {
      let other = differences > 0 ? "other " : ""
      if findings.isStopped {
        text += "interrupted; no \(other)difference so far\n"
      } else if findings.isTimeUp {
        text += "time ended the search (--minutes); no \(other)difference so far\n"
      } else if findings.refusedTimelines < findings.timelines {
        text += "no difference found\n"
      }
    }
    return text
  }

  // MARK: - A difference

  private func print(
    _ difference: Exploration.Difference, _ names: [Name], isSmallest: Bool
  ) throws {
    guard let explored else { return }
    let output = options.output.map { Explore.path($0, differences) }
    let found = difference.testCase
    let (clauses, citesDeviation) = clauses(of: found, explored)
    func text(citing clauses: [Name]) -> String {
      var testCase = found
      testCase.clauses = clauses
      return FixtureText(
        of: testCase, specification: explored.specification,
        title:
          "Found by exploring \(explored.name): \(visible(names[0])) against \(visible(names[1]))"
      ).text
    }
    // What cites nothing could not be read back.
    let readable = text(citing: clauses.isEmpty ? found.clauses : clauses)
    let source = SourceText(path: Name(output ?? "found.yaml"), bytes: Array(readable.utf8))
    let limits = options.limits.reading
    let fixture = try Fixture.read(source, index: explored.index, limits: limits).get()
    var placed = fixture.cases[0]
    placed.clauses = clauses
    let ending: CaseResult.Ending =
      switch (difference.trace, difference.error) {
      case (let trace?, _):
        .failed(trace, Comparison(of: placed, with: trace, by: difference.rule))
      // Its place is that in the new case.
      case (nil, let error?): .erred(error.lack.map { .lack($0, in: placed.subject) } ?? error)
      case (nil, nil): .erred(ExecutionError(message: "\(names[0]) does not end"))
      }
    var context = CaseContext(of: fixture)
    context.title = nil
    let failure = FailureReport(
      of: placed, CaseResult.Outcome(ending), in: context, style: options.color.style)
    printResult("\n\(failure.text)\n")
    if let points = explored.index?.openPoints(of: "it") { printNote(points) }
    if let note = difference.note(reference: names[1]) { printNote(note) }
    if !isSmallest {
      printNote(
        "interrupted before it was as small as it can be"
          + (output.map { "; `\(visible($0))` is not written" } ?? ""))
    }
    let own = text(citing: clauses)
    guard let output, isSmallest else { return printResult(own) }
    do {
      try createFixture(output, own)
    } catch {
      printResult(own)
      throw error
    }
    printResult(
      "written to \(visible(output))"
        + (citesDeviation ? "\n" : "; cite there the clause that it demonstrates\n"))
  }

  /// The clauses that a found case cites, and whether that is the one of a deviation.
  private func clauses(
    of found: Case, _ explored: ExploredSubject
  ) -> (clauses: [Name], citesDeviation: Bool) {
    lazy var citations = Citations(of: likeFixture + meantFixtures(of: explored.specification))
    let isOfOthers =
      clause.map {
        explored.index != nil
          && citations.isOfOthers($0, than: found.subject, in: explored.specification)
      } ?? false
    if let clause, !isOfOthers { return ([clause], true) }
    return (explored.clauses(of: found) { citations }, false)
  }

  /// The fixtures of a specification that are meant without a path; what is wrong with others is of no interest here.
  private func meantFixtures(of specification: Name) -> [Fixture] {
    FixtureFiles(namedBy: Project.fixtures, limits: options.limits.reading).files
      .filter { $0.index?.name ?? specification == specification }
      .compactMap { try? $0.read(limits: options.limits.reading).get() }
      .filter { $0.specification == specification }
  }
}
