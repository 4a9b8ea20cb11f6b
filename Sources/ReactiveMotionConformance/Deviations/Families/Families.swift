// The generated families of deviations, from tables of mistakes, their places and their depths.

import Conformance

/// A deviation of a family, before it is made one of a specification.
struct FamilyMember {
  let family: String
  let name: String
  let summary: String

  /// What it breaks: a clause of `_remember`, and one of `ReactiveProperty`.
  let clauses: (remember: String, property: String)
  let make: @Sendable () -> Alteration

  init(
    _ family: String, _ name: String, _ summary: String,
    breaks clauses: (remember: String, property: String),
    _ make: @escaping @Sendable () -> Alteration
  ) {
    self.family = family
    self.name = name
    self.summary = summary
    self.clauses = clauses
    self.make = make
  }
}

extension Deviation {
  /// Those of a family that is about some values alone, or from some number on.
  private static let familiesOfSomeAlone: Set = [
    "conversions", "sentinels", "repetitions", "bounds", "values within calls", "first values",
  ]

  private func marked() -> Deviation {
    var one = self
    one.isOfSomeAlone = Self.familiesOfSomeAlone.contains(family)
    return one
  }

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
      .remember(member.name, breaks: member.clauses.remember, member.summary, family: member.family)
      {
        AlteredRemember(over: $0, member.make())
      }.marked()
    }
  }()

  /// The generated deviations from `ReactiveProperty`, of one object and of any.
  static let familiesOfReactiveProperty: [Deviation] = {
    let members =
      FamilyMember.values(
        at: ValuePlace.ofProperty, leftOutAt: [.arrival, .keeping, .delivery, .replay])
      + FamilyMember.nesting(within: Call.ofProperty) + FamilyMember.coming(within: Call.ofProperty)
      + FamilyMember.walks + FamilyMember.bounds.filter { !$0.name.hasSuffix("connections") }
      + FamilyMember.kinds + FamilyMember.nesting(withinAnyOf: CallGroup.ofProperty)
      + FamilyMember.comingWithinDeliveries + FamilyMember.walksForAll
      + FamilyMember.values(at: [.arrival, .replay, .reading], within: Call.ofProperty)
      + FamilyMember.firstValues + FamilyMember.boundsOfWrites
    let unscoped = FamilyMember.values(at: ValuePlace.ofUnscopedProperty, leftOutAt: [.keeping])
    return members.filter { !FamilyMember.knownOfProperty.contains($0.name) }.map { member in
      .property(member.name, breaks: member.clauses.property, member.summary, family: member.family)
      {
        AlteredProperty(over: $0, member.make())
      }.marked()
    }
      + unscoped.map { member in
        .unscopedProperty(
          "\(member.name)-of-an-object", breaks: member.clauses.property, member.summary,
          family: "\(member.family) of objects"
        ) { AlteredUnscopedProperty(over: $0, member.make()) }
      }
  }()
}

extension FamilyMember {
  /// Those that do what a deviation of both lists that are written by hand does.
  private static let known: Set<ExactText> = [
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
      ExactText("loses-equal-\($0)-on-delivery")
    })

  /// Those that do what a deviation from `ReactiveProperty` that is written by hand does.
  static let knownOfProperty = known.union([
    "calls-the-added-too-for-a-value", "drops-a-value-within-a-write",
  ])

  /// Conversions and omissions, at the places that a value comes through.
  static func values(at places: [ValuePlace], leftOutAt omissions: [ValuePlace]) -> [FamilyMember] {
    Conversion.all.flatMap { conversion in
      places.map { place in
        FamilyMember(
          "conversions", "\(conversion.name)-\(place.suffix)",
          "\(conversion.summary) \(place.phrase).", breaks: place.clauses
        ) { ConvertsValues(conversion, at: place) }
      }
    }
      + omissions.flatMap { place in
        // A newcomer has no last value that a repetition could be compared with.
        [
          ("sentinels", Omission.sentinels),
          ("repetitions", place == .replay ? [] : Omission.repetitions),
        ].flatMap { family, values in
          values.map { omission in
            FamilyMember(
              family, "loses-\(omission.name)-\(place.suffix)",
              "\(omission.what) is left out \(place.phrase).".capitalizedFirst,
              breaks: place.clauses
            ) { LeavesValuesOut(omission, at: place) }
          }
        }
      }
  }

  /// Conversions and omissions that happen within a call alone, as where that has a path of its own through the
  /// code.
  static func values(at places: [ValuePlace], within calls: [Call]) -> [FamilyMember] {
    places.flatMap { place in
      calls.flatMap { call in
        let (suffix, phrase) = (
          "\(place.suffix)-within-a-\(call)", "\(place.phrase) within a \(call)"
        )
        return Conversion.within.map { conversion in
          FamilyMember(
            "values within calls", "\(conversion.name)-\(suffix)",
            "\(conversion.summary) \(phrase).",
            breaks: place.clauses
          ) { AltersValues(at: place, within: call) { conversion.convert($0) } }
        }
          + Omission.within.filter { _ in place != .reading }.map { omission in
            FamilyMember(
              "values within calls", "loses-\(omission.name)-\(suffix)",
              "\(omission.what) is left out \(phrase).".capitalizedFirst, breaks: place.clauses
            ) { AltersValues(at: place, within: call) { omission.leavesOut($0, nil) ? nil : $0 } }
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
    ) { LeavesFirstValuesOut(omission) }
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
            ) { NestsWrongly(discipline, [inner], within: [outer], depth: depth) }
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
          ) { NestsWrongly(discipline, inner.calls, within: group.calls, depth: 1) }
        }
      }
    }
  }

  /// Observers that come and leave within calls of several kinds.
  static let comingWithinDeliveries: [FamilyMember] = ComingDiscipline.allCases.map { discipline in
    FamilyMember(
      "coming and leaving", "\(discipline.name)-within-a-delivery",
      "\(discipline.start) within a value or a state \(discipline.end).",
      breaks: discipline.clauses
    ) { AddsAndRemovesWrongly(discipline, within: [.value, .state], depth: 1) }
  }

  /// Lists that are walked in a wrong way, for whatever is delivered.
  static let walksForAll: [FamilyMember] = Walk.allCases.map { walk in
    FamilyMember(
      "walks", "\(walk.name)-for-all", "A value or a state \(walk.phrase).",
      breaks: ("subscribe-upstream", "observer-list")
    ) { WalksWrongly(walk, [.value, .state], depth: 1) }
  }

  /// Observers that come and leave within calls.
  static func coming(within calls: [Call]) -> [FamilyMember] {
    ComingDiscipline.allCases.flatMap { discipline in
      calls.flatMap { call in
        depths.map { depth, suffix in
          FamilyMember(
            "coming and leaving", "\(discipline.name)-within-a-\(call)\(suffix)",
            "\(discipline.start) within \(deep("a \(call)", depth)) \(discipline.end).",
            breaks: discipline.clauses
          ) { AddsAndRemovesWrongly(discipline, within: [call], depth: depth) }
        }
      }
    }
  }

  /// Lists that are walked in a wrong way.
  static let walks: [FamilyMember] = Walk.allCases.flatMap { walk in
    [Call.value, .state].flatMap { call in
      depths.prefix(walk.isOfLaterCalls ? 1 : depths.count).map { depth, suffix in
        FamilyMember(
          "walks", "\(walk.name)-for-a-\(call)\(suffix)",
          "\(deep("a \(call)", depth)) \(walk.phrase).".capitalizedFirst,
          breaks: call == .value
            ? ("subscribe-upstream", "observer-list") : ("synchronous-broadcast", "state")
        ) { WalksWrongly(walk, [call], depth: depth) }
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
        "bounds", "at-most-\(bound)-\(bounded)", "\(bounded.start) \(bound)\(bounded.end).",
        breaks: bounded.clauses
      ) { IsBounded(bounded, by: bound) }
    }
  }

  /// What goes wrong from the second connection on, or a later one.
  static let connections: [FamilyMember] = LaterConnection.allCases.flatMap { what in
    [(2, "second"), (3, "third")].map { connection, ordinal in
      FamilyMember(
        "connections", "\(what.name)-from-the-\(ordinal)-connection-on",
        "From the \(ordinal) connection on, \(what.phrase).",
        breaks: ("single-upstream-subscription", "write")
      ) { TiresOfConnecting(what, from: connection) }
    }
  }

  /// Kinds of observers that are treated apart. One kind is called first where the other is called last.
  static let kinds: [FamilyMember] = [
    (true, "next-only", "Next-only observers"), (false, "full", "Observers with both functions"),
  ].flatMap { isNextOnly, kind, phrase in
    KindTreatment.allCases.filter { isNextOnly || !$0.isOrder }.map { treatment in
      FamilyMember(
        "kinds of observers", "\(kind)-observers-\(treatment.name)",
        "\(phrase) \(treatment.phrase).", breaks: ("observer-storage", "subscribe-next-only")
      ) { TreatsAKindApart(treatment, isNextOnly: isNextOnly) }
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String {
    prefix(1).uppercased() + dropFirst()
  }
}

extension ValuePlace {
  fileprivate var clauses: (remember: String, property: String) {
    switch self {
    case .arrival: ("subscribe-upstream", "write")
    case .keeping: ("value-cache", "write")
    case .delivery: ("subscribe-upstream", "write")
    case .replay: ("emit-last-value", "emit-read-value")
    case .reading: ("value-cache", "read")
    case .nextOnly: ("subscribe-upstream", "subscribe-next-only")
    }
  }
}

extension ComingDiscipline {
  fileprivate var clauses: (remember: String, property: String) {
    switch self {
    case .addsLater, .comesAndGoesLater: ("add-observer", "add-observer")
    case .removesLater, .neverRemoves: ("disconnect", "unsubscribe")
    case .replaysNothing, .replaysLater: ("emit-last-value", "emit-read-value")
    }
  }
}

extension Bounded {
  fileprivate var clauses: (remember: String, property: String) {
    switch self {
    case .observers, .subscriptions: ("add-observer", "add-observer")
    case .values, .depth: ("subscribe-upstream", "write")
    case .states, .depthOfStates: ("synchronous-broadcast", "state")
    case .depthOfReplays: ("emit-last-value", "emit-read-value")
    case .depthOfWrites: ("subscribe-upstream", "write")
    case .connections: ("single-upstream-subscription", "write")
    }
  }
}
