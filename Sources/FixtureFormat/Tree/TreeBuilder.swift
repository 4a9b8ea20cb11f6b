// YAML events to the marked tree, within bounds.

import CYAMLShim

extension Tree {
  /// Reads a document.
  ///
  /// - Parameters:
  ///   - source: The bytes.
  ///   - limits: How much is read.
  ///   - problems: Receives what is wrong. The tree is whole if nothing is added.
  /// - Returns: The tree; `nil` where the bytes have no tree.
  static func read(
    _ source: SourceText, limits: ReadingLimits, problems: inout [Diagnostic]
  ) -> Tree? {
    guard source.bytes.count <= limits.fileSize else {
      problems.append(
        Diagnostic(
          path: source.path,
          message: "the file has more than the limit of \(limits.fileSize) bytes",
          hint: "split it into several files"))
      return nil
    }
    if source.bytes.starts(with: [0xFE, 0xFF]) || source.bytes.starts(with: [0xFF, 0xFE]) {
      problems.append(
        Diagnostic(
          path: source.path, message: "the file is UTF-16; a fixture is UTF-8",
          hint: "save it as UTF-8"))
      return nil
    }
    var builder = TreeBuilder(source: source, limits: limits)
    do throws(Diagnostic) {
      try builder.build()
    } catch {
      problems.append(error)
      return nil
    }
    problems += builder.problems
    return builder.tree
  }
}

private struct TreeBuilder {
  var tree: Tree
  let limits: ReadingLimits
  var problems: [Diagnostic] = []

  /// The sequences and mappings that have begun and not ended, from the outermost.
  var open: [Int] = []
  var anchors: [String: Int] = [:]
  var lastEnd = cyaml_mark()
  var hasDocument = false

  init(source: SourceText, limits: ReadingLimits) {
    self.tree = Tree(source: source)
    self.limits = limits
  }

  mutating func build() throws(Diagnostic) {
    let source = tree.source
    let failure: Diagnostic? = source.bytes.withUnsafeBufferPointer { bytes in
      guard let parser = cyaml_parser_create(bytes.baseAddress, bytes.count) else {
        return Diagnostic(path: source.path, message: "no memory to read the file")
      }
      defer { cyaml_parser_destroy(parser) }
      var event = cyaml_event()
      do throws(Diagnostic) {
        repeat {
          cyaml_parser_next(parser, &event)
          try add(event)
        } while event.kind != CYAML_STREAM_END
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
    guard hasDocument else {
      throw Diagnostic(
        path: source.path, place: Place(line: 1, column: 1), message: "the file is empty",
        hint: "a fixture begins with `format: 1`", excerpt: source.line(1))
    }
  }

  private mutating func add(_ event: cyaml_event) throws(Diagnostic) {
    switch event.kind {
    case CYAML_SCALAR: try addScalar(event)
    case CYAML_MAPPING_START: try begin(.mapping, event)
    case CYAML_SEQUENCE_START: try begin(.sequence, event)
    case CYAML_MAPPING_END, CYAML_SEQUENCE_END: end(event)
    case CYAML_ALIAS: try addAlias(event)
    case CYAML_DOCUMENT_START:
      if hasDocument {
        throw problem(
          event, "a second document begins here; a fixture file is one document",
          hint: "put the cases into one list, or into a file of their own")
      }
      hasDocument = true
    case CYAML_SYNTAX_ERROR: throw syntaxProblem(event)
    case CYAML_ENCODING_ERROR: throw encodingProblem(event)
    case CYAML_MEMORY_ERROR: throw problem(event, "no memory to read on")
    default: break
    }
  }

  private mutating func addScalar(_ event: cyaml_event) throws(Diagnostic) {
    guard event.length <= limits.scalarLength else {
      throw problem(
        event, "a scalar of more than the limit of \(limits.scalarLength) bytes",
        hint: ReadingLimits.remedy("scalar-length"))
    }
    var node = node(.scalar, event)
    node.isPlain = event.is_plain && event.tag == nil
    node.textStart = UInt32(tree.text.count)
    node.textLength = UInt32(event.length)
    tree.text.append(contentsOf: UnsafeBufferPointer(start: event.text, count: event.length))
    try append(node, event)
  }

  private mutating func begin(_ kind: Tree.Node.Kind, _ event: cyaml_event) throws(Diagnostic) {
    guard open.count < limits.depth else {
      throw problem(
        event, "nested deeper than the limit of \(limits.depth) levels",
        hint: ReadingLimits.remedy("depth"))
    }
    try append(node(kind, event), event)
    open.append(tree.nodes.count - 1)
  }

  private mutating func end(_ event: cyaml_event) {
    let index = open.removeLast()
    let node = tree.nodes[index]
    // libyaml ends a block where the next token begins, behind blank lines and comments.
    if node.isFlow || node.count == 0 { lastEnd = event.end }
    tree.nodes[index].end = UInt32(tree.nodes.count)
    tree.nodes[index].endLine = UInt32(lastEnd.line)
    tree.nodes[index].endColumn = UInt32(lastEnd.column)
  }

  private mutating func addAlias(_ event: cyaml_event) throws(Diagnostic) {
    let name = string(event)
    guard let target = anchors[name] else {
      throw problem(
        event, "the alias `*\(name)` has no anchor before it",
        hint: "a text that begins with `*` needs quotes")
    }
    guard !open.contains(target) else {
      throw problem(event, "the alias `*\(name)` stands within its own anchor")
    }
    var node = node(.alias, event)
    node.end = UInt32(target)
    try append(node, event)
  }

  private mutating func append(_ node: Tree.Node, _ event: cyaml_event) throws(Diagnostic) {
    guard tree.nodes.count < limits.nodes else {
      throw problem(
        event, "the file has more than the limit of \(limits.nodes) nodes",
        hint: ReadingLimits.remedy("nodes"))
    }
    if let anchor = event.anchor { anchors[String(cString: anchor)] = tree.nodes.count }
    if let parent = open.last { tree.nodes[parent].count += 1 }
    tree.nodes.append(node)
    lastEnd = event.end
  }

  private mutating func node(_ kind: Tree.Node.Kind, _ event: cyaml_event) -> Tree.Node {
    Tree.Node(
      kind: kind, tag: tag(event, of: kind), isPlain: false, isFlow: event.is_flow,
      line: UInt32(event.start.line), column: UInt32(event.start.column),
      endLine: UInt32(event.end.line), endColumn: UInt32(event.end.column))
  }

  private mutating func tag(_ event: cyaml_event, of kind: Tree.Node.Kind) -> Tree.Node.Tag {
    guard let pointer = event.tag else { return .none }
    let tag = String(cString: pointer)
    switch (tag, kind) {
    case ("!", .scalar), ("tag:yaml.org,2002:str", .scalar): return .string
    case ("tag:yaml.org,2002:null", .scalar): return .null
    case ("tag:yaml.org,2002:bool", .scalar): return .bool
    case ("tag:yaml.org,2002:int", .scalar): return .int
    case ("tag:yaml.org,2002:float", .scalar): return .float
    case ("!", .sequence), ("tag:yaml.org,2002:seq", .sequence): return .sequence
    case ("!", .mapping), ("tag:yaml.org,2002:map", .mapping): return .mapping
    default:
      problems.append(
        problem(
          event, "the tag `\(tag)` is not of the core schema",
          hint: "leave it out; values are null, booleans, numbers, text, lists and maps"))
      return .none
    }
  }
}

extension TreeBuilder {
  /// A problem at an event.
  fileprivate func problem(
    _ event: cyaml_event, _ message: String, hint: String? = nil
  ) -> Diagnostic {
    let place = Place(event.start)
    let isOnOneLine = event.end.line == event.start.line
    return Diagnostic(
      path: tree.source.path, place: place, message: message, hint: hint,
      excerpt: tree.source.line(place.line) ?? "",
      length: isOnOneLine ? Int(event.end.column) - Int(event.start.column) : 1)
  }

  private func syntaxProblem(_ event: cyaml_event) -> Diagnostic {
    let place = Place(event.start)
    let advice = syntaxAdvice(string(event), at: place, within: Place(event.end), in: tree.source)
    return Diagnostic(
      path: tree.source.path, place: advice.place, message: advice.message, hint: advice.hint,
      excerpt: tree.source.line(advice.place.line) ?? "")
  }

  private func encodingProblem(_ event: cyaml_event) -> Diagnostic {
    let words = string(event)
    let place = tree.source.place(ofByte: event.start.index)
    let isControl = words.contains("control characters")
    return Diagnostic(
      path: tree.source.path, place: place,
      message: isControl
        ? "a control character, which YAML does not allow" : "not UTF-8: \(words)",
      hint: isControl ? "write it as an escape within double quotes, such as \"\\x1B\"" : nil,
      excerpt: tree.source.line(place.line))
  }

  fileprivate func string(_ event: cyaml_event) -> String {
    String(decoding: UnsafeBufferPointer(start: event.text, count: event.length), as: UTF8.self)
  }
}

extension Place {
  fileprivate init(_ mark: cyaml_mark) {
    self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
  }
}
