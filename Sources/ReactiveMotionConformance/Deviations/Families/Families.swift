// The generated families of deviations, from tables of mistakes, their places and their depths.

import Conformance

/// A clause of `_remember`, and one of `ReactiveProperty`.
typealias Clauses = (remember: Name, property: Name)

/// A deviation of a family, before it is made one of a specification.
struct FamilyMember {
  let family: Name
  let name: Name
  let summary: String

  /// What it breaks.
  let clauses: Clauses

  /// What it does to an unscoped property, if anything.
  var unscoped: UnscopedLayer?
  let layer: Layer

  init(
    _ family: Name, _ name: Name, _ summary: String, breaks clauses: Clauses,
    unscoped: UnscopedLayer? = nil, _ layer: @escaping Layer
  ) {
    self.family = family
    self.name = name
    self.summary = summary
    self.clauses = clauses
    self.unscoped = unscoped
    self.layer = layer
  }
}

extension Deviation {
  /// The generated deviations from `_remember`.
  static let familiesOfRemember: [Deviation] = {
    let members =
      FamilyMember.values(at: ValuePlace.ofRemember, leftOutAt: [.arrival, .delivery, .replay])
      + FamilyMember.nesting(within: Call.ofRemember)
      + FamilyMember.coming(within: Call.ofRemember)
      + FamilyMember.walks + FamilyMember.bounds + FamilyMember.connections + FamilyMember.kinds
      + FamilyMember.nesting(withinAnyOf: CallGroup.ofRemember)
      + FamilyMember.comingWithinDeliveries + FamilyMember.walksForAll
      + FamilyMember.values(at: [.arrival, .replay], within: Call.ofRemember)
      + FamilyMember.firstValues
    return members.filter { !FamilyMember.knownOfRemember.contains($0.name) }.map { member in
      .literal(
        member.name, of: "_remember", breaks: member.clauses.remember, member.summary,
        family: member.family, LiteralStreamParts(remember: [member.layer])
      )
    }
  }()

  /// The generated deviations from `ReactiveProperty`, of one object and of any.
  static let familiesOfReactiveProperty: [Deviation] = {
    let members =
      FamilyMember.values(
        at: ValuePlace.ofProperty, leftOutAt: [.arrival, .keeping, .delivery, .replay])
      + FamilyMember.nesting(within: Call.ofProperty) + FamilyMember.coming(within: Call.ofProperty)
      + FamilyMember.walks + FamilyMember.bounds.filter { !$0.name.text.hasSuffix("connections") }
      + FamilyMember.kinds + FamilyMember.nesting(withinAnyOf: CallGroup.ofProperty)
      + FamilyMember.comingWithinDeliveries + FamilyMember.walksForAll
      + FamilyMember.values(at: [.arrival, .replay, .reading], within: Call.ofProperty)
      + FamilyMember.firstValues + FamilyMember.boundsOfWrites
    let unscoped = FamilyMember.values(at: ValuePlace.ofUnscopedProperty, leftOutAt: [.keeping])
    return members.filter { !FamilyMember.knownOfProperty.contains($0.name) }.map { member in
      .literal(
        member.name, of: "ReactiveProperty", breaks: member.clauses.property, member.summary,
        family: member.family, LiteralStreamParts(property: [member.layer])
      )
    }
      + unscoped.map { member in
        .unscopedProperty(
          "\(member.name)-of-an-object", breaks: member.clauses.property, member.summary,
          family: "\(member.family) of objects", member.unscoped!)
      }
  }()
}

extension FamilyMember {
  /// Those that do what a deviation of both lists that are written by hand does.
  private static let known: Set<Name> = [
    "walks-the-live-list-for-a-value", "walks-the-live-list-for-a-state",
    "leaves-out-the-removed-for-a-value", "walks-backwards-for-a-value",
    "walks-backwards-for-a-state", "calls-the-added-too-for-a-state",
    "postpones-a-state-within-a-state", "walks-backwards-for-all",
  ]

  /// Those that do what a deviation from `_remember` that is written by hand does.
  static let knownOfRemember = known.union([
    "drops-a-value-within-a-value", "postpones-a-value-within-a-value",
    "ends-a-value-within-a-value", "overtakes-a-value-within-a-value",
    "adds-later-within-a-value", "removes-later-within-a-value", "at-most-1-connections",
    "stays-connected-from-the-second-connection-on",
  ]).union(
    // What equals the cached value and is not broadcast may as well not have arrived.
    ["null", "truth", "number", "text", "list", "map"].map {
      "loses-equal-\($0)-on-delivery"
    })

  /// Those that do what a deviation from `ReactiveProperty` that is written by hand does.
  static let knownOfProperty = known.union([
    "calls-the-added-too-for-a-value", "drops-a-value-within-a-write",
  ])

  /// Conversions and omissions, at the places that a value comes through.
  static func values(at places: [ValuePlace], leftOutAt omissions: [ValuePlace]) -> [FamilyMember] {
    Conversion.all.flatMap { conversion in
      places.map { place in
        let (suffix, phrase, clauses) = place.words
        return FamilyMember(
          "conversions", "\(conversion.name)-\(suffix)", "\(conversion.summary) \(phrase).",
          breaks: clauses, unscoped: unscoped(conversion, at: place)
        ) { Altered(over: $0, conversion.alter(at: place)) }
      }
    }
      + omissions.flatMap { place in
        // A newcomer has no last value that a repetition could be compared with.
        let families: [(Name, [Omission])] = [
          ("sentinels", Omission.sentinels),
          ("repetitions", place == .replay ? [] : Omission.repetitions),
        ]
        return families.flatMap { family, values in
          values.map { omission in
            let (suffix, phrase, clauses) = place.words
            return FamilyMember(
              family, "loses-\(omission.name)-\(suffix)",
              "\(omission.what) is left out \(phrase).".capitalizedFirst,
              breaks: clauses, unscoped: unscoped(omission)
            ) { Altered(over: $0, omission.alter(at: place)) }
          }
        }
      }
  }

  /// Conversions and omissions that happen within a call alone, as where that has a path of its own through the
  /// code.
  static func values(at places: [ValuePlace], within calls: [Call]) -> [FamilyMember] {
    places.flatMap { place in
      calls.flatMap { call in
        let words = place.words
        func member(
          _ name: Name, _ sentence: String, _ alter: @escaping @Sendable (Value) -> Value?
        ) -> FamilyMember {
          FamilyMember(
            "values within calls", "\(name)-\(words.suffix)-within-a-\(call)",
            "\(sentence) \(words.phrase) within a \(call).", breaks: words.clauses
          ) { AltersValues(over: $0, at: place, within: call, alter) }
        }
        return Conversion.within.map { member($0.name, $0.summary, $0.convert) }
          + Omission.within.filter { _ in place != .reading }.map { omission in
            member("loses-\(omission.name)", "\(omission.what) is left out".capitalizedFirst) {
              omission.leavesOut($0, nil) ? nil : $0
            }
          }
      }
    }
  }

  /// The first value after an observer came, where it equals the one that there was.
  static let firstValues: [FamilyMember] = Omission.equal.map { omission in
    FamilyMember(
      "first values", "loses-\(omission.name)-first",
      "\(omission.what) is left out where it is the first after an observer came."
        .capitalizedFirst,
      breaks: ("subscribe-upstream", "write")
    ) { Altered(over: $0, omission.alterOfFirst) }
  }

  private static let depths = [(1, ""), (2, "-two-deep")]

  private static func deep(_ what: String, _ depth: Int) -> String {
    depth == 1 ? what : "\(what) within another"
  }

  /// Values and states that come within other calls.
  static func nesting(within outers: [Call]) -> [FamilyMember] {
    NestingDiscipline.allCases.flatMap { discipline in
      [Call.value, .state].flatMap { inner in
        outers.flatMap { outer in
          depths.compactMap { depth, suffix in
            if discipline == .ends && (outer == .replay || outer == .write) { return nil }
            if discipline == .overtakes && (inner != .value || outer != .value) { return nil }
            return FamilyMember(
              "nested calls", "\(discipline)-a-\(inner)-within-a-\(outer)\(suffix)",
              "\(discipline.phrase("a \(inner)", deep("a \(outer)", depth))).".capitalizedFirst,
              breaks: inner == .value
                ? ("synchronous-broadcast", "write") : ("synchronous-broadcast", "state")
            ) { NestsWrongly(over: $0, discipline, [inner], within: [outer], depth: depth) }
          }
        }
      }
    }
  }

  /// What comes within calls of several kinds, which one flag or queue serves.
  static func nesting(withinAnyOf groups: [CallGroup]) -> [FamilyMember] {
    [NestingDiscipline.drops, .postpones].flatMap { discipline in
      groups.flatMap { group in
        group.inner.map { inner in
          FamilyMember(
            "nested calls", "\(discipline)-\(inner.name)-within-\(group.name)",
            "\(discipline.phrase(inner.phrase, group.phrase)).".capitalizedFirst,
            breaks: ("synchronous-broadcast", "write")
          ) { NestsWrongly(over: $0, discipline, inner.calls, within: group.calls, depth: 1) }
        }
      }
    }
  }

  /// Observers that come and leave within calls of several kinds.
  static let comingWithinDeliveries: [FamilyMember] = ComingDiscipline.allCases.map { discipline in
    FamilyMember(
      "coming and leaving", "\(discipline.words.name)-within-a-delivery",
      "\(discipline.words.start) within a value or a state \(discipline.words.end).",
      breaks: discipline.words.clauses
    ) { AddsAndRemovesWrongly(over: $0, discipline, within: [.value, .state], depth: 1) }
  }

  /// Lists that are walked in a wrong way, for whatever is delivered.
  static let walksForAll: [FamilyMember] = Walk.allCases.map { walk in
    FamilyMember(
      "walks", "\(walk.words.name)-for-all", "A value or a state \(walk.words.phrase).",
      breaks: ("subscribe-upstream", "observer-list")
    ) { WalksWrongly(over: $0, walk, [.value, .state], depth: 1) }
  }

  /// Observers that come and leave within calls.
  static func coming(within calls: [Call]) -> [FamilyMember] {
    ComingDiscipline.allCases.flatMap { discipline in
      calls.flatMap { call in
        depths.map { depth, suffix in
          FamilyMember(
            "coming and leaving", "\(discipline.words.name)-within-a-\(call)\(suffix)",
            "\(discipline.words.start) within \(deep("a \(call)", depth)) \(discipline.words.end).",
            breaks: discipline.words.clauses
          ) { AddsAndRemovesWrongly(over: $0, discipline, within: [call], depth: depth) }
        }
      }
    }
  }

  /// Lists that are walked in a wrong way.
  static let walks: [FamilyMember] = Walk.allCases.flatMap { walk in
    [Call.value, .state].flatMap { call in
      depths.prefix(walk.isOfLaterCalls ? 1 : depths.count).map { depth, suffix in
        FamilyMember(
          "walks", "\(walk.words.name)-for-a-\(call)\(suffix)",
          "\(deep("a \(call)", depth)) \(walk.words.phrase).".capitalizedFirst,
          breaks: call == .value
            ? ("subscribe-upstream", "observer-list") : ("synchronous-broadcast", "state")
        ) { WalksWrongly(over: $0, walk, [call], depth: depth) }
      }
    }
  }

  /// What holds for a few alone: from small numbers to one that only a long case goes beyond.
  static let bounds: [FamilyMember] = [
    (Bounded.observers, [4, 8, 10, 16, 64]), (.subscriptions, [8, 16, 64]),
    (.values, [8, 16, 64]), (.states, [4, 8, 16, 64]),
    (.depth, [2, 3, 4, 8, 16, 64]), (.depthOfStates, [4, 8, 16, 64]),
    (.depthOfReplays, [4, 16, 64]), (.connections, [1, 2, 3, 4, 8, 16, 64]),
  ].flatMap(bounds)

  /// How deep a property's write functions may be within each other.
  static let boundsOfWrites = bounds(of: .depthOfWrites, at: [4, 8, 64])

  private static func bounds(of bounded: Bounded, at bounds: [Int]) -> [FamilyMember] {
    bounds.map { bound in
      FamilyMember(
        "bounds", "at-most-\(bound)-\(bounded)",
        "\(bounded.words.start) \(bound)\(bounded.words.end).",
        breaks: bounded.words.clauses
      ) { IsBounded(over: $0, bounded, by: bound) }
    }
  }

  /// What goes wrong from the second connection on, or a later one.
  static let connections: [FamilyMember] = LaterConnection.allCases.flatMap { what in
    [(2, "second"), (3, "third")].map { connection, ordinal in
      FamilyMember(
        "connections", "\(what.words.name)-from-the-\(ordinal)-connection-on",
        "From the \(ordinal) connection on, \(what.words.phrase).",
        breaks: ("single-upstream-subscription", "write")
      ) { TiresOfConnecting(over: $0, what, from: connection) }
    }
  }

  /// Kinds of observers that are treated apart. One kind is called first where the other is called last.
  static let kinds: [FamilyMember] = [
    (true, "next-only", "Next-only observers"), (false, "full", "Observers with both functions"),
  ].flatMap { isNextOnly, kind, phrase in
    KindTreatment.allCases.filter { isNextOnly || !$0.isOrder }.map { treatment in
      FamilyMember(
        "kinds of observers", "\(kind)-observers-\(treatment.words.name)",
        "\(phrase) \(treatment.words.phrase).", breaks: ("observer-storage", "subscribe-next-only")
      ) { TreatsAKindApart(over: $0, treatment, isNextOnly: isNextOnly) }
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String {
    prefix(1).uppercased() + dropFirst()
  }
}
