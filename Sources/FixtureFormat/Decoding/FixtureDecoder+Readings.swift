// The marked tree to the allowed behaviours of an expectation.

/// The word for a choice, unless the case uses that name.
let eitherName: Name = "\(EitherKey.either.name)"

extension FixtureDecoder {
  /// The content of an `either`; `nil` if an item of an expectation is not one.
  mutating func either(_ index: Int) -> Int? {
    guard let index = try? resolve(index), tree.nodes[index].kind == .mapping,
      tree.nodes[index].count == 2,
      tree.nodes[index + 1].count == EitherKey.either.name.utf8CodeUnitCount,
      let content = tree.value(ofKey: EitherKey.either.name, in: index),
      scope.entry(of: eitherName) == nil
    else { return nil }
    return content
  }

  /// The behaviours of an `either`, within behaviours of other choices.
  mutating func alternative(_ index: Int, within outer: [Name]) throws -> Alternative {
    let pairs = try pairs(
      index, expected: "a map of allowed behaviours, each with its events,",
      empty: "`either` needs at least one allowed behaviour"
    ) { try $0.line($1, expected: "the name of an allowed behaviour") }
    if pairs.isEmpty { throw Refusal() }
    try check(pairs.count, .readings, at: index)
    let point = try? point(of: pairs, at: index, within: outer)
    var readings: [Alternative.Reading] = []
    for (name, _, content) in pairs {
      let items = try? list(
        content, expected: "a list of events", hint: "write `\(name): [a: 1]`, or `\(name): []`",
        atMost: .events)
      guard let items else { continue }
      let expected = expectation(of: items, within: outer + (point.map { [$0] } ?? []))
      readings.append(Alternative.Reading(name: name, expected: expected))
    }
    guard let point, !readings.isEmpty else { throw Refusal() }
    return Alternative(point: point, readings: readings)
  }

  /// The choice that some behaviours belong to. All its `either`s must share one of them.
  private mutating func point(
    of readings: [NamedPair], at index: Int, within outer: [Name]
  ) throws -> Name {
    let names = readings.map(\.name)
    let point = try specification == nil ? unlistedPoint(of: names) : knownPoint(of: readings)
    let position = points.firstIndex { $0.name == point } ?? points.count
    if position == points.count {
      try check(position + 1, .points, at: index)
      points.append(ReadingPoint(point, names))
    }
    let before = points[position].readings
    let common = before.filter(Set(names).contains)
    try check(
      !common.isEmpty,
      "every `either` of `\(point)` must share a behaviour: those before this one share "
        + enumeration(before, "and"),
      at: index, hint: "a case follows one behaviour of each choice")
    points[position].readings = common
    try check(
      !outer.contains(point), "this `either` of `\(point)` is inside another one of `\(point)`",
      at: index,
      hint: "a case follows one behaviour of each choice: write the events of that one")
    return point
  }

  /// A choice that no specification lists. Its behaviours identify it.
  private mutating func unlistedPoint(of names: [Name]) -> Name {
    let known = names.lazy.compactMap { [pointsByReading] in pointsByReading[$0] }.first
    let point = known ?? Name(names.map(\.text).joined(separator: " or "))
    for name in names { pointsByReading[name] = point }
    return point
  }

  private func knownPoint(of readings: [NamedPair]) throws -> Name {
    let points = specification?.readings ?? []
    var found: ReadingPoint?
    var isWhole = true
    for (name, key, _) in readings {
      let point = specification?.point(ofReading: name)
      if let point, found ?? point == point {
        found = point
        continue
      }
      isWhole = false
      if let point, let found {
        problem(
          "`\(name)` belongs to the choice `\(point.name)`, and the others to `\(found.name)`",
          at: key,
          hint: "all its names belong to one choice: \(enumeration(found.readings, "and"))")
      } else {
        problem(
          "no choice of \(specificationName) allows `\(name)`", at: key,
          hint: didYouMean(name, among: points.flatMap(\.readings))
            ?? "`readings` in \(ClauseIndex.fileName) lists them"
            + (points.isEmpty ? ", and there are none yet" : ""))
      }
    }
    guard let found, isWhole else { throw Refusal() }
    return found.name
  }

  /// Checks that a case, and its steps, allow no more combinations than may be tried.
  mutating func checkChoices(of steps: [Step], at index: Int) {
    if points.isEmpty { return }
    func choices(_ points: some Sequence<ReadingPoint>) -> Int {
      points.reduce(1) { min($0, 1 << 40) * $1.readings.count }
    }
    guard (try? check(choices(points), .choices, at: index)) != nil
    else { return }
    let sum = steps.lazy.filter(\.expected.allowsReadings).reduce(0) { [points] sum, step in
      let own = Set(step.expected.alternatives.map(\.point))
      return sum + choices(points.filter { own.contains($0.name) })
    }
    try? check(sum, .stepChoices, at: index)
  }
}
