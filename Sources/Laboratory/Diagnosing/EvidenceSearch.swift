// From failures to evidence: the smallest failure is made smaller, said in words, and covers what it holds for.

import Conformance

/// The search for what is wrong in the cases of one specification.
///
/// A class, so that all that is asked counts, and nothing is asked twice.
final class EvidenceSearch {
  /// How much is found, how many facts tell failing moments from passing ones, and how often a library is asked.
  private static let (mostEvidence, mostFacts, mostPlays) = (40, 3, 2_000)

  /// The first differing step of each failure, and the moments that pass.
  private let failed: [Scene]
  private var passed: [Moment]

  /// The library and the reference; `nil` where there is none. What is allowed is no difference.
  private let exploration: Exploration?
  private let vocabulary: Exploration.Vocabulary
  private let cancellation: Cancellation?
  private var answers: [[AnyHashable]: Scene?] = [:]

  /// Whether nothing more is asked: the time is over, or the library has hung or crashed.
  private var isOver = false

  private(set) var evidence: [Evidence] = []

  /// Searches.
  ///
  /// - Parameters:
  ///   - failed: The first differing step of each failure.
  ///   - passed: The moments that pass, in other cases.
  ///   - exploration: The library and the reference, and until when they are asked; `nil` without a reference.
  ///   - channels: Those of the cases.
  ///   - cancellation: Ends it.
  init(
    _ failed: [Scene], _ passed: [Moment], asking exploration: Exploration?, _ channels: Channels,
    until cancellation: Cancellation?
  ) {
    (self.failed, self.exploration, self.cancellation) = (failed, exploration, cancellation)
    vocabulary = Exploration.Vocabulary(channels: channels)
    // What is right before a failure is right.
    self.passed =
      passed + failed.flatMap { $0.plan.moments($0.cast, in: $0.expected[..<$0.step]).joined() }
    var open = failed.indices.sorted { (failed[$0].size, $0) < (failed[$1].size, $1) }
    // What cannot be made smaller comes last: another failure may be clearer.
    var deferred: Set<Int> = []
    while let first = open.first, evidence.count < Self.mostEvidence {
      open.removeFirst()
      guard let one = claim(for: failed[first], among: [first] + open) else { continue }
      if exploration != nil, one.smallest.plan.isSame(as: failed[first].plan),
        deferred.insert(first).inserted
      {
        open.append(first)
        continue
      }
      let cases = ([first] + open).filter { one.claim.holds(in: failed[$0]) }
      evidence.append(
        Evidence(one.claim, one.smallest, from: first, in: cases.sorted(), passing: one.passing))
      open.removeAll(where: cases.contains)
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

  private typealias Said = (claim: Claim, smallest: Scene, passing: Int)

  /// What is said of a failure: of the smallest timeline with its most common difference.
  private func claim(for scene: Scene, among open: [Int]) -> Said? {
    // The scene as the reference has it, unless that is another one.
    let asked = self.scene(of: scene.plan).flatMap { asked in
      asked.step == scene.step && asked.atoms.contains(where: scene.atoms.contains) ? asked : nil
    }
    let atoms = scene.atoms.filter { asked?.atoms.contains($0) ?? true }
    let all = open.flatMap { failed[$0].atoms.uniqued() }
    let counts = Dictionary(all.map { ($0, 1) }, uniquingKeysWith: +)
    guard let atom = atoms.max(by: { counts[$0]! < counts[$1]! }) else { return nil }
    let smallest = asked.flatMap { self.smallest(from: $0, with: atom, by: scene.triggers) }
    return smallest.flatMap { claim(of: $0, with: atom, for: scene) }
      ?? claim(of: scene, with: atom, for: scene)
  }

  /// What is said of a smallest scene, and how many passing moments it could be said of, too; `nil` where that does
  /// not hold in the failure that it comes from.
  private func claim(of smallest: Scene, with atom: Atom, for scene: Scene) -> Said? {
    let triggers = scene.moments.map(\.trigger)
    guard let position = smallest.moments.lastIndex(where: { triggers.contains($0.trigger) }),
      let main = smallest.atoms.firstIndex(of: atom)
    else { return nil }
    let moment = smallest.moments[position]
    /// The best words for a change, of those that hold in the failure: what says more is better, unless it holds in
    /// much fewer.
    func words(for index: Int) -> String? {
      func own(_ scene: Scene) -> [String] {
        zip(scene.moments, scene.words).filter { $0.0.trigger == moment.trigger }
          .flatMap { zip(scene.atoms, $1).filter { $0.0 == smallest.atoms[index] }.flatMap(\.1) }
      }
      let (shared, all) = (own(scene), failed.map(own))
      let words = smallest.words[position][index].filter(shared.contains)
      let counts = words.map { one in all.count { $0.contains(one) } }
      return zip(words, counts).first { 10 * $0.1 >= 9 * counts.max()! }?.0
    }
    guard let first = words(for: main) else { return nil }
    func held(by claim: Claim) -> Int { failed.count(where: claim.holds) }
    var claim = Claim(
      operators: smallest.cast.operators, trigger: moment.trigger, changes: [(atom, first)])
    func with(_ fact: Fact) -> Claim {
      var longer = claim
      longer.facts.append(fact)
      return longer
    }
    var facts = moment.facts.dropLast(moment.literal == nil ? 0 : 1)
    let isAsked = exploration != nil
    // What could not be turned into a step of its own is needed.
    let occasions = facts.filter { $0.place == .occasion }
    let counts = occasions.map { held(by: with($0)) }
    if isAsked, let most = counts.max(), most > 0 {
      claim = with(occasions[counts.lastIndex(of: most)!])
      facts.removeAll(where: occasions.contains)
    }
    var (against, count) = (counterexamples(to: claim), held(by: claim))
    while isAsked, !against.isEmpty, claim.facts.count < Self.mostFacts {
      let scores = facts.map { fact in
        let left = Double(against.count { $0.facts.contains(fact) }) / Double(against.count)
        let kept = Double(held(by: with(fact))) / Double(count)
        return left == 1 || kept < 0.4 ? 0 : 1 - left + kept
      }
      guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }), scores[best] > 0 else {
        break
      }
      claim = with(facts.remove(at: best))
      if claim.facts.last!.place == .noun { facts.removeAll { $0.place == .noun } }
      against.removeAll { !$0.facts.contains(claim.facts.last!) }
      count = max(1, held(by: claim))
    }
    /// Says more where that holds as often.
    func say(_ longer: Claim) { if held(by: longer) == count { claim = longer } }
    // That it ends is why sources have to be disconnected.
    if isAsked, !moment.isReentrant,
      let end = facts.first(where: { $0.words.hasPrefix("with which") })
    {
      say(with(end))
    }
    // Where no question tells them apart, the value itself may.
    if isAsked, !against.isEmpty, let literal = moment.literal {
      say(with(literal))
      against.removeAll { !claim.facts.allSatisfy($0.facts.contains) }
    }
    for (index, other) in smallest.atoms.enumerated() where other != atom {
      guard let words = words(for: index) else { continue }
      var longer = claim
      longer.changes.append((other, words))
      say(longer)
    }
    if isAsked, [.missing, .extra].contains(atom.kind), claim.changes.count == 1 {
      var longer = claim
      longer.later = later(of: smallest.changes[main], in: smallest)
      if longer.holds(in: scene) { claim = longer }
    }
    return claim.holds(in: scene) ? (claim, smallest, against.count) : nil
  }

  /// The passing moments that the same could be said of, where it is not so.
  private func counterexamples(to claim: Claim) -> [Moment] {
    let atom = claim.changes[0].atom
    // Where nobody has left, nobody can be told that it is so.
    if atom.role == .gone { return [] }
    return passed.filter { moment in
      moment.trigger == claim.trigger && claim.facts.allSatisfy(moment.facts.contains)
        && claim.operators.allSatisfy(moment.cast.operators.contains)
        && moment.events.contains { event in
          guard event.words.word == atom.word else { return false }
          if case .source(_, let name) = event { return moment.cast.role(of: name) == atom.role }
          return (event.name?.text.contains("/") ?? false) == (atom.role == .told)
        } == (atom.kind != .extra)
    }
  }

  /// What is done when that comes which is missing, or is expected which is extra: in the steps behind, or where
  /// each source emits and completes and each observer leaves.
  private func later(of change: Scene.Change, in smallest: Scene) -> String? {
    let (past, value) = (smallest.moments.last!.past, smallest.moments.last!.value)
    var plan = smallest.plan
    let live = past.sources.filter { $0.value.live > 0 }.keys.sorted()
    plan.timeline += live.map { .send(.next(value ?? .number(1)), source: $0) }
    plan.timeline.append(.advance(milliseconds: 10_000))
    plan.timeline += live.map { .send(.completed, source: $0) }
    plan.timeline += Set(plan.actions.compactMap(\.observer)).sorted().map(Action.unsubscribe)
    guard let scene = scene(of: plan), scene.step == smallest.step,
      let step = scene.laterStep(of: change)
    else { return nil }
    return plan.moments(scene.cast, in: scene.expected)[step].first?.trigger
  }

  // MARK: - What is asked

  /// The first step of a plan in which the two differ; `nil` where they do not, or cannot be asked.
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
    case .same: passed += plan.moments(Cast(plan.subject), in: trace).joined()
    case .refused: break
    case .found(.success(let found)):
      scene = found.trace.flatMap { Scene(of: found.testCase, but: $0, by: found.rule) }
      // What the library raises is no end of it.
      isOver = found.error.map { !$0.isAnswer && $0.lack == nil } ?? false
    case .found(.failure): isOver = true
    }
    answers[question] = .some(scene)
    return scene
  }

  /// The smallest scene that is found with the same difference by the same kind of trigger, with nothing behind it.
  ///
  /// - Parameters:
  ///   - origin: A scene of the library and the reference.
  ///   - atom: The difference that stays.
  ///   - triggers: What may cause it.
  /// - Returns: The scene; `nil` where the failure cannot be shown again.
  private func smallest(from origin: Scene, with atom: Atom, by triggers: [String]) -> Scene? {
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
  /// The plan without what comes behind.
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
