// The marked tree: a document's nodes in the order of the file, each with its line and column.

/// A YAML document as one array of nodes, each followed by the nodes within it.
///
/// A node is named by its index. The nodes within a mapping alternate between key and value.
struct Tree: Sendable {
  /// A line and a column, both from 0, as one number, so that libyaml's are copied at once.
  struct Mark: Sendable {
    /// The line in the lower half, the column in the upper.
    let bits: UInt64

    var line: Int { Int(truncatingIfNeeded: bits & 0xFFFF_FFFF) }
    var column: Int { Int(truncatingIfNeeded: bits >> 32) }
  }

  struct Node: Sendable {
    enum Kind: UInt8 { case scalar, sequence, mapping, alias }

    /// The tags of the core schema, and none.
    enum Tag: UInt8 { case none, string, null, bool, int, float, sequence, mapping }

    var kind: Kind
    var tag: Tag
    /// Whether a scalar has neither quotes nor block style, so that the core schema resolves it.
    var isPlain = false
    /// Whether a scalar's content is in the tree's text, because the file has it in another form.
    var isCopied = false
    var isFlow = false
    /// Where the node begins and ends.
    var start: Mark
    var end: Mark
    /// The start of a scalar's content, in the file or in the tree's text; the index after the last
    /// node of a sequence or mapping, or its parent's index until it has ended; an alias's target.
    var link: UInt32 = 0
    /// The number of bytes of a scalar's content; the number of nodes directly within a sequence or
    /// mapping, keys and values alike.
    var count: UInt32 = 0

    /// Whether the file has a scalar's content as it is, on one line.
    var isVerbatim: Bool { kind == .scalar && !isCopied }

    /// Whether the node ends at the beginning of a line, which then is not part of it.
    var endsBeforeLine: Bool { end.column == 0 && end.line > start.line }
  }

  let source: SourceText
  var nodes: ContiguousArray<Node> = []
  var text: [UInt8] = []

  /// The nodes directly within a sequence or mapping, to iterate with ``next(_:)``.
  struct Children {
    fileprivate var position: Int

    /// The number of remaining nodes.
    fileprivate(set) var count: Int

    var isEmpty: Bool { count == 0 }
  }

  func children(of index: Int) -> Children {
    Children(position: index + 1, count: Int(nodes[index].count))
  }

  /// Takes the next of some nodes; `nil` after the last.
  func next(_ children: inout Children) -> Int? {
    guard children.count > 0 else { return nil }
    let index = children.position
    children.count -= 1
    children.position = indexAfter(index)
    return index
  }

  /// The nodes directly within a sequence or mapping.
  func indexes(in index: Int) -> [Int] {
    Array(sequence(state: children(of: index)) { next(&$0) })
  }

  /// The number of a mapping's keys.
  func pairCount(of index: Int) -> Int {
    Int(nodes[index].count) / 2
  }

  /// The value of a key of a map, whatever its other keys; `nil` also if it is not a map.
  func value(ofKey name: StaticString, in map: Int) -> Int? {
    guard nodes[map].kind == .mapping else { return nil }
    var children = children(of: map)
    while let key = next(&children), let value = next(&children) {
      if nodes[key].kind == .scalar, withText(of: key, { $0.equals(name) }) { return value }
    }
    return nil
  }

  /// The index after a node and all within it.
  func indexAfter(_ index: Int) -> Int {
    switch nodes[index].kind {
    case .scalar, .alias: index + 1
    case .sequence, .mapping: Int(nodes[index].link)
    }
  }

  /// Calls a function with a scalar's content.
  func withText<Result>(
    of index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let node = nodes[index]
    func part(of bytes: [UInt8]) -> Result {
      bytes.withUnsafeBufferPointer { bytes in
        let start = Int(node.link)
        return body(UnsafeBufferPointer(rebasing: bytes[start..<start + Int(node.count)]))
      }
    }
    return node.isCopied ? part(of: text) : part(of: source.bytes)
  }

  /// A scalar's content.
  func string(of index: Int) -> String {
    withText(of: index) { String(decoding: $0, as: UTF8.self) }
  }

  /// The meaning of a scalar; `nil` for lists and maps.
  func scalar(_ index: Int) -> CoreScalar? {
    let node = nodes[index]
    guard node.kind == .scalar else { return nil }
    if !node.isPlain && (node.tag == .none || node.tag == .string) { return .string }
    return withText(of: index, resolveCoreSchema)
  }

  /// Where a node begins.
  func place(of index: Int) -> Place {
    let start = nodes[index].start
    return Place(line: start.line + 1, column: start.column + 1)
  }

  /// The lines of a node, from 1, without the blank ones and comments after it.
  func lines(of index: Int) -> ClosedRange<Int> {
    let node = nodes[index]
    return node.start.line + 1...node.end.line + (node.endsBeforeLine ? 0 : 1)
  }

  /// The number of characters to underline: the node, or its part on its first line.
  func length(of index: Int) -> Int {
    let node = nodes[index]
    if node.end.line == node.start.line { return node.end.column - node.start.column }
    guard let line = source.line(node.start.line + 1) else { return 1 }
    return line.unicodeScalars.count - node.start.column
  }

  /// A problem at a node.
  func problem(_ message: String, at index: Int, hint: String?) -> Diagnostic {
    source.problem(message, hint, at: place(of: index), length: length(of: index))
  }
}
