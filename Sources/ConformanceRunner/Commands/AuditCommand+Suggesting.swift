// `audit --suggest`: for each deviation that no case catches, the smallest case that does.

import ArgumentParser
import Conformance

/// Looks for cases that a suite lacks.
struct CaseSuggestion {
  let suite: [IndexedFixture]
  let selection: Selection
  let reference: Candidate
  let limits: ReadingLimits
  let interrupt: Cancellation

  /// How many timelines are tried for each deviation, about, on what it speaks of, and again on all else:
  /// fewer where each goes to another process.
  private var mostTimelines: Int { reference.isLocal ? 300_000 : 50_000 }

  /// Up to how many steps every timeline was tried, where none was found: the fewest.
  private(set) var length = Int.max

  /// What the author may want to look at before the cases are kept, by the names of their deviations.
  private var notes: [(name: String, text: String)] = []

  /// The subjects of the specifications that have been asked for.
  private var subjects: [ExactText: SuiteSubjects] = [:]

  init(
    for suite: [IndexedFixture], _ selection: Selection, reference: Candidate,
    limits: ReadingLimits, interrupt: Cancellation
  ) {
    (self.suite, self.selection) = (suite, selection)
    (self.reference, self.limits, self.interrupt) = (reference, limits, interrupt)
  }

  /// Why there is no case.
  enum Failure: Error {
    /// None was found within the bounds.
    case notFound

    /// The specification does not have the clause that the deviation names.
    case unknownClause(specification: String)

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
    for deviation: Deviation, watch: (@Sendable (Exploration.Progress) -> Void)?
  ) throws(Failure) -> String {
    var specifications: [String] = []
    for one in suite.map(\.fixture.specification)
    where deviation.concerns(one) && !specifications.contains(one) {
      specifications.append(one)
    }
    var failure = Failure.notFound
    for specification in specifications {
      let found = subjects[specification]
      let subjects = found ?? SuiteSubjects(of: specification, in: suite, selection)
      self.subjects[specification] = subjects
      if let index = subjects.index, index.clause(deviation.clause) == nil {
        failure = .unknownClause(specification: specification)
        continue
      }
      // What the deviation speaks of is tried first.
      let own = subjects.index.map {
        SuiteSubjects(about: deviation, in: specification, $0).variants
      }
      let several = deviation.shownOnSeveral(of: specification)
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
    _ watch: (@Sendable (Exploration.Progress) -> Void)?
  ) throws(Failure) -> Case? {
    var bounds = Exploration.Bounds(variants: variants)
    bounds.isLenient = true
    bounds.timelines = mostTimelines
    // Each subject has its share of what is chosen.
    bounds.randomTimelines = max(reference.isLocal ? 20_000 : 5_000, 200 * variants.count)
    bounds.clauses = [deviation.clause]
    bounds.index = index
    bounds.readingLimits = limits
    var exploration = Exploration(of: deviation.candidate, against: reference, bounds: bounds)
    exploration.jobs = coreCount()
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

  /// Says what the author may want to look at: which points the specifications leave open, and what the
  /// reference does not tell of.
  func printNotes() {
    for note in notes { printNote("\(visible(note.name)): \(note.text)") }
    for one in subjects.values { one.index?.noteOpenPoints(of: "one of these cases") }
  }

  private func text(
    of found: Case, for deviation: Deviation, _ specification: String
  ) -> String {
    var testCase = found
    testCase.name = line(deviation.name)
    testCase.note = "It tells this deviation apart: \(deviation.summary)"
    return FixtureText(
      of: testCase, specification: specification, title: "What \(line(deviation.name)) does not do"
    ).text
  }

  /// A text that stands on one line.
  private func line(_ text: String) -> String { visible(text) }
}

extension Deviation {
  /// Several streams or properties, where it shows on these alone.
  fileprivate func shownOnSeveral(of specification: String) -> [Exploration.Variant] {
    guard shownOn == .several else { return [] }
    return (try? ExploredSubject(showing: self, of: specification))?.variants ?? []
  }

  /// That a specification does not have the clause that it breaks.
  func citesUnknownClause(of specification: String) -> String {
    "`\(visible(name))` cites the clause `\(visible(clause))`, which `\(visible(specification))` does not "
      + "have"
  }
}

extension AuditCommand {
  /// Looks for a case for each deviation that none catches, and prints or writes it.
  ///
  /// - Returns: What went wrong.
  func suggestCases(
    for audit: inout Audit, _ suggestion: CaseSuggestion
  ) throws -> Set<Status> {
    var suggestion = suggestion
    var statuses: Set<Status> = []
    var files: Set<ExactText> = []
    var untold: [String] = []
    let uncaught = audit.findings.indices.filter {
      audit.findings[$0].catching.isEmpty && audit.findings[$0].error == nil
    }
    /// What is left of the search where it ends at a deviation.
    func rest(from number: Int, of audit: Audit) -> String {
      let names = uncaught[number...].map { visible(audit.findings[$0].deviation.name) }
      return "no case has been found for \(names.joined(separator: ", "))"
    }
    let progress = SearchProgress()
    if let output { try createFolder(output) }
    for (number, index) in uncaught.enumerated() {
      let deviation = audit.findings[index].deviation
      let path = output.map { "\($0)/\(Self.fileName(of: deviation, &files)).yaml" }
      if let path, fileExists(path) {
        let isAudited = isAny(of: suggestion.suite.map(\.fixture.source.path), path)
        printError(
          "`\(visible(path))` exists, and is not overwritten; "
            + (isAudited
              ? "`\(visible(deviation.name))` is not caught by it"
              : "it is not among the fixtures that are audited"))
        statuses.insert(.unwritable)
        continue
      }
      let prefix = "\(number + 1) of \(uncaught.count), \(visible(deviation.name)): "
      var watch: (@Sendable (Exploration.Progress) -> Void)?
      if progress.isShown { watch = { progress.show($0, behind: prefix) } }
      let text: String
      do throws(CaseSuggestion.Failure) {
        text = try suggestion.fixture(for: deviation, watch: watch)
        progress.clear()
      } catch {
        progress.clear()
        if suggestion.interrupt.isCancelled {
          throw Status.interrupted(before: rest(from: number, of: audit))
        }
        switch error {
        case .notFound: untold.append(visible(deviation.name))
        case .unknownClause(let specification):
          printError(deviation.citesUnknownClause(of: specification))
          statuses.insert(.failure)
        case .search(let failure):
          printError(rest(from: number, of: audit))
          throw Explore.exit(for: failure)
        }
        continue
      }
      if suggestion.interrupt.isCancelled {
        throw Status.interrupted(before: rest(from: number, of: audit))
      }
      audit.findings[index].suggestion = text
      do { try publish(text, path, deviation) } catch { statuses.insert(.unwritable) }
    }
    if audit.findings.contains(where: { $0.suggestion != nil }) { suggestion.printNotes() }
    if !untold.isEmpty {
      printNote(
        "not to be told from the specification within the bounds, "
          + (suggestion.length > 0
            ? "by every timeline of up to \(counted(suggestion.length, "step")) and by longer ones that are "
              + "chosen or random" : "by timelines that are chosen or random")
          + ": \(untold.joined(separator: ", "))")
    }
    return statuses
  }

  private func publish(_ text: String, _ path: String?, _ deviation: Deviation) throws {
    if let path {
      try createFixture(path, text)
      if format == .text { printResult("written to \(visible(path))\n") }
    } else if format == .text {
      let margin = "# \(visible(deviation.name)) is caught by\n"
      printResult("\n\(margin)\(text)")
    }
  }

  /// A name for the file of a deviation: letters, digits, `_` and dashes, and not one that has been given.
  private static func fileName(of deviation: Deviation, _ given: inout Set<ExactText>) -> String {
    func safe(_ text: String) -> String {
      let words = text.split {
        !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-"))
      }
      return String(words.joined(separator: "-").drop { $0 == "-" }.prefix(100))
    }
    var name = safe(deviation.name)
    if name.isEmpty || name.lowercased() == "spec" { name = "deviation-\(name)" }
    let own = name
    var number = 1
    // Some file systems do not tell `A` from `a`.
    while !given.insert(name.lowercased()).inserted {
      let specification = safe(deviation.specification)
      name =
        number == 1 && !specification.isEmpty
        ? "\(specification)-\(own)" : "\(own)-\(number + 1)"
      number += 1
    }
    return name
  }
}
