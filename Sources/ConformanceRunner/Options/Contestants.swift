// The implementations that a command has started: ready, named, and ended again.

import AdapterProtocol
import ArgumentParser
import Conformance
import Laboratory
import ReactiveMotionConformance
import ReactiveXConformance

/// Implementations, and the processes of those that are adapters.
struct Contestants: Sendable {
  enum Entry: Sendable {
    case builtIn(name: Name, word: Name, any Implementation)
    case adapter(Adapter)

    /// A deviation that one of the adapters serves; if none does, the word is a command.
    case served(deviation: Name, name: Name, unless: Adapter)
    case deviation(Deviation, name: Name)
  }

  /// In the order in which they were named.
  private(set) var entries: [Entry]

  init(entries: [Entry]) {
    self.entries = entries
  }

  private var adapters: [Adapter] {
    entries.compactMap { if case .adapter(let adapter) = $0 { adapter } else { nil } }
  }

  /// Whether there are any whose start takes a while.
  var hasAdapters: Bool { !adapters.isEmpty }

  /// Waits until the adapters are ready, and removes those that could not be started.
  ///
  /// - Returns: Why they are not.
  mutating func waitUntilReady() -> [String] {
    var problems: [String] = []
    func isReady(_ adapter: Adapter) -> Bool {
      do throws(ExecutionError) {
        try adapter.waitUntilReady()
        return true
      } catch {
        let lines = ["\(visible(adapter.name)): \(visible(error.message))"]
        problems.append(
          (lines + error.details.map { "  \(visibleLine($0))" }).joined(separator: "\n"))
        return false
      }
    }
    entries.removeAll { if case .adapter(let adapter) = $0 { !isReady(adapter) } else { false } }
    let deviations = adapters.flatMap(\.deviations)
    entries = entries.compactMap { entry in
      guard case .served(let word, let name, let adapter) = entry else { return entry }
      if let deviation = deviations.first(where: { $0.name == word }) {
        return .deviation(deviation, name: name)
      }
      adapter.start()
      if isReady(adapter) { return .adapter(adapter) }
      if let suggestion = didYouMean(word, among: deviations.map(\.name) + Project.labels) {
        problems[problems.count - 1] += "\n  hint: \(suggestion)"
      }
      return nil
    }
    return problems
  }

  /// Waits until the adapters are ready. If one could not be started, prints why, and ends the
  /// command.
  mutating func waitUntilAllReady(_ interrupt: Cancellation) throws {
    let problems = waitUntilReady()
    // What was stopped is not at fault.
    if interrupt.isCancelled { throw Status.interrupted() }
    for problem in problems { printError(problem) }
    if !problems.isEmpty { throw Status.unavailable.exitCode }
  }

  /// What is judged, each by a name of its own.
  var candidates: [Candidate] {
    var names: Set<Name> = []
    return entries.map { entry in
      var candidate =
        switch entry {
        case .builtIn(let name, _, let implementation): Candidate(implementation, name: name)
        case .adapter(let adapter), .served(_, _, let adapter):
          Candidate(adapter, name: adapter.name)
        case .deviation(let deviation, let name): deviation.candidate.named(name)
        }
      if candidate.local is SwiftStreams || candidate.local is LiteralStreams {
        candidate.others = SwiftStreams.otherSpecifications
      }
      let name = candidate.name
      var count = 1
      while !names.insert(candidate.name).inserted {
        count += 1
        candidate.name = "\(name) (\(count))"
      }
      return candidate
    }
  }

  /// What each says of itself, and how it is named on a command line.
  var details: [ImplementationDetails] {
    entries.map { entry in
      switch entry {
      case .builtIn(let name, let word, _):
        return ImplementationDetails(
          version: ConformanceRunner.version, language: "Swift",
          argument: word == name ? word.text : "\(name)=\(word)")
      case .adapter(let adapter), .served(_, _, let adapter): return adapter.details
      case .deviation(let deviation, let name):
        return ImplementationDetails(
          argument: deviation.name == name ? name.text : "\(name)=\(deviation.name)")
      }
    }
  }

  /// The clause of a deviation that takes part; `nil` if none does, or, with a warning, if the
  /// specification does not have the clause.
  func clauseOfDeviation(from explored: ExploredSubject) -> Name? {
    let deviation = entries.lazy.compactMap { entry -> Deviation? in
      switch entry {
      case .deviation(let deviation, _): deviation
      case .builtIn(_, _, let implementation):
        BuiltIn.deviation(Name(implementation.name), of: explored.specification)
      case .adapter, .served: nil
      }
    }.first
    guard let deviation else { return nil }
    guard let index = explored.index, index.clause(deviation.clause) == nil else {
      return deviation.clause
    }
    printWarning(deviation.citesUnknownClause(of: explored.specification))
    return nil
  }

  /// Refuses a deviation that an adapter serves, and that is of another specification than a subject's.
  ///
  /// - Throws: `ValidationError` where there is one.
  func validate(for explored: ExploredSubject) throws {
    for case .deviation(let deviation, let name) in entries
    where !deviation.concerns(explored.specification) {
      throw explored.refusal(of: name, deviation)
    }
  }

  /// The subjects that the deviations which adapters serve concern.
  ///
  /// - Throws: `ValidationError` where there is none.
  func concerned(among subjects: [ExploredSubject]) throws -> [ExploredSubject] {
    var subjects = subjects
    for case .deviation(let deviation, let name) in entries {
      subjects.removeAll { !deviation.concerns($0.specification) }
      if subjects.isEmpty {
        throw ValidationError(
          "`\(visible(name))` deviates from `\(visible(deviation.specification))`; say with --subject or "
            + "--like what is to be explored")
      }
    }
    return subjects
  }

  /// The operators that each lists besides those that are known: none where it is no adapter.
  func listedOperators(besides known: Set<Name>) -> [[Name]] {
    entries.map { entry in
      guard case .adapter(let adapter) = entry else { return [] }
      return adapter.operators.filter { !known.contains($0) && $0 != readOperatorName }
    }
  }

  /// Whether one of them deviates on purpose.
  var hasDeviation: Bool {
    entries.contains { entry in
      switch entry {
      case .deviation: true
      case .builtIn(_, _, let implementation):
        BuiltIn.deviation(Name(implementation.name)) != nil
      case .adapter, .served: false
      }
    }
  }

  /// What `-i` calls each of them.
  var texts: [String] {
    entries.map { entry in
      switch entry {
      case .builtIn(_, let word, _), .served(let word, _, _): word.text
      case .adapter(let adapter): adapter.command.text
      case .deviation(let deviation, _): deviation.name.text
      }
    }
  }

  /// The deviations for diagnoses: the built-in ones, and those that adapters serve.
  var knownDeviations: [KnownDeviations] {
    let motion = KnownDeviations(
      Deviation.all, from: Candidate(LiteralStreams()), referenceText: "literal")
    let reactive = KnownDeviations(
      ReactiveXDeviations.all, from: Candidate(ReactiveXStreams()), referenceText: "literal")
    return [motion, reactive]
      + entries.enumerated().compactMap { position, entry in
        guard case .adapter(let adapter) = entry, !adapter.deviations.isEmpty else { return nil }
        var served = KnownDeviations(
          adapter.deviations, from: Candidate(adapter, name: adapter.name),
          referenceText: adapter.command.text)
        served.position = position
        return served
      }
  }

  /// The deviations for audits: those that the first implementation serves, or the built-in ones.
  var deviationsToAudit: [Deviation] {
    if case .adapter(let adapter) = entries.first { adapter.deviations } else { BuiltIn.deviations }
  }

  /// Keeps the first that serves deviations; if none does, `literal` takes its place.
  mutating func keepFirstToAudit() {
    let first = entries.first {
      if case .adapter(let adapter) = $0 { !adapter.deviations.isEmpty } else { false }
    }
    entries = [
      first ?? .builtIn(name: "literal", word: "literal", BuiltIn.implementation("literal")!)
    ]
  }

  /// Warns about served deviations that cite an unknown clause.
  func printUnknownClauses(in suite: [IndexedFixture]) {
    guard case .adapter(let adapter) = entries.first else { return }
    for deviation in adapter.deviations {
      let concerned = suite.filter { deviation.concerns($0.fixture.specification) }
      guard let first = concerned.first,
        concerned.allSatisfy({ $0.index.map { $0.clause(deviation.clause) == nil } ?? false })
      else { continue }
      printWarning(deviation.citesUnknownClause(of: first.fixture.specification))
    }
  }

  /// Warns about served deviations whose specification has no fixtures. Built-in deviations are not
  /// checked, because they belong to more specifications than most fixtures.
  func printLeftOut(of specifications: [Name]) {
    guard case .adapter(let adapter) = entries.first, !specifications.isEmpty else { return }
    let known = Set(specifications)
    let leftOut = adapter.deviations.filter {
      !$0.specification.isEmpty && !known.contains($0.specification)
    }
    let groups = Dictionary(grouping: leftOut) { $0.specification }
    for (specification, deviations) in groups.sorted(by: { $0.key < $1.key }) {
      let first = "`\(visible(deviations[0].name))`"
      printWarning(
        (deviations.count == 1
          ? "\(first) is left out: it deviates"
          : "\(first) and \(deviations.count - 1) more are left out: they deviate")
          + " from `\(visible(specification.text))`, which no fixture is of"
          + orDidYouMean(specification, among: known.sorted()))
    }
  }

  /// Has the adapters end, and waits until they have.
  ///
  /// - Returns: What each implementation did wrong outside any case.
  func finish() -> [[ExecutionError]] {
    entries.map { entry in
      if case .adapter(let adapter) = entry { adapter.finish() } else { [] }
    }
  }

  /// Warnings for the authors of adapters, each in a sentence.
  var remarks: [String] {
    adapters.flatMap { adapter in
      adapter.remarks.map { "\(visible(adapter.name)): \($0)" }
    }
  }

  /// Ends the adapters at once, and waits until they have ended. What has not been started stays so.
  func stop() {
    for entry in entries {
      switch entry {
      case .adapter(let adapter), .served(_, _, let adapter): adapter.stop()
      case .builtIn, .deviation: break
      }
    }
  }

  /// Has the adapters end, and says what they did wrong outside any case.
  ///
  /// - Returns: Whether that was nothing.
  func finishSayingFaults() -> Bool {
    var isFaultless = true
    for (candidate, faults) in zip(candidates, finish()) {
      for fault in faults {
        isFaultless = false
        printError(fault, of: candidate.name)
      }
    }
    return isFaultless
  }
}
