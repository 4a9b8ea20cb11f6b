// The operators of Material Motion except those that remember: a row each.

import Conformance

/// An operator: how to explore it first, and its clauses.
struct MotionOperator: Sendable {
  /// The operator with an argument, as in a fixture; nothing for a stream without operators.
  let example: String

  /// The clause for its values, and those for its states and connections, if they are not the
  /// common ones.
  let clause: Name
  var states: Name = "passes-states"
  var disconnects: Name = "disconnects"
  var connects: Name = "connects-once"

  /// Whether it may emit any value, or the same value twice.
  var emitsAny = false
  var repeats = false

  /// The values for timelines; none for the usual ones.
  var values: [Value] = []

  /// Whether sources that emit while they connect are left out, because the specification leaves a
  /// choice there.
  var isSilent = false

  /// Whether the stream is read, too.
  var isRead = false

  var name: Name { Name(String(example.prefix { $0 != ":" })) }

  var subject: KnownSpecification.NamedSubject {
    KnownSpecification.NamedSubject(
      example, citing: clause, values: values, isSilent: isSilent, isRead: isRead)
  }

  /// The operator as on its page.
  let literal: LiteralOperator

  /// The stream of ReactiveMotion.
  let swift: @Sendable (_ one: SwiftGiven) throws(Unsupported) -> ValueStream

  /// A stream without operators.
  static let stream = MotionOperator(
    example: "", clause: "observable-delivers", states: "observable-delivers",
    disconnects: "subscription-disconnects", connects: "observable-connects", emitsAny: true,
    repeats: true, literal: { _ throws(Unsupported) in { $0 } },
    swift: { one throws(Unsupported) in one.stream })

  static let all = foundation + streams + rewriting + numbers + points + others
  static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  private static let flags: [Value] = [true, false]

  private static let foundation: [MotionOperator] = [
    MotionOperator(
      example: "_nextOperator: [[1, [10, 11]], [2, []]]", clause: "next-operator-calls",
      emitsAny: true, repeats: true,
      literal: { given throws(Unsupported) in
        let operation = try given.needed(given.written).operation()
        return { upstream in
          upstream._nextOperator { value, next in
            for result in (try? operation(value)) ?? [] { next(result) }
          }
        }
      },
      swift: { one throws(Unsupported) in
        let operation = try one.given.needed(one.given.written).operation()
        return one.stream._nextOperator { value, next in
          for result in (try? operation(Value(value))) ?? [] { next(result.orNil) }
        }
      }),
    // A missing row for a value ends the case, whatever this function returns.
    MotionOperator(
      example: "_map: [[1, 10], [2, null]]", clause: "map-replaces", emitsAny: true, repeats: true,
      literal: { given throws(Unsupported) in
        let transform = try given.needed(given.written).function()
        return { upstream in upstream._map { value in (try? transform(value)) ?? .null } }
      },
      swift: { one throws(Unsupported) in
        let transform = try one.given.needed(one.given.written).function()
        return one.stream._map { (try? transform(Value($0)))?.orNil }
      }),
    MotionOperator(
      example: "_filter: [1]", clause: "filter-passes", emitsAny: true, repeats: true, isRead: true,
      literal: { given throws(Unsupported) in
        let predicate = try given.needed(given.written).predicate()
        return { upstream in upstream._filter { value in (try? predicate(value)) ?? false } }
      },
      swift: { one throws(Unsupported) in
        let predicate = try one.given.needed(one.given.written).predicate()
        return one.stream._filter { (try? predicate(Value($0))) ?? false }
      }),
  ]

  private static let streams: [MotionOperator] = [
    MotionOperator(
      example: "merge: {with: other}", clause: "merge-emits-both", disconnects: "merge-disconnects",
      emitsAny: true, repeats: true,
      literal: { given throws(Unsupported) in
        let stream = try given.stream("with")
        return { upstream in upstream.merge(with: stream) }
      },
      swift: { one throws(Unsupported) in one.stream.merge(with: try one.other("with")) }),
    MotionOperator(
      example: "valve: {openWhenTrue: other}", clause: "valve-opens", states: "valve-states",
      disconnects: "valve-disconnects", emitsAny: true, repeats: true, values: flags,
      isSilent: true,
      literal: { given throws(Unsupported) in
        let stream = try given.stream("openWhenTrue")
        return { upstream in upstream.valve(openWhenTrue: stream) }
      },
      swift: { one throws(Unsupported) in
        one.stream.valve(openWhenTrue: Kind.flag.read(try one.other("openWhenTrue")))
      }),
    MotionOperator(
      example: "dedupe", clause: "dedupe-emits-changes", emitsAny: true,
      literal: { _ throws(Unsupported) in { upstream in upstream.dedupe() } },
      swift: { one throws(Unsupported) in try one.plain().dedupe() }),
    MotionOperator(
      example: "ignoreUntil: 1", clause: "ignore-until-passes", emitsAny: true, repeats: true,
      literal: { given throws(Unsupported) in
        let expected = try given.value()
        return { upstream in upstream.ignoreUntil(expected) }
      },
      swift: { one throws(Unsupported) in one.stream.ignoreUntil(try one.given.value().orNil) }),
    MotionOperator(
      example: "delayBy: 0.3", clause: "delay-emits-later", states: "delay-states", emitsAny: true,
      repeats: true,
      literal: { given throws(Unsupported) in
        let milliseconds = try given.needed(given.value().milliseconds)
        return { upstream in upstream.delay(byMilliseconds: milliseconds, given.clock) }
      },
      swift: { one throws(Unsupported) in
        let milliseconds = try one.given.needed(one.given.value().milliseconds)
        let clock = VirtualTime(clock: one.given.clock)
        return one.stream.delay(by: Double(milliseconds) / 1000, clock: clock)
      }),
  ]
}
