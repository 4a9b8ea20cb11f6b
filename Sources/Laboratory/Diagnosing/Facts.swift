// Facts about a moment: a table of questions, each with words for a sentence.

import Conformance

/// A fact about a moment, in words.
struct Fact: Hashable {
  /// The place of the words: instead of "an observer" or "a value"; after the action, as its
  /// occasion or as its effect; or as a condition after that.
  enum Place { case noun, occasion, end, condition }

  let place: Place
  let words: String

  /// The facts about a moment, in the order of the table; the value itself comes last.
  static func all(of moment: Moment) -> [Fact] {
    questions.filter { $0.holds(moment) }.map { Fact(place: $0.place, words: $0.words) }
      + [moment.literal].compactMap(\.self)
  }

  private typealias Question = (place: Place, words: String, holds: @Sendable (Moment) -> Bool)

  /// The questions. Of equally good ones, the first is used.
  private static let questions = table + after(.other) + after(.upstream)

  private static let table: [Question] = [
    (.occasion, "while being connected", { $0.isConnecting }),
    (.occasion, "during a value", { $0.isReentrant && $0.cause?.words.word == .next }),
    (.occasion, "during a state", { $0.isReentrant && $0.cause?.words.word == .state }),
    (.occasion, "re-entrantly", { $0.isReentrant }),
    (.end, "during a re-entrant call", { $0.isReentrant && !$0.past.calls.isEmpty }),
    (.noun, "a second observer", { $0.does(.subscribe) && !$0.past.live.isEmpty }),
    (.noun, "one of several observers", { $0.does(.unsubscribe) && $0.past.live.count > 1 }),
    (.noun, "a value whose source is connected already", { $0.isConnectedAlready }),
    (.noun, "null", { $0.value == .null }),
    (.noun, "a falsy value", { $0.value?.isFalsy ?? false }),
    (.noun, "a list", { if case .list? = $0.value { true } else { false } }),
    (.noun, "a map", { if case .map? = $0.value { true } else { false } }),
    (.noun, "its argument", { $0.value.map($0.cast.arguments.contains) ?? false }),
    (.noun, "the same value again", { $0.value != nil && $0.emitted.last == $0.value }),
    (
      .noun, "an earlier value again",
      { one in one.emitted.dropLast().contains { $0 == one.value } }
    ),
    (.end, "again", { $0.does(.subscribe) && $0.past.known.contains($0.action.observer!) }),
    (.end, "after all others have unsubscribed", { $0.does(.subscribe) && $0.past.isLeft }),
    (.end, "with which an operator after it is done", { $0.completes && $0.isOfChain }),
    (.end, "with which it completes", { $0.completes }),
    (.end, "with which it fails", { !$0.does(.error) && $0.ends(with: .error) }),
    (.condition, "with several streams or properties", { $0.cast.isSeveral }),
    (.condition, "with several observers", { $0.action.observer == nil && $0.past.live.count > 1 }),
    (
      .condition, "after an observer has subscribed during the same call",
      { $0.follows(.subscribe) }
    ),
    (
      .condition, "after an observer has unsubscribed during the same call",
      { $0.follows(.unsubscribe) }
    ),
    (
      .condition, "after an observer has unsubscribed", { $0.past.hasLeft && !$0.past.live.isEmpty }
    ),
    (.condition, "on a later connection", { $0.sender?.connections ?? 0 > 1 }),
    (.condition, "with a falsy argument", { $0.cast.arguments.contains(where: \.isFalsy) }),
  ]

  /// The earlier actions of a source of a role.
  private static func after(_ role: Part) -> [Question] {
    let questions: [(words: String, holds: @Sendable (Past.Source) -> Bool)] = [
      ("emitted a value", { !$0.emitted.isEmpty }),
      ("emitted null", { $0.emitted.contains(.null) }),
      ("emitted a falsy value", { $0.emitted.contains(where: \.isFalsy) }),
      ("completed", { $0.end == .completed }), ("failed", { $0.end == .error }),
      ("emitted a value re-entrantly", { $0.isReentrant }),
    ]
    return questions.map { words, holds in
      (
        .condition, "after \(role.rawValue) has \(words)",
        { one in one.past.sources.contains { one.cast.role(of: $0) == role && holds($1) } }
      )
    }
  }
}

extension Moment {
  /// The literal value, unless it stands for any.
  var literal: Fact? {
    value.flatMap { $0.isCount ? nil : Fact(place: .noun, words: shortened($0, to: 60)) }
  }

  fileprivate var emitted: [Value] { sender?.emitted ?? [] }
  fileprivate var isOfChain: Bool { cast.operators.count > 1 }
  fileprivate var completes: Bool { !does(.complete) && ends(with: .completed) }

  fileprivate var isConnectedAlready: Bool {
    value.flatMap { cast.inner[$0] }.flatMap { past.sources[$0]?.live } ?? 0 > 0
  }

  fileprivate func does(_ word: ActionWord) -> Bool { action.words.word == word }

  /// Whether an action was done during a call of the same step.
  fileprivate func follows(_ word: ActionWord) -> Bool {
    isReentrant && past.calls.contains { $0.words.word == word }
  }

  /// Whether an observer receives an error or completion, from a source or a timer.
  fileprivate func ends(with word: EventWord) -> Bool {
    (source != nil || does(.advance)) && events.contains { $0.words.word == word }
  }
}
