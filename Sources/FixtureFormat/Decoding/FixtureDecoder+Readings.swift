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
    guard let index = resolve(index), tree.nodes[index].kind == .mapping,
      tree.pairCount(of: index) == 1, tree.nodes[index + 1].kind == .scalar,
      tree.nodes[index + 1].count == EitherKey.either.name.utf8CodeUnitCount,
      tree.withText(of: index + 1, { $0.equals(EitherKey.either.name) }),
      scope.entry(of: eitherName) == nil
    else { return nil }
    return index + 2
  }

  /// The readings of a choice, which begin at a position of the expectation, within readings of other points.
  mutating func alternative(
    _ index: Int, at position: Int, within outer: [Name]
  ) -> Alternative? {
    guard
      let (pairs, areAll) = uniquePairs(
        index, expected: "a map of readings, each with its events,", of: "a reading")
    else { return nil }
    guard !pairs.isEmpty else {
      if areAll { problem("a choice needs at least one reading", at: index) }
      return nil
    }
    if isBeyond(.readings, pairs.count, at: index, "a choice has") { return nil }
    var point = point(of: pairs, in: index)
    if let found = point, outer.contains(found) {
      problem(
        "this choice of `\(found)` stands in a reading of `\(found)`", at: index,
        hint: "a point has one answer within a case: write what that reading expects")
      point = nil
    }
    var readings: [Alternative.Reading] = []
    for (name, _, content) in pairs {
      guard
        let items = list(
          content, expected: "a list of events", hint: "write `\(name): [a: 1]`, or `\(name): []`",
          atMost: .events, "a reading has")
      else { continue }
      let (events, alternatives) = events(of: items, within: outer + (point.map { [$0] } ?? []))
      readings.append(Alternative.Reading(name: name, events: events, alternatives))
    }
    guard let point, !readings.isEmpty else { return nil }
    return Alternative(point: point, position: position, readings: readings)
  }

  /// The point that some readings belong to.
  private mutating func point(of readings: [NamedPair], in index: Int) -> Name? {
    let names = readings.map(\.name)
    guard let points = specification?.readings else { return pointOfCase(names, at: index) }
    var found: ReadingPoint?
    var isWhole = true
    for (name, key, _) in readings {
      guard let point = specification?.point(ofReading: name) else {
        problem(
          "no point of \(specificationName) has the reading `\(name)`", at: key,
          hint: didYouMean(name, among: points.flatMap(\.readings))
            ?? "`readings` in \(ClauseIndex.fileName) lists them"
            + (points.isEmpty ? ", and there are none yet" : ""))
        isWhole = false
        continue
      }
      if let found, found != point {
        problem(
          "`\(name)` is a reading of `\(point.name)`, and the others are of `\(found.name)`",
          at: key,
          hint: "the readings of a choice are of one point: "
            + enumeration(found.readings, "and"))
        isWhole = false
        continue
      }
      found = point
    }
    return isWhole ? found.flatMap { count($0.name, names, at: index) } : nil
  }

  /// The point of readings that no specification lists: it is known by these.
  private mutating func pointOfCase(_ names: [Name], at index: Int) -> Name? {
    let known = points.first { point in names.contains { point.readings.contains($0) } }
    return count(known?.name ?? Name(names.map(\.text).joined(separator: " or ")), names, at: index)
  }

  /// Takes note of a point of the case, with readings of it; `nil` where there are too many.
  private mutating func count(_ point: Name, _ names: [Name], at index: Int) -> Name? {
    let known = points.firstIndex { $0.name == point }
    if known == nil,
      isBeyond(.points, points.count + 1, at: index, "a case has")
    {
      return nil
    }
    let former = choices
    let position = known ?? points.count
    if known == nil { points.append(OpenPoint(name: point, readings: [], common: names)) }
    let readings = Set(names)
    points[position].readings.formUnion(readings)
    let before = points[position].common
    points[position].common.removeAll { !readings.contains($0) }
    if points[position].common.isEmpty {
      problem(
        "no reading is common to all choices of `\(point)`: those before this one share "
          + enumeration(before, "and"),
        at: index, hint: "a point has one answer within a case")
      points[position].common = before
      return nil
    }
    // What has once been told of is not told of again.
    if former > FixedLimit.choices.most { return point }
    return isBeyond(.choices, choices, at: index, "the points of a case allow") ? nil : point
  }

  /// Checks that the steps of a case allow no more choices than may be tried.
  func checkChoices(of steps: [Step], at index: Int) {
    if points.isEmpty || choices > FixedLimit.choices.most { return }
    let counts = Dictionary(points.map { ($0.name, $0.common.count) }) { first, _ in
      first
    }
    let sum = steps.reduce(0) { sum, step in
      if step.alternatives.isEmpty { return sum }
      let points = Set(step.allAlternatives.map(\.point))
      return sum + points.reduce(1) { $0 * (counts[$1] ?? 1) }
    }
    _ = isBeyond(.stepChoices, sum, at: index, "the steps of a case have")
  }

  /// How many choices the points allow, as far as they are known.
  private var choices: Int {
    points.reduce(1) { product, point in
      let (choices, isTooMany) = product.multipliedReportingOverflow(by: point.common.count)
      return isTooMany ? .max : choices
    }
  }
}
