// The implementations of a command: from a word of the command line to a candidate.

import AdapterProtocol
import ArgumentParser
import Conformance
import ConformancePlatform
import Laboratory
import ReactiveMotionConformance
import ReactiveXConformance

/// An implementation: `[LABEL=]NAME-OR-COMMAND` on a command line, where the name may be a label of the project.
struct Contestant: Sendable {
  let command: AdapterCommand

  /// The candidate, if it is built in or a deviation that another implementation serves.
  fileprivate var known: Candidate?

  /// Its deviation, if it has one.
  fileprivate(set) var deviation: Deviation?

  /// Whether it is a word that is neither built in nor a program: possibly a deviation that another serves.
  let isUnknown: Bool

  /// Its entry in the project file.
  fileprivate var label: ProjectFile.Implementation?

  /// Its processes, once they may be started.
  fileprivate(set) var adapter: Adapter?

  init(_ typed: AdapterCommand) {
    var command = typed
    if command.words.count == 1, let known = Project.command(of: Name(command.words[0])),
      let meant = try? AdapterCommand(known.command)
    {
      command.label = command.label ?? known.label
      command.words = meant.words
      label = known
    } else {
      command.folder = Invocation.current.otherFolder
    }
    self.command = command
    let word = command.words.count > 1 ? nil : Name(command.words[0])
    let builtIn = word.flatMap(BuiltIn.implementation)
    known = builtIn.map { Candidate($0) }
    deviation = word.flatMap(BuiltIn.deviation)
    isUnknown = builtIn == nil && word.map(Self.isProgram) == false
  }

  private static func isProgram(_ word: Name) -> Bool {
    let path = variable("PATH")?.split(separator: ":", omittingEmptySubsequences: false) ?? []
    return word.text.contains("/")
      || path.contains { access(systemPath("\($0.isEmpty ? "." : $0)/\(word)"), X_OK) == 0 }
  }

  /// An implementation by a name alone.
  ///
  /// - Throws: If it cannot be one.
  init(named name: Name) throws { self.init(try AdapterCommand(name.text)) }

  /// The first word of the command, or the only one.
  var word: Name { Name(command.words[0]) }

  /// Whether it is certainly an adapter.
  var isProgram: Bool { known == nil && !isUnknown }

  /// Whether it is the transcriptions of the specifications.
  var isLiteral: Bool { builtIn is Literal }

  /// The implementation, if it is built in.
  var builtIn: (any Implementation)? { known?.local }

  /// The name in reports, if it is known before the adapter is started.
  var knownName: Name? { command.label ?? (isProgram ? nil : word) }

  /// The name in reports.
  var name: Name { knownName ?? adapter?.name ?? word }

  /// Its name or command, as `-i` takes it.
  var text: String { isProgram ? command.text : word.text }

  /// The candidate that cases run on.
  fileprivate var candidate: Candidate {
    var candidate = known?.named(name) ?? Candidate(adapter!, name: name)
    candidate.compared = Set(label?.compared ?? [])
    candidate.names = adapter?.names ?? [:]
    candidate.isJudged = { [fixtures, runs] path, specification in
      if let fixtures, !isBelow(path.text, fixtures) { return false }
      return specification.map(runs) ?? true
    }
    return candidate
  }

  /// Whether it runs a specification: an adapter those that it claims or is compared with, or else all; a built-in
  /// implementation, all except those of others.
  var runs: @Sendable (Name) -> Bool {
    let asked = claims.map(Set(label?.compared ?? []).union)
    let isMotion = known?.local is SwiftStreams || known?.local is LiteralStreams
    let own: Set<Name> = isMotion ? [] : ["ReactiveX"]
    let others = builtIn == nil ? [] : SwiftStreams.otherSpecifications.subtracting(own)
    return { asked?.contains($0) ?? !others.contains($0) }
  }

  /// The specifications that it implements, by the project file or else by its adapter; `nil` if neither says.
  var claims: [Name]? { label?.specifications ?? adapter?.specifications }

  /// The fixtures that it runs if the command line names none; `nil` for those of the project.
  var fixtures: [String]? { label?.fixtures.map(Project.paths) }

  /// Whether it runs all cases, because nothing says which specifications it implements.
  var isAskedAboutAll: Bool { adapter != nil && claims == nil }

  /// The details that it gives of itself, and its name on a command line.
  var details: ImplementationDetails {
    if let adapter { return adapter.details }
    let argument = word == name ? word.text : "\(name)=\(word)"
    let version = builtIn.map { _ in ConformanceRunner.version }
    return ImplementationDetails(
      version: version, language: version.map { _ in "Swift" }, argument: argument)
  }
}

/// Implementations, and the processes of those that are adapters.
struct Contestants: Sendable {
  /// In the order in which they were named.
  var all: [Contestant]

  /// Starts those that are adapters, runs a body, and ends them when it returns or throws.
  ///
  /// - Parameters:
  ///   - all: The implementations.
  ///   - processes: How many processes each adapter may have.
  ///   - limits: What adapters may do.
  ///   - use: Receives the implementations, and a cancellation by Ctrl-C, which ends them at once.
  /// - Throws: What `use` throws.
  static func start(
    _ all: [Contestant], processes: Int, limits: AdapterLimits,
    _ use: (inout Contestants, Cancellation) throws -> Void
  ) throws {
    var contestants = Contestants(all: all)
    for index in all.indices where all[index].builtIn == nil {
      let adapter = Adapter(
        all[index].command, processes: processes, limits: limits,
        runnerVersion: ConformanceRunner.version)
      contestants.all[index].adapter = adapter
      adapter.start()
    }
    let interrupt = Session.interruption()
    let adapters = contestants.adapters
    // An adapter that has not been started stays so.
    let stop = { @Sendable in for adapter in adapters { adapter.stop() } }
    defer { stop() }
    try interrupt.perform({ try use(&contestants, interrupt) }, onCancel: stop)
  }

  private var adapters: [Adapter] { all.compactMap(\.adapter) }

  /// Waits until the adapters are ready, and removes those that could not be started.
  ///
  /// - Returns: Why they could not.
  mutating func waitUntilReady() -> [String] {
    let starts = all.map { one in
      (one: one, result: Result { () throws(ExecutionError) in try one.adapter?.waitUntilReady() })
    }
    let deviations = adapters.flatMap(\.deviations)
    var problems: [String] = []
    all = starts.compactMap { one, result in
      guard case .failure(let error) = result else { return one }
      var problem = error.text(of: one.name)
      if one.isUnknown {
        if let served = deviations.first(where: { $0.name == one.word }) {
          var one = one
          (one.known, one.deviation, one.adapter) = (served.candidate, served, nil)
          return one
        }
        let names = deviations.map(\.name) + Project.labels
        problem += didYouMean(one.word, among: names).map { "\n  hint: \($0)" } ?? ""
        if !Project.labels.isEmpty {
          problem += "\n  the project has \(enumeration(Project.labels.map(visible), "and"))"
        }
      }
      problems.append(problem)
      return nil
    }
    return problems
  }

  /// Waits until the adapters are ready. If one could not be started, prints why, and ends the
  /// command.
  mutating func waitUntilAllReady(_ interrupt: Cancellation) throws {
    let problems = waitUntilReady()
    // An adapter that was stopped is not at fault.
    if interrupt.isCancelled { throw Status.interrupted() }
    for problem in problems { printError(problem) }
    if !problems.isEmpty { throw Status.unavailable.exitCode }
  }

  /// Lets each run all fixtures that are found, because the command line names them.
  mutating func runAllFixtures() {
    for index in all.indices { all[index].label?.fixtures = nil }
  }

  /// The candidates that cases run on, each with a name of its own.
  var candidates: [Candidate] {
    var names: Set<Name> = []
    return all.map { one in
      var candidate = one.candidate
      let name = candidate.name
      var count = 1
      while !names.insert(candidate.name).inserted {
        count += 1
        candidate.name = "\(name) (\(count))"
      }
      return candidate
    }
  }

  /// The references for diagnoses with their deviations: the built-in ones, and those that adapters serve.
  var knownDeviations: [KnownDeviations] {
    [
      KnownDeviations(ReactiveXDeviations.all) { ReactiveXStreams.reference(following: $0, $1) },
      KnownDeviations(Deviation.all) { _, _ in (Candidate(LiteralStreams()), { _ in [] }) },
    ]
      + all.enumerated().compactMap { position, one in
        guard let adapter = one.adapter, !adapter.deviations.isEmpty else { return nil }
        let reference = one.candidate
        return KnownDeviations(adapter.deviations, at: position) { _, _ in (reference, { _ in [] })
        }
      }
  }

  /// Warnings for the authors of adapters, each in a sentence.
  var remarks: [String] {
    adapters.flatMap { adapter in
      adapter.remarks.map { "\(visible(adapter.name)): \($0)" }
    }
  }

  /// Ends the adapters, and waits until they have ended.
  ///
  /// - Returns: The faults of each implementation outside any case.
  func finish() -> [[ExecutionError]] { all.map { $0.adapter?.finish() ?? [] } }

  /// Ends the adapters, and notes their faults outside any case.
  func finishSayingFaults() {
    for (candidate, faults) in zip(candidates, finish()) {
      for fault in faults { Status.failure.note(fault.text(of: candidate.name)) }
    }
  }
}
