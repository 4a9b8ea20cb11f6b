// Traces written into the `expect` of a fixture, with every other byte left alone.

/// A fixture file into which traces are written as expectations.
///
/// Nothing else changes: an `expect` that is already right, comments, order, blank lines, quoting
/// and indentation keep their bytes. A case that would lose a comment is left alone. The new text is
/// read back before it is returned, to make sure that it has the recorded events and that everything
/// else means the same.
package struct Recording: Sendable {
  /// The file with the expectations written in.
  package let source: SourceText

  /// What was changed, in the order of the file.
  package let changes: [Change]

  /// How many steps have a new expectation.
  package let stepCount: Int

  /// The places of the steps whose expectation differs and was not to be replaced.
  package let kept: [Place]

  /// Why some cases were left alone, in the order of the file.
  package let refusals: [Diagnostic]

  /// The events that were not recorded because no expectation can express them, in the order of the
  /// file.
  package let unsayable: [Unsayable]

  /// A trace with an event that a fixture cannot express.
  package struct Unsayable: Sendable {
    /// The position of the case in the file.
    package var position: Int

    /// What is wrong with it as an expectation.
    package var problem: String
  }

  /// One change of the file.
  package struct Change: Sendable {
    /// The first line that is concerned, from 1.
    package var line: Int

    /// The lines as they were.
    package var old: [String]

    /// The lines as they are now.
    package var new: [String]
  }

  /// What became observable in the steps of a case; `nil` for a step to leave alone.
  package typealias PartialTrace = [[Event]?]

  /// Writes traces into a fixture.
  ///
  /// - Parameters:
  ///   - traces: What became observable in each case, in the order of the file, and in each of its
  ///     steps. `nil` leaves a case or step alone; so does an event that no expectation of the case
  ///     can express.
  ///   - fixture: The fixture, as it was read.
  ///   - replacesAll: Whether an `expect` that says something else is replaced, too. Otherwise, only
  ///     missing ones are added.
  ///   - limits: How much is read of a file: those with which the fixture was read.
  /// - Throws: `Diagnostic` if the layout of the file cannot be changed. Cases that share steps through
  ///   aliases are left alone, and the others are recorded.
  /// - Complexity: O(*n*) in the size of the file.
  package init(
    of traces: [PartialTrace?], into fixture: Fixture, replacesAll: Bool,
    limits: ReadingLimits = ReadingLimits()
  ) throws(Diagnostic) {
    do {
      try self.init(traces, into: fixture, replacesAll, limits, unsayable: [])
    } catch {
      let unsayable = Self.unsayable(traces, of: fixture, replacesAll, limits)
      if unsayable.isEmpty { throw error }
      var rest = traces
      for one in unsayable { rest[one.position] = nil }
      try self.init(rest, into: fixture, replacesAll, limits, unsayable: unsayable)
    }
  }

  private init(
    _ traces: [PartialTrace?], into fixture: Fixture, _ replacesAll: Bool, _ limits: ReadingLimits,
    unsayable: [Unsayable]
  ) throws(Diagnostic) {
    var editor = try FixtureEditor(fixture.source, limits: limits)
    let cases = editor.caseNodes()
    var expectations = fixture.cases.map { $0.steps.map(\.expectation) }
    for (index, trace) in traces.enumerated() {
      guard let trace else { continue }
      let steps = editor.stepNodes(of: cases[index])
      // No list of events is what several readings allow.
      let differing = zip(fixture.cases[index].steps, trace).enumerated().compactMap {
        position, one -> (position: Int, events: [Event])? in
        guard let events = one.1, !one.0.alternatives.isEmpty || events != one.0.expectation else {
          return nil
        }
        return (position, events)
      }
      let recorded = editor.record(
        differing.map { (steps[$0.position], $0.events) }, replacesAll: replacesAll)
      for (one, isRecorded) in zip(differing, recorded) where isRecorded {
        expectations[index][one.position] = one.events
      }
    }
    source = editor.result()
    if !editor.edits.isEmpty {
      try Self.check(source, insteadOf: fixture, with: expectations, limits: limits)
    }
    (changes, stepCount) = (editor.changes(), editor.stepCount)
    (kept, refusals) = (editor.kept, editor.refusals)
    self.unsayable = unsayable
  }

  /// Reads the result back: it must say what was recorded, and otherwise what the fixture said.
  private static func check(
    _ source: SourceText, insteadOf fixture: Fixture, with expectations: [[[Event]]],
    limits: ReadingLimits
  ) throws(Diagnostic) {
    let refusal = Diagnostic(
      path: source.path,
      message: "this file is written in a way that recording would change the meaning of",
      hint: "write aliases, anchors and unusual layouts of the timeline out")
    guard case .success(let read) = Fixture.read(source, index: fixture.index, limits: limits),
      read.title == fixture.title,
      read.specification == fixture.specification, read.cases.count == fixture.cases.count
    else { throw refusal }
    for (index, (new, old)) in zip(read.cases, fixture.cases).enumerated() {
      guard new.name == old.name, new.clauses == old.clauses, new.tags == old.tags,
        new.note == old.note, new.subject == old.subject, new.reactions == old.reactions,
        new.steps.map(\.action) == old.steps.map(\.action),
        new.steps.map(\.note) == old.steps.map(\.note),
        new.steps.map(\.expectation) == expectations[index]
      else { throw refusal }
    }
  }
}
