// The marked tree to readings: where an expectation allows several.

/// The word for a choice, unless something of the case has that name.
let eitherName: Name = "\(EitherKey.either.name)"

/// A point of a case.
struct OpenPoint {
  let name: Name

  /// The readings that some choice of it has.
  var readings: Set<Name>

  /// Those that all choices of it have: one of these is its answer.
  var common: [Name]
}

extension FixtureDecoder {
  /// What stands behind `either`; `nil` where an item of an expectation is no choice.
  mutating func either(_ index: Int) -> Int? {
    guard let index = try? resolve(index), tree.nodes[index].kind == .mapping,
      tree.pairCount(of: index) == 1, tree.nodes[index + 1].kind == .scalar,
      tree.nodes[index + 1].count == EitherKey.either.name.utf8CodeUnitCount,
      tree.withText(of: index + 1, { $0.equals(EitherKey.either.name) }),
      scope.entry(of: eitherName) == nil
    else { return nil }
    return index + 2
  }

  /// The readings of a choice, within readings of other points.
  mutating func alternative(_ index: Int, within outer: [Name]) throws -> Alternative {
    let (pairs, areAll) = try pairs(
      index, expected: "a map of readings, each with its events,", of: "a reading")
    try check(!pairs.isEmpty || !areAll, "a choice needs at least one reading", at: index)
    if pairs.isEmpty { throw Refusal() }
    try check(pairs.count, .readings, at: index, "a choice has")
    let point = try? point(of: pairs, at: index, within: outer)
    var readings: [Alternative.Reading] = []
    for (name, _, content) in pairs {
      let items = try? list(
        content, expected: "a list of events", hint: "write `\(name): [a: 1]`, or `\(name): []`",
        atMost: .events, "a reading has")
      guard let items else { continue }
      let expected = expectation(of: items, within: outer + (point.map { [$0] } ?? []))
      readings.append(Alternative.Reading(name: name, expected: expected))
    }
    guard let point, !readings.isEmpty else { throw Refusal() }
    return Alternative(point: point, readings: readings)
  }

  /// The point that some readings belong to. One that no specification lists is known by these.
  private mutating func point(
    of readings: [NamedPair], at index: Int, within outer: [Name]
  ) throws -> Name {
    let names = readings.map(\.name)
    let point: Name
    if specification != nil {
      point = try knownPoint(of: readings)
    } else {
      let known = points.first { point in names.contains { point.readings.contains($0) } }
      point = known?.name ?? Name(names.map(\.text).joined(separator: " or "))
    }
    try count(point, names, at: index)
    try check(
      !outer.contains(point), "this choice of `\(point)` stands in a reading of `\(point)`",
      at: index,
      hint: "a point has one answer within a case: write what that reading expects")
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
          "`\(name)` is a reading of `\(point.name)`, and the others are of `\(found.name)`",
          at: key,
          hint: "the readings of a choice are of one point: \(enumeration(found.readings, "and"))")
      } else {
        problem(
          "no point of \(specificationName) has the reading `\(name)`", at: key,
          hint: didYouMean(name, among: points.flatMap(\.readings))
            ?? "`readings` in \(ClauseIndex.fileName) lists them"
            + (points.isEmpty ? ", and there are none yet" : ""))
      }
    }
    guard let found, isWhole else { throw Refusal() }
    return found.name
  }

  /// Takes note of a point of the case, with readings of it.
  private mutating func count(_ point: Name, _ names: [Name], at index: Int) throws {
    let former = choices
    let position = points.firstIndex { $0.name == point } ?? points.count
    if position == points.count {
      try check(position + 1, .points, at: index, "a case has")
      points.append(OpenPoint(name: point, readings: [], common: names))
    }
    let readings = Set(names)
    points[position].readings.formUnion(readings)
    let before = points[position].common
    let common = before.filter(readings.contains)
    try check(
      !common.isEmpty,
      "no reading is common to all choices of `\(point)`: those before this one share "
        + enumeration(before, "and"),
      at: index, hint: "a point has one answer within a case")
    points[position].common = common
    // What has once been told of is not told of again.
    if former > FixedLimit.choices.most { return }
    try check(choices, .choices, at: index, "the points of a case allow")
  }

  /// Checks that the steps of a case allow no more choices than may be tried.
  mutating func checkChoices(of steps: [Step], at index: Int) {
    if points.isEmpty || choices > FixedLimit.choices.most { return }
    let counts = Dictionary(points.map { ($0.name, $0.common.count) }) { first, _ in first }
    let sum = steps.reduce(0) { sum, step in
      if !step.expected.allowsReadings { return sum }
      let points = Set(step.expected.alternatives.map(\.point))
      return sum + points.reduce(1) { $0 * (counts[$1] ?? 1) }
    }
    try? check(sum, .stepChoices, at: index, "the steps of a case have")
  }

  /// How many choices the points allow, as far as they are known.
  private var choices: Int {
    points.reduce(1) { product, point in
      let (choices, isTooMany) = product.multipliedReportingOverflow(by: point.common.count)
      return isTooMany ? .max : choices
    }
  }
}
