// Mistakes in which several streams or properties of a case share state.

import Conformance

extension Deviation {
  /// The parts; those that share one get one hook.
  private static let parts: [(name: String, phrase: String, clause: Name, LiteralFaults.Alter)] = [
    (
      "cache", "share one cached value", "value-cache",
      {
        var first: LiteralBox<Value?>?
        $0.made = {
          $0.cache = first ?? $0.cache
          first = $0.cache
        }
      }
    ),
    (
      "subscription", "share one variable for the upstream subscription",
      "single-upstream-subscription",
      {
        var first: LiteralBox<LiteralSubscription?>?
        $0.made = {
          $0.connection = first ?? $0.connection
          first = $0.connection
        }
      }
    ),
  ]

  /// Parts of streams, and of properties.
  private static let commonParts:
    [(name: String, phrase: String, SharedSentence, LiteralFaults.Alter)] = [
      (
        "observers", "share one list of observers", .order,
        {
          var first: LiteralBox<[LiteralObserver]>?
          $0.made = {
            $0.list = first ?? $0.list
            first = $0.list
          }
        }
      ),
      (
        "values", "emit each value to the observers of all", .order,
        {
          let all = everyone(&$0)
          $0.deliver(.value) { _, send in all().forEach(send) }
        }
      ),
      (
        "states", "send each state to the observers of all", .order,
        {
          let all = everyone(&$0)
          $0.deliver(.state) { _, send in all().forEach(send) }
        }
      ),
      (
        "repetition", "drop a value that equals the last one of any of them", .values,
        {
          var last: Value?
          $0.value = {
            if $1 == last { return }
            last = $1
            $2($1)
          }
        }
      ),
      (
        "busyness", "drop a value while another of them emits one", .nesting,
        {
          var running: LiteralSubject?
          $0.value = {
            if let running, running !== $0 { return }
            let former = running
            running = $0
            $2($1)
            running = former
          }
        }
      ),
      (
        "current-value", "emit to a new observer the last value of any of them", .newcomers,
        {
          var last: Value?
          $0.value = {
            last = $1
            $2($1)
          }
          $0.emit = { one, observer, go in
            if let last { one.replay(last, to: observer) } else { go(observer) }
          }
        }
      ),
    ]

  /// The observers of all that share these hooks.
  private static func everyone(_ hooks: inout LiteralHooks) -> () -> [LiteralObserver] {
    var all: [() -> LiteralSubject?] = []
    hooks.made = { one in all.append { [weak one] in one } }
    return { all.compactMap { $0() }.flatMap(\.observers) }
  }

  static let ofSeveral: [Deviation] =
    [(true, "within-a-source", "one source"), (false, "across-sources", "any sources")].flatMap {
      isOfSource, suffix, of in
      (parts + commonParts.map { ($0.name, $0.phrase, $0.2.clauses.remember, $0.3) }).map {
        name, phrase, clause, alter in
        .remember(
          "shares-\(name)-\(suffix)", breaks: clause, "Remembered streams of \(of) \(phrase).",
          family: "shared", sharing: isOfSource ? .ofSource : .all, alter)
      }
    }
    + commonParts.map { name, phrase, sentence, alter in
      .property(
        "shares-\(name)", breaks: sentence.clauses.property, "Several properties \(phrase).",
        family: "shared", sharing: .all, alter)
    }
    + [
      .property(
        "shares-dropped-states", breaks: "state",
        "Several properties drop a state while another of them informs its observers.",
        family: "shared", sharing: .all
      ) {
        var running: [LiteralSubject] = []
        func run(_ one: LiteralSubject, _ body: () -> Void) {
          running.append(one)
          body()
          running.removeLast()
        }
        $0.value = { one, value, go in run(one) { go(value) } }
        $0.state = { one, state, go in
          if running.contains(where: { $0 !== one }) { return }
          run(one) { go(state) }
        }
      }
    ]
}
