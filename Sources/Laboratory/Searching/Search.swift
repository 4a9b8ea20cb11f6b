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

    /// How many threads have been given up in the middle of a timeline that never ends.
    var lostThreads = 0
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
  }

  /// A plan that the implementations differ on.
  private struct Found: Sendable {
    let plan: Plan
    let difference: Exploration.Difference

    /// Whether the implementation judges the reference.
    var isReversed = false

    /// What is left of the portion behind it.
    var rest: Share
  }

  /// The most threads that may be given up before the search is.
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
    guard crew.start(threads, work) else { throw .noThread }
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
      guard let found = try outcome.ending?.get() else {
        sequence = portion.sequence + 1
        report.note(portion, of: phases) {
          ledger.read { $0.space.count(of: phases[portion.phase]) }
        }
        continue
      }
      // The rest of the portion comes under the same number.
      sequence = portion.sequence
      var rest = found.rest
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
      return Found(plan: plan, difference: difference, rest: found.rest)
    }
    let renamed = smallest.plan.renamed
    // What is played once more may hang once more.
    return (smallest.plan.isSame(as: renamed) ? nil : pair.difference(on: renamed))
      ?? smallest.difference
  }

  // MARK: - The working threads

  private func work() {
    var possibilities: [Possibilities] = []
    while let share = nextShare() { examine(share, &possibilities) }
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

  /// Takes note of what became of a portion. None behind one that may end the search is needed yet.
  private func settle(
    _ portion: SearchSpace.Portion, _ tally: Tally,
    _ ending: Result<Found, Exploration.Failure>? = nil
  ) {
    ledger.update { ledger in
      ledger.outcomes[portion.sequence] = Outcome(portion: portion, tally: tally, ending: ending)
      if portion.sequence == 0 { ledger.hasBegun = true }
      if ending != nil { ledger.isHeld = true }
    }
  }

  /// Whether the time has come at which the search ends.
  private func isTimeUp(for portion: SearchSpace.Portion) -> Bool {
    guard let end = exploration.end, portion.sequence > 0, ContinuousClock.now >= end else {
      return false
    }
    ledger.update { $0.isTimeUp = true }
    return true
  }

  private func examine(_ share: Share, _ possibilities: inout [Possibilities]) {
    let portion = share.portion
    let subject = portion.alphabet.subject
    if let plans = share.plans { return examine(plans, of: portion) }
    switch portion.content {
    case .timelines(let timelines):
      examine(timelines.map { Plan(subject: subject, timeline: $0) }, of: portion)
    case .probes(let plans): examine(plans, of: portion)
    case .random(let timelines): examine(timelines.plans(&possibilities), of: portion)
    case .reactions(let shape, let timelines):
      let plain = timelines.map { Plan(subject: subject, timeline: $0) }
      guard let traces = referenceTraces(of: plain, portion) else { return }
      var plans: [Plan] = []
      for (timeline, trace) in zip(timelines, traces) {
        guard let trace else { continue }
        plans += portion.alphabet.reactions(to: timeline, with: trace, shape).map {
          Plan(subject: subject, reactions: [$0], timeline: timeline)
        }
      }
      examine(plans, of: portion)
    }
  }

  /// What the reference does on some plans, `nil` for one that it does not play; `nil` where it does not come
  /// to an end, which is then settled.
  private func referenceTraces(of plans: [Plan], _ portion: SearchSpace.Portion) -> [Trace?]? {
    /// What is left of the portion behind a plan that the reference errs on; `nil` if that ends it.
    @Sendable func rest(behind index: Int, _ error: ExecutionError) -> Share? {
      let rest = Share(portion: portion.withoutTimeline(at: index))
      guard case .ends(let ending) = verdict(on: plans[index], erring: error, rest: rest) else {
        return rest
      }
      settle(portion, Tally(), ending)
      return nil
    }
    let batch = pair.reference.remote.map { Batch($0, plans) }
    var traces: [Trace?] = []
    for (index, plan) in plans.enumerated() {
      if isTimeUp(for: portion) { return nil }
      let performance =
        batch?[index]
        ?? play(plan, by: pair.reference) { error in
          var possibilities: [Possibilities] = []
          if let rest = rest(behind: index, error) { self.examine(rest, &possibilities) }
          self.work()
        }
      switch performance {
      case .played(let trace, nil, _): traces.append(trace)
      case .played, .unsupported: traces.append(nil)
      case .erred(let error):
        guard rest(behind: index, error) != nil else { return nil }
        traces.append(nil)
      }
    }
    return traces
  }

  /// The plans of a portion, and what implementations elsewhere play of them.
  private final class Lot: Sendable {
    let portion: SearchSpace.Portion
    let plans: [Plan]
    let references: Batch?
    let actual: Batch?

    init(_ plans: [Plan], of portion: SearchSpace.Portion, _ pair: ComparedPair) {
      (self.plans, self.portion) = (plans, portion)
      references = pair.reference.remote.map { Batch($0, plans) }
      actual = pair.implementation.remote.map { Batch($0) }
    }

    /// What is left of the portion behind a plan.
    func rest(behind index: Int) -> Share {
      Share(portion: portion, plans: Array(plans[(index + 1)...]))
    }
  }

  /// Plans while they are tried, one after the other.
  private struct Trial: Sendable {
    let lot: Lot

    /// What became of the first plans.
    var verdicts: [Verdict] = []
    var isEnding = false

    mutating func add(_ verdict: Verdict) {
      verdicts.append(verdict)
      if case .ends = verdict { isEnding = true }
    }
  }

  /// What became of a plan.
  private enum Verdict: Sendable {
    /// A smaller one is the same.
    case untried

    /// The two do the same, as far as it counts.
    case same
    case refused

    /// The implementation elsewhere has not answered.
    indirect case open(Plan, ComparedPair.Expected)
    indirect case ends(Result<Found, Exploration.Failure>)
  }

  /// Tries plans in their order, and settles the portion that they are of.
  private func examine(_ plans: [Plan], of portion: SearchSpace.Portion) {
    var trial = Trial(lot: Lot(plans, of: portion, pair))
    trial.verdicts.reserveCapacity(plans.count)
    examine(trial)
  }

  private func examine(_ trial: consuming Trial) {
    let lot = trial.lot
    while !trial.isEnding, trial.verdicts.count < lot.plans.count {
      if isTimeUp(for: lot.portion) { return }
      let index = trial.verdicts.count
      var plan = lot.plans[index]
      let performance =
        lot.references?[index]
        ?? play(plan, by: pair.reference) { [trial] error in
          let rest = lot.rest(behind: index)
          self.goOn(trial, self.verdict(on: lot.plans[index], erring: error, rest: rest))
        }
      guard case .played(var trace, nil, let rule) = performance else {
        trial.add(verdict(on: plan, performance, lot.rest(behind: index)))
        continue
      }
      if watchesSources {
        let steps = pair.steps(of: plan, trace)
        if steps < plan.timeline.count {
          // Every timeline up to there is tried where all of a size are.
          if steps == 0 || lot.portion.isOfSize {
            trial.add(.untried)
            continue
          }
          plan.timeline.removeSubrange(steps...)
          trace.removeSubrange(steps...)
        }
      }
      let expected = ComparedPair.Expected(trace: trace, rule: rule)
      if let actual = lot.actual {
        actual.add(plan, at: index, likely: trace)
        trial.add(.open(plan, expected))
        continue
      }
      let performed = play(plan, by: pair.implementation) { [trial, plan] error in
        self.goOn(trial, self.verdict(on: plan, expected, .erred(error), lot, index))
      }
      trial.add(verdict(on: plan, expected, performed, lot, index))
    }
    finish(trial)
  }

  /// Goes on behind a plan that one of the two never ends, on another thread.
  private func goOn(_ trial: Trial, _ verdict: Verdict) {
    var trial = trial
    trial.add(verdict)
    examine(trial)
    work()
  }

  private func finish(_ trial: Trial) {
    let lot = trial.lot
    var tally = Tally()
    for (index, known) in trial.verdicts.enumerated() {
      var verdict = known
      if case .open(let plan, let expected) = known, let actual = lot.actual {
        if isTimeUp(for: lot.portion) { return }
        verdict = self.verdict(on: plan, expected, actual[index], lot, index)
      }
      if case .untried = verdict { continue }
      tally.tried += 1
      if case .refused = verdict { tally.refused += 1 }
      if case .ends(let ending) = verdict { return settle(lot.portion, tally, ending) }
    }
    settle(lot.portion, tally)
  }

  /// What becomes of a plan that the reference does not play to its end.
  private func verdict(
    on plan: Plan, _ performance: Performance, _ rest: @autoclosure () -> Share
  ) -> Verdict {
    switch performance {
    case .played: .same
    case .unsupported: .refused
    case .erred(let error): verdict(on: plan, erring: error, rest: rest())
    }
  }

  /// What becomes of a plan that the reference errs on: the search goes on behind it where the implementation
  /// errs as well. Else that judges the reference.
  private func verdict(on plan: Plan, erring error: ExecutionError, rest: Share) -> Verdict {
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
      return .ends(
        .success(Found(plan: plan, difference: difference, isReversed: true, rest: rest)))
    default: break
    }
    // Where a table is short for the plan, no case can be made of it.
    return error.lack == nil ? .ends(.failure(pair.failure(on: plan, error))) : .refused
  }

  /// What becomes of a plan that both have been asked to play.
  private func verdict(
    on plan: Plan, _ expected: ComparedPair.Expected, _ performance: Performance, _ lot: Lot,
    _ index: Int
  ) -> Verdict {
    if case .erred(let error) = performance, error.isUnplayed {
      return .ends(.failure(.unplayed(reason: error.message)))
    }
    if performance.isRefused { return .refused }
    do {
      let difference = try pair.difference(
        on: plan, expected, performance, passingOver: isPassedOver)
      guard let difference else { return .same }
      return .ends(
        .success(Found(plan: plan, difference: difference, rest: lot.rest(behind: index))))
    } catch .failingReference(_, let error) where !exploration.bounds.isLenient {
      return verdict(on: plan, erring: error, rest: lot.rest(behind: index))
    } catch {
      return exploration.bounds.isLenient ? .same : .ends(.failure(error))
    }
  }

  private func isPassedOver(_ shape: DifferenceShape) -> Bool {
    ledger.read { $0.passedOver.contains(shape) }
  }

  /// Plays a plan on this thread. Where it never ends, another thread goes on.
  private func play(
    _ plan: Plan, by candidate: Candidate, goingOn: @escaping @Sendable (ExecutionError) -> Void
  ) -> Performance {
    guard let implementation = candidate.local else { return candidate.playAlone(plan) }
    return plan.play(by: implementation, limits: exploration.limits) { error in
      self.giveUp { goingOn(error) }
    }
  }

  /// Gives up a play that does not end: another thread goes on, unless too many have been lost.
  private func giveUp(goingOn: @escaping @Sendable () -> Void) -> Never {
    let mayGoOn = ledger.update { ledger in
      ledger.lostThreads += 1
      ledger.hasLostThread = ledger.hasLostThread || ledger.lostThreads > Self.mostLostThreads
      return !ledger.hasLostThread
    }
    crew.giveUp(to: mayGoOn ? goingOn : nil) { ledger.update { $0.hasLostThread = true } }
  }
}
