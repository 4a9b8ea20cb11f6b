// The specifications that are built in, for those who explore and serve them.

package import Conformance

extension KnownSpecification {
  /// The specifications of the built-in streams, in the order in which they build on each other.
  package static let builtIn = [
    KnownSpecification(
      "_remember", operators: ["_remember"],
      subjects: [NamedSubject("_remember", citing: "synchronous-broadcast")]),
    KnownSpecification(
      "startWith", operators: ["startWith"],
      subjects: [NamedSubject("startWith: 0", citing: "passes-values")]),
    KnownSpecification(
      "ReactiveProperty",
      subjects: [
        NamedSubject("scoped", citing: "write"),
        NamedSubject("unscoped", citing: "unscoped-property"),
      ]),
    materialMotion,
  ]

  /// All pages but those that have a specification of their own.
  private static let materialMotion: KnownSpecification = {
    let source = SourceText(
      path: "MaterialMotion.yaml", bytes: PackageResources.MaterialMotion_yaml)
    guard case .success(let index) = ClauseIndex.read(source), let words = index.operators else {
      preconditionFailure("the index is valid, as a test of the fixtures beside it says")
    }
    let flags: [Value] = [true, false]
    let points: [Value] = [["x": 1, "y": 2], ["x": 3, "y": -1], ["x": 1]]
    return KnownSpecification(
      "MaterialMotion",
      operators: words.map(\.name).filter { !["_remember", "startWith"].contains($0) },
      subjects: [
        NamedSubject("_nextOperator: [[1, [10, 11]], [2, []]]", citing: "next-operator-calls"),
        NamedSubject("_map: [[1, 10], [2, null]]", citing: "map-replaces"),
        NamedSubject("_filter: [1]", citing: "filter-passes", isRead: true),
        NamedSubject("merge: {with: other}", citing: "merge-emits-both"),
        NamedSubject(
          "valve: {openWhenTrue: other}", citing: "valve-opens", values: flags, isSilent: true),
        NamedSubject("dedupe", citing: "dedupe-emits-changes"),
        NamedSubject("ignoreUntil: 1", citing: "ignore-until-passes"),
        NamedSubject("delayBy: 0.3", citing: "delay-emits-later"),
        NamedSubject("rewrite: [[1, 10], [null, 0]]", citing: "rewrite-replaces"),
        NamedSubject("rewriteTo: 0", citing: "rewrite-to-constant"),
        NamedSubject(
          "rewriteRange: {start: 0, end: 1.5, destinationStart: 10, destinationEnd: 20}",
          citing: "rewrite-range-interpolates"),
        NamedSubject("threshold: 1", citing: "threshold-sides"),
        NamedSubject("thresholdRange: {min: 1, max: 1.5}", citing: "threshold-range-sides"),
        NamedSubject("slop: 1", citing: "slop-exit"),
        NamedSubject("offsetBy: -1", citing: "offset-adds"),
        NamedSubject("scaledBy: -1.5", citing: "scaled-multiplies"),
        NamedSubject("normalizedBy: 4", citing: "normalized-divides"),
        NamedSubject("lowerBound: 1.5", citing: "lower-bound-larger"),
        NamedSubject("upperBound: 1.5", citing: "upper-bound-smaller"),
        NamedSubject("distanceFrom: 1.5", citing: "distance-of-numbers"),
        NamedSubject("inverted", citing: "inverted-opposite", values: flags),
        NamedSubject(
          "pluck: x.y", citing: "pluck-member",
          values: [["x": ["y": 1]], ["x": ["y": .null]], ["x": 1], ["y": 1], ["x"]]),
        NamedSubject("x", citing: "x-coordinate", values: points),
        NamedSubject("y", citing: "y-coordinate", values: points),
        NamedSubject("xLockedTo: 0", citing: "x-locked", values: points),
        NamedSubject("yLockedTo: 0", citing: "y-locked", values: points),
        NamedSubject(
          "rubberBanded: {below: 0, above: 1, length: 2}", citing: "rubber-banded-above"),
        NamedSubject("toString", citing: "to-string-shortest"),
        NamedSubject("log", citing: "log-passes"),
      ], index: index)
  }()
}
