// A list of events with a line for each: which lines change, and which stay.

/// A list with each event on lines of its own, and the comments after it.
struct EventLines {
  private struct Item {
    let event: Event

    /// Its lines, from 0.
    let lines: ClosedRange<Int>

    /// Where the event itself stands.
    let range: Range<Int>
  }

  private let items: [Item]
  private let source: SourceText

  /// How far the dashes are indented.
  private let margin: Int

  /// The lines of the list, from 1.
  var lines: ClosedRange<Int> {
    items[0].lines.lowerBound + 1...items[items.count - 1].lines.upperBound + 1
  }

  /// Looks where the events of a list stand; `nil` where they do not stand so, or there are none.
  init?(_ events: [Event], at list: Int, of tree: Tree) {
    let (value, children) = (tree.nodes[list], tree.indexes(in: list))
    guard value.kind == .sequence, !value.isFlow, children.count == events.count, !events.isEmpty
    else { return nil }
    (source, margin) = (tree.source, value.start.column)
    var items: [Item] = []
    for (child, event) in zip(children, events) {
      let start = tree.nodes[child].start
      let lines = start.line...tree.lines(of: child).upperBound - 1
      let dash = source.offset(line: start.line, column: margin)
      guard
        source.bytes[source.offset(line: start.line, column: 0)..<dash]
          .allSatisfy({ $0 == UInt8(ascii: " ") }),
        source.bytes[dash] == UInt8(ascii: "-"),
        items.last.map({ $0.lines.upperBound < lines.lowerBound }) ?? true
      else { return nil }
      let first = source.offset(line: start.line, column: start.column)
      items.append(Item(event: event, lines: lines, range: first..<tree.endOffset(of: child)))
    }
    self.items = items
  }

  /// What makes the list one of other events, of which there is one. Those that stay keep their lines, one that
  /// changes its place takes its lines along, and those that go take with them what is noted behind them.
  ///
  /// - Complexity: O(*n* · *m*) for *n* events and *m* that change.
  func edits(to events: [Event], _ lineBreak: String) -> [(range: Range<Int>, text: String)] {
    var removed: Set<Int> = []
    // Of what comes, where it stood before, if it did.
    var origins: [Int: Int?] = [:]
    for change in events.difference(from: items.map(\.event)).inferringMoves() {
      switch change {
      case .remove(let position, _, _): removed.insert(position)
      case .insert(let position, _, let origin): origins.updateValue(origin, forKey: position)
      }
    }
    let moved = Set(origins.values.compactMap(\.self))
    var edits: [(range: Range<Int>, text: String)] = []
    var gone: [Int] = []
    var next = 0
    for position in 0...items.count {
      if removed.contains(position) {
        gone.append(position)
        continue
      }
      // Between two that stay: what takes the place of another has what is noted there.
      let come = events.indices[next...].prefix { origins[$0] != nil }
      let hasMoves = gone.contains(where: moved.contains) || come.contains { origins[$0]! != nil }
      let pairs = hasMoves ? [] : Array(zip(gone, come))
      edits += pairs.map { (items[$0].range, "\(events[$1])") }
      edits += gone.dropFirst(pairs.count).map {
        (removal(of: $0, isLast: position == items.count), "")
      }
      let place = end(of: (gone.first ?? position) + pairs.count - 1)
      edits += come.dropFirst(pairs.count).map { index in
        let line =
          origins[index]!.map(text(of:)) ?? String(repeating: " ", count: margin)
          + "- \(events[index])"
        return (place..<place, lineBreak + line)
      }
      gone = []
      next += come.count + 1
    }
    return edits
  }

  /// Where the lines of an item end; behind the line above the list for what is before the first.
  private func end(of item: Int) -> Int {
    source.endOfLine(item < 0 ? items[0].lines.lowerBound - 1 : items[item].lines.upperBound)
  }

  /// The lines of an item without the last line break.
  private func text(of item: Int) -> String {
    let start = source.offset(line: items[item].lines.lowerBound, column: 0)
    return String(decoding: source.bytes[start..<end(of: item)], as: UTF8.self)
  }

  /// The lines of an item with a line break: that before them where nothing of the list comes behind.
  private func removal(of item: Int, isLast: Bool) -> Range<Int> {
    let lines = items[item].lines
    return isLast
      ? source.endOfLine(lines.lowerBound - 1)..<end(of: item)
      : source.offset(
        line: lines.lowerBound, column: 0)..<source.offset(
          line: lines.upperBound + 1, column: 0)
  }
}

extension Tree {
  /// Where the text of a node ends: a block text ends at the beginning of the line behind it.
  func endOffset(of index: Int) -> Int {
    let node = nodes[index]
    return node.endsBeforeLine
      ? source.endOfLine(node.end.line - 1)
      : source.offset(line: node.end.line, column: node.end.column)
  }
}
