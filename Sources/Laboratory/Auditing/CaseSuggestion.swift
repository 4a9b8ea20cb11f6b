// The search for the smallest case that catches a deviation, for deviations that no case of a suite
// catches.

import Conformance

/// Searches for cases that a suite lacks.
package struct CaseSuggestion {
  private let suite: [Fixture]
  private let runner: Runner
  private let names: SubjectNames
  private let interrupt: Cancellation

  /// The names of files that have been used.
  private var fileNames: Set<String> = []

  /// Prepares to look for cases.
  ///
  /// - Parameters:
  ///   - suite: The fixtures to extend.
  ///   - runner: How they are run, with the reference.
  ///   - names: The specifications that need no `spec.yaml`.
  ///   - interrupt: Ends the search early.
  package init(
    for suite: [Fixture], by runner: Runner, names: SubjectNames, interrupt: Cancellation
  ) {
    (self.suite, self.runner, self.names, self.interrupt) = (suite, runner, names, interrupt)
  }

  /// Searches for a case for each uncaught deviation, and reports it.
  ///
  /// - Parameters:
  ///   - audit: The audit, which stores the cases.
  ///   - folder: The folder for their files; `nil` if they are only reported.
  ///   - watch: Shows the progress of a search, after a text that names it.
  ///   - tell: Reports to a person.
  /// - Returns: The rest of the work, if it was interrupted.
  /// - Throws: ``Exploration/Failure``, which it has reported, if a search could not go on.
  package mutating func suggest(
    for audit: inout Audit, in folder: String?,
    watch: (_ prefix: String) -> (@Sendable (WorkProgress) -> Void)?, tell: (Remark) -> Void
  ) throws(Exploration.Failure) -> String? {
    let uncaught = audit.findings.indices.filter {
      audit.findings[$0].catching.isEmpty && audit.findings[$0].error == nil
    }
    let names = uncaught.map { visible(audit.findings[$0].deviation.name) }
    for (number, index) in uncaught.enumerated() {
      let deviation = audit.findings[index].deviation
      let path = folder.map { "\($0)/\(fileName(for: deviation)).yaml" }
      if let path, FileStatus(at: path) != nil {
        tell(.unwritten("`\(visible(path))` exists, and is not overwritten"))
        continue
      }
      // The rest of the work, if it ends early.
      let rest = "no case has been found for \(names[number...].joined(separator: ", "))"
      let found = Result { () throws(Exploration.Failure) in
        try fixture(
          for: deviation, watch("\(number + 1) of \(uncaught.count), \(names[number]): "))
      }
      if interrupt.isCancelled { return rest }
      switch found {
      case .success(let (text, notes)?):
        audit.findings[index].suggestion = text
        let told = "\n# \(names[number]) is caught by\n\(text)"
        tell(path.map { .fixture(text, path: $0) } ?? .result(told))
        notes.forEach { tell(.note("\(names[number]): \($0)")) }
      case .success(nil): tell(.note("no case found within the bounds for \(names[number])"))
      case .failure(let failure):
        tell(.failure(rest))
        throw failure
      }
    }
    return nil
  }

  /// The smallest case that catches a deviation, as a fixture, and remarks on it; `nil` if none is
  /// found within the bounds.
  private func fixture(
    for deviation: Deviation, _ watch: (@Sendable (WorkProgress) -> Void)?
  ) throws(Exploration.Failure) -> (text: String, notes: [String])? {
    let reference = runner.candidates[0]
    for specification in suite.map(\.specification).uniqued()
    where deviation.concerns(specification) {
      let own = suite.filter { $0.specification == specification }
      let all = ExploredSubject(of: specification, in: own, names: names)
      // The subjects that its specification and its sentence suggest come first.
      let several =
        deviation.shownOn == .several
        ? try? names.subject(showing: deviation, of: specification) : nil
      let words = deviation.words
      let spoken = all.variants.filter { $0.subject.words.isSubset(of: words) }
      for variants in [several?.variants ?? [], spoken, all.variants] where !variants.isEmpty {
        var bounds = Exploration.Bounds(variants: variants)
        bounds.isLenient = true
        // Fewer for another process; chosen subjects each get a share.
        bounds.timelines = reference.isLocal ? 300_000 : 50_000
        bounds.randomTimelines = max(reference.isLocal ? 20_000 : 5_000, 200 * variants.count)
        bounds.index = all.index
        bounds.readingLimits = runner.readingLimits
        // A deviation may be behaviour with sources that misbehave.
        bounds.sourcesMayMisbehave = true
        var exploration = Exploration(of: deviation.candidate, against: reference, bounds: bounds)
        (exploration.jobs, exploration.watch) = (runner.jobs, watch)
        let findings = try exploration.run(cancellation: interrupt)
        guard let difference = findings.difference else { continue }
        var testCase = difference.testCase
        testCase.name = Name(visible(deviation.name))
        let isUnknown = deviation.warning(unlessIn: all.index, of: specification) != nil
        testCase.clauses = all.clauses(
          of: testCase, showing: isUnknown ? nil : deviation.clause, by: own)
        testCase.note = "It catches this known mistake: \(deviation.summary)"
        let text = testCase.fixture(
          specification: specification, title: "What \(testCase.name) does wrong")
        return (text, [difference.note(reference: reference.name)].compactMap(\.self))
      }
    }
    return nil
  }

  /// A new file name for a deviation, of letters, digits, `_` and dashes.
  private mutating func fileName(for deviation: Deviation) -> String {
    let isSafe = { (one: Character) in one.isASCII && (one.isLetter || one.isNumber || one == "_") }
    let words = deviation.name.text.prefix(100).split { !isSafe($0) }.joined(separator: "-")
    let own = words.isEmpty || words.lowercased() == "spec" ? "deviation-\(words)" : words
    var (name, number) = (own, 1)
    // Some file systems treat `A` as `a`.
    while !fileNames.insert(name.lowercased()).inserted {
      number += 1
      name = "\(own)-\(number)"
    }
    return name
  }
}
