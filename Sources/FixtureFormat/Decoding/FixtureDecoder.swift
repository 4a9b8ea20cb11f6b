// The marked tree to the model: the common part of the decoder.

/// Thrown for a refused part, whose problem has been added.
struct Refusal: Error {}

/// Reads a tree, and collects its problems.
///
/// A function that reads a part adds its problem, and then throws a ``Refusal``. A function that
/// reads several parts goes on after that, so that an author sees all problems of a file at once.
struct FixtureDecoder {
  /// The tree, or the part that has been read.
  var tree: Tree
  let limits: ReadingLimits
  var problems = ProblemList()

  /// The names of the current subject, and those among them that its operators may apply to; `nil`
  /// if these are not known.
  var namesOfSubject: Set<Name> = []
  var sources: [Name]? {
    didSet { namesOfSubject = Set(sources ?? []) }
  }

  /// The number of nodes that aliases have stood for.
  var aliasedNodes = 0

  /// The number of bytes of their text.
  private var aliasedSize = 0

  /// The subject of the cases that have none of their own; `nil` if there is none.
  var subjectOfCases: Result<Subject, any Error>?
  var tierOfCases: Name?

  /// The names of the cases.
  var caseNames = CaseNames()

  /// The names of the current case.
  var scope = Scope()

  /// The specification of the file; `nil` if it is not known.
  let specification: ClauseIndex?

  /// The words of the specification.
  var words: Vocabulary

  /// The choices of the case, each with the behaviours that all its `either`s share: the case
  /// follows one of these.
  var points: [ReadingPoint] = []

  /// The choices of the case's behaviours, if no specification lists them.
  var pointsByReading: [Name: Name] = [:]

  /// The channels besides `next` of the events that it expects or waits for.
  var expectedChannels: Channels = []

  /// Whether events of the clock are allowed, as in the last step.
  var mayTellClock = true

  init(tree: Tree, limits: ReadingLimits, specification: ClauseIndex? = nil) {
    self.tree = tree
    self.limits = limits
    self.specification = specification
    words = specification?.words ?? Vocabulary(channels: .standard)
  }

  /// The channels of the specification.
  var channels: Channels { words.channels }

  // MARK: - Problems

  /// Adds a problem at a node. Its text is made only if it is kept.
  func problem(
    _ message: @autoclosure () -> String, at index: Int, hint: @autoclosure () -> String? = nil
  ) {
    problems.add(tree.problem(message(), at: index, hint: hint()))
  }

  /// Adds a problem at a node, and throws.
  func refuse<Part>(
    _ message: @autoclosure () -> String, at index: Int, hint: @autoclosure () -> String? = nil
  ) throws -> Part {
    problem(message(), at: index, hint: hint())
    throw Refusal()
  }

  /// Refuses a node unless a condition holds. It is mutating so that it copies nothing.
  @inline(__always)
  mutating func check(
    _ isSo: Bool, _ message: @autoclosure () -> String, at index: @autoclosure () -> Int,
    hint: @autoclosure () -> String? = nil
  ) throws {
    if !isSo { return try refuse(message(), at: index(), hint: hint()) }
  }

  /// Refuses a node of the wrong kind.
  func wrongKind<Part>(_ index: Int, expected: String, hint: String? = nil) throws -> Part {
    let found =
      switch tree.nodes[index].kind {
      case .sequence: "a list"
      case .mapping: "a map"
      case .scalar, .alias: tree.scalar(index).map { $0 == .null ? "nothing" : $0.noun }
      }
    return try refuse(
      "\(expected) is expected, and this is \(found ?? "something else")", at: index, hint: hint)
  }

  /// Refuses more of something than is allowed.
  mutating func check(_ count: Int, _ limit: FixedLimit, at index: Int) throws {
    try check(
      count <= limit.most,
      "\(limit.owner) at most \(limit.most) \(limit.name), and this has \(count)", at: index)
  }

  // MARK: - Aliases

  /// The node itself, or an alias's target. Refuses an alias once all stand for more than is
  /// allowed.
  @inline(__always)
  mutating func resolve(_ index: Int) throws -> Int {
    tree.nodes[index].kind == .alias ? try target(of: index) : index
  }

  private mutating func target(of index: Int) throws -> Int {
    if limitOfAliases != nil { throw Refusal() }
    let target = Int(tree.nodes[index].link)
    let nodes = tree.nodes[target..<tree.indexAfter(target)]
    aliasedNodes += nodes.count
    for node in nodes where node.kind == .scalar { aliasedSize += Int(node.count) }
    guard let limit = limitOfAliases else { return target }
    return try refuse(
      "the aliases of this file stand for more than \(limit.most) \(limit.name)", at: index,
      hint: "write the repeated part out, or make it smaller")
  }

  /// The limit that aliases exceed.
  private var limitOfAliases: FixedLimit? {
    if aliasedNodes > FixedLimit.aliasedNodes.most { return .aliasedNodes }
    return aliasedSize > FixedLimit.aliasedSize.most ? .aliasedSize : nil
  }

  // MARK: - Lists

  /// The nodes of a list.
  ///
  /// - Parameters:
  ///   - index: The list.
  ///   - expected: The noun for it, for a sentence.
  ///   - hint: The remedy for anything else.
  ///   - empty: The problem of an empty list; `nil` if it is allowed.
  ///   - limit: The maximum number of its items.
  /// - Returns: The nodes.
  /// - Throws: A ``Refusal`` of anything else.
  mutating func list(
    _ index: Int, expected: String, hint: String? = nil, empty: String? = nil,
    atMost limit: FixedLimit? = nil
  ) throws -> Tree.Children {
    let node = try resolve(index)
    guard tree.nodes[node].kind == .sequence else {
      return try wrongKind(node, expected: expected, hint: hint)
    }
    let items = tree.children(of: node)
    if items.isEmpty, let empty { return try refuse(empty, at: index) }
    if let limit { try check(items.count, limit, at: index) }
    return items
  }

  /// The results of a function for some nodes, without those that it refuses.
  mutating func each<Part>(
    of nodes: Tree.Children, _ read: (inout FixtureDecoder, _ index: Int) throws -> Part
  ) -> [Part] {
    var rest = nodes
    var parts: [Part] = []
    parts.reserveCapacity(nodes.count)
    while let index = tree.next(&rest) {
      if let part = try? read(&self, index) { parts.append(part) }
    }
    return parts
  }

  /// The results of a function for some nodes, all different; refused if it refuses one.
  mutating func eachOnce<Part: Hashable>(
    of nodes: Tree.Children, twice: String = "listed",
    _ read: (inout FixtureDecoder, _ index: Int) throws -> Part
  ) throws -> [Part] {
    var known: Set<Part> = []
    let parts = each(of: nodes) { decoder, item in
      let part = try read(&decoder, item)
      try decoder.check(
        nodes.count == 1 || known.insert(part).inserted, "`\(part)` is \(twice) twice", at: item)
      return part
    }
    if parts.count < nodes.count { throw Refusal() }
    return parts
  }

  // MARK: - Scalars

  /// A text. The default remedy for anything else is to put it in quotes.
  mutating func text(
    _ index: Int, expected: String, remedy: @autoclosure () -> String? = nil
  ) throws -> String {
    let index = try resolve(index)
    switch tree.scalar(index) {
    case .string where tree.nodes[index].tag == .none || tree.nodes[index].tag == .string:
      return tree.string(of: index)
    case .string:
      // The scalar does not fit its tag.
      _ = try value(index)
      throw Refusal()
    case nil: return try wrongKind(index, expected: expected)
    case .null?:
      let line = tree.source.line(tree.place(of: index).line) ?? ""
      return try refuse(
        "\(expected) is expected, and there is nothing", at: index,
        hint: line.contains(" #")
          ? "` #` begins a comment; a text with it needs quotes" : remedy())
    case let other?:
      let written = tree.string(of: index)
      return try refuse(
        "\(expected) is expected, and `\(written)` is \(other.noun)", at: index,
        hint: remedy() ?? "put it in quotes: \"\(written)\"")
    }
  }

  /// A text that is not empty. Paths, and the names of implementations, may have line breaks.
  mutating func name(_ index: Int, expected: String) throws -> Name {
    let text = try text(index, expected: expected)
    try check(!text.isEmpty, "\(expected) is empty", at: index)
    return Name(text)
  }

  /// A text that is not empty, on one line.
  mutating func line(_ index: Int, expected: String) throws -> Name {
    let name = try name(index, expected: expected)
    let isOneLine = tree.nodes[index].isVerbatim || !name.text.contains(where: \.isNewline)
    try check(
      isOneLine, "\(expected) is one line, and this text has several", at: index,
      hint: "put the rest into a `note`")
    return name
  }

  /// One of the words of an enumeration.
  mutating func word<Word: WordSet>(
    _ index: Int, of type: Word.Type, expected: String
  ) throws -> Word {
    let words = words
    // Most are plain scalars.
    if tree.nodes[index].kind == .scalar && tree.nodes[index].tag == .none,
      let word = Word(rawValue: tree.string(of: index)), word.isOf(words)
    {
      return word
    }
    var names: [String] { Word.allCases.filter { $0.isOf(words) }.map(\.rawValue) }
    let text = try text(index, expected: expected, remedy: "write \(enumeration(names))")
    if let word = Word(rawValue: text), word.isOf(words) { return word }
    return try refuse(
      "\(expected) is \(enumeration(names)), not `\(text)`", at: index,
      hint: didYouMean(text, among: names) ?? hintForEnds(Word(rawValue: text)))
  }

  /// Words of an enumeration in a list, each once.
  mutating func words<Word: WordSet & Hashable>(
    _ index: Int, of type: Word.Type, each expected: String, list: String, hint: String
  ) throws -> [Word] {
    let items = try self.list(index, expected: "a list of \(list)", hint: hint)
    return try eachOnce(of: items, twice: "named") {
      try $0.word($1, of: type, expected: expected)
    }
  }

  /// The remedy for a word that only specifications with errors or completion have.
  func hintForEnds(_ word: (some WordSet)?) -> String? {
    var ending = words
    ending.channels.formUnion([.error, .completed])
    guard let word, !word.isOf(words), word.isOf(ending) else { return nil }
    return "`channels` in \(ClauseIndex.fileName) says whether there are `error` and `completed`"
  }
}

extension CoreScalar {
  /// The noun for it, for a sentence.
  fileprivate var noun: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .int, .float, .notPortable: "a number"
    case .string: "a text"
    }
  }
}
