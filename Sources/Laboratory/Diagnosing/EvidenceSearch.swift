// From failures to evidence: the smallest failure is reduced, described, and matched with the
// others.

import Conformance

/// The search for mistakes in the cases of one specification.
///
/// A class, so that all plays are counted, and no question is repeated.
final class EvidenceSearch {
  /// The limits of findings, of facts that separate failing from passing moments, and of plays.
  private static let (mostEvidence, mostFacts, mostPlays) = (40, 3, 2_000)

  /// The first differing step of each failure, and the passing moments.
  private let failed: [Scene]
  private var passed: [Moment]

  /// The library and the reference; `nil` without one. Allowed behaviour is no difference.
  private let exploration: Exploration?
  private let vocabulary: Exploration.Vocabulary
  private let cancellation: Cancellation?
  private var answers: [[AnyHashable]: Scene?] = [:]

  /// Whether the search is over: the time is up, or the library hangs or crashed.
  private var isOver = false

  private(set) var evidence: [Evidence] = []

  /// Searches.
  ///
  /// - Parameters:
  ///   - failed: The first differing step of each failure.
  ///   - passed: The passing moments of other cases.
  ///   - exploration: The library and the reference, and the time limit; `nil` without a reference.
  ///   - vocabulary: The plainest values and channels of the cases.
  ///   - cancellation: Ends the search.
  init(
    _ failed: [Scene], _ passed: [Moment], asking exploration: Exploration?,
    by vocabulary: Exploration.Vocabulary, until cancellation: Cancellation?
  ) {
    (self.failed, self.exploration) = (failed, exploration)
    (self.vocabulary, self.cancellation) = (vocabulary, cancellation)
    // Moments before a failure pass, too.
    self.passed = passed + failed.flatMap { $0.plan.moments(in: $0.expected[..<$0.step]).joined() }
    var open = failed.indices.sorted { (failed[$0].size, $0) < (failed[$1].size, $1) }
    // A failure that cannot be reduced comes last: another one may be clearer.
    var deferred: Set<Int> = []
    while let first = open.first, evidence.count < Self.mostEvidence {
      let found = self.evidence(for: first, among: open)
      if exploration != nil, found?.smallest.plan.isSame(as: failed[first].plan) ?? false,
        deferred.insert(first).inserted
      {
        open.append(open.removeFirst())
        continue
      }
      if let found { evidence.append(found) }
      open.removeAll { $0 == first || found?.cases.contains($0) ?? false }
    }
    evidence = Evidence.merged(evidence)
    let told = Set(evidence.flatMap(\.cases))
    for one in failed.indices where !told.contains(one) {
      let index = evidence.firstIndex { evidence in
        failed[one].atoms.contains(evidence.claim.changes[0].atom)
          && evidence.claim.operators.allSatisfy(failed[one].cast.operators.contains)
      }
      if let index { evidence[index].partly.append(one) }
    }
  }

  /// The evidence of a failure: the smallest timeline with its most common difference.
  private func evidence(for origin: Int, among open: [Int]) -> Evidence? {
    let atoms = failed[origin].atoms
    let counts = atoms.map { atom in open.count { failed[$0].atoms.contains(atom) } }
    guard let (atom, _) = zip(atoms, counts).max(by: { $0.1 < $1.1 }) else { return nil }
    return [smallest(from: failed[origin], with: atom), failed[origin]].lazy.compactMap(\.self)
      .compactMap { [self] in evidence(of: $0, with: atom, for: origin, among: open) }.first
  }

  /// The claim for a smallest scene, and the failures in which it holds; `nil` if these do not
  /// include its own.
  private func evidence(
    of smallest: Scene, with atom: Atom, for origin: Int, among open: [Int]
  ) -> Evidence? {
    let scene = failed[origin]
    let triggers = scene.moments.map(\.trigger)
    guard let moment = smallest.moments.last(where: { triggers.contains($0.trigger) }) else {
      return nil
    }
    /// The best words for a change, of those that hold in the failure: the most specific, unless
    /// they hold in far fewer failures.
    func words(for atom: Atom) -> String? {
      let all = failed.map { $0.words(for: atom, when: moment.trigger) }
      let words = smallest.words(for: atom, when: moment.trigger).filter(all[origin].contains)
      let counts = words.map { one in all.count { $0.contains(one) } }
      return zip(words, counts).first { 10 * $0.1 >= 9 * counts.max()! }?.0
    }
    guard let best = words(for: atom) else { return nil }
    var claim = Claim(
      operators: smallest.cast.operators, trigger: moment.trigger, changes: [(atom, best)])
    func with(_ fact: Fact) -> Claim { claim.with { $0.facts.append(fact) } }
    func held(by claim: Claim) -> Int { failed.count(where: claim.holds) }
    // Without a reference, contrast alone picks chance conditions.
    var facts = exploration == nil ? [] : moment.facts
    let literal = moment.literal == nil ? nil : facts.popLast()
    // An occasion that could not become a step of its own is needed.
    let occasions = facts.filter { $0.place == .occasion }.map { ($0, held(by: with($0))) }
    if let (occasion, count) = occasions.max(by: { $0.1 < $1.1 }), count > 0 {
      claim = with(occasion)
      facts.removeAll { $0.place == .occasion }
    }
    var (against, count) = (counterexamples(to: claim), held(by: claim))
    while !against.isEmpty, claim.facts.count < Self.mostFacts {
      let scores = facts.map { fact in
        let left = Double(against.count { $0.facts.contains(fact) }) / Double(against.count)
        let kept = Double(held(by: with(fact))) / Double(count)
        return (fact, left == 1 || kept < 0.4 ? 0 : 1 - left + kept)
      }
      guard let (fact, score) = scores.max(by: { $0.1 < $1.1 }), score > 0 else { break }
      claim = with(fact)
      // A sentence has room for one noun, and one completion or error.
      let isOnly = fact.place == .noun || fact.place == .end
      facts.removeAll { $0 == fact || isOnly && $0.place == fact.place }
      against.removeAll { !claim.concerns($0) }
      count = max(1, held(by: claim))
    }
    /// Uses a longer claim if it holds as often.
    func say(_ longer: Claim) { if held(by: longer) == count { claim = longer } }
    // A completion or error explains why sources are disconnected. If no question separates them,
    // the value may.
    let end = moment.isReentrant ? nil : facts.first { $0.words.hasPrefix("with which") }
    for fact in [end, against.isEmpty ? nil : literal].compactMap(\.self) { say(with(fact)) }
    against.removeAll { !claim.concerns($0) }
    for other in smallest.atoms.uniqued() where other != atom {
      if let words = words(for: other) { say(claim.with { $0.changes.append((other, words)) }) }
    }
    if claim.changes.count == 1 {
      let longer = claim.with { $0.later = later(atom, in: smallest) }
      if longer.holds(in: scene) { claim = longer }
    }
    let cases = open.filter { claim.holds(in: failed[$0]) }.sorted()
    guard cases.contains(origin) else { return nil }
    return Evidence(
      claim: claim, smallest: smallest, origin: origin, cases: cases, passing: against.count,
      operators: [claim.operators], words: [claim.occasion, claim.difference])
  }

  /// The passing moments that match the claim without its difference.
  private func counterexamples(to claim: Claim) -> [Moment] {
    let atom = claim.changes[0].atom
    // If no observer has unsubscribed, none of them can show the opposite.
    if atom.role == .gone { return [] }
    return passed.filter { moment in
      claim.concerns(moment)
        && moment.events.contains { event in
          guard case .source(_, let name) = event else { return event.words.word == atom.word }
          return event.words.word == atom.word && moment.cast.role(of: name) == atom.role
        } == (atom.kind != .extra)
    }
  }

  /// The action at which the missing event comes, or the extra one is expected: in later steps, or
  /// when each source emits and completes and each observer unsubscribes.
  private func later(_ atom: Atom, in smallest: Scene) -> String? {
    let moment = smallest.moments.last!
    var plan = smallest.plan
    let live = moment.past.sources.filter { $0.value.live > 0 }.keys.sorted()
    plan.timeline += live.map { .send(.next(moment.value ?? .number(1)), source: $0) }
    plan.timeline.append(.advance(milliseconds: 10_000))
    plan.timeline += live.map { .send(.completed, source: $0) }
    plan.timeline += Set(plan.actions.compactMap(\.observer)).sorted().map(Action.unsubscribe)
    guard [.missing, .extra].contains(atom.kind), let scene = scene(of: plan),
      scene.step == smallest.step,
      let step = smallest.changes.first(where: { $0.atom == atom }).flatMap(scene.laterStep)
    else { return nil }
    return plan.moments(in: scene.expected)[step].first?.trigger
  }

  // MARK: - Plays

  /// The first step of a plan in which the two differ; `nil` if they do not, or cannot be played.
  private func scene(of plan: Plan) -> Scene? {
    let question: [AnyHashable] = [plan.subject, plan.reactions, plan.timeline]
    if let known = answers[question] { return known }
    isOver =
      isOver || answers.count >= Self.mostPlays || cancellation?.isCancelled ?? false
      || ContinuousClock.now > exploration?.end ?? .now
    guard let exploration, !isOver,
      case .played(let trace, nil, let rule) = exploration.reference.playAlone(plan)
    else { return nil }
    var (plan, scene) = (plan, nil as Scene?)
    plan.failureIsKnown = true
    switch exploration.verdict(on: plan, .played(trace, rule: rule)) {
    case .same: passed += plan.moments(in: trace).joined()
    case .refused: break
    case .found(.success(let found)):
      scene = found.trace.flatMap { Scene(of: found.testCase, but: $0, by: found.rule) }
      // An error that the library raises does not end the search.
      isOver = found.error.map { !$0.isAnswer && $0.lack == nil } ?? false
    case .found(.failure): isOver = true
    }
    answers[question] = .some(scene)
    return scene
  }

  /// The smallest scene with the same difference at the same kind of trigger, with nothing after
  /// it.
  ///
  /// - Parameters:
  ///   - origin: The first differing step of a failure.
  ///   - atom: The difference to keep.
  /// - Returns: The scene; `nil` if the reference does not show it.
  private func smallest(from origin: Scene, with atom: Atom) -> Scene? {
    let triggers = origin.triggers
    func prove(_ plan: Plan) -> Scene? {
      guard let scene = scene(of: plan), scene.atoms.contains(atom),
        triggers.contains(where: scene.triggers.contains)
      else { return nil }
      return scene.step == plan.timeline.count - 1 ? scene : prove(scene.cut)
    }
    guard var best = prove(origin.cut) else { return nil }
    while true {
      best = best.plan.shrunk(best, by: vocabulary) { plan, _ in prove(plan) }
      let plainer = best.plan.plainer(with: best.expected).lazy.compactMap(prove).first
      guard let plainer else { return best }
      best = plainer
    }
  }
}

extension Scene {
  /// The plan without the steps after the scene.
  var cut: Plan {
    var plan = plan
    plan.timeline.removeSubrange((step + 1)...)
    let events = (expected[...step] + actual[...step]).joined()
    plan.reactions.removeAll { !events.contains($0.when) }
    return plan
  }
}

extension Plan {
  /// The plans without the only operator, and with the actions of a reaction as steps.
  fileprivate func plainer(with trace: Trace) -> [Plan] {
    var plans = reactions.enumerated().compactMap { index, one -> Plan? in
      guard let step = trace.firstIndex(where: { $0.contains(one.when) }) else { return nil }
      var plan = self
      plan.reactions.remove(at: index)
      plan.timeline.insert(contentsOf: one.actions.filter { !$0.throwsError }, at: step + 1)
      return plan
    }
    if case .stream(var stream) = subject, !stream.isSeveral, stream.operators.count == 1 {
      stream.branches[0].operators = []
      plans += each([.stream(stream)], as: \.subject, of: self)
    }
    return plans
  }
}
