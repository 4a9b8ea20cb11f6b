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

  /// The file with some entries changed and others added at its end. Every other byte stays.
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
    var wanted: [Entry] = []
    for (position, entry) in entries.enumerated() {
      switch changes[position] {
      case nil: wanted.append(entry)
      case .removed: break
      case .restated(let other):
        var entry = entry
        (entry.reason, entry.statement) = (other.reason, other.statement)
        wanted.append(entry)
      }
    }
    wanted += new
    let lineBreak = source.lineBreak
    let endsLine = source.bytes.last.map { $0 == 0x0A || $0 == 0x0D } ?? true
    // What is added and taken out are whole lines.
    let lines = SourceText(
      path: source.path, bytes: source.bytes + (endsLine ? [] : Array(lineBreak.utf8)))
    var bytes: [UInt8]
    if source.isBlank {
      bytes = lines.bytes + new.flatMap(\.lines).flatMap { Array(($0 + lineBreak).utf8) }
    } else {
      var editor = try FixtureEditor(lines, limits: ReadingLimits())
      try editor.rewrite(changes, adding: new, insteadOf: entries)
      bytes = editor.result().bytes
      if !endsLine, bytes.suffix(lineBreak.utf8.count).elementsEqual(lineBreak.utf8) {
        bytes.removeLast(lineBreak.utf8.count)
      }
    }
    let result = SourceText(path: source.path, bytes: bytes)
    guard case .success(let read) = KnownFailures.read(result), read.entries.count == wanted.count,
      zip(read.entries, wanted).allSatisfy({ $0.isSame(as: $1) })
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
  /// Whether an entry says the same as another.
  fileprivate func isSame(as other: KnownFailures.Entry) -> Bool {
    title == other.title && implementation == other.implementation
      && Name(reason) == Name(other.reason) && statement == other.statement
  }

  /// The entry as lines of a list.
  fileprivate var lines: [String] {
    pairs.enumerated().map { ($0 == 0 ? "- " : "  ") + $1 }
  }

  /// Its keys, each with what it has, on one line.
  fileprivate var pairs: [String] {
    [
      "case: \(Value.string(title))", "implementation: \(Value.string(implementation))",
      "reason: \(Value.string(reason))",
    ]
      + KnownFailureKey.ofStatement.compactMap { key in
        statement?.text(of: key).map { "\(key.name): \($0)" }
      }
  }
}

extension KnownFailureKey {
  /// The keys that say how a case fails.
  fileprivate static let ofStatement = [step, actual, error]
}

extension KnownFailures.Statement {
  /// What stands behind a key; `nil` where the statement does not have it.
  fileprivate func text(of key: KnownFailureKey) -> String? {
    switch (self, key) {
    case (.step(let number, _), .step): "\(number)"
    case (.step, .actual): "[\(items.joined(separator: ", "))]"
    case (.error(let beginning), .error): "\(Value.string(beginning))"
    default: nil
    }
  }

  /// The events, as `expect` has them.
  fileprivate var items: [String] {
    guard case .step(_, .list(let items)) = self else { return [] }
    return items.map { item in
      let text = item.description
      // A list gives a pair no braces, unless its key needs a mark.
      guard case .map(let pairs) = item, pairs.count == 1, !text.hasPrefix("{?") else {
        return text
      }
      return String(text.dropFirst().dropLast())
    }
  }
}

// MARK: - Edits

extension FixtureEditor {
  private static let comments: CommentRefusal = (
    "this has comments in it, and writing the list would take them away",
    "put them on lines of their own above the entry"
  )

  /// Takes entries out, changes some, and adds others behind the last.
  fileprivate mutating func rewrite(
    _ changes: [Int: KnownFailures.Change], adding new: [KnownFailures.Entry],
    insteadOf former: [KnownFailures.Entry]
  ) throws(Diagnostic) {
    let items = tree.indexes(in: 0)
    var removed: Set<Int> = []
    for position in changes.keys.sorted() {
      let item = items[position]
      switch changes[position]! {
      case .removed:
        if let anchor = anchor(in: item) { throw anchorRefusal(at: anchor) }
        removed.insert(position)
      case .restated(let entry): try restate(item, as: entry, insteadOf: former[position])
      }
    }
    if tree.nodes[0].isFlow {
      try rewriteFlow(items, removed, new)
    } else {
      try rewriteLines(items, removed, new)
    }
  }

  private func anchorRefusal(at node: Int) -> Diagnostic {
    refusal(
      "an alias stands for this, and writing the list would take it away", at: node,
      hint: "write out what the alias stands for, where it stands")
  }

  /// The last line of a node, from 0.
  private func lastLine(of node: Int) -> Int { tree.lines(of: node).upperBound - 1 }

  private mutating func edit(_ range: Range<Int>, _ text: String, at node: Int) {
    edits.append(Edit(range: range, text: text, lines: tree.lines(of: node)))
  }

  private mutating func removeLines(_ lines: ClosedRange<Int>, of node: Int) {
    let end = tree.source.offset(line: lines.upperBound + 1, column: 0)
    edit(tree.source.offset(line: lines.lowerBound, column: 0)..<end, "", at: node)
  }

  private mutating func insertLines(_ lines: [String], behind line: Int, at node: Int) {
    let place = tree.source.offset(line: line + 1, column: 0)
    edit(place..<place, lines.map { $0 + lineBreak }.joined(), at: node)
  }

  private func isEmptyLine(_ line: Int) -> Bool {
    tree.source.line(line + 1)?.allSatisfy { $0 == " " } ?? true
  }

  // MARK: Entries in lines

  private mutating func rewriteLines(
    _ items: [Int], _ removed: Set<Int>, _ new: [KnownFailures.Entry]
  ) throws(Diagnostic) {
    let margin = String(repeating: " ", count: tree.nodes[0].start.column)
    for position in removed.sorted() {
      let item = items[position]
      var first = tree.nodes[item].start.line
      let last = lastLine(of: item)
      let line = tree.source.line(first + 1) ?? ""
      guard line.hasPrefix(margin + "- ") else {
        throw refusal(
          "this entry does not begin on the line of its `- `", at: item,
          hint: "write `- case: …` on one line")
      }
      first -= commentLines(above: first, behind: position > 0 ? items[position - 1] : nil)
      // Of the blank lines around it, one stays.
      if first > 0, isEmptyLine(first - 1), isEmptyLine(last + 1) { first -= 1 }
      removeLines(first...last, of: item)
    }
    let isEmpty = removed.count == items.count
    let lines = isEmpty && new.isEmpty ? ["[]"] : new.flatMap(\.lines)
    insertLines(lines.map { margin + $0 }, behind: lastLine(of: items.last!), at: items.last!)
  }

  /// How many lines of comments stand directly above an entry, and so belong to it, but for those that are
  /// indented as the entry before it is. Those above the first are about the list, unless a blank line is above
  /// them.
  private func commentLines(above line: Int, behind former: Int?) -> Int {
    let start = former.map { lastLine(of: $0) + 1 } ?? 0
    var first = line
    while first > start, !isEmptyLine(first - 1) {
      let text = (tree.source.line(first) ?? "").utf8
      let indent = text.prefix { $0 == UInt8(ascii: " ") }.count
      guard isBlankLine(text), indent <= tree.nodes[0].start.column else { break }
      first -= 1
    }
    return former != nil || first > 0 && isEmptyLine(first - 1) ? line - first : 0
  }

  // MARK: Entries in brackets

  private mutating func rewriteFlow(
    _ items: [Int], _ removed: Set<Int>, _ new: [KnownFailures.Entry]
  ) throws(Diagnostic) {
    let root = tree.nodes[0]
    if items.isEmpty && root.start.column == 0 && !new.isEmpty {
      let lines = new.flatMap(\.lines).joined(separator: lineBreak)
      return edit(startOffset(of: root)..<endOffset(of: root), lines, at: 0)
    }
    let texts = new.map { "{\($0.pairs.joined(separator: ", "))}" }
    guard let lastKept = items.indices.last(where: { !removed.contains($0) }) else {
      if items.isEmpty && new.isEmpty { return }
      try replace(0, with: texts, keyNode: 0, Self.comments)
      return
    }
    for position in removed.sorted() {
      let item = items[position]
      let range =
        position < lastKept
        ? startOffset(of: tree.nodes[item])..<startOffset(of: tree.nodes[items[position + 1]])
        : endOffset(of: tree.nodes[items[position - 1]])..<endOffset(of: tree.nodes[item])
      try checkComments(in: range, of: item, Self.comments)
      edit(range, "", at: item)
    }
    if texts.isEmpty { return }
    let last = tree.nodes[items.last!]
    let separator =
      last.start.line > root.start.line
      ? "," + lineBreak + String(repeating: " ", count: last.start.column) : ", "
    let place = endOffset(of: last)
    edit(place..<place, texts.map { separator + $0 }.joined(), at: items.last!)
  }

  // MARK: One entry

  /// Gives an entry another reason, and other keys that say how the case fails.
  private mutating func restate(
    _ item: Int, as entry: KnownFailures.Entry, insteadOf former: KnownFailures.Entry
  ) throws(Diagnostic) {
    guard let fields = decoder.map(item, keys: KnownFailureKey.self) else { return }
    if Name(entry.reason) != Name(former.reason) {
      try replace(fields[.reason]!, by: "\(Value.string(entry.reason))")
    }
    var added: [String] = []
    for key in KnownFailureKey.ofStatement {
      let text = entry.statement?.text(of: key)
      guard let value = fields[key] else {
        if let text { added.append("\(key.name): \(text)") }
        continue
      }
      guard let text else {
        try removePair(of: value, key, in: fields)
        continue
      }
      if text == former.statement?.text(of: key) { continue }
      if key != .actual {
        try replace(value, by: text)
        continue
      }
      if let anchor = anchor(in: value) { throw anchorRefusal(at: anchor) }
      try replace(
        value, with: entry.statement?.items ?? [], keyNode: decoder.keyNode(key, in: fields),
        Self.comments)
    }
    if added.isEmpty { return }
    let map = tree.nodes[fields.map]
    if map.isFlow {
      let end = endOffset(of: lastChild(of: fields.map))
      edit(end..<end, added.map { ", " + $0 }.joined(), at: item)
    } else {
      let margin = String(repeating: " ", count: map.start.column)
      var last = lastLine(of: fields.map)
      while isEmptyLine(last) { last -= 1 }
      insertLines(added.map { margin + $0 }, behind: last, at: item)
    }
  }

  /// Replaces a scalar.
  private mutating func replace(_ node: Int, by text: String) throws(Diagnostic) {
    if let anchor = anchor(in: node) { throw anchorRefusal(at: anchor) }
    edit(startOffset(of: tree.nodes[node])..<tree.endOffset(of: node), text, at: node)
  }

  private mutating func removePair(
    of value: Int, _ key: KnownFailureKey, in fields: FixtureDecoder.Fields<KnownFailureKey>
  ) throws(Diagnostic) {
    if let anchor = anchor(in: value) { throw anchorRefusal(at: anchor) }
    let keyNode = decoder.keyNode(key, in: fields)
    let start = startOffset(of: tree.nodes[keyNode])
    if keyNode == fields.map + 1 {
      // What stands behind it comes to its place; `case` and others do.
      let range = start..<startOffset(of: tree.nodes[tree.indexAfter(value)])
      try checkComments(in: range, of: value, Self.comments)
      edit(range, "", at: value)
    } else if tree.nodes[fields.map].isFlow {
      let nodes = tree.indexes(in: fields.map)
      let before = nodes[nodes.firstIndex(of: keyNode)! - 1]
      let range = tree.endOffset(of: before)..<tree.endOffset(of: value)
      try checkComments(in: range, of: value, Self.comments)
      edit(range, "", at: value)
    } else {
      let last = lastLine(of: value)
      try checkComments(in: start..<tree.source.endOfLine(last), of: value, Self.comments)
      removeLines(tree.nodes[keyNode].start.line...last, of: value)
    }
  }
}
