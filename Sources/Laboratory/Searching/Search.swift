// One search: threads that try portions of timelines, and one thread that handles their reports in
// order.

import Conformance

/// The state of a running search, shared by its threads.
///
/// Portions are taken in the order of the search, and their reports are handled in the same order.
/// The first difference is therefore the same, whichever thread finishes first.
final class Search: Sendable {
  private typealias Verdict = Exploration.Verdict

  private let exploration: Exploration
  private let ledger: Monitor<Ledger>
  private let crew = Crew()

  /// The most threads that may hang before the search is given up.
  private static let mostLostThreads = 64

  /// The portions taken, and the reports.
  private struct Ledger {
    var space: SearchSpace

    /// The reports of portions by their sequence, not yet handled. A thread that has found
    /// something waits until it is handled, and no thread begins another portion.
    var reports: [Int: Report] = [:]

    /// The kinds of differences that are skipped.
    var passedOver: Set<DifferenceShape>

    /// The number of portions taken.
    var portions = 0

    /// Whether there are no more.
    var isExhausted = false
    var isStopped = false

    /// Whether the time of the search is up: never before the first portion is done.
    var isTimeUp = false

    /// Why the search cannot continue.
    var failure: Exploration.Failure?

    func isOver(for sequence: Int) -> Bool { isStopped || isTimeUp && sequence > 0 }
  }

  /// The result of a part of a portion, since its last report.
  private struct Report: Sendable {
    let portion: SearchSpace.Portion

    /// The number of compared plans.
    var tried = 0

    /// The number of these that one of the implementations does not play.
    var refused = 0

    /// A difference; `nil` at the end of the portion.
    var found: Result<Exploration.Difference, Exploration.Failure>?
  }

  /// Prepares a search.
  ///
  /// - Parameter exploration: The requested search.
  init(_ exploration: Exploration) {
    self.exploration = exploration
    ledger = Monitor(
      Ledger(space: SearchSpace(exploration.bounds), passedOver: exploration.passedOver))
  }

  // MARK: - The calling thread

  /// Searches.
  ///
  /// - Parameters:
  ///   - cancellation: Ends the search early, and the adapters that it waits for.
  ///   - goesOn: Receives the findings, with a difference. It returns whether to continue.
  /// - Returns: The result.
  /// - Throws: ``Exploration/Failure`` if the search could not continue.
  func findings(
    _ cancellation: Cancellation?, goesOn: (Exploration.Findings) throws -> Bool
  ) throws -> Exploration.Findings {
    defer { stop() }
    // While one thread waits for processes, another gives them work.
    let threads = Crew.size(for: exploration.jobs) + (exploration.isLocal ? 0 : 1)
    crew.play(threads) {
      Worker(self)
    } orElse: {
      self.fail(.noThread)
    }
    guard let cancellation else { return try findings(goesOn) }
    return try cancellation.perform({ try findings(goesOn) }, onCancel: stop)
  }

  private func stop() {
    ledger.update { $0.isStopped = true }
  }

  private func fail(_ failure: Exploration.Failure) {
    ledger.update { $0.failure = failure }
  }

  /// Goes through the reports, until one ends the search.
  private func findings(
    _ goesOn: (Exploration.Findings) throws -> Bool
  ) throws -> Exploration.Findings {
    var findings = Exploration.Findings()
    var sequence = 0
    while let report = try next(sequence).get() {
      let portion = report.portion
      findings.timelines += report.tried
      findings.refusedTimelines += report.refused
      switch portion.content {
      case .timelines: break
      case .reactions: findings.timelinesWithReaction += report.tried
      case .random: findings.randomTimelines += report.tried
      }
      findings.triedLength = portion.triedLength
      switch report.found {
      case .failure(let failure): throw failure
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
        let count = findings.timelines
        exploration.watch?(WorkProgress(done: count, of: nil) { "\(grouped(count)) timelines" })
      }
      ledger.update { $0.reports[portion.sequence] = nil }
    }
    (findings.isStopped, findings.isTimeUp) = ledger.read { ($0.isStopped, $0.isTimeUp) }
    if !findings.isStopped && !findings.isTimeUp {
      findings.triedLength = ledger.read(\.space.triedLength)
    }
    return findings
  }

  /// The next report of a portion; `nil` if there is none, or the search is over.
  private func next(_ sequence: Int) -> Result<Report?, Exploration.Failure> {
    ledger.wait(wakingOthers: false) { ledger in
      if let failure = ledger.failure { return .failure(failure) }
      if !ledger.isStopped, let report = ledger.reports[sequence] { return .success(report) }
      if ledger.isOver(for: sequence) {
        // Differences found by now are not lost.
        let found = ledger.reports.filter { (try? $0.value.found?.get()) != nil }
        return .success(found.min { $0.key < $1.key }?.value)
      }
      return ledger.isExhausted && sequence == ledger.portions ? .success(nil) : nil
    }
  }

  /// A difference reduced until no one or two parts can be left out.
  private func shrunk(
    _ found: Exploration.Difference, _ vocabulary: Exploration.Vocabulary
  ) -> Exploration.Difference {
    let exploration = passingOver()
    func difference(on plan: Plan) -> Exploration.Difference? {
      guard case .found(.success(let one)) = exploration.verdict(on: plan),
        one.isReversed == found.isReversed
      else { return nil }
      return one
    }
    let smallest = Plan(found.testCase).shrunk(found, by: vocabulary) { plan, last in
      exploration.watch?(WorkProgress(done: 0, of: nil) { "found one, and making it smaller" })
      var plan = plan
      // Failures are expected here: they cost an adapter none of its restarts.
      plan.failureIsKnown = last.error != nil
      return ledger.read(\.isStopped) ? nil : difference(on: plan)
    }
    // Reactions are listed in the order in which they fire, and numbered and named in that order.
    let plan = Plan(smallest.testCase)
    let events = smallest.testCase.steps.flatMap(\.expectation)
    var ordered = plan
    ordered.reactions.sort {
      (events.firstIndex(of: $0.when) ?? 0) < (events.firstIndex(of: $1.when) ?? 0)
    }
    if vocabulary.exchangeableValues > 0 { ordered = ordered.renumbered }
    ordered = ordered.renamed
    // Another play may hang again.
    return (plan.isSame(as: ordered) ? nil : difference(on: ordered)) ?? smallest
  }

  /// The exploration, with the kinds that are skipped by now.
  private func passingOver() -> Exploration {
    var exploration = exploration
    exploration.passedOver = ledger.read(\.passedOver)
    return exploration
  }

  // MARK: - The threads

  /// The next portion; `nil` if there is none. While one may end the search, nobody begins another.
  private func nextPortion() -> SearchSpace.Portion? {
    ledger.wait { ledger -> SearchSpace.Portion?? in
      if ledger.isOver(for: ledger.portions) { return .some(nil) }
      if ledger.reports.values.contains(where: { $0.found != nil }) { return nil }
      let portion = ledger.space.next()
      if portion == nil { ledger.isExhausted = true } else { ledger.portions += 1 }
      return .some(portion)
    }
  }

  /// Tries one portion after the other. The reference plays some plans; then the implementation
  /// plays those that the reference has played.
  private final class Worker: Playing {
    private let search: Search
    private var possibilities: [Possibilities] = []

    /// The plans being played in this process, their implementation, and their results.
    private var plans: [Plan] = []
    private var player: (any Implementation)?
    private var performances: [Performance] = []

    /// The continuation.
    private var goOn: (() -> Void)?

    init(_ search: Search) {
      self.search = search
    }

    func next() -> Play? {
      while performances.count == plans.count {
        if let goOn {
          self.goOn = nil
          goOn()
        } else if let portion = search.nextPortion() {
          begin(portion)
        } else {
          return nil
        }
      }
      if search.crew.lostThreads > Search.mostLostThreads {
        search.fail(.unplayed(reason: "not run, because too many before them never ended"))
        return nil
      }
      return Play(plans[performances.count], by: player!, limits: search.exploration.limits)
    }

    func take(_ performance: Performance) { performances.append(performance) }

    /// Lets one of the two play some plans.
    ///
    /// - Parameters:
    ///   - candidate: The implementation that plays them.
    ///   - plans: The plans.
    ///   - likely: Their most likely traces; none if unknown.
    ///   - portion: Their portion.
    ///   - goOn: Continues with their results by position, known or awaited; `nil` if the portion
    ///     is no longer needed.
    private func ask(
      _ candidate: Candidate, _ plans: [Plan], likely: [Trace] = [],
      of portion: SearchSpace.Portion,
      _ goOn: @escaping (_ performance: (Int) -> Performance?) -> Void
    ) {
      if let local = candidate.local {
        (self.plans, player, performances) = (plans, local, [])
        self.goOn = { [unowned self] in goOn { self.performances[$0] } }
        return
      }
      let (batch, isWanted) = (Batch(), Monitor(true))
      for (index, plan) in plans.enumerated() {
        var plan = plan
        plan.isWanted = { isWanted.read(\.self) }
        batch.add(plan, to: candidate, at: index, likely: likely.isEmpty ? nil : likely[index])
      }
      self.goOn = { [unowned self] in
        goOn { search.goesOn(with: portion) ? batch[$0] : nil }
        isWanted.update { $0 = false }
      }
    }

    /// Begins a portion. A timeline to be tried with reactions is tried without, if the reference
    /// does not play it.
    private func begin(_ portion: SearchSpace.Portion) {
      let alphabet = portion.alphabet
      let report = Report(portion: portion)
      func plans(_ timelines: [[Action]]) -> [Plan] {
        timelines.map { Plan(subject: alphabet.subject, timeline: $0) }
      }
      switch portion.content {
      case .timelines(let timelines): compare(plans(timelines)[...], report)
      case .random(let timelines): compare(timelines.plans(&possibilities)[...], report)
      case .reactions(let cost, let timelines):
        let plain = plans(timelines)
        ask(search.exploration.reference, plain, of: portion) { [unowned self] performance in
          let all = plain.enumerated().flatMap { index, plan in
            guard case .played(let trace, nil, _)? = performance(index) else { return [plan] }
            return alphabet.reactions(to: plan.timeline, with: trace, cost: cost).map {
              Plan(subject: plan.subject, reactions: [$0], timeline: plan.timeline)
            }
          }
          compare(all[...], report)
        }
      }
    }

    /// Compares the two on the rest of a portion, some plans at a time.
    private func compare(_ rest: ArraySlice<Plan>, _ report: Report) {
      guard search.goesOn(with: report.portion) else { return }
      if rest.isEmpty { return search.deliver(report) }
      let plans = Array(rest.prefix(SearchSpace.portionSize))
      let exploration = search.passingOver()
      ask(exploration.reference, plans, of: report.portion) { [unowned self] performance in
        var expected: [Performance] = []
        var verdicts: [Verdict?] = []
        var (open, likely): ([Plan], [Trace]) = ([], [])
        for plan in plans {
          guard let one = performance(expected.count) else { return }
          expected.append(one)
          if case .played(let trace, nil, _) = one {
            verdicts.append(nil)
            open.append(plan)
            likely.append(trace)
          } else {
            let verdict = exploration.verdict(on: plan, one)
            verdicts.append(verdict)
            // Plans on which the reference fails may take long, and so may all that follow.
            if case .found = verdict { break }
          }
        }
        ask(exploration.implementation, open, likely: likely, of: report.portion) {
          [unowned self] performance in
          var (report, exploration, position) = (report, exploration, 0)
          for (index, known) in verdicts.enumerated() {
            var verdict = known
            if verdict == nil {
              guard let actual = performance(position) else { return }
              verdict = exploration.verdict(on: plans[index], expected[index], actual)
              position += 1
            }
            report.tried += 1
            if case .refused? = verdict { report.refused += 1 }
            guard case .found(let found)? = verdict else { continue }
            report.found = found
            search.deliver(report)
            report = Report(portion: report.portion)
            exploration = search.passingOver()
          }
          compare(rest.dropFirst(verdicts.count), report)
        }
      }
    }
  }

  /// Reports. A difference waits until it is handled.
  private func deliver(_ report: Report) {
    let sequence = report.portion.sequence
    ledger.update { $0.reports[sequence] = report }
    if report.found == nil { return }
    ledger.wait(wakingOthers: false) {
      $0.isStopped || $0.reports[sequence] == nil ? () : nil
    }
  }

  /// Whether a portion is still needed.
  private func goesOn(with portion: SearchSpace.Portion) -> Bool {
    let isLate = exploration.end.map { ContinuousClock.now >= $0 } ?? false
    if isLate, ledger.read({ !$0.isTimeUp }) { ledger.update { $0.isTimeUp = true } }
    return ledger.read { !$0.isOver(for: portion.sequence) }
  }
}
