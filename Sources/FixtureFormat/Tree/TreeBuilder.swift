// YAML events to the marked tree, within bounds.

import CLibYAML
import CYAMLShim

extension Tree {
  /// Reads a document.
  ///
  /// - Parameters:
  ///   - source: The bytes.
  ///   - limits: How much is read.
  ///   - problems: Receives the problems of its parts. The tree is whole if none is added.
  /// - Returns: The tree.
  /// - Throws: The reason if there is none.
  static func read(
    _ source: SourceText, limits: ReadingLimits = ReadingLimits(),
    problems: ProblemList = ProblemList()
  ) throws(Diagnostic) -> Tree {
    var builder = try TreeBuilder(source: source, limits: limits, problems: problems)
    while try builder.readItem() != nil {}
    return builder.tree
  }
}

/// Reads a document, and can stop at each item of one of its lists.
struct TreeBuilder {
  private typealias Event = UnsafePointer<yaml_event_t>

  var tree: Tree
  private let limits: ReadingLimits
  let problems: ProblemList

  /// The key of the list at whose items reading stops, and that list once it has begun.
  private let itemKey: StaticString?
  private var itemList: Int?

  /// The innermost sequence or mapping that has begun and not ended, the nodes found in it so far, and how
  /// many there are with those around it.
  private var inner = 0
  private var innerCount: UInt32 = 0
  private var depth = 0
  private var anchors: [Name: Int] = [:]
  private var lastEnd = Tree.Mark(bits: 0)

  /// The number of nodes so far, including those that have been removed.
  private var nodeCount = 0

  /// The node that began or ended last.
  private var newest = 0

  /// Whether a byte of the source is at the index of its character.
  private let isASCII: Bool

  private let parser: Parser

  /// Begins to read.
  ///
  /// - Parameters:
  ///   - source: The bytes.
  ///   - limits: How much is read.
  ///   - problems: Receives the problems of its parts.
  ///   - key: The key of a list, directly within the outermost map, at whose items reading stops.
  /// - Throws: The problem of the file as a whole.
  init(
    source: SourceText, limits: ReadingLimits, problems: ProblemList = ProblemList(),
    itemsOf key: StaticString? = nil
  ) throws(Diagnostic) {
    // The places of a tree are 32 bits wide.
    let fileSize = min(limits.fileSize, Int(UInt32.max))
    guard source.bytes.count <= fileSize else {
      throw Diagnostic(
        path: source.path, message: "the file has more than the limit of \(fileSize) bytes",
        hint: "split it into several files")
    }
    if source.bytes.starts(with: [0xFE, 0xFF]) || source.bytes.starts(with: [0xFF, 0xFE]) {
      throw Diagnostic(
        path: source.path, message: "the file is UTF-16; a fixture is UTF-8",
        hint: "save it as UTF-8")
    }
    isASCII = source.bytes.reduce(0, |) < 0x80
    if !isASCII, let problem = source.formerLineBreak { throw problem }
    parser = Parser(source.bytes)
    self.tree = Tree(source: source)
    self.limits = limits
    self.problems = problems
    itemKey = key
    // About as many as a small file has.
    tree.nodes.reserveCapacity(min(source.bytes.count / 6, 1 << 12))
  }

  /// Reads on to the end of an item, or of the file.
  ///
  /// - Returns: The item and its list; `nil` at the end of the file.
  /// - Throws: The reason if there is no tree.
  mutating func readItem() throws(Diagnostic) -> (item: Int, list: Int)? {
    while let event = parser.next() {
      try add(event)
      if inner == itemList, newest != inner {
        return (newest, inner)
      }
      if event.pointee.type == YAML_STREAM_END_EVENT {
        try checkDocument()
        return nil
      }
    }
    throw problem(parser.error)
  }

  private func checkDocument() throws(Diagnostic) {
    if !tree.nodes.isEmpty { return }
    let isIndex = tree.source.path.text.hasSuffix(ClauseIndex.fileName)
    throw tree.source.problem(
      "the file is empty",
      isIndex ? "it lists the `clauses` of a specification" : "a fixture begins with `format: 1`",
      at: Place(line: 1, column: 1))
  }

  /// Takes an event. The common path is inlined, which halves the cost of a tree.
  @inline(__always)
  private mutating func add(_ event: Event) throws(Diagnostic) {
    switch event.pointee.type {
    case YAML_SCALAR_EVENT: try addScalar(event)
    case YAML_MAPPING_START_EVENT: try begin(.mapping, event)
    case YAML_SEQUENCE_START_EVENT: try begin(.sequence, event)
    case YAML_MAPPING_END_EVENT, YAML_SEQUENCE_END_EVENT: end(event)
    case YAML_ALIAS_EVENT: try addAlias(event)
    case YAML_DOCUMENT_START_EVENT:
      if tree.nodes.isEmpty { break }
      throw problem(
        event, "a second document begins here; a file has only one",
        hint: "put all of it into the first, or into a file of its own")
    default: break
    }
  }

  /// Removes the item at which reading has stopped, unless later nodes may refer to it.
  mutating func forget(_ item: Int) {
    guard anchors.isEmpty else { return }
    if let first = tree.nodes[item...].first(where: \.isCopied) {
      tree.text.removeSubrange(Int(first.link)...)
    }
    tree.nodes.removeSubrange(item...)
    innerCount -= 1
  }

  /// Whether a list within the outermost map belongs to the key at whose items reading stops.
  private func isItemList(_ list: Int) -> Bool {
    // After a key, the number of nodes of a map is even.
    guard let itemKey, tree.nodes[0].count.isMultiple(of: 2),
      tree.nodes[list].kind == .sequence, tree.nodes[list - 1].kind == .scalar
    else { return false }
    return tree.withText(of: list - 1) { $0.equals(itemKey) }
  }

  @inline(__always)
  private mutating func addScalar(_ event: Event) throws(Diagnostic) {
    let scalar = event.pointee.data.scalar
    guard scalar.length <= FixedLimit.scalarLength.most else {
      throw problem(
        event, "a scalar of more than the limit of \(FixedLimit.scalarLength.most) bytes")
    }
    let isPlain = cyaml_is_plain(event)
    var node = node(.scalar, event)
    node.isPlain = isPlain && scalar.tag == nil
    node.count = UInt32(scalar.length)
    // A scalar without quotes, tag, anchor or line break is the text of the file, and needs no
    // copy.
    let start = event.pointee.start_mark.index
    if isASCII, isPlain, node.start.line == node.end.line,
      event.pointee.end_mark.index - start == scalar.length
    {
      node.link = UInt32(truncatingIfNeeded: start)
    } else {
      node.isCopied = true
      node.link = UInt32(tree.text.count)
      tree.text.append(contentsOf: UnsafeBufferPointer(start: scalar.value, count: scalar.length))
    }
    try append(node, event, anchor: scalar.anchor)
  }

  @inline(__always)
  private mutating func begin(_ kind: Tree.Node.Kind, _ event: Event) throws(Diagnostic) {
    guard depth < limits.depth else {
      throw problem(
        event, "nested deeper than the limit of \(counted(limits.depth, "level"))",
        hint: ReadingLimits.remedy("depth"))
    }
    var node = node(kind, event)
    node.isFlow = cyaml_is_flow(event)
    try append(node, event, anchor: cyaml_anchor(event))
    tree.nodes[inner].count = innerCount
    tree.nodes[newest].link = UInt32(inner)
    (inner, innerCount, depth) = (newest, 0, depth + 1)
    if itemList == nil, depth == 2, isItemList(newest) {
      itemList = newest
    }
  }

  @inline(__always)
  private mutating func end(_ event: Event) {
    // libyaml ends a block at the next token, after blank lines and comments.
    if innerCount == 0 || tree.nodes[inner].isFlow {
      lastEnd = Tree.Mark(bits: cyaml_end(event))
    }
    newest = inner
    inner = Int(tree.nodes[newest].link)
    tree.nodes[newest].link = UInt32(tree.nodes.count)
    tree.nodes[newest].count = innerCount
    tree.nodes[newest].end = lastEnd
    innerCount = tree.nodes[inner].count
    depth -= 1
  }

  private mutating func addAlias(_ event: Event) throws(Diagnostic) {
    let name = Name(String(cString: event.pointee.data.alias.anchor))
    guard let target = anchors[name] else {
      throw problem(
        event, "the alias `*\(name)` has no anchor before it",
        hint: "a text that begins with `*` needs quotes")
    }
    // A node that has not ended stores its parent's index instead of its end.
    if tree.indexAfter(target) <= target {
      throw problem(event, "the alias `*\(name)` is inside its own anchor")
    }
    var node = node(.alias, event)
    node.link = UInt32(target)
    try append(node, event, anchor: nil)
  }

  @inline(__always)
  private mutating func append(
    _ node: Tree.Node, _ event: Event, anchor: UnsafePointer<yaml_char_t>?
  ) throws(Diagnostic) {
    guard nodeCount < limits.nodes else {
      throw problem(
        event, "the file has more than the limit of \(limits.nodes) nodes",
        hint: ReadingLimits.remedy("nodes"))
    }
    if let anchor { anchors[Name(String(cString: anchor))] = tree.nodes.count }
    nodeCount += 1
    innerCount += 1
    newest = tree.nodes.count
    tree.nodes.append(node)
    lastEnd = node.end
  }

  @inline(__always)
  private mutating func node(_ kind: Tree.Node.Kind, _ event: Event) -> Tree.Node {
    let tag = kind == .alias ? nil : cyaml_tag(event)
    return Tree.Node(
      kind: kind, tag: tag.map { self.tag($0, event, of: kind) } ?? .none,
      start: Tree.Mark(bits: cyaml_start(event)), end: Tree.Mark(bits: cyaml_end(event)))
  }

  private mutating func tag(
    _ pointer: UnsafePointer<yaml_char_t>, _ event: Event, of kind: Tree.Node.Kind
  ) -> Tree.Node.Tag {
    let tag = String(cString: pointer)
    if let known = Self.tags[kind]?[tag] { return known }
    problems.add(
      problem(
        event, "the tag `\(tag)` is not of the core schema",
        hint: "leave it out; values are null, booleans, numbers, text, lists and maps"))
    return .none
  }
}

extension TreeBuilder {
  private static let core = "tag:yaml.org,2002:"

  /// The tags that a node of each kind may have.
  private static let tags: [Tree.Node.Kind: [String: Tree.Node.Tag]] = [
    .scalar: [
      "!": .string, "\(core)str": .string, "\(core)null": .null, "\(core)bool": .bool,
      "\(core)int": .int, "\(core)float": .float,
    ],
    .sequence: ["!": .sequence, "\(core)seq": .sequence],
    .mapping: ["!": .mapping, "\(core)map": .mapping],
  ]

  /// A problem at an event.
  private func problem(
    _ event: Event, _ message: String, hint: String? = nil
  ) -> Diagnostic {
    let (start, end) = (event.pointee.start_mark, event.pointee.end_mark)
    return tree.source.problem(
      message, hint, at: Place(start),
      length: end.line == start.line ? end.column - start.column : 1)
  }

  /// Why the parser could not go on.
  private func problem(_ error: cyaml_error) -> Diagnostic {
    let words = String(cString: error.problem)
    switch error.type {
    case YAML_MEMORY_ERROR:
      return Diagnostic(path: tree.source.path, message: "no memory to read the file")
    case YAML_READER_ERROR:
      let isControl = words.contains("control characters")
      return tree.source.problem(
        isControl ? "a control character, which YAML does not allow" : "not UTF-8: \(words)",
        isControl ? "write it as an escape within double quotes, such as \"\\x1B\"" : nil,
        at: tree.source.place(ofByte: error.offset))
    default:
      return syntaxAdvice(
        words, at: Place(error.mark), within: Place(error.context_mark), in: tree.source)
    }
  }
}

extension SourceText {
  /// The first character that is a line break in YAML 1.1, and so in libyaml, but not in YAML 1.2. It would change a
  /// value, or turn a comment into a key. `nil` if there is none, or if the text is not UTF-8, which libyaml reports.
  fileprivate var formerLineBreak: Diagnostic? {
    guard let text = String(validating: bytes, as: UTF8.self),
      let index = text.unicodeScalars.firstIndex(where: {
        $0 == "\u{85}" || $0 == "\u{2028}" || $0 == "\u{2029}"
      })
    else { return nil }
    let digits = String(text.unicodeScalars[index].value, radix: 16)
    return problem(
      "a line break in YAML 1.1, but not in YAML 1.2",
      "write it as an escape within double quotes, \"\\\(digits.count == 2 ? "x" : "u")\(digits)\", or "
        + "remove it", at: place(ofByte: text.utf8.distance(from: text.startIndex, to: index)))
  }
}

extension Place {
  fileprivate init(_ mark: yaml_mark_t) {
    self.init(line: mark.line + 1, column: mark.column + 1)
  }
}

/// The bytes of a file as YAML events.
private final class Parser {
  private let bytes: [UInt8]
  private let parser: OpaquePointer

  init(_ bytes: [UInt8]) { (self.bytes, parser) = (bytes, cyaml_parser_create()!) }

  deinit { cyaml_parser_destroy(parser) }

  /// The next event, which lives until the next call; `nil` after the last, and after an error.
  func next() -> UnsafePointer<yaml_event_t>? {
    bytes.withUnsafeBufferPointer { cyaml_parser_next(parser, $0.baseAddress, $0.count) }
  }

  /// Why there is no further event.
  var error: cyaml_error { cyaml_parser_error(parser) }
}
