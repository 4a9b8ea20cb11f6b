// The table of deviations: for each operator, what a port may do to its states, its connections and its values.

import Conformance

/// A row of the table: an operator, the clause that says what it emits, and those that it has for its states and
/// connections, where they are not those of all.
private struct Row {
  let name: Name
  let clause: Name
  var states: Name = "passes-states"
  var disconnects: Name = "disconnects"
  var connects: Name = "connects-once"

  /// Whether it may emit any value, a number that may be 0, or the same value twice.
  var emitsAny = false
  var emitsZero = false
  var repeats = false

  /// The operator in a sentence.
  var phrase: String { name.isEmpty ? "A stream" : "`\(name)`" }

  static let all: [Row] = [
    // A stream without operators.
    Row(
      name: "", clause: "observable-delivers", states: "observable-delivers",
      disconnects: "subscription-disconnects", connects: "observable-connects", emitsAny: true,
      repeats: true),
    Row(name: "_nextOperator", clause: "next-operator-calls", emitsAny: true, repeats: true),
    Row(name: "_map", clause: "map-replaces", emitsAny: true, repeats: true),
    Row(name: "_filter", clause: "filter-passes", emitsAny: true, repeats: true),
    Row(
      name: "merge", clause: "merge-emits-both", disconnects: "merge-disconnects", emitsAny: true,
      repeats: true),
    Row(
      name: "valve", clause: "valve-opens", states: "valve-states",
      disconnects: "valve-disconnects", emitsAny: true, repeats: true),
    Row(name: "dedupe", clause: "dedupe-emits-changes", emitsAny: true),
    Row(name: "ignoreUntil", clause: "ignore-until-passes", emitsAny: true, repeats: true),
    Row(
      name: "delayBy", clause: "delay-emits-later", states: "delay-states", emitsAny: true,
      repeats: true),
    Row(name: "rewrite", clause: "rewrite-replaces", emitsAny: true, repeats: true),
    Row(name: "rewriteTo", clause: "rewrite-to-constant", emitsAny: true, repeats: true),
    Row(name: "rewriteRange", clause: "rewrite-range-interpolates", emitsZero: true),
    Row(name: "threshold", clause: "threshold-sides", repeats: true),
    Row(name: "thresholdRange", clause: "threshold-range-sides", repeats: true),
    Row(name: "slop", clause: "slop-exit"),
    Row(name: "offsetBy", clause: "offset-adds", emitsZero: true),
    Row(name: "scaledBy", clause: "scaled-multiplies", emitsZero: true),
    Row(name: "normalizedBy", clause: "normalized-divides", emitsZero: true),
    Row(name: "lowerBound", clause: "lower-bound-larger", emitsZero: true),
    Row(name: "upperBound", clause: "upper-bound-smaller", emitsZero: true),
    Row(name: "distanceFrom", clause: "distance-of-numbers", emitsZero: true),
    Row(name: "inverted", clause: "inverted-opposite", repeats: true),
    Row(name: "pluck", clause: "pluck-member", emitsAny: true, repeats: true),
    Row(name: "x", clause: "x-coordinate", emitsZero: true),
    Row(name: "y", clause: "y-coordinate", emitsZero: true),
    Row(name: "xLockedTo", clause: "x-locked"),
    Row(name: "yLockedTo", clause: "y-locked"),
    Row(name: "rubberBanded", clause: "rubber-banded-within", emitsZero: true),
    Row(name: "toString", clause: "to-string-shortest"),
    Row(name: "log", clause: "log-passes", repeats: true),
  ]
}

extension Deviation {
  static let columnsOfMotion: [Deviation] = Row.all.flatMap { row in
    var all: [Deviation] = [
      .motion(
        row.name, "passes-no-states", breaks: row.states, "\(row.phrase) does not pass states.",
        family: "states"
      ) { below in { below($0).withoutStates } },
      .motion(
        row.name, "stays-connected", breaks: row.disconnects,
        "\(row.phrase) does not disconnect upstream.", family: "connections"
      ) { below in { below($0.stayingConnected) } },
      .motion(
        row.name, "shares-a-connection", breaks: row.connects,
        "\(row.phrase) connects upstream once for all its subscriptions.", family: "connections"
      ) { below in { below($0.shared) } },
    ]
    if row.repeats {
      all.append(
        .motion(
          row.name, "drops-repetitions", breaks: row.clause,
          "\(row.phrase) does not emit a value that equals the one before.", family: "repetitions"
        ) { below in
          { upstream in
            below(upstream).values {
              var last: Value?
              return { value in
                defer { last = value }
                return value == last ? [] : [value]
              }
            }
          }
        })
    }
    if row.emitsAny {
      all.append(
        .motion(
          row.name, "emits-no-null", breaks: row.clause, "\(row.phrase) does not emit null.",
          family: "sentinels"
        ) { below in { below($0).leavingOut { $0 == .null } } })
    }
    if row.emitsAny || row.emitsZero {
      let what = row.emitsAny ? "false, 0 or the empty text" : "0"
      all.append(
        .motion(
          row.name, "emits-nothing-falsy", breaks: row.clause,
          "\(row.phrase) does not emit \(what).", family: "sentinels"
        ) { below in { below($0).leavingOut { [false, 0, ""].contains($0) } } })
    }
    return all
  }

  /// What is wrong with a stream without operators, or with its subscription.
  static let streamsOfMotion: [Deviation] = [
    .literal(
      "stream-disconnects-each-time", of: "MaterialMotion", breaks: "subscription-once",
      "Each unsubscribe calls the disconnect function.",
      LiteralStreamParts(disconnectsEachTime: true)),
    .motion(
      "", "connects-when-made", breaks: "observable-connects",
      "A stream is connected as soon as it is made."
    ) { _ in
      { upstream in
        var observers: [LiteralObserver] = []
        _ = upstream.subscribe(
          next: { value in for one in observers { one.next(value) } },
          state: { state in for one in observers { one.state(state) } })
        return LiteralObservable { observer in
          observers.append(observer)
          return { observers.removeAll { $0 === observer } }
        }
      }
    },
    .motion(
      "", "loses-what-comes-while-connecting", breaks: "observable-delivers",
      "What comes while a stream connects is lost."
    ) { _ in
      { upstream in
        LiteralObservable { observer in
          var isConnected = false
          let subscription = upstream.subscribe(
            next: { if isConnected { observer.next($0) } },
            state: { if isConnected { observer.state($0) } })
          isConnected = true
          return { subscription.unsubscribe() }
        }
      }
    },
    .motion(
      "", "keeps-to-the-last-observer", breaks: "observable-connects",
      "All connections of a stream tell the observer that came last."
    ) { _ in
      { upstream in
        var last: LiteralObserver?
        return LiteralObservable { observer in
          last = observer
          return upstream.connect(
            LiteralObserver(next: { last?.next($0) }, state: { last?.state($0) }))
        }
      }
    },
  ]
}
