// The deviations from dedupe and ignoreUntil.

import Conformance

/// A comparison of values that some language has in place of a deep one.
private enum Sameness {
  /// Lists and maps are the same where they are one object, which two are not.
  static func byIdentity(_ a: Value, _ b: Value) -> Bool { a == b && !a.isStructure }

  /// What lists and maps hold is compared so.
  static func byOneLevel(_ a: Value, _ b: Value) -> Bool {
    switch (a, b) {
    case (.list(let a), .list(let b)): a.count == b.count && zip(a, b).allSatisfy(byIdentity)
    case (.map(let pairs), .map): a == b && pairs.allSatisfy { !$0.value.isStructure }
    default: a == b
    }
  }

  /// By the text of both, in which maps have an order.
  static func byText(_ a: Value, _ b: Value) -> Bool { a.description == b.description }

  /// By `==` of JavaScript, as far as fixtures go.
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
  static let comparingOfMotion: [Deviation] =
    [
      .dedupe(
        "compares-by-identity", breaks: "dedupe-compares-deeply",
        "`dedupe` emits a list or map that equals the one before."
      ) { keepingLast(by: Sameness.byIdentity) },
      .dedupe(
        "compares-one-level", breaks: "dedupe-compares-deeply",
        "`dedupe` emits a list or map that equals the one before, where it holds another."
      ) { keepingLast(by: Sameness.byOneLevel) },
      .dedupe(
        "compares-in-order", breaks: "dedupe-compares-deeply",
        "`dedupe` emits a map that equals the one before, where its keys have another order."
      ) { keepingLast(by: Sameness.byText) },
      .dedupe(
        "compares-loosely", breaks: "dedupe-emits-changes",
        "`dedupe` takes 0 for false, for the empty text, and numbers for their digits."
      ) { keepingLast(by: Sameness.loosely) },
      .dedupe(
        "takes-null-for-nothing", breaks: "dedupe-emits-changes",
        "`dedupe` does not emit a null that comes first."
      ) {
        var last = Value.null
        return { value in
          if value == last { return false }
          last = value
          return true
        }
      },
      .dedupe(
        "compares-with-all", breaks: "dedupe-emits-changes",
        "`dedupe` does not emit a value that has been emitted at any time."
      ) {
        var all: Set<Value> = []
        return { value in all.insert(value).inserted }
      },
      .dedupe(
        "compares-with-the-first", breaks: "dedupe-emits-changes",
        "`dedupe` does not emit a value that equals the first."
      ) {
        var first: Value?
        return { value in
          defer { first = first ?? value }
          return value != first
        }
      },
      .motion(
        "dedupe", "shares-its-storage", breaks: "dedupe-own-storage",
        "All subscriptions of `dedupe` have one storage."
      ) { _ in
        let passes = keepingLast(by: ==)
        return { $0.leavingOut { !passes($0) } }
      },
      .motion(
        "dedupe", "stores-late", breaks: "stores-first",
        "`dedupe` stores a value when it has emitted it."
      ) { _ in
        { upstream in
          upstream.altered { observer in
            var last: Value?
            return LiteralObserver(
              next: { value in
                if value == last { return }
                observer.next(value)
                last = value
              }, state: observer.state)
          }
        }
      },
      .motion(
        "dedupe", "forgets-at-a-state", breaks: "dedupe-emits-changes",
        "`dedupe` emits a value that equals the one before, where a state has come between."
      ) { _ in
        { upstream in
          upstream.altered { observer in
            var last: Value?
            return LiteralObserver(
              next: { value in
                if value == last { return }
                last = value
                observer.next(value)
              },
              state: {
                last = nil
                observer.state($0)
              })
          }
        }
      },
      .motion(
        "dedupe", "drops-equal-states", breaks: "passes-states",
        "`dedupe` does not pass a state that equals the one before."
      ) { below in
        { upstream in
          upstream.dedupe().states { observer in
            var last: State?
            return { state in
              defer { last = state }
              if state != last { observer.state(state) }
            }
          }
        }
      },

      .ignoring(
        "drops-the-expected", breaks: "ignore-until-passes",
        "`ignoreUntil` does not emit the first value that equals the expected one."
      ) { expected in
        var hasCome = false
        return { value in
          defer { hasCome = hasCome || value == expected }
          return hasCome
        }
      },
      .ignoring(
        "emits-the-expected-alone", breaks: "ignore-until-passes",
        "`ignoreUntil` emits the values that equal the expected one, and no other."
      ) { expected in { $0 == expected } },
      .ignoring(
        "ignores-again", breaks: "ignore-until-passes",
        "`ignoreUntil` ignores values again from the second one that equals the expected one."
      ) { expected in
        var isOpen = false
        return { value in
          if value == expected { isOpen.toggle() }
          return isOpen
        }
      },
      .ignoring(
        "compares-by-identity", breaks: "ignore-until-waits",
        "`ignoreUntil` waits for ever for a list or map."
      ) { waiting(for: $0, by: Sameness.byIdentity) },
      .ignoring(
        "compares-loosely", breaks: "ignore-until-waits",
        "`ignoreUntil` takes 0 for false, for the empty text, and numbers for their digits."
      ) { waiting(for: $0, by: Sameness.loosely) },
      .ignoring(
        "waits-for-nothing-falsy", breaks: "ignore-until-waits",
        "`ignoreUntil` emits all values where the expected one is null, false, 0 or the empty text."
      ) { expected in
        [.null, false, 0, ""].contains(expected) ? { _ in true } : waiting(for: expected, by: ==)
      },
      .motion(
        "ignoreUntil", "shares-its-storage", breaks: "ignore-until-own-storage",
        "All subscriptions of `ignoreUntil` have one storage."
      ) { given in
        let passes = waiting(for: given.argument ?? .null, by: ==)
        return { $0.leavingOut { !passes($0) } }
      },
      .motion(
        "ignoreUntil", "holds-states", breaks: "passes-states",
        "`ignoreUntil` passes no states before the expected value."
      ) { given in
        { upstream in
          upstream.altered { observer in
            var hasCome = false
            return LiteralObserver(
              next: { value in
                hasCome = hasCome || value == given.argument
                if hasCome { observer.next(value) }
              }, state: { if hasCome { observer.state($0) } })
          }
        }
      },
      .motion(
        "ignoreUntil", "emits-what-it-ignored", breaks: "ignore-until-waits",
        "`ignoreUntil` emits the values that it ignored, before the expected one."
      ) { given in
        {
          $0.values {
            var ignored: [Value]? = []
            return { value in
              guard let all = ignored else { return [value] }
              ignored = value == given.argument ? nil : all + [value]
              return value == given.argument ? all + [value] : []
            }
          }
        }
      },
      .motion(
        "ignoreUntil", "stores-late", breaks: "stores-first",
        "`ignoreUntil` notes that the expected value has come when it has emitted it."
      ) { given in
        { upstream in
          upstream.altered { observer in
            var hasCome = false
            return LiteralObserver(
              next: { value in
                if hasCome || value == given.argument { observer.next(value) }
                hasCome = hasCome || value == given.argument
              }, state: observer.state)
          }
        }
      },
    ]

  private static func dedupe(
    _ name: Name, breaks clause: Name, _ summary: String,
    _ passes: @escaping @Sendable () -> (Value) -> Bool
  ) -> Deviation {
    motion("dedupe", name, breaks: clause, summary) { _ in
      {
        $0.values {
          let passes = passes()
          return { passes($0) ? [$0] : [] }
        }
      }
    }
  }

  private static func ignoring(
    _ name: Name, breaks clause: Name, _ summary: String,
    _ passes: @escaping @Sendable (_ expected: Value) -> (Value) -> Bool
  ) -> Deviation {
    motion("ignoreUntil", name, breaks: clause, summary) { given in
      {
        $0.values {
          let passes = passes(given.argument ?? .null)
          return { passes($0) ? [$0] : [] }
        }
      }
    }
  }

  /// Passes what is not the same as what was passed before.
  private static func keepingLast(
    by isSame: @escaping (Value, Value) -> Bool
  ) -> (Value) -> Bool {
    var last: Value?
    return { value in
      if let last, isSame(last, value) { return false }
      last = value
      return true
    }
  }

  /// Passes all from a value that is the same as the expected one.
  private static func waiting(
    for expected: Value, by isSame: @escaping (Value, Value) -> Bool
  ) -> (Value) -> Bool {
    var hasCome = false
    return { value in
      hasCome = hasCome || isSame(value, expected)
      return hasCome
    }
  }

  // MARK: - rewrite

  /// The deviations from rewrite and rewriteTo.
  static let rewritingOfMotion: [Deviation] = [
    .rewriting(
      "passes-what-has-no-row", breaks: "rewrite-leaves-out",
      "`rewrite` emits a value as it is where its dictionary has none for it."
    ) { given, value in given.row(of: value) ?? value },
    .rewriting(
      "emits-null-for-what-has-no-row", breaks: "rewrite-leaves-out",
      "`rewrite` emits null where its dictionary has no value."
    ) { given, value in given.row(of: value) ?? .null },
    .rewriting(
      "has-texts-as-keys", breaks: "rewrite-replaces",
      "`rewrite` takes numbers, truth values and null for the texts that they are written as."
    ) { given, value in given.row(of: value) { $0.key == $1.key } },
    .rewriting(
      "finds-nothing-falsy", breaks: "rewrite-replaces",
      "`rewrite` emits nothing for null, false, 0 or the empty text."
    ) { given, value in [.null, false, 0, ""].contains(value) ? nil : given.row(of: value) },
    .rewriting(
      "compares-by-identity", breaks: "rewrite-replaces",
      "`rewrite` emits nothing for a list or map."
    ) { given, value in given.row(of: value, by: Sameness.byIdentity) },
    .motion(
      "rewriteTo", "emits-once", breaks: "rewrite-to-constant",
      "`rewriteTo` emits its constant for the first value alone."
    ) { given in
      {
        $0.values {
          var hasEmitted = false
          return { _ in
            defer { hasEmitted = true }
            return hasEmitted ? [] : [given.argument ?? .null]
          }
        }
      }
    },
    .motion(
      "rewriteTo", "keeps-null", breaks: "rewrite-to-constant", "`rewriteTo` emits null for null."
    ) { given in { $0._map { $0 == .null ? .null : given.argument ?? .null } } },
  ]

  private static func rewriting(
    _ name: Name, breaks clause: Name, _ summary: String,
    _ result: @escaping @Sendable (LiteralGiven, Value) -> Value?
  ) -> Deviation {
    motion("rewrite", name, breaks: clause, summary) { given in
      { $0.values { { value in result(given, value).map { [$0] } ?? [] } } }
    }
  }
}

extension Value {
  /// What is the key of an object in JavaScript.
  fileprivate var key: String { text ?? description }
}
