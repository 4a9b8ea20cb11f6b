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

  /// What has been handed out, and what became of it.
  private struct Ledger {
    var space: SearchSpace
    var outcomes: [Int: Outcome] = [:]

    /// How many portions have been handed out.
    var portions = 0

    /// Whether there are no more, or none is needed.
    var isExhausted = false
    var isStopped = false
    var hasLostThread = false

    /// How many threads have been given up in the middle of a timeline that never ends.
    var lostThreads = 0
  }

  /// What became of a portion.
  private struct Outcome: Sendable {
    let portion: SearchSpace.Portion

    /// How many plans of it were tried, up to the one that ends the search.
    var tried: Int

    /// How many of these one of the implementations does not play.
    var refused = 0
    var ending: Result<Found, Exploration.Failure>?
  }

  /// A plan that the implementations differ on.
  private struct Found: Sendable {
    let plan: Plan
    let difference: Exploration.Difference
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
      limits: exploration.limits, readingLimits: exploration.bounds.readingLimits)
    ledger = Monitor(Ledger(space: space))
  }

  // MARK: - The calling thread

  /// Looks whether there is something to compare, and starts to.
  func begin() throws(Exploration.Failure) {
    for variant in exploration.bounds.variants {
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
  ///   - goesOn: Called now and then with the number of timelines tried.
  /// - Returns: The result. If it comes from a probe, also the smaller timelines that have not been
  ///   tried.
  /// - Throws: ``Exploration/Failure`` where the search could not go on.
  func findings(
    _ cancellation: Cancellation?, _ goesOn: (_ timelines: Int) -> Bool
  ) throws(Exploration.Failure) -> (Exploration.Findings, smaller: SearchSpace?) {
    var findings = Exploration.Findings()
    (findings.length, findings.reactionLength) = ledger.read {
      ($0.space.length, $0.space.reactionLength)
    }
    var report = ProgressReport(exploration.watch)
    let phases = ledger.read(\.space.phases)
    let lastPlain = phases.lastIndex { $0.sized != nil && $0.sized?.reaction == nil } ?? -1
    let lastWithReactions = phases.lastIndex { $0.sized?.reaction != nil } ?? -1
    var sequence = 0
    while let outcome = try next(sequence) {
      if case .failure = outcome.ending, cancellation?.isCancelled ?? false {
        findings.isStopped = true
        return (findings, nil)
      }
      sequence += 1
      let portion = outcome.portion
      findings.timelines += outcome.tried
      findings.refusedTimelines += outcome.refused
      switch portion.content {
      case .timelines: break
      case .reactions: findings.timelinesWithReaction += outcome.tried
      case .probes: findings.probes += outcome.tried
      case .random: findings.randomTimelines += outcome.tried
      }
      findings.isComplete = portion.phase > lastPlain
      findings.isCompleteWithReactions = portion.phase > lastWithReactions
      if case .failure(.failingReference(let testCase, let error)) = outcome.ending {
        guard let found = reversed(Plan(testCase), error) else {
          throw .failingReference(testCase, error)
        }
        findings.difference = shrunk(found, by: pair.reversed, portion.alphabet.vocabulary)
        findings.isReversed = true
        findings.isStopped = ledger.read(\.isStopped)
        return (findings, nil)
      }
      if let found = try outcome.ending?.get() {
        let difference = shrunk(found, by: pair, portion.alphabet.vocabulary)
        findings.difference = difference
        findings.isStopped = ledger.read(\.isStopped)
        guard case .probes = portion.content else { return (findings, nil) }
        let plan = Plan(difference.testCase)
        return (findings, ledger.read { $0.space.rest(smallerThan: plan, behind: portion) })
      }
      report.note(portion, of: phases) { ledger.read { $0.space.count(of: phases[portion.phase]) } }
      if !goesOn(findings.timelines) {
        findings.isStopped = true
        return (findings, nil)
      }
    }
    let isStopped = ledger.read(\.isStopped)
    findings.isStopped = isStopped
    if !isStopped { (findings.isComplete, findings.isCompleteWithReactions) = (true, true) }
    return (findings, nil)
  }

  /// What became of a portion; `nil` where there is none, or the search has been stopped.
  private func next(_ sequence: Int) throws(Exploration.Failure) -> Outcome? {
    let waited: Result<Outcome?, Exploration.Failure> = ledger.wait { ledger in
      if ledger.hasLostThread { return .failure(.noThread) }
      if ledger.isStopped { return .success(nil) }
      if let outcome = ledger.outcomes.removeValue(forKey: sequence) { return .success(outcome) }
      return ledger.isExhausted && sequence == ledger.portions ? .success(nil) : nil
    }
    return try waited.get()
  }

  /// What the reference fails at, as a difference from the implementation; `nil` where that fails as well.
  private func reversed(_ plan: Plan, _ error: ExecutionError) -> Found? {
    let performance = pair.implementation.playAlone(plan, limits: exploration.limits)
    guard case .played(let trace, nil, let rule) = performance else { return nil }
    // The reference is not asked again: it may have failed too often by now, or fail but once.
    let expected = ComparedPair.Expected(trace: trace, rule: rule)
    let difference = try? pair.reversed.difference(on: plan, expected, .erred(error))
    return difference.map { Found(plan: plan, difference: $0) }
  }

  /// A difference that nothing can be left out of, and no two things.
  private func shrunk(
    _ found: Found, by pair: ComparedPair, _ vocabulary: Exploration.Vocabulary
  ) -> Exploration.Difference {
    var found = found
    var report = ProgressReport(exploration.watch)
    func takes(_ plan: Plan) -> Bool {
      report.noteSmaller()
      var plan = plan
      // Failing is what is looked for: it costs an adapter nothing that other timelines need.
      plan.failureIsKnown = found.difference.error != nil
      guard !ledger.read(\.isStopped), plan.isWellFormed, let difference = pair.difference(on: plan)
      else { return false }
      found = Found(plan: plan, difference: difference)
      return true
    }
    /// Leaves parts out, long ones first: of hundreds of steps or reactions, there are too many pairs.
    func leaveOutParts<Part>(of parts: WritableKeyPath<Plan, [Part]>) {
      var length = found.plan[keyPath: parts].count / 2
      while length > 2 {
        var start = 0
        while start + length <= found.plan[keyPath: parts].count {
          var plan = found.plan
          plan[keyPath: parts].removeSubrange(start..<start + length)
          if plan.timeline.isEmpty || !takes(plan) { start += length }
        }
        length /= 2
      }
    }
    leaveOutParts(of: \.timeline)
    leaveOutParts(of: \.reactions)
    // Two things are tried last: there are many pairs. With other numbers, there may be more to leave out.
    repeat {
      repeat {
        while found.plan.withoutOne.contains(where: takes) {}
        while found.plan.simpler(vocabulary).contains(where: takes) {}
      } while found.plan.withoutOne.contains(where: takes)
        || found.plan.withoutTwo.contains(where: takes)
    } while vocabulary.exchangeableValues > 0 && !found.plan.isSame(as: found.plan.renumbered)
      && takes(found.plan.renumbered)
    let renamed = found.plan.renamed
    // What is played once more may hang once more.
    return (found.plan.isSame(as: renamed) ? nil : pair.difference(on: renamed))
      ?? found.difference
  }

  // MARK: - The working threads

  private func work() {
    var possibilities: [Possibilities] = []
    while let portion = nextPortion() { examine(portion, &possibilities) }
  }

  private func nextPortion() -> SearchSpace.Portion? {
    ledger.update { ledger in
      if ledger.isStopped || ledger.isExhausted { return nil }
      guard let portion = ledger.space.next() else {
        ledger.isExhausted = true
        return nil
      }
      ledger.portions += 1
      return portion
    }
  }

  /// Takes note of what became of a portion. None behind one that ends the search is needed.
  private func settle(
    _ portion: SearchSpace.Portion, tried: Int, refused: Int = 0,
    _ ending: Result<Found, Exploration.Failure>? = nil
  ) {
    ledger.update { ledger in
      ledger.outcomes[portion.sequence] = Outcome(
        portion: portion, tried: tried, refused: refused, ending: ending)
      if ending != nil { ledger.isExhausted = true }
    }
  }

  private func examine(_ portion: SearchSpace.Portion, _ possibilities: inout [Possibilities]) {
    let subject = portion.alphabet.subject
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

  /// What the reference does on some plans; `nil` where it does not come to an end, which is then settled.
  private func referenceTraces(of plans: [Plan], _ portion: SearchSpace.Portion) -> [Trace?]? {
    let batch = pair.reference.remote.map { Batch($0, plans) }
    var traces: [Trace?] = []
    for (index, plan) in plans.enumerated() {
      let performance =
        batch?[index]
        ?? play(plan, by: pair.reference) { error in
          self.settle(portion, tried: 0, .failure(self.pair.failure(on: plan, error)))
          self.work()
        }
      switch performance {
      case .played(let trace, nil, _): traces.append(trace)
      case .played, .unsupported: traces.append(nil)
      case .erred(let error) where isPassedOver(error, at: plan): traces.append(nil)
      case .erred(let error):
        settle(portion, tried: 0, .failure(pair.failure(on: plan, error)))
        return nil
      }
    }
    return traces
  }

  /// Tries plans in their order, and settles the portion that they are of.
  ///
  /// - Parameters:
  ///   - plans: The plans.
  ///   - portion: What they are of.
  ///   - first: The first of them that has not been tried.
  ///   - refused: How many before it one of the implementations does not play.
  private func examine(
    _ plans: [Plan], of portion: SearchSpace.Portion, from first: Int = 0, refused: Int = 0
  ) {
    var refused = refused
    let references = pair.reference.remote.map { Batch($0, plans, from: first) }
    let actual = pair.implementation.remote.map { Batch($0) }
    var expected: [Int: ComparedPair.Expected] = [:]
    for (index, plan) in plans.enumerated().dropFirst(first) {
      let performance =
        references?[index]
        ?? play(plan, by: pair.reference) { error in
          self.settle(portion, tried: index + 1, .failure(self.pair.failure(on: plan, error)))
          self.work()
        }
      switch performance {
      case .played(let trace, nil, let rule):
        let trace = ComparedPair.Expected(trace: trace, rule: rule)
        if let actual {
          expected[index] = trace
          actual.add(plan, at: index, likely: trace.trace)
          continue
        }
        let before = refused
        let performance = play(plan, by: pair.implementation) { error in
          if !self.settle(portion, plans, index, trace, .erred(error), refused: before) {
            self.examine(plans, of: portion, from: index + 1, refused: before)
          }
          self.work()
        }
        if performance.isRefused { refused += 1 }
        if settle(portion, plans, index, trace, performance, refused: refused) { return }
      case .unsupported: refused += 1
      case .played: break
      case .erred(let error) where isPassedOver(error, at: plan): refused += 1
      case .erred(let error):
        return settle(portion, tried: index + 1, .failure(pair.failure(on: plan, error)))
      }
    }
    if let actual {
      for index in plans.indices {
        guard let trace = expected[index] else { continue }
        let performance = actual[index]
        if performance.isRefused { refused += 1 }
        if settle(portion, plans, index, trace, performance, refused: refused) { return }
      }
    }
    settle(portion, tried: plans.count, refused: refused)
  }

  /// Whether a search goes on behind a plan that the reference errs on: so it does where the implementation
  /// errs as well, and where a table is short for the plan, so that no case can be made of it.
  private func isPassedOver(_ error: ExecutionError, at plan: Plan) -> Bool {
    if error.isUnplayed { return false }
    if exploration.bounds.isLenient { return true }
    var plan = plan
    // It need not be started afresh for what nobody compares.
    plan.failureIsKnown = true
    let performance = pair.implementation.playAlone(plan, limits: exploration.limits)
    if case .erred(let error) = performance { return !error.isUnplayed }
    return error.lack != nil && reversed(plan, error) == nil
  }

  /// Settles a portion at a plan that the implementations differ on.
  ///
  /// - Returns: Whether they do, so that nothing behind it is of interest.
  private func settle(
    _ portion: SearchSpace.Portion, _ plans: [Plan], _ index: Int,
    _ expected: ComparedPair.Expected,
    _ performance: Performance, refused: Int
  ) -> Bool {
    if case .erred(let error) = performance, error.isUnplayed {
      settle(portion, tried: index, refused: refused, .failure(.unplayed(reason: error.message)))
      return true
    }
    do {
      guard let difference = try pair.difference(on: plans[index], expected, performance) else {
        return false
      }
      settle(
        portion, tried: index + 1, refused: refused,
        .success(Found(plan: plans[index], difference: difference)))
    } catch {
      if exploration.bounds.isLenient { return false }
      settle(portion, tried: index + 1, refused: refused, .failure(error))
    }
    return true
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
