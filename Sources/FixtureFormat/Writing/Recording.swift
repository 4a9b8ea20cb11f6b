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
  package private(set) var stepCount = 0

  /// The places of the steps whose expectation differs and was not to be replaced.
  package private(set) var kept: [Place] = []

  /// Why some cases were left alone, in the order of the file.
  package private(set) var refusals: [Diagnostic] = []

  /// The cases, by their positions in the file, that were not recorded because no expectation can express an event,
  /// each with what is wrong with it as an expectation.
  package private(set) var unsayable: [(position: Int, problem: String)] = []

  /// One change of the file: the first line that is concerned, from 1, and the lines as they were and as they are.
  package typealias Change = (line: Int, old: [String], new: [String])

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
    let editor = try FixtureEditor(fixture.source, limits: limits)
    var (recorded, edits) = (fixture.cases, [] as [FixtureEditor.Edit])
    for (index, trace) in traces.enumerated() {
      guard let trace else { continue }
      var (testCase, own, kept) = (recorded[index], [] as [[FixtureEditor.Edit]], [] as [Place])
      do throws(Diagnostic) {
        for (position, events) in trace.enumerated() {
          let step = testCase.steps[position]
          // No list of events is what several readings allow.
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
      if !own.isEmpty, let problem = Self.problem(with: testCase, in: fixture, limits) {
        unsayable.append((index, problem))
        continue
      }
      recorded[index] = testCase
      edits += own.joined()
      stepCount += own.count
      self.kept += kept
    }
    (source, changes) = editor.result(of: edits)
    if changes.isEmpty { return }
    // The result must say what was recorded, and otherwise what the fixture said.
    guard case .success(let read) = Fixture.read(source, index: fixture.index, limits: limits),
      read.cases.count == recorded.count,
      zip(read.cases, recorded).allSatisfy({
        Name(Self.text(of: $0, in: read)) == Name(Self.text(of: $1, in: fixture))
      })
    else {
      throw Diagnostic(
        path: source.path,
        message: "this file is written in a way that recording would change the meaning of",
        hint: "write aliases, anchors and unusual layouts of the timeline out")
    }
  }

  private static func text(of testCase: Case, in fixture: Fixture) -> String {
    FixtureText(of: testCase, specification: fixture.specification, title: fixture.title ?? "t")
      .text
  }

  /// What is wrong with what a case is to expect, which is written as a fixture of its own; `nil` where nothing is.
  private static func problem(
    with testCase: Case, in fixture: Fixture, _ limits: ReadingLimits
  ) -> String? {
    let source = SourceText(
      path: fixture.source.path, bytes: Array(text(of: testCase, in: fixture).utf8))
    switch Fixture.read(source, index: fixture.index, limits: limits) {
    case .failure(let file): return file.problems.first?.message
    case .success(let read):
      let others = read.cases[0].steps.flatMap(\.expectation)
      let other = zip(testCase.steps.flatMap(\.expectation), others).first { $0 != $1 }
      return other.map { "`\($0.0)` would be read as something else" }
    }
  }
}
