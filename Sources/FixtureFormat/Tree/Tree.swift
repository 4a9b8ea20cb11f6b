// The marked tree: a document's nodes in the order of the file, each with its line and column.

/// A YAML document as one array of nodes, each followed by the nodes within it.
///
/// A node is named by its index. The nodes within a mapping alternate between key and value.
struct Tree {
  struct Node {
    enum Kind: UInt8 { case scalar, sequence, mapping, alias }

    /// The tags of the core schema, and none.
    enum Tag: UInt8 { case none, string, null, bool, int, float, sequence, mapping }

    var kind: Kind
    var tag: Tag
    /// Whether a scalar has neither quotes nor block style, so that the core schema resolves it.
    var isPlain: Bool
    var isFlow: Bool
    /// Where the node begins and ends: lines and columns from 0.
    var line: UInt32
    var column: UInt32
    var endLine: UInt32
    var endColumn: UInt32
    /// A scalar's content: where it begins in the tree's text, and how many bytes it has.
    var textStart: UInt32 = 0
    var textLength: UInt32 = 0
    /// The index behind the last node within this one; an alias's target.
    var end: UInt32 = 0
    /// How many nodes stand directly within this one, keys and values alike.
    var count: UInt32 = 0

    /// The index behind the node, whose own index is given, and all within it.
    func indexAfter(_ index: Int) -> Int {
      switch kind {
      case .scalar, .alias: index + 1
      case .sequence, .mapping: Int(end)
      }
    }
  }

  let source: SourceText
  var nodes: ContiguousArray<Node> = []
  var text: ContiguousArray<UInt8> = []

  init(source: SourceText) {
    self.source = source
    text.reserveCapacity(source.bytes.count)
    // About as many as fixtures have.
    nodes.reserveCapacity(source.bytes.count / 6)
  }

  /// The indexes of the nodes directly within a sequence or mapping.
  func children(of index: Int) -> Children {
    Children(nodes: nodes, position: index + 1, remaining: Int(nodes[index].count))
  }

  /// The nodes directly within a sequence.
  func items(of index: Int) -> Items {
    Items(children: children(of: index), count: Int(nodes[index].count))
  }

  struct Items: Sequence {
    fileprivate let children: Children
    let count: Int

    var isEmpty: Bool { count == 0 }

    func makeIterator() -> Children { children }
  }

  struct Children: Sequence, IteratorProtocol {
    let nodes: ContiguousArray<Node>
    var position: Int
    var remaining: Int

    mutating func next() -> Int? {
      guard remaining > 0 else { return nil }
      defer {
        remaining -= 1
        position = nodes[position].indexAfter(position)
      }
      return position
    }
  }

  /// The number of a mapping's keys.
  func pairCount(of index: Int) -> Int {
    Int(nodes[index].count) / 2
  }

  /// The index behind a node and all within it.
  func indexAfter(_ index: Int) -> Int {
    nodes[index].indexAfter(index)
  }

  /// Calls a function with a scalar's content.
  func withText<Result>(
    of index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let node = nodes[index]
    return text.withUnsafeBufferPointer { text in
      let start = Int(node.textStart)
      return body(UnsafeBufferPointer(rebasing: text[start..<start + Int(node.textLength)]))
    }
  }

  /// A scalar's content.
  func string(of index: Int) -> String {
    withText(of: index) { String(decoding: $0, as: UTF8.self) }
  }

  /// Where a node begins.
  func place(of index: Int) -> Place {
    Place(line: Int(nodes[index].line) + 1, column: Int(nodes[index].column) + 1)
  }

  /// The lines on which a node stands, from 1, without the blank ones and comments behind it.
  func lines(of index: Int) -> ClosedRange<Int> {
    let node = nodes[index]
    let endsBeforeLine = node.endColumn == 0 && node.endLine > node.line
    return Int(node.line) + 1...Int(node.endLine) + (endsBeforeLine ? 0 : 1)
  }

  /// How many characters to underline: the node, or what stands of it on its first line.
  func length(of index: Int) -> Int {
    let node = nodes[index]
    if node.endLine == node.line { return Int(node.endColumn) - Int(node.column) }
    guard let line = source.line(Int(node.line) + 1) else { return 1 }
    return line.unicodeScalars.count - Int(node.column)
  }
}
