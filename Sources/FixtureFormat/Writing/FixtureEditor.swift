// Edits of a file: what is written into the layout that is there, such as expectations into steps.

/// Collects edits of a fixture file, which write events into steps, or of a list of known failures, and leave
/// every other byte alone.
struct FixtureEditor {
  struct Edit {
    var range: Range<Int>
    var text: String
    var lines: ClosedRange<Int>
  }

  private let tree: Tree
  private let lineBreak: String
  private var decoder: FixtureDecoder
  private(set) var edits: [Edit] = []

  /// How many steps have a new expectation.
  private(set) var stepCount = 0

  /// Where the steps begin whose expectation says something else and stays.
  private(set) var kept: [Place] = []

  /// Why cases are left as they are.
  private(set) var refusals: [Diagnostic] = []

  /// For each node, whether an alias stands for it, or for one that it is within.
  private let isAliased: [Bool]

  init(_ source: SourceText, limits: ReadingLimits) throws(Diagnostic) {
    let problems = ProblemList()
    guard let tree = Tree.read(source, limits: limits, problems: problems) else {
      throw problems.content.shown[0]
    }
    self.tree = tree
    lineBreak = source.lineBreak
    isAliased = tree.aliased
    decoder = FixtureDecoder(tree: tree, limits: limits)
  }

  // MARK: - Nodes

  mutating func caseNodes() -> [Int] { nodes(ofKey: "cases", in: 0) }

  /// The nodes of a case's steps, aliases not followed.
  mutating func stepNodes(of node: Int) -> [Int] { nodes(ofKey: "timeline", in: node) }

  private mutating func nodes(ofKey key: StaticString, in map: Int) -> [Int] {
    (try? decoder.resolve(map)).flatMap { decoder.value(ofKey: key, in: $0) }
      .flatMap { try? decoder.resolve($0) }.map(tree.indexes) ?? []
  }

  // MARK: - Edits

  /// Writes events into steps of one case, each instead of others, or into none, where one of them cannot be
  /// changed alone.
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
    let fields = try? decoder.map(step, keys: StepKey.self)
    if let fields, fields[.expect] != nil, !replacesAll {
      kept.append(tree.place(of: step))
      return false
    }
    guard tree.nodes[step].kind == .mapping, let fields else {
      throw tree.refusal(
        "this step is an alias, and has no `expect` of its own", at: step,
        hint: "write the step out")
    }
    if isAliased[step] {
      throw tree.refusal(
        "an alias stands for this step, and recording it would change what the alias means",
        at: step, hint: Tree.aliasHint)
    }
    let events = events.map(\.description)
    if let expect = fields[.expect] {
      try tree.checkAnchors(in: expect, isAliased, "recording the step")
      try replace(expect, with: events, keyNode: fields.node(of: .expect))
    } else {
      add("expect: \(flowList(events))", to: step)
    }
    stepCount += 1
    return true
  }

  /// Adds a key with its value to a step.
  private mutating func add(_ text: String, to step: Int) {
    let node = tree.nodes[step]
    let lines = tree.lines(of: step)
    guard node.isFlow else {
      // A block text ends behind its blank lines; what is added reads better before those that are not its own.
      var line = lines.upperBound
      let last = tree.indexAfter(step) - 1
      if tree.nodes[last].kind != .scalar || !tree.string(of: last).hasSuffix("\n\n") {
        while tree.source.line(line)?.allSatisfy({ $0 == " " }) ?? false { line -= 1 }
      }
      let end = tree.source.endOfLine(line - 1)
      let margin = String(repeating: " ", count: node.start.column)
      edits.append(Edit(range: end..<end, text: lineBreak + margin + text, lines: line...line))
      return
    }
    let start = tree.offset(of: node.start)
    let end = tree.offset(of: tree.nodes[tree.indexes(in: step).last ?? step].end)
    // Within brackets, a pair may stand without braces, and two may not.
    let isPair = tree.source.bytes[contentOffset(of: node)] != UInt8(ascii: "{") && node.count == 2
    if isPair { edits.append(Edit(range: start..<start, text: "{", lines: lines)) }
    edits.append(Edit(range: end..<end, text: ", " + text + (isPair ? "}" : ""), lines: lines))
  }

  /// Replaces a list by another, whose items are written out, in block or flow style as it was.
  private mutating func replace(
    _ node: Int, with items: [String], keyNode: Int
  ) throws(Diagnostic) {
    let value = tree.nodes[node]
    var (start, text, first) = (tree.offset(of: value.start), flowList(items), node)
    if value.kind == .sequence && !value.isFlow {
      if items.isEmpty {
        // A list of lines that becomes empty moves behind its key.
        (start, text, first) = (tree.offset(of: tree.nodes[keyNode].end), " " + text, keyNode)
        while tree.source.bytes[start - 1] != UInt8(ascii: ":") { start += 1 }
      } else {
        let margin = lineBreak + String(repeating: " ", count: value.start.column)
        text = items.map { "- \($0)" }.joined(separator: margin)
      }
    }
    let range = start..<tree.endOffset(of: node)
    if !tree.comments(in: range, of: node).isEmpty {
      throw tree.refusal(
        "this `expect` has comments in it, and recording the step would take them away", at: node,
        hint: "put them above the step")
    }
    let lines = tree.place(of: first).line...tree.lines(of: node).upperBound
    edits.append(Edit(range: range, text: text, lines: lines))
  }

  private func flowList(_ items: [String]) -> String { "[\(items.joined(separator: ", "))]" }

  /// Where a node begins behind its anchor and its tag.
  private func contentOffset(of node: Tree.Node) -> Int {
    var rest = tree.source.bytes[tree.offset(of: node.start)...]
    while let first = rest.first, first == UInt8(ascii: "&") || first == UInt8(ascii: "!") {
      rest = rest.drop { $0 > 0x20 }.drop { $0 <= 0x20 }
    }
    return rest.startIndex
  }

  // MARK: - Results

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
  var lineBreak: String {
    guard let index = bytes.firstIndex(where: { $0 == 0x0D || $0 == 0x0A }) else { return "\n" }
    if bytes[index] == 0x0A { return "\n" }
    return index + 1 < bytes.count && bytes[index + 1] == 0x0A ? "\r\n" : "\r"
  }
}

// MARK: - What writing over a node would lose

extension Tree {
  /// For each node, whether an alias stands for it, or for one that it is within.
  var aliased: [Bool] {
    var isAliased = Array(repeating: false, count: nodes.count)
    for alias in nodes where alias.kind == .alias && !isAliased[Int(alias.link)] {
      for node in Int(alias.link)..<indexAfter(Int(alias.link)) { isAliased[node] = true }
    }
    return isAliased
  }

  static let aliasHint = "write out what the alias stands for, where it stands"

  /// Refuses to write over a node that an alias stands for, or that has such a node within it.
  func checkAnchors(in node: Int, _ isAliased: [Bool], _ deed: String) throws(Diagnostic) {
    guard let anchor = (node..<indexAfter(node)).first(where: { isAliased[$0] }) else { return }
    throw refusal(
      "an alias stands for this, and \(deed) would take it away", at: anchor, hint: Self.aliasHint)
  }

  /// Where the text of a node ends: a block text ends at the beginning of the line behind it.
  func endOffset(of index: Int) -> Int {
    let node = nodes[index]
    return node.endsBeforeLine ? source.endOfLine(node.end.line - 1) : offset(of: node.end)
  }

  /// The comments in a range of bytes, which a node and what is around it stand in. Outside scalars and aliases,
  /// each `#` begins one.
  func comments(in range: Range<Int>, of node: Int?) -> [String] {
    var comments: [String] = []
    var position = range.lowerBound
    func look(before end: Int) {
      while position < end,
        let start = source.bytes[position..<end].firstIndex(of: UInt8(ascii: "#"))
      {
        let text = source.bytes[start..<end].prefix { $0 != 0x0A && $0 != 0x0D }
        comments.append(String(decoding: text, as: UTF8.self))
        position = text.endIndex
      }
    }
    for node in node.map({ nodes[$0..<indexAfter($0)] }) ?? []
    where node.kind == .scalar || node.kind == .alias {
      look(before: min(range.upperBound, offset(of: node.start)))
      position = max(position, offset(of: node.end))
    }
    look(before: range.upperBound)
    return comments
  }

  func offset(of mark: Mark) -> Int {
    source.offset(line: mark.line, column: mark.column)
  }

  /// Why a node is not written over.
  func refusal(_ message: String, at node: Int, hint: String) -> Diagnostic {
    source.problem(message, hint, at: place(of: node), length: length(of: node))
  }
}
