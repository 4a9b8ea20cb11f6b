// Traces written into the `expect` of a fixture, with every other byte left alone.

/// A fixture file into which traces are written as expectations.
///
/// An `expect` that already says what is recorded keeps its bytes, as does everything else: comments,
/// order, blank lines, quoting and indentation. What is written is read back before it is given out: it
/// says what was recorded, and all else says what it said.
public struct Recording: Sendable {
  /// The file with the expectations written in.
  public let source: SourceText

  /// What was changed, in the order of the file.
  public let changes: [Change]

  /// How many steps have a new expectation.
  public let stepCount: Int

  /// The steps whose expectation says something else and was not to be replaced: where they begin.
  public let kept: [Place]

  /// Why nothing was recorded in some cases, which are as they were, in the order of the file.
  public private(set) var refusals: [Diagnostic]

  /// What was not recorded because no expectation can say it, in the order of the file.
  public let unsayable: [Unsayable]

  /// A trace of which a fixture cannot expect something.
  public struct Unsayable: Sendable {
    /// The position of the case in the file.
    public var position: Int

    /// What is wrong with it as an expectation.
    public var problem: String
  }

  /// One change of the file.
  public struct Change: Sendable {
    /// The first line that is concerned, from 1.
    public var line: Int

    /// The lines as they were.
    public var old: [String]

    /// The lines as they are now.
    public var new: [String]
  }

  /// Writes traces into a fixture.
  ///
  /// - Parameters:
  ///   - traces: What became observable in each case, in the order of the file; `nil` leaves a case
  ///     as it is, and so does what no expectation of it can say.
  ///   - fixture: The fixture, as it was read.
  ///   - replacesAll: Whether an `expect` that says something else is replaced, too. Otherwise, only
  ///     missing ones are added.
  ///   - limits: How much is read of a file: those with which the fixture was read.
  /// - Throws: `Diagnostic` where the file is written in a way that cannot be changed so, and it is not
  ///   known which case is to blame. A case of which a step is an alias, or is what an alias stands for, is
  ///   left alone, and the others are recorded.
  /// - Complexity: O(*n*) in the size of the file.
  public init(
    of traces: [Trace?], into fixture: Fixture, replacesAll: Bool,
    limits: ReadingLimits = ReadingLimits()
  ) throws(Diagnostic) {
    do {
      try self.init(traces, into: fixture, replacesAll, limits, unsayable: [])
    } catch {
      let unsayable = Self.unsayable(traces, of: fixture, replacesAll, limits)
      var rest = traces
      for one in unsayable { rest[one.position] = nil }
      let culprits = Self.culprits(rest) {
        (try? Recording($0, into: fixture, replacesAll, limits, unsayable: [])) != nil
      }
      if unsayable.isEmpty && culprits.isEmpty { throw error }
      for position in culprits { rest[position] = nil }
      try self.init(rest, into: fixture, replacesAll, limits, unsayable: unsayable)
      refusals = culprits.map { fixture.refusal(of: $0) } + refusals
    }
  }

  /// The most recordings that are tried to find the cases that are to blame.
  private static let mostTrials = 200

  /// The cases that cannot be recorded, each by itself: found by halving. None where that takes too long.
  private static func culprits(
    _ traces: [Trace?], _ isRecorded: ([Trace?]) -> Bool
  ) -> [Int] {
    var culprits: [Int] = []
    var suspects = [traces.indices.filter { traces[$0] != nil }]
    for _ in 0..<mostTrials {
      guard let some = suspects.popLast() else { return culprits }
      var part: [Trace?] = traces.map { _ in nil }
      for position in some { part[position] = traces[position] }
      if isRecorded(part) { continue }
      if some.count == 1 {
        culprits += some
      } else {
        let middle = some.count / 2
        suspects += [Array(some[middle...]), Array(some[..<middle])]
      }
    }
    return []
  }

  private init(
    _ traces: [Trace?], into fixture: Fixture, _ replacesAll: Bool, _ limits: ReadingLimits,
    unsayable: [Unsayable]
  ) throws(Diagnostic) {
    self.unsayable = unsayable
    if traces.allSatisfy({ $0 == nil }) {
      (source, changes, stepCount, kept, refusals) = (fixture.source, [], 0, [], [])
      return
    }
    var refusal: Diagnostic?
    // Blank lines belong to some block texts: then what is added comes behind them.
    for skipsBlankLines in [true, false] {
      var editor = try Editor(fixture, limits: limits, skipsBlankLines: skipsBlankLines)
      let cases = editor.caseNodes()
      var expectations = fixture.cases.map { $0.steps.map(\.expectation) }
      for (index, trace) in traces.enumerated() {
        guard let trace else { continue }
        let steps = editor.stepNodes(of: cases[index])
        let differing = trace.indices.filter { expectations[index][$0] != trace[$0] }
        let recorded = editor.record(
          differing.map { (steps[$0], trace[$0]) }, replacesAll: replacesAll)
        for (step, isRecorded) in zip(differing, recorded) where isRecorded {
          expectations[index][step] = trace[step]
        }
      }
      let result = editor.result()
      refusal =
        editor.isUnchanged
        ? nil
        : Self.refusal(of: result, insteadOf: fixture, with: expectations, limits: limits)
      if refusal == nil {
        source = result
        changes = editor.changes()
        stepCount = editor.stepCount
        kept = editor.kept
        refusals = editor.refusals
        return
      }
    }
    throw refusal!
  }

  /// What of some traces no expectation can say, each written as a fixture of its own.
  private static func unsayable(
    _ traces: [Trace?], of fixture: Fixture, _ replacesAll: Bool, _ limits: ReadingLimits
  ) -> [Unsayable] {
    zip(fixture.cases, traces).enumerated().compactMap { position, one in
      var (testCase, trace) = one
      guard let trace else { return nil }
      for (index, events) in trace.enumerated() {
        let step = testCase.steps[index]
        // What stays as it is has been read.
        guard replacesAll || (step.expectation.isEmpty && step.alternatives.isEmpty) else {
          continue
        }
        testCase.steps[index].expectation = events
        testCase.steps[index].alternatives = []
      }
      let wanted = testCase.steps.flatMap(\.expectation)
      let text = FixtureText(of: testCase, specification: fixture.specification, title: "t").text
      let source = SourceText(path: fixture.source.path, bytes: Array(text.utf8))
      switch Fixture.read(source, index: fixture.index, limits: limits) {
      case .failure(let file):
        return file.problems.first.map { Unsayable(position: position, problem: $0.message) }
      case .success(let read):
        let others = read.cases[0].steps.map(\.expectation).joined()
        let other = zip(wanted, others).first { $0 != $1 }
        return other.map {
          Unsayable(position: position, problem: "`\($0.0)` would be read as something else")
        }
      }
    }
  }

  /// Reads the result back: it must say what was recorded, and otherwise what the fixture said.
  private static func refusal(
    of source: SourceText, insteadOf fixture: Fixture, with expectations: [[[Event]]],
    limits: ReadingLimits
  ) -> Diagnostic? {
    let refusal = Diagnostic(
      path: source.path,
      message: "this file is written in a way that recording would change the meaning of",
      hint: "write aliases, anchors and unusual layouts of the timeline out")
    guard case .success(let read) = Fixture.read(source, index: fixture.index, limits: limits),
      read.title == fixture.title,
      read.specification == fixture.specification, read.cases.count == fixture.cases.count
    else { return refusal }
    for (index, (new, old)) in zip(read.cases, fixture.cases).enumerated() {
      guard new.name == old.name, new.clauses == old.clauses, new.tags == old.tags,
        new.note == old.note, new.subject == old.subject, new.reactions == old.reactions,
        new.steps.map(\.action) == old.steps.map(\.action),
        new.steps.map(\.note) == old.steps.map(\.note),
        new.steps.map(\.expectation) == expectations[index]
      else { return refusal }
    }
    return nil
  }
}

extension Fixture {
  /// That recording a case would change what the file means.
  fileprivate func refusal(of position: Int) -> Diagnostic {
    let place = cases[position].place
    return Diagnostic(
      path: source.path, place: place,
      message: "this case is written in a way that recording would change the meaning of",
      hint: "write aliases, anchors and unusual layouts of its timeline out",
      excerpt: source.line(place.line))
  }
}

/// Collects edits of a file.
private struct Editor {
  private struct Edit {
    var range: Range<Int>
    var text: String
    var lines: ClosedRange<Int>
  }

  private let tree: Tree
  private var decoder: FixtureDecoder
  private var edits: [Edit] = []

  /// How many steps have a new expectation.
  private(set) var stepCount = 0

  /// Where the steps begin whose expectation says something else and stays.
  private(set) var kept: [Place] = []

  /// Why cases are left as they are.
  private(set) var refusals: [Diagnostic] = []

  /// The nodes that aliases stand for, in the order of the file.
  private let aliased: [Int]

  /// For each of these, the index behind it, or behind one before it that reaches further.
  private let reach: [Int]

  /// Whether what is added to a step comes before the blank lines at its end.
  private let skipsBlankLines: Bool

  /// The file's own line break.
  private let lineBreak: String

  init(
    _ fixture: Fixture, limits: ReadingLimits, skipsBlankLines: Bool
  ) throws(Diagnostic) {
    self.skipsBlankLines = skipsBlankLines
    let problems = ProblemList(limit: limits.problems)
    guard let tree = Tree.read(fixture.source, limits: limits, problems: problems) else {
      throw problems.shown[0]
    }
    // Aliases were counted when the fixture was read, and cost nothing here.
    var limits = limits
    limits.aliasedNodes = .max
    self.tree = tree
    lineBreak = tree.source.lineBreak
    aliased = Set(tree.nodes.lazy.filter { $0.kind == .alias }.map { Int($0.link) }).sorted()
    reach = aliased.reduce(into: []) { $0.append(max($0.last ?? 0, tree.indexAfter($1))) }
    decoder = FixtureDecoder(tree: tree, limits: limits)
  }

  // MARK: - Nodes

  mutating func caseNodes() -> [Int] {
    decoder.value(ofKey: "cases", in: 0).flatMap { nodes(in: $0) } ?? []
  }

  /// The nodes of a case's steps, aliases not followed.
  mutating func stepNodes(of node: Int) -> [Int] {
    decoder.resolve(node).flatMap { decoder.value(ofKey: "timeline", in: $0) }
      .flatMap { nodes(in: $0) } ?? []
  }

  private mutating func nodes(in index: Int) -> [Int]? {
    decoder.resolve(index).map(tree.indexes)
  }

  /// Whether an alias stands for a node, or for one that it is within.
  private func isAliased(_ node: Int) -> Bool {
    let index = firstAliased(from: node + 1)
    return index > 0 && reach[index - 1] > node
  }

  /// The first of the nodes that aliases stand for which is not before another node.
  private func firstAliased(from node: Int) -> Int {
    aliased.partitioningIndex { $0 >= node }
  }

  private func refusal(_ message: String, at node: Int, hint: String) -> Diagnostic {
    let place = tree.place(of: node)
    return Diagnostic(
      path: tree.source.path, place: place, message: message, hint: hint,
      excerpt: tree.source.line(place.line), length: tree.length(of: node))
  }

  // MARK: - Edits

  /// Writes events into steps of one case, or into none, where one of them cannot be changed alone.
  ///
  /// - Returns: For each step, whether it was written into.
  mutating func record(
    _ steps: [(node: Int, events: [Event])], replacesAll: Bool
  ) -> [Bool] {
    let former = (edits: edits.count, steps: stepCount, kept: kept.count)
    do throws(Diagnostic) {
      var isRecorded: [Bool] = []
      for (node, events) in steps {
        isRecorded.append(try record(events, in: node, replacesAll: replacesAll))
      }
      return isRecorded
    } catch {
      edits.removeSubrange(former.edits...)
      stepCount = former.steps
      kept.removeSubrange(former.kept...)
      // Cases that share steps are refused for one reason.
      if refusals.last != error { refusals.append(error) }
      return steps.map { _ in false }
    }
  }

  /// Writes events into a step. Returns whether there was something to write.
  private mutating func record(
    _ events: [Event], in step: Int, replacesAll: Bool
  ) throws(Diagnostic) -> Bool {
    let fields = decoder.map(step, keys: StepKey.self)
    if let fields, fields[.expect] != nil, !replacesAll {
      kept.append(tree.place(of: step))
      return false
    }
    guard tree.nodes[step].kind == .mapping, let fields else {
      throw refusal(
        "this step is an alias, and has no `expect` of its own", at: step,
        hint: "write the step out")
    }
    if isAliased(step) {
      throw refusal(
        "an alias stands for this step, and recording it would change what the alias means",
        at: step, hint: "write out what the alias stands for, where it stands")
    }
    if let expect = fields[.expect] {
      let anchored = firstAliased(from: expect)
      if anchored < aliased.count, aliased[anchored] < tree.indexAfter(expect) {
        throw refusal(
          "an alias stands for this, and recording the step would take it away",
          at: aliased[anchored],
          hint: "write out what the alias stands for, where it stands")
      }
      stepCount += 1
      replace(expect, with: events, keyNode: decoder.keyNode(.expect, in: fields))
      return true
    }
    stepCount += 1
    let text = "expect: \(flowList(events))"
    let node = tree.nodes[step]
    let lines = tree.lines(of: step)
    if node.isFlow {
      let (start, end) = (startOffset(of: node), endOffset(of: lastChild(of: step)))
      // Within brackets, a pair may stand without braces, and two may not.
      let isPair =
        tree.source.bytes[contentOffset(of: node)] != UInt8(ascii: "{") && node.count == 2
      if isPair { edits.append(Edit(range: start..<start, text: "{", lines: lines)) }
      edits.append(
        Edit(range: end..<end, text: ", " + text + (isPair ? "}" : ""), lines: lines))
    } else {
      // A block text ends behind its blank lines; what is added reads better before them.
      var line = lines.upperBound
      while skipsBlankLines, tree.source.line(line)?.allSatisfy({ $0 == " " }) ?? false {
        line -= 1
      }
      let end = tree.source.endOfLine(line - 1)
      let margin = String(repeating: " ", count: Int(node.column))
      edits.append(Edit(range: end..<end, text: lineBreak + margin + text, lines: line...line))
    }
    return true
  }

  private mutating func replace(_ node: Int, with events: [Event], keyNode: Int) {
    let value = tree.nodes[node]
    let start = startOffset(of: value)
    // A block text ends at the beginning of the line behind it.
    let endsBeforeLine = value.endColumn == 0 && value.endLine > value.line
    let end =
      endsBeforeLine
      ? tree.source.endOfLine(Int(value.endLine) - 1) : endOffset(of: value)
    let keyLine = tree.place(of: keyNode).line
    let lastLine = tree.lines(of: node).upperBound
    let isBlock = value.kind == .sequence && !value.isFlow
    if isBlock && !events.isEmpty {
      let margin = lineBreak + String(repeating: " ", count: Int(value.column))
      let text = events.map { "- \($0)" }.joined(separator: margin)
      edits.append(
        Edit(range: start..<end, text: text, lines: tree.place(of: node).line...lastLine))
      return
    }
    let text = flowList(events)
    if isBlock {
      // A list of lines that becomes empty moves behind its key.
      var colon = endOffset(of: tree.nodes[keyNode])
      while tree.source.bytes[colon] != UInt8(ascii: ":") { colon += 1 }
      edits.append(Edit(range: colon + 1..<end, text: " " + text, lines: keyLine...lastLine))
    } else {
      edits.append(
        Edit(range: start..<end, text: text, lines: tree.place(of: node).line...lastLine))
    }
  }

  private func flowList(_ events: [Event]) -> String {
    "[\(events.map(\.description).joined(separator: ", "))]"
  }

  private func startOffset(of node: Tree.Node) -> Int {
    tree.source.offset(line: Int(node.line), column: Int(node.column))
  }

  /// Where a node begins behind its anchor and its tag.
  private func contentOffset(of node: Tree.Node) -> Int {
    var rest = tree.source.bytes[startOffset(of: node)...]
    while let first = rest.first, first == UInt8(ascii: "&") || first == UInt8(ascii: "!") {
      rest = rest.drop { $0 > 0x20 }.drop { $0 <= 0x20 }
    }
    return rest.startIndex
  }

  private func endOffset(of node: Tree.Node) -> Int {
    tree.source.offset(line: Int(node.endLine), column: Int(node.endColumn))
  }

  private func lastChild(of map: Int) -> Tree.Node {
    tree.nodes[tree.indexes(in: map).last ?? map]
  }

  // MARK: - Results

  /// Whether there is nothing to change.
  var isUnchanged: Bool { edits.isEmpty }

  func result() -> SourceText {
    SourceText(path: tree.source.path, bytes: apply(edits, to: 0..<tree.source.bytes.count))
  }

  func changes() -> [Recording.Change] {
    var changes: [(lines: ClosedRange<Int>, edits: [Edit])] = []
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      if let last = changes.last, last.lines.upperBound >= edit.lines.lowerBound {
        let upper = max(last.lines.upperBound, edit.lines.upperBound)
        changes[changes.count - 1] = (last.lines.lowerBound...upper, last.edits + [edit])
      } else {
        changes.append((edit.lines, [edit]))
      }
    }
    return changes.map { lines, edits in
      let start = tree.source.offset(line: lines.lowerBound - 1, column: 0)
      let end = max(
        tree.source.endOfLine(lines.upperBound - 1), edits.map(\.range.upperBound).max() ?? 0)
      let new = SourceText(path: "", bytes: apply(edits, to: start..<end))
      return Recording.Change(
        line: lines.lowerBound, old: tree.source.lines(lines), new: new.lines(1...(.max - 1)))
    }
  }

  /// The bytes of a range with edits made to them.
  private func apply(_ edits: [Edit], to range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    var position = range.lowerBound
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      bytes += tree.source.bytes[position..<max(position, edit.range.lowerBound)]
      bytes += Array(edit.text.utf8)
      position = max(position, edit.range.upperBound)
    }
    return bytes + tree.source.bytes[position..<max(position, range.upperBound)]
  }
}

extension SourceText {
  /// The first line break; that of most files where there is none.
  fileprivate var lineBreak: String {
    guard
      let index = bytes.firstIndex(where: { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }),
      bytes[index] == UInt8(ascii: "\r")
    else { return "\n" }
    return index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "\n") ? "\r\n" : "\r"
  }
}
