// What goes wrong in several operators of a library together, as they are made of the same parts.

import Conformance

extension ReactiveXDeviations {
  static let several: [Deviation] = [
    several(
      "all-and-others-tell-more-from-within", of: "all contains first elementAt",
      "tells-more-from-within",
      breaks: "one-end",
      "`all`, `contains`, `first` and `elementAt` also tell of what comes from within the value that decides."
    ),
    several(
      "count-and-toList-tell-more-from-within", of: "count toList", "tells-more-from-within",
      breaks: "one-end",
      "`count` and `toList` tell again of a completion from within their result."),
    several(
      "take-and-elementAt-complete-with-the-next", of: "take elementAt", "completes-with-the-next",
      breaks: "take",
      "`take` and `elementAt` complete with the value behind the last one."),
    several(
      "takeUntil-and-skipUntil-leave-the-other-connected", of: "takeUntil skipUntil",
      "leaves-the-other-connected-at-its-end", breaks: "end-disconnects",
      "`takeUntil` and `skipUntil` do not disconnect the other source when it has emitted or they end."
    ),
    several(
      "first-last-and-elementAt-of-too-little-complete",
      [
        "first-of-nothing-completes", "last-of-nothing-completes",
        "elementAt-of-too-little-completes",
      ], breaks: "first", "`first`, `last` and `elementAt` complete if there are too few values."),
  ]

  private static func several(
    _ name: Name, of operators: String, _ way: String, breaks clause: Name, _ summary: String
  ) -> Deviation {
    several(
      name, operators.split(separator: " ").map { "\($0)-\(way)" }, breaks: clause, summary)
  }

  /// Deviations of one operator each, together.
  private static func several(
    _ name: Name, _ parts: [String], breaks clause: Name, _ summary: String
  ) -> Deviation {
    let streams = parts.map { part in
      (tables + edges).first { $0.name == Name(part) }!.candidate.local as! ReactiveXStreams
    }
    return Deviation(
      name: name, specification: ReactiveXStreams.specification, clause: clause, summary: summary,
      family: "several operators",
      implementation: streams.dropFirst().reduce(streams[0]) { $0.joined(with: $1, name: name) })
  }
}
