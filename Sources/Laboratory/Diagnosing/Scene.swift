// The first step in which a library differs: the missing and extra events, and their moments.

import Conformance

/// A difference, without names and values.
struct Atom: Hashable {
  enum Kind { case missing, extra, again, replaced, early, late }

  let kind: Kind
  let word: EventWord
  let role: Part

  var isOfSource: Bool { word.form.owner == .source }
}

/// A plan, and the first step in which a library differs from the expectations.
struct Scene {
  /// One event that differs, and the one that came in its place, or before or after which it came.
  struct Change {
    let atom: Atom
    let event: Event
    let other: Event?
  }

  let plan: Plan
  let expected: Trace
  let actual: Trace
  let step: Int
  let cast: Cast

  /// The moments that may have caused the difference: those that began before it.
  let moments: [Moment]
  private(set) var changes: [Change] = []

  /// For each moment, the possible words for each change, the best first.
  private(set) var words: [[[String]]] = []

  var atoms: [Atom] { changes.map(\.atom) }

  /// The most likely causes of the difference: the latest moments.
  var triggers: [String] {
    let last = moments.last!.events.startIndex
    return moments.filter { $0.events.startIndex == last }.map(\.trigger)
  }

  /// The possible words for changes of a kind at moments of a kind, the best first.
  func words(for atom: Atom, when trigger: String) -> [String] {
    zip(moments, words).reversed().filter { $0.0.trigger == trigger }
      .flatMap { zip(changes, $0.1).filter { $0.0.atom == atom }.flatMap(\.1) }
  }

  /// The size of the timeline.
  var size: Int { plan.timeline.count + plan.reactions.count }

  /// Finds the difference; `nil` if there is none.
  init?(of testCase: Case, but actual: Trace, by rule: ComparisonRule) {
    guard let first = Comparison(of: testCase, with: actual, by: rule).differences.first else {
      return nil
    }
    (plan, expected) = (Plan(testCase), testCase.steps.map(\.expectation))
    (self.actual, step, cast) = (actual, first.step, Cast(testCase.subject))
    let (all, wanted) = (first.events, expected[step])
    // The order of unordered events means nothing. Of hundreds, the first are enough.
    var open = all.indices.filter { index in
      if all[index].twin != nil, case .source(let event, _) = all[index].event {
        !rule.unordered.contains(event)
      } else {
        all[index].presence != .both
      }
    }.prefix(32)
    // The number of expected events before it, which have an order. A reaction to an event that
    // never came has not begun.
    let before = all[..<(open.first ?? 0)].filter { $0.presence != .extra }
    let missing = open.filter { all[$0].presence == .missing }.map { all[$0].event }
    let isMissing = open.first.map { all[$0].presence == .missing } ?? false
    let start =
      (isMissing ? missing.compactMap(wanted.firstIndex).min() : nil)
      ?? (before.compactMap { wanted.firstIndex(of: $0.event) }.max() ?? -1) + 1
    moments = plan.moments(in: expected[...step])[step].filter {
      $0.events.startIndex <= start && !($0.cause.map(missing.contains) ?? false)
    }
    while let index = open.popFirst() {
      let event = all[index].event
      var (kind, other) = (Atom.Kind.missing, nil as Event?)
      switch (all[index].presence, all[index].twin) {
      case (.missing, nil):
        let place = open.firstIndex { all[index].isReplaced(by: all[$0]) }
        if let place { (kind, other) = (.replaced, all[open.remove(at: place)].event) }
      case (.extra, nil):
        let source = event.words.word == .connect ? moments.last!.past.sources[event.name!] : nil
        kind = source?.live ?? 0 > 0 || wanted.contains(event) ? .again : .extra
      case (.extra, let twin?):
        kind = index < twin ? .early : .late
        other = all[min(index, twin)..<max(index, twin)].first { $0.presence == .both }?.event
      default: continue
      }
      let role = role(of: event, isMissing: kind == .missing || kind == .replaced, among: all)
      let atom = Atom(kind: kind, word: event.words.word, role: role)
      changes.append(Change(atom: atom, event: event, other: other))
    }
    // Differences in what observers receive come first.
    changes = changes.filter { !$0.atom.isOfSource } + changes.filter(\.atom.isOfSource)
    words = moments.map { moment in changes.map { said(of: $0, at: moment) } }
  }

  /// The role of an event's owner, among all those that may differ in the same way.
  private func role(
    of event: Event, isMissing: Bool, among all: [StepDifference.Aligned]
  ) -> Part {
    switch event {
    case .source(_, let name): return cast.role(of: name)
    case .received(_, let name), .stream(_, let name):
      if name.text.contains("/") { return .told }
      let alike = all.filter { $0.event.words.word == event.words.word }
      let (past, actor) = (moments.last!.past, moments.last!.action.observer)
      let live = past.live + [actor].compactMap(\.self)
      if !isMissing, past.known.contains(name), !live.contains(name) { return .gone }
      let concerned =
        isMissing ? alike.filter { $0.presence != .extra }.compactMap(\.event.name) : live
      let changed = alike.filter { $0.presence != .both }.compactMap(\.event.name)
      if concerned.allSatisfy(changed.contains) { return .everyone }
      if let actor { return actor == name ? .actor : .others }
      return live.first == name ? .first : .later
    default: return .everyone
    }
  }

  /// The first later step in which the missing event comes, or the extra one is missing.
  func laterStep(of change: Change) -> Int? {
    let isMissing = change.atom.kind == .missing
    let (came, missed) = isMissing ? (actual, expected) : (expected, actual)
    return came.indices.dropFirst(step + 1).first { index in
      came[index].count { $0 == change.event } > missed[index].count { $0 == change.event }
    }
  }
}

extension StepDifference.Aligned {
  /// Whether an extra event came in place of this missing one.
  fileprivate func isReplaced(by other: Self) -> Bool {
    other.presence == .extra && other.twin == nil && other.event.name == event.name
      && other.event.words.word == event.words.word && event.words.content != nil
  }
}

// MARK: - Words

extension Scene {
  private static let verbs: [EventWord: String] = [
    .connect: "connected", .disconnect: "disconnected", .release: "released after its end",
    .write: "written", .returns: "returned", .called: "called", .throws: "thrown",
    .reported: "reported", .clock: "shown",
  ]

  /// The possible words for a change, the best first; the first that hold in all cases are used.
  private func said(of change: Change, at moment: Moment) -> [String] {
    let (kind, role) = (change.atom.kind, change.atom.role)
    let done = "is " + (Self.verbs[change.atom.word] ?? "emitted")
    let whom = change.atom.isOfSource ? "" : role.rawValue
    let others = change.other.map { nouns(for: $0, at: moment) } ?? []
    return nouns(for: change.event, at: moment).flatMap { noun in
      switch kind {
      case .missing: ["\(noun) \(done.replacing("is ", with: "is not "))\(whom)"]
      case .extra: ["\(noun) \(done)\(whom)"]
      case .again: ["\(noun) \(done) \(change.atom.word == .connect ? "again" : "twice")\(whom)"]
      case .replaced:
        others.map { came in
          let isAlike = came == noun || came == "a value"
          let came = isAlike ? "another \(came.split(separator: " ").last!)" : came
          return "\(came) \(done)\(whom) in place of \(noun)"
        }
      case .early, .late:
        others.map { other in
          let side = kind == .early ? "before" : "after"
          return "\(noun) \(done)\(whom) \(side) \(other == noun ? "another" : other)"
        } + ["\(noun) \(done) in another order"]
      }
    }
  }

  /// The possible nouns for an event, the best first.
  private func nouns(for event: Event, at moment: Moment) -> [String] {
    let (word, content) = event.words
    switch word {
    case .connect, .disconnect, .release: return [cast.role(of: event.name!).rawValue]
    case .called: return ["the function"]
    case .clock: return [content == "idle" ? "that no timer is left" : "that a timer is left"]
    case .completed: return ["completion"]
    case .state: return ["the state"]
    case .stream: return ["a stream"]
    case .error, .throws, .reported:
      let isOwn = if case .send(.error(content, _), _) = moment.action { true } else { false }
      let isOfFunction = content.map(cast.thrown.contains) ?? false
      return [event.message].compactMap(\.self)
        .map { "the error “\(shortened(folded($0), to: 120))”" }
        + (isOwn ? ["the error"] : []) + (isOfFunction ? ["the error of its function"] : [])
        + ["an error"]
    case .next, .write, .returns: break
    }
    let value = content!
    let emitted = (moment.sender ?? moment.past.sources[upstreamName])?.emitted ?? []
    let isArgument = cast.arguments.contains(value)
    let names = [
      ("the value", moment.value == value),
      ("the current value", moment.past.stores.values.contains(value)),
      ("its argument (\(value))", isArgument), ("its argument", isArgument),
      ("the last value", emitted.last == value), ("an earlier value", emitted.contains(value)),
    ].filter(\.1).map(\.0)
    if case .list(let values) = value {
      return names + ["the list \(value)", values.isEmpty ? "an empty list" : "a list", "a value"]
    }
    let isResult = moment.past.stores.isEmpty && names.isEmpty
    return names + (isResult ? ["its result (\(value))", "its result"] : []) + ["a value"]
  }
}
