// One search: threads that try portions of timelines, and one thread that goes through their reports
// in order.

import Conformance

/// A search while it lasts, as its threads share it.
///
/// Portions are handed out in the order of the search, and what there is to report of them is looked at in the
/// same order. The first difference is therefore the same, whichever thread finishes first.
final class Search: Sendable {
  private typealias Verdict = Exploration.Verdict

  private let exploration: Exploration
  private let ledger: Monitor<Ledger>
  private let crew = Crew()

  /// What has been handed out, and what there is to report.
  private struct Ledger {
    var space: SearchSpace

    /// What has been reported of portions, by their sequence, and not been dealt with. Whoever has found something
    /// waits for that, and nobody begins another portion.
    var reports: [Int: Report] = [:]

    /// The shapes of differences that are passed over.
    var passedOver: Set<DifferenceShape>

    /// How many portions have been handed out.
    var portions = 0

    /// Whether there are no more.
    var isExhausted = false
    var isStopped = false

    /// Whether the time has come at which the search ends: never before the first portion is done.
    var isTimeUp = false

    func isOver(for sequence: Int) -> Bool { isStopped || isTimeUp && sequence > 0 }
  }

  /// What became of a portion so far, since the last report of it.
  private struct Report: Sendable {
    let portion: SearchSpace.Portion

    /// How many plans were compared.
    var tried = 0

    /// How many of these one of the implementations does not play.
    var refused = 0

    /// What has been found; `nil` at the end of the portion.
    var found: Result<Exploration.Difference, Exploration.Failure>?
  }

  /// Prepares a search.
  ///
  /// - Parameter exploration: What is asked for.
  init(_ exploration: Exploration) {
    self.exploration = exploration
    ledger = Monitor(
      Ledger(space: SearchSpace(exploration.bounds), passedOver: exploration.passedOver))
  }

  // MARK: - The calling thread

  /// Searches.
  ///
  /// - Parameters:
  ///   - cancellation: What ends the search before its end, and with it the adapters that it waits for.
  ///   - goesOn: Receives what has been found, with a difference. It returns whether to go on behind it.
  /// - Returns: The result.
  /// - Throws: ``Exploration/Failure`` where the search could not go on.
  func findings(
    _ cancellation: Cancellation?, goesOn: (Exploration.Findings) throws -> Bool
  ) throws -> Exploration.Findings {
    defer { stop() }
    // While one thread waits for processes, another has work for them.
    let threads = Crew.size(for: exploration.jobs) * (exploration.isLocal ? 1 : 2)
    if !crew.start(threads, work) { throw Exploration.Failure.noThread }
    guard let cancellation else { return try findings(goesOn, isCancelled: { false }) }
    return try cancellation.perform(
      { try findings(goesOn, isCancelled: { cancellation.isCancelled }) }, onCancel: stop)
  }

  private func stop() {
    ledger.update { $0.isStopped = true }
  }

  /// Goes through the reports, until one ends the search.
  private func findings(
    _ goesOn: (Exploration.Findings) throws -> Bool, isCancelled: () -> Bool
  ) throws -> Exploration.Findings {
    let space = ledger.read(\.space)
    var findings = Exploration.Findings()
    (findings.length, findings.reactionLength) = space.lengths(within: space.phases.count)
    var progress = ProgressReport(exploration.watch)
    var sequence = 0
    while let report = next(sequence) {
      let portion = report.portion
      findings.timelines += report.tried
      findings.refusedTimelines += report.refused
      switch portion.content {
      case .timelines: break
      case .reactions: findings.timelinesWithReaction += report.tried
      case .random: findings.randomTimelines += report.tried
      }
      (findings.triedLength, findings.triedReactionLength) = space.lengths(within: portion.phase)
      switch report.found {
      case .failure(let failure):
        if !isCancelled() { throw failure }
        findings.isStopped = true
        return findings
      case .success(let found):
        if !ledger.read({ $0.passedOver.contains(found.shape) }) {
          let smallest = shrunk(found, portion.alphabet.vocabulary)
          findings.isStopped = ledger.read(\.isStopped)
          findings.difference = smallest
          guard !findings.isStopped, try goesOn(findings) else { return findings }
          findings.difference = nil
          ledger.update { _ = $0.passedOver.insert(smallest.shape) }
        }
        sequence = portion.sequence
      case nil:
        sequence = portion.sequence + 1
        progress.note(portion, of: space)
      }
      ledger.update { $0.reports[portion.sequence] = nil }
    }
    (findings.isStopped, findings.isTimeUp) = ledger.read { ($0.isStopped, $0.isTimeUp) }
    if !findings.isStopped && !findings.isTimeUp {
      (findings.triedLength, findings.triedReactionLength) =
        (findings.length, findings.reactionLength)
    }
    return findings
  }

  /// What there is to report of a portion; `nil` where there is none, or the search is over.
  private func next(_ sequence: Int) -> Report? {
    ledger.wait(wakingOthers: false) { ledger -> Report?? in
      if !ledger.isStopped, let report = ledger.reports[sequence] { return report }
      if ledger.isOver(for: sequence) {
        // What has been found by now is not lost.
        let found = ledger.reports.filter { (try? $0.value.found?.get()) != nil }
        return .some(found.min { $0.key < $1.key }?.value)
      }
      return ledger.isExhausted && sequence == ledger.portions ? .some(nil) : nil
    }
  }

  /// A difference that nothing can be left out of, and no two things.
  private func shrunk(
    _ found: Exploration.Difference, _ vocabulary: Exploration.Vocabulary
  ) -> Exploration.Difference {
    let exploration = passingOver()
    var progress = ProgressReport(exploration.watch)
    func difference(on plan: Plan) -> Exploration.Difference? {
      guard case .differs(let one) = exploration.verdict(on: plan),
        one.isReversed == found.isReversed
      else { return nil }
      return one
    }
    let smallest = Plan(found.testCase).shrunk(found, by: vocabulary) { plan, last in
      progress.noteSmaller()
      var plan = plan
      // Failing is what is looked for: it costs an adapter nothing that other timelines need.
      plan.failureIsKnown = last.error != nil
      return ledger.read(\.isStopped) || !plan.isWellFormed ? nil : difference(on: plan)
    }
    let plan = Plan(smallest.testCase)
    // What is played once more may hang once more.
    return (plan.isSame(as: plan.renamed) ? nil : difference(on: plan.renamed)) ?? smallest
  }

  /// The exploration, with what is passed over by now.
  private func passingOver() -> Exploration {
    var exploration = exploration
    exploration.passedOver = ledger.read(\.passedOver)
    return exploration
  }

  // MARK: - The threads

  /// Tries one portion after the other.
  private func work() {
    var possibilities: [Possibilities] = []
    while let portion = nextPortion() {
      var report = Report(portion: portion)
      var rest = plans(of: portion, &possibilities)[...]
      while !rest.isEmpty, goesOn(with: portion) { compareSome(of: &rest, &report) }
      if goesOn(with: portion) { deliver(report) }
    }
  }

  /// The next portion; `nil` where there is none. While one may end the search, nobody begins another.
  private func nextPortion() -> SearchSpace.Portion? {
    ledger.wait { ledger -> SearchSpace.Portion?? in
      if ledger.isOver(for: ledger.portions) { return .some(nil) }
      if ledger.reports.values.contains(where: { $0.found != nil }) { return nil }
      let portion = ledger.space.next()
      if portion == nil { ledger.isExhausted = true } else { ledger.portions += 1 }
      return .some(portion)
    }
  }

  /// The plans of a portion. A timeline that is to be tried with reactions, and that the reference does not play,
  /// is tried without.
  private func plans(
    of portion: SearchSpace.Portion, _ possibilities: inout [Possibilities]
  ) -> [Plan] {
    let alphabet = portion.alphabet
    func plans(_ timelines: [[Action]]) -> [Plan] {
      timelines.map { Plan(subject: alphabet.subject, timeline: $0) }
    }
    switch portion.content {
    case .timelines(let timelines): return plans(timelines)
    case .random(let timelines): return timelines.plans(&possibilities)
    case .reactions(let shape, let timelines):
      let plain = plans(timelines)
      let performances = batch(of: plain.enumerated().map { ($0, $1, nil) }, exploration.reference)
      return plain.enumerated().flatMap { index, plan in
        guard goesOn(with: portion), case .played(let trace, nil, _) = performances[index] else {
          return [plan]
        }
        return alphabet.reactions(to: plan.timeline, with: trace, shape).map {
          Plan(subject: plan.subject, reactions: [$0], timeline: plan.timeline)
        }
      }
    }
  }

  private func batch(of items: [Batch.Item], _ candidate: Candidate) -> Batch {
    let batch = Batch(on: crew)
    batch.add(items, to: candidate, limits: exploration.limits)
    return batch
  }

  /// Takes some plans from the rest of a portion, and compares what the two do on them: the reference plays them,
  /// and then the implementation what that has played.
  private func compareSome(of rest: inout ArraySlice<Plan>, _ report: inout Report) {
    let portion = report.portion
    var exploration = passingOver()
    let plans = rest.prefix(SearchSpace.portionSize)
    let references = batch(of: plans.indices.map { ($0, plans[$0], nil) }, exploration.reference)
    var played: [(plan: Plan, expected: Performance, verdict: Verdict?)] = []
    var asked: [Batch.Item] = []
    while let plan = rest.first, rest.startIndex < plans.endIndex, goesOn(with: portion) {
      var one = (plan: plan, expected: references[rest.startIndex], verdict: Verdict?.none)
      if case .played(var trace, nil, let rule) = one.expected {
        let steps = exploration.steps(of: plan, trace)
        if steps == plan.timeline.count {
          asked.append((played.count, plan, trace))
        } else if steps > 0, !portion.isOfSize {
          one.plan.timeline.removeSubrange(steps...)
          trace.removeSubrange(steps...)
          one.expected = .played(trace, rule: rule)
          asked.append((played.count, one.plan, trace))
        } else {
          // Every timeline up to there is tried where all of a size are.
          one.verdict = .same
        }
      } else {
        one.verdict = exploration.verdict(on: plan, one.expected)
      }
      played.append(one)
      rest.removeFirst()
      // What the reference fails on may take long, and all that follows.
      if one.verdict?.found != nil { break }
    }
    let performances = batch(of: asked, exploration.implementation)
    for (index, one) in played.enumerated() where goesOn(with: portion) {
      let verdict =
        one.verdict ?? exploration.verdict(on: one.plan, one.expected, performances[index])
      report.tried += 1
      if case .refused = verdict { report.refused += 1 }
      report.found = verdict.found
      if report.found == nil { continue }
      deliver(report)
      report = Report(portion: portion)
      exploration = passingOver()
    }
  }

  /// Reports. Where something has been found, waits until that has been dealt with.
  private func deliver(_ report: Report) {
    let sequence = report.portion.sequence
    ledger.update { $0.reports[sequence] = report }
    if report.found == nil { return }
    ledger.wait(wakingOthers: false) {
      $0.isStopped || $0.reports[sequence] == nil ? () : nil
    }
  }

  /// Whether a portion is still to be tried.
  private func goesOn(with portion: SearchSpace.Portion) -> Bool {
    let isLate = exploration.end.map { ContinuousClock.now >= $0 } ?? false
    if isLate, ledger.read({ !$0.isTimeUp }) { ledger.update { $0.isTimeUp = true } }
    return ledger.read { !$0.isOver(for: portion.sequence) }
  }
}

extension Exploration.Verdict {
  /// What is to be reported at once.
  fileprivate var found: Result<Exploration.Difference, Exploration.Failure>? {
    switch self {
    case .differs(let difference): .success(difference)
    case .ends(let failure): .failure(failure)
    case .same, .refused: nil
    }
  }
}
