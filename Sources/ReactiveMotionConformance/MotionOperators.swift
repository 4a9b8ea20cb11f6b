// The operators of Material Motion but those that remember: a row each.

import Conformance

/// An operator: what to explore of it first, and what it says.
struct MotionOperator {
  /// The operator with an argument, as a fixture has it; of a stream without operators, nothing.
  let example: String

  /// The clause that says what it emits, and those for its states and connections, where they are not those of all.
  let clause: Name
  var states: Name = "passes-states"
  var disconnects: Name = "disconnects"
  var connects: Name = "connects-once"

  /// Whether it may emit any value, or the same value twice.
  var emitsAny = false
  var repeats = false

  /// The values that timelines use; none for the usual ones.
  var values: [Value] = []

  /// Whether sources that emit while they connect are left out: there, the specification is left open.
  var isSilent = false

  /// Whether the stream is read, too.
  var isRead = false

  var name: Name { Name(String(example.prefix { $0 != ":" })) }

  var subject: KnownSpecification.NamedSubject {
    KnownSpecification.NamedSubject(
      example, citing: clause, values: values, isSilent: isSilent, isRead: isRead)
  }

  /// A stream without operators.
  static let stream = MotionOperator(
    example: "", clause: "observable-delivers", states: "observable-delivers",
    disconnects: "subscription-disconnects", connects: "observable-connects", emitsAny: true,
    repeats: true)

  private static let flags: [Value] = [true, false]
  private static let points: [Value] = [["x": 1, "y": 2], ["x": 3, "y": -1], ["x": 1]]

  static let all: [MotionOperator] = [
    MotionOperator(
      example: "_nextOperator: [[1, [10, 11]], [2, []]]", clause: "next-operator-calls",
      emitsAny: true, repeats: true),
    MotionOperator(
      example: "_map: [[1, 10], [2, null]]", clause: "map-replaces", emitsAny: true, repeats: true),
    MotionOperator(
      example: "_filter: [1]", clause: "filter-passes", emitsAny: true, repeats: true, isRead: true),
    MotionOperator(
      example: "merge: {with: other}", clause: "merge-emits-both", disconnects: "merge-disconnects",
      emitsAny: true, repeats: true),
    MotionOperator(
      example: "valve: {openWhenTrue: other}", clause: "valve-opens", states: "valve-states",
      disconnects: "valve-disconnects", emitsAny: true, repeats: true, values: flags,
      isSilent: true),
    MotionOperator(example: "dedupe", clause: "dedupe-emits-changes", emitsAny: true),
    MotionOperator(
      example: "ignoreUntil: 1", clause: "ignore-until-passes", emitsAny: true, repeats: true),
    MotionOperator(
      example: "delayBy: 0.3", clause: "delay-emits-later", states: "delay-states", emitsAny: true,
      repeats: true),
    MotionOperator(
      example: "rewrite: [[1, 10], [null, 0]]", clause: "rewrite-replaces", emitsAny: true,
      repeats: true),
    MotionOperator(
      example: "rewriteTo: 0", clause: "rewrite-to-constant", emitsAny: true, repeats: true),
    MotionOperator(
      example: "rewriteRange: {start: 0, end: 1.5, destinationStart: 10, destinationEnd: 20}",
      clause: "rewrite-range-interpolates"),
    MotionOperator(example: "threshold: 1", clause: "threshold-sides", repeats: true),
    MotionOperator(
      example: "thresholdRange: {min: 1, max: 1.5}", clause: "threshold-range-sides",
      repeats: true),
    MotionOperator(example: "slop: 1", clause: "slop-exit"),
    MotionOperator(example: "offsetBy: -1", clause: "offset-adds"),
    MotionOperator(example: "scaledBy: -1.5", clause: "scaled-multiplies"),
    MotionOperator(example: "normalizedBy: 4", clause: "normalized-divides"),
    MotionOperator(example: "lowerBound: 1.5", clause: "lower-bound-larger"),
    MotionOperator(example: "upperBound: 1.5", clause: "upper-bound-smaller"),
    MotionOperator(example: "distanceFrom: 1.5", clause: "distance-of-numbers"),
    MotionOperator(
      example: "inverted", clause: "inverted-opposite", repeats: true, values: flags),
    MotionOperator(
      example: "pluck: x.y", clause: "pluck-member", emitsAny: true, repeats: true,
      values: [["x": ["y": 1]], ["x": ["y": .null]], ["x": 1], ["y": 1], ["x"]]),
    MotionOperator(example: "x", clause: "x-coordinate", values: points),
    MotionOperator(example: "y", clause: "y-coordinate", values: points),
    MotionOperator(example: "xLockedTo: 0", clause: "x-locked", values: points),
    MotionOperator(example: "yLockedTo: 0", clause: "y-locked", values: points),
    MotionOperator(
      example: "rubberBanded: {below: 0, above: 1, length: 2}", clause: "rubber-banded-above"),
    MotionOperator(example: "toString", clause: "to-string-shortest"),
    MotionOperator(example: "log", clause: "log-passes", repeats: true),
  ]
}
