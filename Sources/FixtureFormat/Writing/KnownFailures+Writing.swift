// A list of known failures as text, and edits of its file.

extension KnownFailures {
  /// The list as the text of a file, which reads back equal.
  package var text: String {
    let head = "# The known failures. An entry is removed when its case passes.\n"
    if entries.isEmpty { return head + "[]\n" }
    return head + entries.flatMap(\.lines).map { $0 + "\n" }.joined()
  }

  /// A change of an entry.
  package enum Change: Sendable {
    /// It is removed, with the comments on its lines and directly above them.
    case removed

    /// It gets the reason and the difference of another entry.
    case restated(Entry)
  }

  /// The list with some entries changed and others added at its end. The lines of all others stay as they are; an
  /// entry that changes is written anew, below its comments.
  ///
  /// - Parameters:
  ///   - changes: The changes of entries, by their position.
  ///   - new: The entries to add.
  /// - Returns: The new content, which has been read back.
  /// - Throws: `Diagnostic` if anything else would be lost.
  /// - Complexity: O(*n*) in the size of the file.
  package func rewritten(
    _ changes: [Int: Change], adding new: [Entry]
  ) throws(Diagnostic) -> SourceText {
    var wanted: [Entry?] = entries
    for (position, change) in changes {
      switch change {
      case .removed: wanted[position] = nil
      case .restated(let other):
        wanted[position]!.reason = other.reason
        wanted[position]!.statement = other.statement
      }
    }
    let all = wanted.compactMap(\.self) + new
    let added = all.isEmpty ? ["[]"] : new.flatMap(\.lines)
    let result = source.with(try lines(of: wanted, Set(changes.keys), adding: added))
    guard case .success(let read) = KnownFailures.read(result), read.entries.count == all.count,
      zip(read.entries, all).allSatisfy({
        $0.lines.elementsEqual($1.lines) { Name($0) == Name($1) }
      })
    else {
      throw Diagnostic(
        path: source.path,
        message: "changing this list would change the meaning of something else",
        hint: "write aliases, anchors and unusual layouts out")
    }
    return result
  }

  /// The lines of a list with others in place of the entries that change, and some after the last
  /// entry. `nil` removes an entry.
  private func lines(
    of entries: [Entry?], _ changed: Set<Int>, adding added: [String]
  ) throws(Diagnostic) -> [String] {
    var lines = source.allLines
    guard let tree = try? Tree.read(source) else {
      // There are only comments.
      lines.insert(contentsOf: added, at: source.lineCount)
      return lines
    }
    let (root, start) = (tree.lines(of: 0), tree.nodes[0].start)
    let margin = String(repeating: " ", count: start.column)
    let (items, added) = (tree.indexes(in: 0), added.map { margin + $0 })
    let isInLines =
      !tree.nodes[0].isFlow
      && items.allSatisfy { lines[tree.place(of: $0).line - 1].hasPrefix(margin + "- ") }
    if !isInLines {
      var (text, end) = ([] as [String], tree.offset(of: start))
      for (entry, item) in zip(entries, items) {
        let behind = tree.endOffset(of: item)
        if let entry { text += tree.comments(in: end..<behind, of: item) + entry.lines }
        end = behind
      }
      text += tree.comments(in: end..<source.endOfLine(root.upperBound - 1), of: nil)
      let new = text.map { margin + $0 } + added
      lines.replaceSubrange(root.lowerBound - 1..<root.upperBound, with: new)
      return lines
    }
    let isAliased = tree.aliased
    lines.insert(contentsOf: added, at: root.upperBound)
    // From the last on, so that those before keep their numbers.
    for position in changed.sorted(by: >) {
      let item = items[position]
      try tree.checkAnchors(in: item, isAliased, "writing the list")
      var (first, last) = (tree.place(of: item).line - 1, tree.lines(of: item).upperBound)
      var new: [String] = []
      if let entry = entries[position] {
        let range = tree.offset(of: tree.nodes[item].start)..<source.endOfLine(last - 1)
        new = (tree.comments(in: range, of: item) + entry.lines).map { margin + $0 }
      } else {
        let former = position == 0 ? 0 : tree.lines(of: items[position - 1]).upperBound
        first -= Self.ownLines(above: lines[former..<first], isFirst: position == 0, start.column)
        // One of the blank lines around it stays.
        if first > former, isBlank(lines[first - 1]), last == lines.count || isBlank(lines[last]) {
          first -= 1
        }
      }
      lines.replaceSubrange(first..<last, with: new)
    }
    return lines
  }

  /// How many lines of comments directly above an entry belong to it: all but those that are indented as the entry
  /// before it is. Those above the first entry are about the list, unless a blank line is above them.
  private static func ownLines(
    above lines: ArraySlice<String>, isFirst: Bool, _ margin: Int
  ) -> Int {
    let count = lines.reversed().prefix { line in
      let text = line.drop { $0 == " " }
      return text.first == "#" && line.count - text.count <= margin
    }.count
    return isFirst && !(lines.dropLast(count).last.map(isBlank) ?? false) ? 0 : count
  }
}

/// Whether a line is blank.
func isBlank(_ line: String) -> Bool { line.allSatisfy { $0 == " " } }

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
    return listItem(pairs)
  }
}

extension KnownFailures.Statement.Step {
  fileprivate var list: String { "[\(events.joined(separator: ", "))]" }
}
