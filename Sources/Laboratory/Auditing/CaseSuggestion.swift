// The search for the smallest case that catches a deviation, for deviations that no case of a suite
// catches.

import Conformance

/// Searches for cases that a suite lacks.
package struct CaseSuggestion {
  let suite: [Fixture]
  private let selection: Selection
  private let reference: Candidate
  private let names: SubjectNames
  private let limits: ReadingLimits
  private let jobs: Int
  let interrupt: Cancellation

  /// How many timelines are tried for each deviation, about, on what it speaks of, and again on all else:
  /// fewer where each goes to another process.
  private var mostTimelines: Int { reference.isLocal ? 300_000 : 50_000 }

  /// The length up to which every timeline was tried without success; the smallest, if there were
  /// several searches.
  private var length = Int.max

  /// That no case was found, and where it was looked for.
  var boundsWithoutCase: String {
    "no case found within the bounds, "
      + (length > 0
        ? "by every timeline of up to \(counted(length, "step")) and by longer ones that are chosen or random"
        : "by timelines that are chosen or random")
  }

  /// What the author may want to look at before the cases are kept, by the names of their deviations.
  private var notes: [(name: Name, text: String)] = []

  /// The names of files that have been given.
  private var fileNames: Set<String> = []

  /// The subjects of the specifications that have been asked for.
  private var subjects: [Name: ExploredSubject] = [:]

  /// Prepares to look for cases.
  ///
  /// - Parameters:
  ///   - suite: The fixtures that lack them.
  ///   - selection: Which of their cases take part.
  ///   - reference: The reference, which conforms to the specifications.
  ///   - names: What else is known of these.
  ///   - limits: The limits of a case.
  ///   - jobs: How many threads there are.
  ///   - interrupt: Ends the search before its end.
  package init(
    for suite: [Fixture], _ selection: Selection, reference: Candidate,
    names: SubjectNames, limits: ReadingLimits, jobs: Int, interrupt: Cancellation
  ) {
    (self.suite, self.selection, self.names) = (suite, selection, names)
    (self.reference, self.limits) = (reference, limits)
    (self.jobs, self.interrupt) = (jobs, interrupt)
  }

  /// Why there is no case.
  enum Failure: Error {
    /// None was found within the bounds.
    case notFound

    /// The specification does not have the clause that the deviation names.
    case unknownClause(specification: Name)

    case search(Exploration.Failure)
  }

  /// The smallest case that catches a deviation, as a fixture.
  ///
  /// - Parameters:
  ///   - deviation: A deviation that no case of the suite catches.
  ///   - watch: Receives how far the search has come; `nil` where nobody looks.
  /// - Returns: The text of the fixture.
  /// - Throws: Why there is none.
  mutating func fixture(
    for deviation: Deviation, watch: (@Sendable (WorkProgress) -> Void)?
  ) throws(Failure) -> String {
    var specifications: [Name] = []
    for one in suite.map(\.specification)
    where deviation.concerns(one) && !specifications.contains(one) {
      specifications.append(one)
    }
    var failure = Failure.notFound
    for specification in specifications {
      let found = subjects[specification]
      let subjects =
        found
        ?? ExploredSubject(of: specification, in: suite, selection, names: names)
      self.subjects[specification] = subjects
      if let index = subjects.index, index.clause(deviation.clause) == nil {
        failure = .unknownClause(specification: specification)
        continue
      }
      // What the deviation speaks of is tried first.
      let own = subjects.index.map(deviation.variants)
      let several = shownOnSeveral(deviation, of: specification)
      for variants in [several, own ?? [], subjects.variants] where !variants.isEmpty {
        if let testCase = try smallestCase(for: deviation, on: variants, subjects.index, watch) {
          return text(of: testCase, for: deviation, specification)
        }
      }
    }
    throw failure
  }

  /// The smallest case on some subjects that catches a deviation; `nil` where none does within the bounds.
  private mutating func smallestCase(
    for deviation: Deviation, on variants: [Exploration.Variant], _ index: ClauseIndex?,
    _ watch: (@Sendable (WorkProgress) -> Void)?
  ) throws(Failure) -> Case? {
    var bounds = Exploration.Bounds(variants: variants)
    bounds.isLenient = true
    bounds.timelines = mostTimelines
    // Each subject has its share of what is chosen.
    bounds.randomTimelines = max(reference.isLocal ? 20_000 : 5_000, 200 * variants.count)
    bounds.clauses = [deviation.clause]
    bounds.index = index
    bounds.readingLimits = limits
    // A deviation may be what a library does with sources that misbehave.
    bounds.sourcesMayMisbehave = true
    var exploration = Exploration(of: deviation.candidate, against: reference, bounds: bounds)
    exploration.jobs = jobs
    exploration.watch = watch
    let findings: Exploration.Findings
    do {
      findings = try exploration.run(cancellation: interrupt)
    } catch {
      throw .search(error)
    }
    length = min(length, findings.length)
    if let note = findings.difference?.note(reference: reference.name) {
      notes.append((deviation.name, note))
    }
    return findings.difference?.testCase
  }

  /// Warnings for the author, a line each: the points that the specifications leave open, and the
  /// events that the reference does not report.
  var remarks: [String] {
    notes.map { "\(visible($0.name)): \($0.text)" }
      + subjects.values.compactMap { $0.index?.openPoints(of: "one of these cases") }
  }

  /// A new name for the file of a deviation, of letters, digits, `_` and dashes.
  mutating func fileName(for deviation: Deviation) -> String {
    func safe(_ name: Name) -> String {
      let words = name.text.split {
        !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-"))
      }
      return String(words.joined(separator: "-").drop { $0 == "-" }.prefix(100))
    }
    var own = safe(deviation.name)
    if own.isEmpty || own.lowercased() == "spec" { own = "deviation-\(own)" }
    let specification = safe(deviation.specification)
    let names = [own] + (specification.isEmpty ? [] : ["\(specification)-\(own)"])
    let numbered = (names.count...).lazy.map { "\(own)-\($0 + 1)" }
    // Some file systems do not tell `A` from `a`.
    func isFree(_ name: String) -> Bool { !fileNames.contains(name.lowercased()) }
    let name = names.first(where: isFree) ?? numbered.first(where: isFree)!
    fileNames.insert(name.lowercased())
    return name
  }

  /// Several streams or properties, where a deviation shows on these alone.
  private func shownOnSeveral(
    _ deviation: Deviation, of specification: Name
  ) -> [Exploration.Variant] {
    guard deviation.shownOn == .several else { return [] }
    return (try? names.subject(showing: deviation, of: specification))?.variants ?? []
  }

  private func text(
    of found: Case, for deviation: Deviation, _ specification: Name
  ) -> String {
    var testCase = found
    let name = visible(deviation.name)
    testCase.name = Name(name)
    let citations = Citations(of: suite)
    if citations.isOfOthers(deviation.clause, than: found.subject, in: specification) {
      let index = subjects[specification]?.index
      let clause = citations.clause(of: found.subject, in: specification, index)
      testCase.clauses = clause.map { [$0] } ?? []
    }
    testCase.note = "It tells this deviation apart: \(deviation.summary)"
    return testCase.fixture(
      specification: specification, title: "What \(name) does not do")
  }
}

extension Deviation {
  /// The problem that a specification does not have the clause that it breaks.
  package func citesUnknownClause(of specification: Name) -> String {
    "`\(visible(name))` cites the clause `\(visible(clause))`, which `\(visible(specification))` does not "
      + "have"
  }
}

extension ClauseIndex {
  /// The points that the specification leaves open: there, a found case expects what the reference
  /// does.
  ///
  /// - Parameter cases: What may rest on them.
  /// - Returns: A sentence; `nil` where none is left open.
  package func openPoints(of cases: String) -> String? {
    if readings.isEmpty { return nil }
    let points =
      readings.count > 8
      ? "\(readings.count) points"
      : readings.map { "`\(visible($0.name))`" }.joined(separator: ", ")
    return
      "the specification leaves \(points) open: where \(cases) rests on that, write `either`"
  }
}
