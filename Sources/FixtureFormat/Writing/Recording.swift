// Traces written into the `expect` of a fixture, with every other byte left alone.

/// A fixture file into which traces are written as expectations.
///
/// Nothing else changes: an `expect` that is already right, comments, order, blank lines, quoting
/// and indentation keep their bytes. A case that would lose a comment is left alone. The new text is
/// read back before it is returned, to make sure that it has the recorded events and that everything
/// else means the same.
package struct Recording: Sendable {
  /// The file with the expectations written in.
  package private(set) var source: SourceText

  /// What was changed, in the order of the file.
  package private(set) var changes: [Change]

  /// How many steps have a new expectation.
  package private(set) var stepCount = 0

  /// The places of the steps with a different expectation that was not to be replaced.
  package private(set) var kept: [Place] = []

  /// Why some cases were left alone, in the order of the file.
  package private(set) var refusals: [Diagnostic] = []

  /// The cases, by their positions in the file, that were not recorded because no expectation can
  /// express an event, each with the problem of that expectation.
  package private(set) var unsayable: [(position: Int, problem: String)] = []

  /// The cases with recorded events, and the positions of those that changed.
  private var cases: [Case]
  private var positions: Set<Int> = []

  /// One change of the file: the first line, from 1, and the lines before and after the change.
  package typealias Change = (line: Int, old: [String], new: [String])

  /// The events of the steps of a case; `nil` for a step to leave alone.
  package typealias PartialTrace = [[Event]?]

  /// Writes traces into a fixture.
  ///
  /// - Parameters:
  ///   - traces: The events of each case, in the order of the file, and of each of its steps. `nil`
  ///     leaves a case or step alone; so does an event that no expectation of the case can express.
  ///   - fixture: The fixture, as it was read.
  ///   - replacesAll: Whether a different `expect` is replaced, too. Otherwise, only missing ones
  ///     are added.
  ///   - limits: The limits with which the fixture was read.
  /// - Throws: `Diagnostic` if the layout of the file cannot be changed. Cases that share steps through
  ///   aliases are left alone, and the others are recorded.
  /// - Complexity: O(*n*) in the size of the file.
  package init(
    of traces: [PartialTrace?], into fixture: Fixture, replacesAll: Bool,
    limits: ReadingLimits = ReadingLimits()
  ) throws(Diagnostic) {
    var (traces, unsayable) = (traces, [] as [(position: Int, problem: String)])
    while true {
      self = try Recording(traces, into: fixture, replacesAll, limits)
      let problems = try problems(in: fixture, limits)
      if problems.isEmpty { break }
      for position in problems.keys { traces[position] = nil }
      unsayable += problems.map { ($0, $1) }
    }
    self.unsayable = unsayable.sorted { $0.position < $1.position }
  }

  private init(
    _ traces: [PartialTrace?], into fixture: Fixture, _ replacesAll: Bool, _ limits: ReadingLimits
  ) throws(Diagnostic) {
    let editor = try FixtureEditor(fixture.source, limits: limits)
    var edits: [FixtureEditor.Edit] = []
    cases = fixture.cases
    for (index, trace) in traces.enumerated() {
      guard let trace else { continue }
      var (testCase, own, kept) = (cases[index], [] as [[FixtureEditor.Edit]], [] as [Place])
      do throws(Diagnostic) {
        for (position, events) in trace.enumerated() {
          let step = testCase.steps[position]
          // One list of events cannot replace several allowed behaviours.
          guard let events, events != step.expectation || step.expected.allowsReadings else {
            continue
          }
          let node = editor.tree.node(at: step.place)
          let expect = editor.tree.value(ofKey: "expect", in: node)
          if expect == nil || replacesAll {
            own.append(try editor.edits(of: node, expect, events.map(\.description)))
            testCase.steps[position].expectation = events
          } else {
            kept.append(step.place)
          }
        }
      } catch {
        // A case is recorded as a whole, and cases that share steps are refused for one reason.
        if refusals.last != error { refusals.append(error) }
        continue
      }
      cases[index] = testCase
      if !own.isEmpty { positions.insert(index) }
      edits += own.joined()
      stepCount += own.count
      self.kept += kept
    }
    (source, changes) = editor.result(of: edits)
  }

  /// The first problem of the recorded text of each case, read back, by the position of the case.
  /// Everything else must mean the same as before.
  private func problems(
    in fixture: Fixture, _ limits: ReadingLimits
  ) throws(Diagnostic) -> [Int: String] {
    if changes.isEmpty { return [:] }
    var problems: [(Int, String)] = []
    switch Fixture.read(source, index: fixture.index, limits: limits) {
    case .success(let read):
      for (position, (new, old)) in zip(read.cases, cases).enumerated() {
        let events = zip(old.steps, new.steps).flatMap { zip($0.expectation, $1.expectation) }
        if let (event, _) = events.first(where: { $0 != $1 }) {
          problems.append((position, "`\(event)` would mean something else"))
        }
      }
      if read.isSame(as: fixture, with: cases) { return [:] }
    case .failure(let file):
      let tree = try Tree.read(source, limits: limits)
      let items = tree.value(ofKey: "cases", in: 0).map { tree.indexes(in: $0) } ?? []
      problems = file.problems.compactMap { problem in
        let position = problem.place.flatMap { place in
          items.lastIndex { tree.place(of: $0) <= place }
        }
        return position.map { ($0, problem.message) }
      }
    }
    problems.removeAll { !positions.contains($0.0) }
    if !problems.isEmpty { return Dictionary(problems) { first, _ in first } }
    throw Diagnostic(
      path: source.path,
      message: "recording into this file would change the meaning of something else",
      hint: "write aliases, anchors and unusual layouts of the timeline out")
  }
}

extension Fixture {
  /// Whether it has the same content as another fixture with other cases, whatever the places.
  fileprivate func isSame(as other: Fixture, with others: [Case]) -> Bool {
    specification == other.specification && title.map { Name($0) } == other.title.map { Name($0) }
      && cases.count == others.count && zip(cases, others).allSatisfy { $0.isSame(as: $1) }
  }
}

extension Case {
  /// Whether it has the same content as another case, whatever the places.
  fileprivate func isSame(as other: Case) -> Bool {
    func notes(_ one: Case) -> [Name?] {
      ([one.note] + one.steps.map(\.note)).map { $0.map { Name($0) } }
    }
    return [[name], clauses, tags] == [[other.name], other.clauses, other.tags]
      && notes(self) == notes(other) && isOrdered == other.isOrdered && subject == other.subject
      && reactions == other.reactions && steps.map(\.action) == other.steps.map(\.action)
      && steps.map(\.expected) == other.steps.map(\.expected)
  }
}
