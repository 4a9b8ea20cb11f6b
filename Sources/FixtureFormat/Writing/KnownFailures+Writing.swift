// A list of known failures as text, and a file of one with some entries changed.

extension KnownFailures {
  /// The list as the text of a file, which reads back equal.
  package var text: String {
    let head = "# What is known to fail. An entry goes when its case passes.\n"
    if entries.isEmpty { return head + "[]\n" }
    return head + entries.flatMap(\.lines).map { $0 + "\n" }.joined()
  }

  /// What becomes of an entry.
  package enum Change: Sendable {
    /// It goes, with the comments on its lines and directly above them.
    case removed

    /// It has the reason of another entry, and states what that states.
    case restated(Entry)
  }

  /// The list with some entries changed and others added at its end. The lines of all others stay as they are; an
  /// entry that changes is written anew, below its comments.
  ///
  /// - Parameters:
  ///   - changes: What becomes of entries, by their position.
  ///   - new: The entries that are added.
  /// - Returns: The new content, which has been read back.
  /// - Throws: `Diagnostic` where something would be lost that is to stay.
  /// - Complexity: O(*n*) in the size of the file.
  package func rewritten(
    _ changes: [Int: Change], adding new: [Entry]
  ) throws(Diagnostic) -> SourceText {
    let source = source ?? SourceText(path: "", bytes: [])
    var wanted: [Entry?] = entries
    for (position, change) in changes {
      switch change {
      case .removed: wanted[position] = nil
      case .restated(let other):
        wanted[position]!.reason = other.reason
        wanted[position]!.statement = other.statement
      }
    }
    var text = ListText(source)
    try text.write(wanted, Set(changes.keys), adding: new)
    let result = SourceText(path: source.path, bytes: text.bytes)
    let all = wanted.compactMap(\.self) + new
    guard case .success(let read) = KnownFailures.read(result), read.entries.count == all.count,
      zip(read.entries, all).allSatisfy({
        $0.lines.elementsEqual($1.lines) { Name($0) == Name($1) }
      })
    else {
      throw Diagnostic(
        path: source.path,
        message: "this list is written in a way that changing it would change the meaning of",
        hint: "write aliases, anchors and unusual layouts out")
    }
    return result
  }
}

extension KnownFailures.Entry {
  /// The entry as lines of a list.
  var lines: [String] {
    var pairs = ["case: \(Value.string(title))"]
    if let file { pairs.append("file: \(Value.string(file))") }
    pairs += [
      "implementation: \(Value.string(implementation))", "reason: \(Value.string(reason))",
    ]
    switch statement {
    case nil: break
    case .error(let message): pairs.append("error: \(Value.string(message))")
    case .errorContains(let part): pairs.append("error-contains: \(Value.string(part))")
    case .steps(let steps):
      pairs += ["step: \(steps[0].number)", "actual: \(steps[0].list)"]
      let later = steps.dropFirst()
      if !later.isEmpty { pairs.append("later:") }
      pairs += later.map { "  \($0.number): \($0.list)" }
    }
    if let skipped { pairs.append("skipped: \(Value.string(skipped))") }
    return pairs.enumerated().map { ($0 == 0 ? "- " : "  ") + $1 }
  }
}

extension KnownFailures.Statement.Step {
  fileprivate var list: String { "[\(events.joined(separator: ", "))]" }
}

/// The text of a list, entry by entry.
private struct ListText {
  private let source: SourceText

  /// The list; `nil` where the file has comments alone.
  private let tree: Tree?

  private(set) var bytes: [UInt8] = []

  init(_ source: SourceText) {
    self.source = source
    tree =
      source.isBlank
      ? nil : Tree.read(source, limits: ReadingLimits(), problems: ProblemList())
  }

  /// Writes the entries that stay, of which some have changed, and others behind them.
  mutating func write(
    _ entries: [KnownFailures.Entry?], _ changed: Set<Int>, adding new: [KnownFailures.Entry]
  ) throws(Diagnostic) {
    defer { endAsBefore() }
    guard let tree else {
      keep(0..<source.lineCount)
      return add(new.flatMap(\.lines))
    }
    let root = tree.lines(of: 0)
    let margin = String(repeating: " ", count: tree.nodes[0].start.column)
    let (items, isAliased) = (tree.indexes(in: 0), tree.aliased)
    let isInLines = !tree.nodes[0].isFlow && items.allSatisfy { beginsLine($0, margin) }
    // The line and the byte behind what has been written.
    var (next, end) = (0, tree.offset(of: tree.nodes[0].start))
    if !isInLines { keep(0..<root.lowerBound - 1) }
    for (position, item) in items.enumerated() {
      let lines = tree.lines(of: item)
      let entry = entries[position]
      if !isInLines {
        let behind = tree.endOffset(of: item)
        if let entry { add(tree.comments(in: end..<behind, of: item) + entry.lines, margin) }
        end = behind
      } else if changed.contains(position) {
        try tree.checkAnchors(in: item, isAliased, "writing the list")
        var above = lines.lowerBound - 1
        if entry == nil {
          above = ownComments(above: above, from: next)
          // Of the blank lines around it, one stays.
          if above > next, isBlank(above - 1), isBlank(lines.upperBound) { above -= 1 }
        }
        keep(next..<above)
        if let entry {
          let range =
            tree.offset(of: tree.nodes[item].start)..<source.endOfLine(lines.upperBound - 1)
          add(tree.comments(in: range, of: item) + entry.lines, margin)
        }
      } else {
        keep(next..<lines.upperBound)
      }
      next = lines.upperBound
    }
    if !isInLines {
      add(tree.comments(in: end..<source.endOfLine(root.upperBound - 1), of: nil), margin)
      next = root.upperBound
    }
    let isEmpty = entries.allSatisfy { $0 == nil } && new.isEmpty
    add(isEmpty ? ["[]"] : new.flatMap(\.lines), margin)
    keep(next..<source.lineCount)
  }

  /// Writes lines.
  private mutating func add(_ lines: [String], _ margin: String = "") {
    for line in lines {
      endLine()
      bytes += Array((margin + line + source.lineBreak).utf8)
    }
  }

  /// Keeps lines of the file, from 0, byte for byte.
  private mutating func keep(_ lines: Range<Int>) {
    if lines.isEmpty { return }
    endLine()
    let start = lines.lowerBound == 0 ? 0 : source.offset(line: lines.lowerBound, column: 0)
    bytes += source.bytes[start..<source.offset(line: lines.upperBound, column: 0)]
  }

  private mutating func endLine() {
    if let last = bytes.last, last != 0x0A, last != 0x0D { bytes += Array(source.lineBreak.utf8) }
  }

  /// Ends the last line as that of the file ends.
  private mutating func endAsBefore() {
    endLine()
    guard let last = source.bytes.last, last != 0x0A, last != 0x0D else { return }
    bytes.removeLast(source.lineBreak.utf8.count)
  }

  private func isBlank(_ line: Int) -> Bool {
    source.line(line + 1)?.allSatisfy { $0 == " " } ?? true
  }

  private func beginsLine(_ item: Int, _ margin: String) -> Bool {
    source.line(tree!.place(of: item).line)?.hasPrefix(margin + "- ") ?? false
  }

  /// The first of the lines of comments directly above an entry, which belong to it, but for those that are indented
  /// as the entry before it is. Those above the first entry are about the list, unless a blank line is above them.
  private func ownComments(above line: Int, from start: Int) -> Int {
    var first = line
    while first > start, !isBlank(first - 1) {
      let text = (source.line(first) ?? "").utf8
      let indent = text.prefix { $0 == UInt8(ascii: " ") }.count
      guard isBlankLine(text), indent <= tree!.nodes[0].start.column else { break }
      first -= 1
    }
    return start > 0 || first > 0 && isBlank(first - 1) ? first : line
  }
}
