// Mistakes during calls: with re-entrant events, with a list that changes, and beyond a number.

import Conformance

/// A wrong way to iterate over a list that changes meanwhile.
enum Walk: Sendable {
  case live, withoutTheRemoved, withTheAdded, liveOnceAllHaveLeft

  /// Its name, and the words after the call's name.
  var words: (name: Name, phrase: String) {
    switch self {
    case .live: ("walks-the-live-list", "walks the list by index while it changes")
    case .withoutTheRemoved:
      ("leaves-out-the-removed", "skips the observers that are removed meanwhile")
    case .withTheAdded:
      ("calls-the-added-too", "also reaches the observers that are added meanwhile")
    case .liveOnceAllHaveLeft:
      (
        "walks-the-live-list-once-all-have-left",
        "walks the list by index while it changes, once all observers have unsubscribed during an earlier call"
      )
    }
  }

  /// Goes from observer to observer.
  func go(_ one: LiteralSubject, _ send: (LiteralObserver) -> Void) {
    switch self {
    case .live, .liveOnceAllHaveLeft:
      let count = one.observers.count
      for index in 0..<count where index < one.observers.count { send(one.observers[index]) }
    case .withoutTheRemoved:
      for observer in one.observers where one.observers.contains(where: { $0 === observer }) {
        send(observer)
      }
    case .withTheAdded:
      var index = 0
      while index < one.observers.count {
        send(one.observers[index])
        index += 1
      }
    }
  }
}

extension Deviation {
  static let ofCalls = arriving + walks + bounds + kinds

  /// The calls of a remembered stream; the last one is of a property.
  private static let outerCalls: [Call] = [.value, .state, .replay, .write]

  private static func deviation(
    within call: Call, _ name: Name, breaks sentence: SharedSentence, _ summary: String,
    _ alter: @escaping LiteralFaults.Alter
  ) -> [Deviation] {
    both(name, breaks: sentence, summary, family: "re-entrant calls", alter)
      .filter { call != .write || $0.specification == "ReactiveProperty" }
  }

  // MARK: - Events during a call

  /// Events during a call, each with its hook.
  private static let comers:
    [(Name, String, SharedSentence, @Sendable (inout LiteralHooks, Nesting) -> Void)] = [
      ("a-value", "A value that comes", .nesting, { $1.alter(&$0.value) }),
      ("a-state", "A state that comes", .nesting, { $1.alter(&$0.state) }),
      ("adding", "Adding an observer", .adding, { $1.alter(&$0.add) }),
      (
        "removing", "Removing an observer", .leaving, { $1.alter(&$0.disconnect) }
      ),
      ("a-replay", "The replay to a new observer", .newcomers, { $1.alter(&$0.replay) }),
    ]

  private static let arriving: [Deviation] = comers.flatMap { name, phrase, sentence, alter in
    outerCalls.flatMap { call in
      [(1, "", ""), (2, "-two-deep", "re-entrant ")].flatMap { depth, suffix, kind in
        deviation(
          within: call, "postpones-\(name)-within-a-\(call)\(suffix)", breaks: sentence,
          "\(phrase) during a \(kind)\(call) waits for its end."
        ) {
          let nesting = Nesting(in: call, depth)
          $0.returned = nesting.returned
          alter(&$0, nesting)
        }
      }
    }
  }

  // MARK: - Iteration

  private static let walks: [Deviation] = [
    Walk.live, .withoutTheRemoved, .withTheAdded, .liveOnceAllHaveLeft,
  ]
  .flatMap { walk in
    [Call.value, .state].flatMap { call in
      deviation(
        within: call, "\(walk.words.name)-for-a-\(call)-two-deep",
        breaks: call == .value ? .values : .states,
        "The broadcast of a \(call) during another \(walk.words.phrase)."
      ) {
        var haveAllLeft = false
        $0.left = {
          haveAllLeft = haveAllLeft || ($0.observers.isEmpty && !$0.calls.isEmpty)
          $2($1)
        }
        let usual = $0.deliver
        $0.deliver = { one, own, send in
          let isMeant = walk == .liveOnceAllHaveLeft ? haveAllLeft : one.calls.count > 1
          if own == call, isMeant { walk.go(one, send) } else { usual(one, own, send) }
        }
      }
    }
  }

  // MARK: - Bounds

  private static let bounds: [Deviation] =
    [
      both(
        "at-most-8-observers", breaks: .adding, "A ninth observer is not added.", family: "bounds"
      ) {
        $0.add = { if $0.observers.count < 8 { $2($1) } }
      },
      both(
        "at-most-16-values", breaks: .values, "No value passes after the sixteenth.",
        family: "bounds"
      ) {
        $0.value = upTo(16)
      },
      both(
        "at-most-4-depth", breaks: .values, "A value is dropped if four calls are running.",
        family: "bounds"
      ) {
        $0.value = { if $0.calls.count < 4 { $2($1) } }
      },
      both(
        "at-most-4-depthOfStates", breaks: .states,
        "A state is dropped if four others are being sent.",
        family: "bounds"
      ) { $0.state = { if $0.calls.count(where: { $0 == .state }) < 4 { $2($1) } } },
      both(
        "at-most-4-depthOfReplays", breaks: .newcomers,
        "The current value is not replayed during four other replays.",
        family: "bounds"
      ) { $0.replay = { if $0.calls.count(where: { $0 == .replay }) < 4 { $2($1) } } },
      [
        .property(
          "at-most-8-depthOfWrites", breaks: "write",
          "A value is dropped if eight write functions are running.", family: "bounds"
        ) { $0.value = { if $0.calls.count(where: { $0 == .write }) < 8 { $2($1) } } },
        .remember(
          "at-most-64-connections", breaks: "single-upstream-subscription",
          "Upstream is subscribed at most 64 times.", family: "bounds"
        ) { $0.subscribeUpstream = upTo(64) },
        .remember(
          "drops-states-from-the-third-connection-on", breaks: "single-upstream-subscription",
          "From the third connection on, states are dropped.", family: "bounds"
        ) {
          var connections = 0
          $0.subscribeUpstream = {
            connections += 1
            $2($1)
          }
          $0.state = { if connections < 3 { $2($1) } }
        },
      ],
    ].flatMap { $0 }

  /// Runs the sentence up to a number of times.
  private static func upTo<Given>(_ bound: Int) -> LiteralHooks.Hook<Given> {
    var count = 0
    return {
      count += 1
      if count <= bound { $2($1) }
    }
  }

  // MARK: - Kinds of observers

  private static let kinds: [Deviation] = [
    both(
      "next-only-observers-without-replay", breaks: .newcomers,
      "Next-only observers do not receive the current value.", family: "kinds of observers"
    ) { $0.replay = { if !$1.observer.isNextOnly { $2($1) } } },
    both(
      "next-only-observers-one-alone", breaks: .adding,
      "Next-only observers are not added if there is one already.", family: "kinds of observers"
    ) {
      $0.add = { if !$1.isNextOnly || !$0.observers.contains(where: \.isNextOnly) { $2($1) } }
    },
    both(
      "next-only-observers-not-added-within-a-call", breaks: .adding,
      "Next-only observers are not added during a call.", family: "kinds of observers"
    ) { $0.add = { if !$1.isNextOnly || $0.calls.isEmpty { $2($1) } } },
  ].flatMap { $0 }
}

/// Events during a call of some kind and depth, which wait until it ends.
private final class Nesting {
  private let call: Call
  private let depth: Int
  private var waiting: [() -> Void] = []

  init(in call: Call, _ depth: Int) { (self.call, self.depth) = (call, depth) }

  private func isWithin(_ one: LiteralSubject) -> Bool {
    one.calls.count { $0 == call } >= depth
  }

  /// Runs the waiting events once the call has returned.
  func returned(_ one: LiteralSubject, _ own: Call) {
    guard own == call, !isWithin(one) else { return }
    while !waiting.isEmpty { waiting.removeFirst()() }
  }

  func alter<Given>(_ hook: inout LiteralHooks.Hook<Given>) {
    hook = { [self] one, given, go in
      if isWithin(one) { waiting.append { go(given) } } else { go(given) }
    }
  }
}
