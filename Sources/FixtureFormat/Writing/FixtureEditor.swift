// Edits of a file that keep its layout, such as expectations written into steps.

/// Makes edits of a fixture file, which write events into steps, and leave every other byte alone.
struct FixtureEditor {
  /// A text in place of some bytes.
  typealias Edit = (range: Range<Int>, text: String)

  let tree: Tree
  private let lineBreak: String

  /// For each node, whether an alias refers to it, or to one around it.
  private let isAliased: [Bool]

  init(_ source: SourceText, limits: ReadingLimits) throws(Diagnostic) {
    tree = try Tree.read(source, limits: limits)
    lineBreak = source.lineBreak
    isAliased = tree.aliased
  }

  /// The edits that write events into a step, in place of an expectation or as a new one.
  func edits(
    of step: Int, _ expect: Int?, _ events: [String]
  ) throws(Diagnostic) -> [Edit] {
    if isAliased[step] {
      throw tree.problem(
        "an alias refers to this step, and recording it would change the alias",
        at: step, hint: Tree.aliasHint)
    }
    guard let expect else { return adding("expect: \(flowList(events))", to: step) }
    try tree.checkAnchors(in: expect, isAliased, "recording the step")
    return [try replacing(expect, with: events)]
  }

  /// Adds a key with its value to a step.
  private func adding(_ text: String, to step: Int) -> [Edit] {
    let node = tree.nodes[step]
    guard node.isFlow else {
      // A block text ends after its blank lines; an added key reads better before those that are not its own.
      var line = tree.lines(of: step).upperBound
      let last = tree.indexAfter(step) - 1
      if tree.nodes[last].kind != .scalar || !tree.string(of: last).hasSuffix("\n\n") {
        while tree.source.line(line).map(isBlank) ?? false { line -= 1 }
      }
      let end = tree.source.endOfLine(line - 1)
      let margin = String(repeating: " ", count: node.start.column)
      return [(end..<end, lineBreak + margin + text)]
    }
    let start = tree.offset(of: node.start)
    let end = tree.offset(of: tree.nodes[tree.indexes(in: step).last ?? step].end)
    // Within brackets, one pair needs no braces, and two do.
    let behind = tree.offset(of: node.end)
    let isBraced = behind > end && tree.source.bytes[behind - 1] == UInt8(ascii: "}")
    if node.count == 2, !isBraced {
      return [(start..<start, "{"), (end..<end, ", " + text + "}")]
    }
    return [(end..<end, ", " + text)]
  }

  /// Replaces the value of a key by a list, whose items are written out, in block or flow style as it was.
  private func replacing(_ index: Int, with items: [String]) throws(Diagnostic) -> Edit {
    let node = tree.nodes[index]
    var (start, text) = (tree.offset(of: node.start), flowList(items))
    if node.kind == .sequence && !node.isFlow {
      if items.isEmpty {
        // A block list that becomes empty moves to the line of its key.
        start = tree.offset(of: tree.nodes[index - 1].end)
        while tree.source.bytes[start - 1] != UInt8(ascii: ":") { start += 1 }
        text = " " + text
      } else {
        let margin = lineBreak + String(repeating: " ", count: node.start.column)
        text = items.map { "- \($0)" }.joined(separator: margin)
      }
    }
    let range = start..<tree.endOffset(of: index)
    if !tree.comments(in: range, of: index).isEmpty {
      throw tree.problem(
        "this `expect` has comments in it, and recording the step would remove them", at: index,
        hint: "put them above the step")
    }
    return (range, text)
  }

  private func flowList(_ items: [String]) -> String { "[\(items.joined(separator: ", "))]" }

  // MARK: - Results

  /// The file with edits, and the lines that they change.
  func result(of edits: [Edit]) -> (source: SourceText, changes: [Recording.Change]) {
    let source = tree.source
    var changes: [(lines: ClosedRange<Int>, edits: [Edit])] = []
    let edits = edits.sorted { $0.range.lowerBound < $1.range.lowerBound }
    for edit in edits {
      let first = source.place(ofByte: edit.range.lowerBound).line
      let last = source.place(ofByte: edit.range.upperBound).line
      if let former = changes.last, former.lines.upperBound >= first {
        let lines = former.lines.lowerBound...max(former.lines.upperBound, last)
        changes[changes.count - 1] = (lines, former.edits + [edit])
      } else {
        changes.append((first...last, [edit]))
      }
    }
    return (
      SourceText(path: source.path, bytes: apply(edits, to: 0..<source.bytes.count)),
      changes.map { lines, edits in
        let start = source.offset(line: lines.lowerBound - 1, column: 0)
        let bytes = apply(edits, to: start..<source.endOfLine(lines.upperBound - 1))
        let new = SourceText(path: "", bytes: bytes).allLines
        return (lines.lowerBound, old: source.lines(lines), new: new)
      }
    )
  }

  /// The bytes of a range with edits made to them.
  private func apply(_ edits: [Edit], to range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    var position = range.lowerBound
    for edit in edits {
      bytes += tree.source.bytes[position..<edit.range.lowerBound]
      bytes += Array(edit.text.utf8)
      position = edit.range.upperBound
    }
    return bytes + tree.source.bytes[position..<range.upperBound]
  }
}

extension SourceText {
  /// The first line break; `\n` if there is none.
  var lineBreak: String {
    let first = bytes[endOfLine(0)..<offset(line: 1, column: 0)]
    return first.isEmpty ? "\n" : String(decoding: first, as: UTF8.self)
  }

  /// All lines, and the text after the last line break.
  var allLines: [String] { lines(1...(.max - 1)) }

  /// The file with other lines.
  func with(_ lines: [String]) -> SourceText {
    SourceText(path: path, bytes: Array(lines.joined(separator: lineBreak).utf8))
  }
}

// MARK: - Protection of aliases and comments

extension Tree {
  /// For each node, whether an alias refers to it, or to one around it.
  var aliased: [Bool] {
    var isAliased = Array(repeating: false, count: nodes.count)
    for alias in nodes where alias.kind == .alias && !isAliased[Int(alias.link)] {
      for node in Int(alias.link)..<indexAfter(Int(alias.link)) { isAliased[node] = true }
    }
    return isAliased
  }

  static let aliasHint = "write the content in place of the alias"

  /// Refuses to write over a node that an alias refers to, or that contains such a node.
  func checkAnchors(in node: Int, _ isAliased: [Bool], _ deed: String) throws(Diagnostic) {
    guard let anchor = (node..<indexAfter(node)).first(where: { isAliased[$0] }) else { return }
    throw problem(
      "an alias refers to this, and \(deed) would remove it", at: anchor, hint: Self.aliasHint)
  }

  /// The first node that begins at a place: of a map and its first key, the map.
  func node(at place: Place) -> Int {
    nodes.indices.partitioningIndex { self.place(of: $0) >= place }
  }

  /// The end of a node's text: a block text ends at the beginning of the next line.
  func endOffset(of index: Int) -> Int {
    let node = nodes[index]
    return node.endsBeforeLine ? source.endOfLine(node.end.line - 1) : offset(of: node.end)
  }

  /// The comments in a range of bytes around a node. Outside scalars and aliases, each `#` begins
  /// one.
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
}
