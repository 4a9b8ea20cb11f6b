// The deviations from the operators that select values, and from _read.

import Conformance

/// Comparisons of values that some languages have in place of a deep one.
enum Sameness {
  /// Lists and maps are equal only if they are the same object; here, two never are.
  static func byIdentity(_ a: Value, _ b: Value) -> Bool { a == b && !a.isStructure }

  /// The contents of lists and maps are compared by identity.
  static func byOneLevel(_ a: Value, _ b: Value) -> Bool {
    switch (a, b) {
    case (.list(let a), .list(let b)): a.count == b.count && zip(a, b).allSatisfy(byIdentity)
    case (.map(let pairs), .map): a == b && pairs.allSatisfy { !$0.value.isStructure }
    default: a == b
    }
  }

  /// By the text of both, in which maps have an order.
  static func byText(_ a: Value, _ b: Value) -> Bool { a.description == b.description }

  /// By `==` of JavaScript, as far as fixtures use it.
  static func loosely(_ a: Value, _ b: Value) -> Bool {
    a == b || (a.looseNumber != nil && a.looseNumber == b.looseNumber)
  }
}

extension Value {
  fileprivate var isStructure: Bool {
    switch self {
    case .list, .map: true
    default: false
    }
  }

  fileprivate var looseNumber: Double? {
    switch self {
    case .number(let number): number
    case .bool(let flag): flag ? 1 : 0
    case .string(let text): text.isEmpty ? 0 : Double(text)
    default: nil
    }
  }
}

extension Deviation {
  static let selectionsOfMotion = filtering + dedupe + ignoring + slop

  private static let filtering: [Deviation] = [
    .observing(
      "_filter", "holds-states", breaks: "passes-states",
      "`_filter` passes no states after a value that does not pass."
    ) { given, observer in observer.gated(at: true, by: given.predicate) }
  ]

  private static let dedupe: [Deviation] = [
    .selecting(
      "dedupe", "compares-one-level", breaks: "dedupe-compares-deeply",
      "`dedupe` emits an equal list or map again if it contains another."
    ) { _ in keepingLast(by: Sameness.byOneLevel) },
    .selecting(
      "dedupe", "compares-in-order", breaks: "dedupe-compares-deeply",
      "`dedupe` emits an equal map again if its keys are in another order."
    ) { _ in keepingLast(by: Sameness.byText) },
    .selecting(
      "dedupe", "compares-loosely", breaks: "dedupe-emits-changes",
      "`dedupe` treats 0, false and the empty text as equal, and a number and its text."
    ) { _ in keepingLast(by: Sameness.loosely) },
    .selecting(
      "dedupe", "takes-null-for-nothing", breaks: "dedupe-emits-changes",
      "`dedupe` does not emit a null that comes first."
    ) { _ in keepingLast(.null, by: ==) },
    .motion(
      "dedupe", "shares-its-storage", breaks: "dedupe-own-storage",
      "All subscriptions of `dedupe` share one storage."
    ) { _ in
      let passes = keepingLast(by: ==)
      return { $0.altered { $0.selecting(passes) } }
    },
    .observing(
      "dedupe", "stores-late", breaks: "stores-first",
      "`dedupe` stores a value only after emitting it."
    ) { _, observer in
      var last: Value?
      return LiteralObserver(
        next: { value in
          if value == last { return }
          observer.next(value)
          last = value
        }, state: observer.state)
    },
    .observing(
      "dedupe", "forgets-at-a-state", breaks: "dedupe-emits-changes",
      "`dedupe` emits an equal value again after a state."
    ) { _, observer in
      var passes = keepingLast(by: ==)
      return LiteralObserver(
        next: { if passes($0) { observer.next($0) } },
        state: {
          passes = keepingLast(by: ==)
          observer.state($0)
        })
    },
  ]

  private static let ignoring: [Deviation] = [
    .selecting(
      "ignoreUntil", "drops-the-expected", breaks: "ignore-until-passes",
      "`ignoreUntil` does not emit the first value that equals the expected one."
    ) { given in
      var hasCome = false
      return { value in
        defer { hasCome = hasCome || value == given.argument }
        return hasCome
      }
    },
    .selecting(
      "ignoreUntil", "compares-by-identity", breaks: "ignore-until-waits",
      "`ignoreUntil` waits forever for a list or map."
    ) { given in waiting { Sameness.byIdentity($0, given.argument ?? .null) } },
    .selecting(
      "ignoreUntil", "compares-loosely", breaks: "ignore-until-waits",
      "`ignoreUntil` treats 0, false and the empty text as equal, and a number and its text."
    ) { given in waiting { Sameness.loosely($0, given.argument ?? .null) } },
    .selecting(
      "ignoreUntil", "waits-for-nothing-falsy", breaks: "ignore-until-waits",
      "`ignoreUntil` emits all values if the expected one is null, false, 0 or the empty text."
    ) { given in
      waiting { $0 == given.argument || ([.null] + Value.falsy).contains(given.argument) }
    },
    .motion(
      "ignoreUntil", "shares-its-storage", breaks: "ignore-until-own-storage",
      "All subscriptions of `ignoreUntil` share one storage."
    ) { given in
      let passes = waiting { $0 == given.argument }
      return { $0.altered { $0.selecting(passes) } }
    },
    .observing(
      "ignoreUntil", "holds-states", breaks: "passes-states",
      "`ignoreUntil` passes no states before the expected value."
    ) { given, observer in observer.gated(at: false, by: waiting { $0 == given.argument }) },
    .observing(
      "ignoreUntil", "stores-late", breaks: "stores-first",
      "`ignoreUntil` records the expected value only after emitting it."
    ) { given, observer in
      var hasCome = false
      return LiteralObserver(
        next: { value in
          if hasCome || value == given.argument { observer.next(value) }
          hasCome = hasCome || value == given.argument
        }, state: observer.state)
    },
  ]

  private static let slop: [Deviation] = [
    .sloping(
      "takes-its-ends-for-outside", breaks: "slop-exit",
      "`slop` emits onExit for a value at an end of its range."
    ) { upstream, size in
      upstream.sides { abs($0) < size ? "within" : "above" }.dedupe().ignoreUntil("onExit")
    },
    .sloping(
      "exits-again-at-the-other-side", breaks: "slop-once",
      "`slop` emits onExit again when a value goes from one side to the other."
    ) { upstream, size in
      upstream.numbers { $0 < -size ? "below" : $0 > size ? "above" : "within" }.dedupe()
        ._map { $0 == "within" ? "onReturn" : "onExit" }.ignoreUntil("onExit")
    },
    .sloping(
      "returns-at-first", breaks: "slop-begins-inside",
      "`slop` emits onReturn if the first value is inside."
    ) { upstream, size in upstream.sides { abs($0) > size ? "above" : "within" }.dedupe() },
    .sloping(
      "repeats", breaks: "slop-once", "`slop` emits for each value, not only for changes."
    ) { upstream, size in
      upstream.sides { abs($0) > size ? "above" : "within" }.ignoreUntil("onExit")
    },
  ]

  private static func sloping(
    _ name: Name, breaks clause: Name, _ summary: String,
    _ make: @escaping @Sendable (LiteralObservable, _ size: Double) -> LiteralObservable
  ) -> Deviation {
    motion("slop", name, breaks: clause, summary) { given in { make($0, given.number) } }
  }

  /// Passes a value that differs from the last one that passed.
  private static func keepingLast(
    _ first: Value? = nil, by isSame: @escaping (Value, Value) -> Bool
  ) -> (Value) -> Bool {
    var last = first
    return { value in
      if let last, isSame(last, value) { return false }
      last = value
      return true
    }
  }

  /// Passes all values from the first one that passes a test.
  private static func waiting(by isExpected: @escaping (Value) -> Bool) -> (Value) -> Bool {
    var hasCome = false
    return { value in
      hasCome = hasCome || isExpected(value)
      return hasCome
    }
  }

  // MARK: - _read

  static let readingOfMotion: [Deviation] = [
    .reading(
      "stays-connected", breaks: "read-leaves-nothing", "`_read` does not unsubscribe."
    ) { stream in
      {
        var result: Value?
        _ = stream.subscribe(next: { result = $0 })
        return result
      }
    },
    .reading(
      "gives-null-for-nothing", breaks: "read-returns",
      "`_read` returns null if nothing is emitted."
    ) { stream in { stream._read() ?? .null } },
    .reading(
      "takes-null-for-nothing", breaks: "read-returns", "`_read` does not return null."
    ) { stream in { stream._read().flatMap { $0 == .null ? nil : $0 } } },
    .reading(
      "takes-falsy-for-nothing", breaks: "read-returns",
      "`_read` does not return false, 0 or the empty text."
    ) { stream in { stream._read().flatMap { Value.falsy.contains($0) ? nil : $0 } } },
    .reading(
      "remembers", breaks: "read-returns",
      "If nothing is emitted, `_read` returns its previous result."
    ) { stream in
      var last: Value?
      return {
        last = stream._read() ?? last
        return last
      }
    },
    .reading(
      "connects-once", breaks: "read-subscribes",
      "`_read` subscribes once, and returns the latest value from then on."
    ) { stream in
      var last: Value?
      var subscription: LiteralSubscription?
      return {
        subscription = subscription ?? stream.subscribe(next: { last = $0 })
        return last
      }
    },
  ]

  private static func reading(
    _ name: Name, breaks clause: Name, _ summary: String,
    _ make: @escaping @Sendable (LiteralObservable) -> () -> Value?
  ) -> Deviation {
    literal(
      "_read-\(name)", of: "MaterialMotion", breaks: clause, summary, LiteralFaults(read: make))
  }
}

extension LiteralObserver {
  /// Receives values that pass a test, and states only after such values.
  fileprivate func gated(
    at first: Bool, by passes: @escaping (Value) -> Bool
  ) -> LiteralObserver {
    var isOpen = first
    return LiteralObserver(
      next: { [self] value in
        isOpen = passes(value)
        if isOpen { next(value) }
      }, state: { [self] in if isOpen { state($0) } })
  }
}

extension LiteralObservable {
  /// The results of `slop` for each number, none left out.
  fileprivate func sides(_ side: @escaping (Double) -> Value) -> LiteralObservable {
    numbers(side)._map { $0 == "within" ? "onReturn" : "onExit" }
  }
}
