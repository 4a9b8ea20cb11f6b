// The table of deviations: for each operator, mistakes with its states, connections and values.

import Conformance

extension MotionOperator {
  /// The mistake in a column; `$` is the operator.
  fileprivate func column(
    _ name: Name, breaks clause: Name, _ summary: String, family: Name, _ column: Column
  ) -> Deviation {
    .motion(
      self.name, name, breaks: clause,
      summary.replacing("$", with: self.name.isEmpty ? "A stream" : "`\(self.name)`"),
      family: family, LiteralOperatorFaults(column: column))
  }
}

extension Column {
  fileprivate static func withoutStates(_ border: Border) -> Column {
    losing(border) { $0.channel == .state }
  }

  /// A stream is connected once for all its observers.
  fileprivate static func sharing(_ border: Border) -> Column {
    Column(border) { connect, _ in
      var observers: [Int: (Notification) -> Void] = [:]
      var count = 0
      var disconnect: (() -> Void)?
      return { receive in
        let own = count
        count += 1
        observers[own] = receive
        if observers.count == 1 {
          disconnect = connect { notification in
            for (_, one) in observers.sorted(by: { $0.key < $1.key }) { one(notification) }
          }
        }
        return {
          observers[own] = nil
          if observers.isEmpty { disconnect.take()?() }
        }
      }
    }
  }

  fileprivate static let withoutRepetitions = telling(.downstream) { tell in
    var last: Notification?
    return { notification in
      guard notification.channel == .next else { return tell(notification) }
      if notification == last { return }
      last = notification
      tell(notification)
    }
  }
}

extension Deviation {
  static let columnsOfMotion: [Deviation] = ([.stream] + MotionOperator.all).flatMap { row in
    var all = [
      row.column(
        "passes-no-states", breaks: row.states, "$ does not pass states.", family: "states",
        .withoutStates(.downstream)),
      row.column(
        "stays-connected", breaks: row.disconnects, "$ does not disconnect upstream.",
        family: "connections", .staying(.upstream, whenLeft: true)),
      row.column(
        "shares-a-connection", breaks: row.connects,
        "$ connects upstream once for all its subscriptions.", family: "connections",
        .sharing(.upstream)),
    ]
    if row.repeats {
      all.append(
        row.column(
          "drops-repetitions", breaks: row.clause,
          "$ does not emit a value that equals the one before.", family: "repetitions",
          .withoutRepetitions))
    }
    if row.emitsAny {
      all += [
        row.column(
          "emits-no-null", breaks: row.clause, "$ does not emit null.", family: "sentinels",
          .losing(.downstream) { $0 == .next(.null) }),
        row.column(
          "emits-nothing-falsy", breaks: row.clause, "$ does not emit false, 0 or the empty text.",
          family: "sentinels",
          .losing(.downstream) { Value.falsy.map(Notification.next).contains($0) }),
      ]
    }
    return all + (["merge", "valve"].contains(row.name) ? others(row) : [])
  }

  /// Mistakes with the other stream of an operator.
  private static func others(_ row: MotionOperator) -> [Deviation] {
    [
      row.column(
        "leaves-the-other-connected", breaks: row.disconnects,
        "$ does not disconnect the other stream.", family: "connections",
        .staying(.others, whenLeft: true)),
      row.column(
        "shares-the-other", breaks: row.connects,
        "$ connects the other stream once for all its subscriptions.", family: "connections",
        .sharing(.others)),
      row.column(
        "passes-no-states-of-the-other", breaks: row.states,
        "$ does not pass states of the other stream.", family: "states",
        .withoutStates(.others)),
      row.column(
        "passes-no-states-of-upstream", breaks: row.states,
        "$ does not pass states of upstream.", family: "states", .withoutStates(.upstream)),
    ].dropLast(row.name == "merge" ? 0 : 2)
  }

  /// Mistakes of a stream without operators, or of its subscription.
  static let streamsOfMotion: [Deviation] = [
    .literal(
      "stream-disconnects-each-time", of: "MaterialMotion", breaks: "subscription-once",
      "Each unsubscribe calls the disconnect function.", LiteralFaults(disconnectsEachTime: true)),
    .motion(
      "", "loses-what-comes-while-connecting", breaks: "observable-delivers",
      "A stream loses values and states while it connects.",
      LiteralOperatorFaults(column: .losingWhileConnecting(.upstream))),
    .motion(
      "", "keeps-to-the-last-observer", breaks: "observable-connects",
      "All connections of a stream emit to the latest observer."
    ) { _ in
      { upstream in
        var last: LiteralObserver?
        return LiteralObservable { observer in
          last = observer
          return upstream.connect(LiteralObserver { last?.receive($0) })
        }
      }
    },
  ]
}
