// One search: threads that try portions of timelines, and one thread that goes through the results
// in order.

import Conformance

/// A search while it lasts, as its threads share it.
///
/// Portions are handed out in the order of the search, and their results are looked at in the same
/// order. The first difference is therefore the same, whichever thread finishes first.
final class Search: Sendable {
  private let exploration: Exploration
  private let pair: ComparedPair
  private let ledger: Monitor<Ledger>
  private let crew = Crew()

  /// Whether sources are to be looked at, as some may end.
  private let watchesSources: Bool

  /// What has been handed out, and what became of it.
  private struct Ledger {
    var space: SearchSpace
    var outcomes: [Int: Outcome] = [:]

    /// What is left of portions behind differences that are not the last.
    var rests: [Share] = []

    /// The shapes of differences that are passed over.
    var passedOver: Set<DifferenceShape>

    /// How many portions have been handed out.
    var portions = 0

    /// Whether no portion is handed out, because one may have ended the search.
    var isHeld = false

    /// Whether there are no more.
    var isExhausted = false
    var isStopped = false

    /// Whether the time has come at which the search ends: never before the first portion is done.
    var isTimeUp = false
    var hasBegun = false
    var hasLostThread = false
  }

  /// A portion, or what is left of its plans.
  private struct Share: Sendable {
    var portion: SearchSpace.Portion

    /// The plans, where they have been made.
    var plans: [Plan]?
  }

  /// How many plans were compared.
  private struct Tally {
    var tried = 0

    /// How many of these one of the implementations does not play.
    var refused = 0
  }

  /// What became of a portion.
  private struct Outcome: Sendable {
    let portion: SearchSpace.Portion
    var tally: Tally
    var ending: Result<Found, Exploration.Failure>?

    /// What is left of the portion behind the plan that ends it.
    var rest: Share?
  }

  /// A plan that the implementations differ on.
  private struct Found: Sendable {
    let plan: Plan
    let difference: Exploration.Difference

    /// Whether the implementation judges the reference.
    var isReversed = false
  }

  /// The most threads that may be left behind before the search is given up.
  private static let mostLostThreads = 64

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - exploration: What is asked for.
  ///   - space: What is tried.
  init(_ exploration: Exploration, in space: SearchSpace) {
    self.exploration = exploration
    pair = ComparedPair(
      implementation: exploration.implementation, reference: exploration.reference,
      clauses: exploration.bounds.clauses, index: exploration.bounds.index,
      limits: exploration.limits, readingLimits: exploration.bounds.readingLimits,
      sourcesMayMisbehave: exploration.bounds.sourcesMayMisbehave)
    ledger = Monitor(Ledger(space: space, passedOver: exploration.passedOver))
    watchesSources =
      !exploration.bounds.sourcesMayMisbehave
      && exploration.bounds.variants.contains(where: \.mayEnd)
  }

  // MARK: - The calling thread

  /// Looks whether there is something to compare, and starts to.
  func begin() throws(Exploration.Failure) {
    for variant in exploration.bounds.variants where !exploration.bounds.areSupported {
      for one in [exploration.implementation, exploration.reference] {
        switch variant.firstPerformance(by: one, exploration.limits) {
        case .unsupported(let reason):
          let isNamed = reason.hasPrefix("\(one.name) ")
          throw .unsupported(reason: isNamed ? reason : "\(one.name): \(reason)")
        case .erred(let error) where error.isUnplayed: throw .unplayed(reason: error.message)
        default: break
        }
      }
    }
    // While one thread waits for processes, another has work for them.
    let threads = Crew.size(for: exploration.jobs) + (pair.isLocal ? 0 : 1)
    crew.play(threads) {
      PlanPlayer(self)
    } orElse: {
      self.ledger.update { $0.hasLostThread = true }
    }
  }

  /// Ends the search, from any thread.
  func stop() {
    ledger.update { $0.isStopped = true }
  }

  /// Goes through what became of the portions, until one ends the search.
  ///
  /// - Parameters:
  ///   - cancellation: What ends the search before its end, and with it the adapters that it waits for.
  ///   - refine: Searches for a difference that is smaller than one found on a probe, passing over shapes.
  ///   - goesOn: Receives what has been found, with a difference. It returns whether to go on behind it.
  /// - Returns: The result.
  /// - Throws: ``Exploration/Failure`` where the search could not go on.
  func findings(
    _ cancellation: Cancellation?,
    refine: (SearchSpace, Set<DifferenceShape>) -> Exploration.Findings?,
    goesOn: (Exploration.Findings) throws -> Bool
  ) throws -> Exploration.Findings {
    var findings = Exploration.Findings()
    (findings.length, findings.reactionLength) = ledger.read {
      ($0.space.length, $0.space.reactionLength)
    }
    findings.triedLength = findings.length
    var report = ProgressReport(exploration.watch)
    let phases = ledger.read(\.space.phases)
    let lastPlain = phases.lastIndex { $0.sized != nil && $0.sized?.reaction == nil } ?? -1
    let lastWithReactions = phases.lastIndex { $0.sized?.reaction != nil } ?? -1
    var sequence = 0
    while let outcome = try next(sequence) {
      if case .failure = outcome.ending, cancellation?.isCancelled ?? false {
        findings.isStopped = true
        return findings
      }
      let portion = outcome.portion
      findings.timelines += outcome.tally.tried
      findings.refusedTimelines += outcome.tally.refused
      switch portion.content {
      case .timelines: break
      case .reactions: findings.timelinesWithReaction += outcome.tally.tried
      case .probes: findings.probes += outcome.tally.tried
      case .random: findings.randomTimelines += outcome.tally.tried
      }
      findings.isComplete = portion.phase > lastPlain
      findings.isCompleteWithReactions = portion.phase > lastWithReactions
      let open = phases[portion.phase...].lazy.compactMap(\.sized).filter { $0.reaction == nil }
      findings.triedLength = open.map(\.cost).min().map { $0 - 1 } ?? findings.length
      guard let found = try outcome.ending?.get(), var rest = outcome.rest else {
        sequence = portion.sequence + 1
        report.note(portion, of: phases) {
          ledger.read { $0.space.count(of: phases[portion.phase]) }
        }
        continue
      }
      // The rest of the portion comes under the same number.
      sequence = portion.sequence
      if !ledger.read({ $0.passedOver.contains(found.difference.shape) }) {
        let own = shrunk(found, portion.alphabet.vocabulary)
        var last = own
        findings.isReversed = found.isReversed
        findings.isStopped = ledger.read(\.isStopped)
        if case .probes = portion.content, !found.isReversed,
          let smaller = space(smallerThan: Plan(own.testCase), behind: portion),
          let more = refine(smaller, ledger.read(\.passedOver))
        {
          findings.add(more)
          last = more.difference ?? own
        }
        findings.difference = last
        guard !findings.isStopped, try goesOn(findings) else { return findings }
        findings.difference = nil
        findings.isReversed = false
        let shapes: Set = [last.shape]
        ledger.update { $0.passedOver.formUnion(shapes) }
        // Where something else was smaller, the difference itself is still to come.
        if last.shape != own.shape { rest.plans?.insert(found.plan, at: 0) }
      }
      ledger.update { [rest] ledger in
        ledger.rests.append(rest)
        ledger.isHeld = false
      }
    }
    let (isStopped, isTimeUp) = ledger.read { ($0.isStopped, $0.isTimeUp) }
    (findings.isStopped, findings.isTimeUp) = (isStopped, isTimeUp)
    if !isStopped && !isTimeUp {
      (findings.isComplete, findings.isCompleteWithReactions) = (true, true)
      findings.triedLength = findings.length
    }
    return findings
  }

  private func space(smallerThan plan: Plan, behind portion: SearchSpace.Portion) -> SearchSpace? {
    ledger.read { $0.space.rest(smallerThan: plan, behind: portion) }
  }

  /// What became of a portion; `nil` where there is none, or the search has been stopped.
  private func next(_ sequence: Int) throws(Exploration.Failure) -> Outcome? {
    let waited: Result<Outcome?, Exploration.Failure> = ledger.wait { ledger in
      if ledger.hasLostThread { return .failure(.noThread) }
      let outcome = ledger.isStopped ? nil : ledger.outcomes.removeValue(forKey: sequence)
      if let outcome { return .success(outcome) }
      if ledger.isStopped || ledger.isTimeUp && ledger.hasBegun {
        // What has been found by now is not lost.
        let found = ledger.outcomes.filter { (try? $0.value.ending?.get()) != nil }.keys.min()
        return .success(found.flatMap { ledger.outcomes.removeValue(forKey: $0) })
      }
      return ledger.isExhausted && sequence == ledger.portions ? .success(nil) : nil
    }
    return try waited.get()
  }

  /// A difference that nothing can be left out of, and no two things.
  private func shrunk(
    _ found: Found, _ vocabulary: Exploration.Vocabulary
  ) -> Exploration.Difference {
    let pair = found.isReversed ? self.pair.reversed : self.pair
    let passedOver = ledger.read(\.passedOver)
    var report = ProgressReport(exploration.watch)
    let smallest = found.plan.shrunk(found, by: vocabulary) { plan, found in
      report.noteSmaller()
      var plan = plan
      // Failing is what is looked for: it costs an adapter nothing that other timelines need.
      plan.failureIsKnown = found.difference.error != nil
      guard !ledger.read(\.isStopped), plan.isWellFormed,
        let difference = pair.difference(on: plan), !passedOver.contains(difference.shape)
      else { return nil }
      return Found(plan: plan, difference: difference)
    }
    let renamed = smallest.plan.renamed
    // What is played once more may hang once more.
    return (smallest.plan.isSame(as: renamed) ? nil : pair.difference(on: renamed))
      ?? smallest.difference
  }

  // MARK: - The playing threads

  /// What became of a plan.
  private enum Verdict {
    /// A smaller one is the same.
    case untried

    /// The two do the same, as far as it counts.
    case same
    case refused

    /// The implementation elsewhere has not answered.
    indirect case open(Plan, ComparedPair.Expected)
    indirect case ends(Result<Found, Exploration.Failure>)
  }

  /// Tries the plans of one portion after the other: the reference plays a plan, and then the implementation.
  private final class PlanPlayer: Playing {
    private let search: Search
    private let pair: ComparedPair
    private var possibilities: [Possibilities] = []

    /// What is being tried.
    private var share: Share?
    private var plans: [Plan] = []

    /// What the reference did on the first plans, while these are timelines to find reactions to.
    private var traces: [Trace?]?

    /// What became of the first plans.
    private var verdicts: [Verdict] = []

    /// A plan that the reference has played, and the implementation has not.
    private var judged: (plan: Plan, expected: ComparedPair.Expected)?

    /// What implementations elsewhere play.
    private var (references, actual) = (Batch(), Batch())

    init(_ search: Search) {
      (self.search, pair) = (search, search.pair)
    }

    func next() -> Play? {
      while let (plan, candidate) = nextPlan() {
        if let local = candidate.local {
          return Play(plan, by: local, limits: search.exploration.limits)
        } else if let judged {
          actual.add(
            plan, to: candidate, at: verdicts.count, likely: judged.expected.trace)
          verdicts.append(.open(plan, judged.expected))
          self.judged = nil
        } else {
          take(references[index])
        }
      }
      return nil
    }

    func take(_ performance: Performance) {
      if let (plan, expected) = judged {
        judged = nil
        return verdicts.append(search.verdict(on: plan, expected, performance))
      }
      let (plan, index) = (plans[index], index)
      guard case .played(let trace, nil, let rule) = performance else {
        let verdict = search.verdict(on: plan, performance)
        if traces == nil { return verdicts.append(verdict) }
        if case .ends(let ending) = verdict { return settle(Tally(), ending, at: index) }
        return traces!.append(nil)
      }
      if traces == nil { judge(plan, trace, rule) } else { traces!.append(trace) }
    }

    /// The place of the plan that is being tried.
    private var index: Int { traces?.count ?? verdicts.count }

    private var isEnding: Bool { if case .ends? = verdicts.last { true } else { false } }

    /// The plan that is played next, and by whom.
    private func nextPlan() -> (Plan, Candidate)? {
      while search.mayGoOn {
        if share == nil {
          guard let next = search.nextShare() else { return nil }
          begin(next)
        } else if search.isTimeUp(for: share!.portion.sequence) {
          return nil
        } else if let judged {
          return (judged.plan, pair.implementation)
        } else if index < plans.count, !isEnding {
          return (plans[index], pair.reference)
        } else {
          end(share!.portion)
        }
      }
      return nil
    }

    private func begin(_ share: Share) {
      self.share = share
      let subject = share.portion.alphabet.subject
      if let plans = share.plans { return begin(plans) }
      switch share.portion.content {
      case .timelines(let timelines):
        begin(timelines.map { Plan(subject: subject, timeline: $0) })
      case .probes(let plans): begin(plans)
      case .random(let timelines): begin(timelines.plans(&possibilities))
      case .reactions(_, let timelines):
        traces = []
        begin(timelines.map { Plan(subject: subject, timeline: $0) })
      }
    }

    private func begin(_ plans: [Plan]) {
      (self.plans, verdicts) = (plans, [])
      if pair.reference.isLocal { return }
      for (index, plan) in plans.enumerated() {
        references.add(plan, to: pair.reference, at: index)
      }
    }

    /// Has the implementation play what the reference has.
    private func judge(_ plan: Plan, _ trace: Trace, _ rule: ComparisonRule) {
      var (plan, trace) = (plan, trace)
      if search.watchesSources {
        let steps = pair.steps(of: plan, trace)
        if steps < plan.timeline.count {
          // Every timeline up to there is tried where all of a size are.
          if steps == 0 || share!.portion.isOfSize { return verdicts.append(.untried) }
          plan.timeline.removeSubrange(steps...)
          trace.removeSubrange(steps...)
        }
      }
      judged = (plan, ComparedPair.Expected(trace: trace, rule: rule))
    }

    /// What is left of the portion behind a plan.
    private func rest(behind index: Int) -> Share {
      let portion = share!.portion
      return traces == nil
        ? Share(portion: portion, plans: Array(plans[(index + 1)...]))
        : Share(portion: portion.withoutTimeline(at: index))
    }

    /// Ends a portion, or goes on from its timelines to their reactions.
    private func end(_ portion: SearchSpace.Portion) {
      if case .reactions(let shape, _) = portion.content, let traces {
        self.traces = nil
        return begin(
          zip(plans, traces).flatMap { plan, trace in
            guard let trace else { return [Plan]() }
            return portion.alphabet.reactions(to: plan.timeline, with: trace, shape).map {
              Plan(subject: plan.subject, reactions: [$0], timeline: plan.timeline)
            }
          })
      }
      var tally = Tally()
      for (index, known) in verdicts.enumerated() {
        var verdict = known
        if case .open(let plan, let expected) = known {
          if search.isTimeUp(for: portion.sequence) { return }
          verdict = search.verdict(on: plan, expected, actual[index])
        }
        if case .untried = verdict { continue }
        tally.tried += 1
        if case .refused = verdict { tally.refused += 1 }
        if case .ends(let ending) = verdict { return settle(tally, ending, at: index) }
      }
      settle(tally)
    }

    /// Takes note of what became of the portion. None behind one that may end the search is needed yet.
    private func settle(
      _ tally: Tally, _ ending: Result<Found, Exploration.Failure>? = nil, at index: Int = 0
    ) {
      let portion = share!.portion
      let rest = ending == nil ? nil : rest(behind: index)
      (share, traces) = (nil, nil)
      (references, actual) = (Batch(), Batch())
      search.ledger.update { ledger in
        ledger.outcomes[portion.sequence] = Outcome(
          portion: portion, tally: tally, ending: ending, rest: rest)
        if portion.sequence == 0 { ledger.hasBegun = true }
        if ending != nil { ledger.isHeld = true }
      }
    }
  }

  /// Whether not too many threads have been left behind.
  private var mayGoOn: Bool {
    if crew.lostThreads <= Self.mostLostThreads { return true }
    ledger.update { $0.hasLostThread = true }
    return false
  }

  /// What is to be tried next. While there may be a rest to come, nobody leaves.
  private func nextShare() -> Share? {
    while true {
      let next = ledger.wait { ledger -> Result<Share, EndOfPortions>?? in
        if ledger.isStopped || ledger.isTimeUp && ledger.portions > 0 { return .some(nil) }
        if let rest = ledger.rests.popLast() { return .success(rest) }
        if ledger.isHeld || ledger.isExhausted { return nil }
        guard let portion = ledger.space.next() else {
          // Who goes through the results has to hear of it.
          ledger.isExhausted = true
          return .failure(EndOfPortions())
        }
        ledger.portions += 1
        return .success(Share(portion: portion))
      }
      guard let next else { return nil }
      if case .success(let share) = next { return share }
    }
  }

  private struct EndOfPortions: Error {}

  /// Whether the time has come at which the search ends, for a portion.
  private func isTimeUp(for sequence: Int) -> Bool {
    guard let end = exploration.end, sequence > 0, ContinuousClock.now >= end else {
      return false
    }
    ledger.update { $0.isTimeUp = true }
    return true
  }

  /// What becomes of a plan that the reference does not play to its end: where it errs, the search goes on
  /// behind the plan if the implementation errs as well. Else that judges the reference.
  private func verdict(on plan: Plan, _ performance: Performance) -> Verdict {
    if performance.isRefused { return .refused }
    guard case .erred(let error) = performance else { return .same }
    if error.isUnplayed { return .ends(.failure(pair.failure(on: plan, error))) }
    if exploration.bounds.isLenient { return .refused }
    var known = plan
    // It need not be started afresh for what nobody compares.
    known.failureIsKnown = true
    switch pair.implementation.playAlone(known, limits: exploration.limits) {
    case .erred(let error) where !error.isUnplayed: return .refused
    case .played(let trace, nil, let rule):
      if pair.steps(of: plan, trace) < plan.timeline.count { return .refused }
      // The reference is not asked again: it may have failed too often by now, or fail but once.
      let expected = ComparedPair.Expected(trace: trace, rule: rule)
      guard let difference = try? pair.reversed.difference(on: plan, expected, .erred(error)) else {
        break
      }
      if isPassedOver(difference.shape) { return .same }
      return .ends(.success(Found(plan: plan, difference: difference, isReversed: true)))
    default: break
    }
    // Where a table is short for the plan, no case can be made of it.
    return error.lack == nil ? .ends(.failure(pair.failure(on: plan, error))) : .refused
  }

  /// What becomes of a plan that both have been asked to play.
  private func verdict(
    on plan: Plan, _ expected: ComparedPair.Expected, _ performance: Performance
  ) -> Verdict {
    if case .erred(let error) = performance, error.isUnplayed {
      return .ends(.failure(.unplayed(reason: error.message)))
    }
    if performance.isRefused { return .refused }
    do {
      let difference = try pair.difference(
        on: plan, expected, performance, passingOver: isPassedOver)
      guard let difference else { return .same }
      return .ends(.success(Found(plan: plan, difference: difference)))
    } catch .failingReference(_, let error) where !exploration.bounds.isLenient {
      return verdict(on: plan, .erred(error))
    } catch {
      return exploration.bounds.isLenient ? .same : .ends(.failure(error))
    }
  }

  private func isPassedOver(_ shape: DifferenceShape) -> Bool {
    ledger.read { $0.passedOver.contains(shape) }
  }
}

extension Performance {
  /// Whether it was not played, because the implementation does not support it.
  fileprivate var isRefused: Bool { if case .unsupported = self { true } else { false } }
}
