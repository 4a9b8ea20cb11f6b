// The marked tree to a subject: a stream with its sources, or a property with its stores.

extension FixtureDecoder {
  /// A subject; `nil` where it is not known what it has. What is wrong within its operators, sources and
  /// stores is left out, so that what is wrong with its timelines is said as well.
  mutating func subject(_ index: Int) -> Subject? {
    guard let fields = map(index, keys: SubjectKey.self) else { return nil }
    if let streams = fields[.streams] { return self.streams(streams, fields) }
    switch (fields[.operators], fields[.property]) {
    case (let operators?, nil):
      refuse(
        SubjectForm.stream.keys.refused, of: fields,
        because: "goes with `property`, not `operators`")
      let sources = sources(fields[.sources])
      namesOfSubject = Set(sources?.map(\.name) ?? [])
      let operators = self.operators(operators, of: sources?.map(\.name)) ?? []
      return sources.map { .stream(Subject.Stream(sources: $0, operators: operators)) }
    case (nil, let property?):
      refuse([.sources], of: fields, because: "goes with `operators`, not `property`")
      return self.property(property, fields).map(Subject.property)
    case (_?, let property?):
      return refuse(
        "a subject is a stream, with `operators`, or a property: not both", at: property)
    case (nil, nil) where fields.hasUnknownKeys: return nil
    case (nil, nil):
      return refuse(
        "a subject needs `operators`, for a stream, or `property`", at: firstKey(of: fields.map),
        hint: "write `\(operatorsExample)`"
          + (specification?.operators == nil ? " or `property: scoped`" : ""))
    }
  }

  private mutating func refuse(
    _ keys: [SubjectKey], of fields: Fields<SubjectKey>, because reason: String
  ) {
    for key in keys where fields[key] != nil {
      problem("`\(key.name)` \(reason)", at: keyNode(key, in: fields))
    }
  }

  // MARK: - Streams

  /// Several streams.
  private mutating func streams(_ index: Int, _ fields: Fields<SubjectKey>) -> Subject? {
    refuse(
      SubjectForm.streams.keys.refused, of: fields, because: "does not go with `streams`")
    let sources = sources(fields[.sources])
    guard let index = resolve(index), let names = named(index, expected: "a map of streams") else {
      return nil
    }
    if names.count < 2 {
      return refuse(
        "there are several streams, or none that has a name", at: index,
        hint: "write `\(operatorsExample)` for one stream")
    }
    if isBeyond(.streams, names.count, at: index, "a subject has") { return nil }
    // A stream may be made of another, which may stand behind it.
    let known = sources.map { $0.map(\.name) + names.map(\.name) }
    namesOfSubject = Set(known ?? [])
    var branches: [Subject.Branch] = []
    for (name, key, node) in names {
      if sources?.contains(where: { $0.name == name }) ?? false {
        problem(
          "`\(name)` is already the name of a source", at: key,
          hint: "give the stream another name")
        continue
      }
      let fields = map(node, keys: StreamKey.self)
      let source = fields?[.from].flatMap { self.source($0, known) }
      let operators = fields?[.operators].flatMap { self.operators($0, of: known) }
      branches.append(
        Subject.Branch(name: name, source: source ?? upstreamName, operators: operators ?? []))
    }
    guard let sources, branches.count == names.count else { return nil }
    let stream = Subject.Stream(sources: sources, branches: branches)
    func key(of name: Name?) -> Int { names.first { $0.name == name }!.key }
    switch stream.sorted {
    case .failure(let cycle):
      let parts = (cycle.names.dropFirst() + [cycle.names[0]]).map { "is made of `\($0)`" }
      return refuse(
        "`\(cycle.names[0])` \(parts.joined(separator: ", which "))", at: key(of: cycle.names[0]),
        hint: "a stream is made of sources, and of streams that are not made of it")
    case .success(let sorted):
      guard let one = sorted.tellingTwice else { return .stream(sorted) }
      return refuse(
        "`\(one)` would tell of streams of streams, as it is made of a stream that tells of streams",
        at: key(of: one), hint: "an observer is told of streams of values")
    }
  }

  private mutating func sources(_ index: Int?) -> [Subject.Source]? {
    var sources = [Subject.Source(name: upstreamName)]
    guard let index else { return sources }
    guard let names = named(index, expected: "a map of sources") else { return nil }
    let count = names.count { $0.name != upstreamName }
    if isBeyond(.sources, count, at: index, "a stream has besides `upstream`") { return nil }
    for (name, _, node) in names {
      let connections = connections(node) ?? [Subject.Connection()]
      let source = Subject.Source(name: name, connections: connections)
      if name == upstreamName { sources[0] = source } else { sources.append(source) }
    }
    return sources
  }

  /// What a source does by itself.
  private mutating func connections(_ index: Int) -> [Subject.Connection]? {
    guard let fields = map(index, keys: SourceKey.self) else { return nil }
    guard let list = fields[.connections] else {
      return connection(fields[.onConnect], fields[.then]).map { [$0] }
    }
    for key in [SourceKey.onConnect, .then] where fields[key] != nil {
      problem(
        "`\(key.name)` does not go with `connections`", at: keyNode(key, in: fields),
        hint: "write it into each connection")
    }
    guard
      let items = self.list(
        list, expected: "a list of connections",
        hint: "write `connections: [{on-connect: [1]}, {}]`",
        empty: "a source without a connection cannot be connected", atMost: .connections,
        "a source has")
    else { return nil }
    return each(of: items) { decoder, item in
      decoder.map(item, keys: ConnectionKey.self).flatMap {
        decoder.connection($0[.onConnect], $0[.then])
      }
    }
  }

  private mutating func connection(_ onConnect: Int?, _ then: Int?) -> Subject.Connection? {
    var connection = Subject.Connection()
    let values = onConnect.map { self.onConnect($0) } ?? []
    if let then {
      connection.then = ending(then)
      if connection.then == nil { return nil }
    }
    guard let values else { return nil }
    connection.onConnect = values
    return connection
  }

  private mutating func onConnect(_ index: Int) -> [Value]? {
    guard
      let items = list(
        index, expected: "a list of values", hint: "write `on-connect: [1]`, also for one value")
    else { return nil }
    return each(of: items) { $0.value($1) }
  }

  private static let endings = "a source ends with `completed` or `{error: V}`"

  /// How a source ends by itself.
  private mutating func ending(_ index: Int) -> Notification? {
    guard let index = resolve(index) else { return nil }
    let ending: Notification
    if let key = keyOfCompletion(in: index) {
      return refuse(
        Self.endings, at: key, hint: "a completion carries nothing: write `then: completed`")
    } else if tree.nodes[index].kind == .mapping {
      guard let node = map(index, keys: EndingKey.self)?[.error], let value = error(node) else {
        return nil
      }
      ending = .error(value)
    } else if tree.nodes[index].kind == .scalar, tree.string(of: index) == "completed" {
      ending = .completed
    } else {
      return refuse(
        Self.endings, at: index,
        hint: tree.nodes[index].kind == .scalar && tree.string(of: index) == "error"
          ? "an error that a source sends has a value: write `then: {error: boom}`"
          : tree.nodes[index].kind == .scalar
            ? didYouMean(tree.string(of: index), among: ["completed"]) : nil)
    }
    if channels.contains(ending.channel) { return ending }
    missingChannel(ending.channel, at: index)
    return nil
  }

  /// The key of a map that was to be `completed`.
  private func keyOfCompletion(in index: Int) -> Int? {
    guard tree.nodes[index].kind == .mapping, tree.pairCount(of: index) == 1,
      tree.nodes[index + 1].kind == .scalar,
      nearest(to: tree.string(of: index + 1), among: ["completed"]) != nil
    else { return nil }
    return index + 1
  }

  // MARK: - Operators

  /// How operators are written, with one that the specification has.
  var operatorsExample: String {
    "operators: [\(specification?.operators?.first?.example.dropFirst(2) ?? "…")]"
  }

  /// The operators of a list, whose arguments may name some sources and streams.
  private mutating func operators(_ index: Int, of sources: [Name]?) -> [Subject.Operator]? {
    guard
      let items = list(
        index, expected: "a list of operators", hint: "write `\(operatorsExample)`",
        atMost: .operators, "a stream has")
    else { return nil }
    var former: Name?
    return each(of: items) { decoder, item in
      guard var one = decoder.operatorItem(item, of: sources) else { return nil }
      one.place = decoder.tree.place(of: item)
      if let specification = decoder.specification {
        one.isConnectable = specification.connectable.contains(one.name)
        one.tellsStreams = specification.tellsStreams.contains(one.name)
      }
      if one.tellsStreams, let former {
        return decoder.refuse(
          "`\(one.name)` would tell of streams of the streams that `\(former)` tells of", at: item,
          hint: "an observer is told of streams of values")
      }
      if one.tellsStreams { former = one.name }
      return one
    }
  }

  private mutating func operatorItem(_ index: Int, of sources: [Name]?) -> Subject.Operator? {
    guard let index = resolve(index) else { return nil }
    guard tree.nodes[index].kind == .mapping else {
      guard let name = line(index, expected: "an operator") else { return nil }
      return checked(name, at: index, argument: nil, sources)
    }
    guard tree.pairCount(of: index) == 1 else {
      return refuse(
        "an operator is a name, or one `name: argument`", at: firstKey(of: index),
        hint: "begin each operator with `- `")
    }
    var children = tree.children(of: index)
    let (key, content) = (tree.next(&children)!, tree.next(&children)!)
    guard let name = line(key, expected: "an operator") else {
      _ = value(content)
      return nil
    }
    return checked(name, at: key, argument: content, sources)
  }

  // MARK: - Properties

  private mutating func property(
    _ index: Int, _ fields: Fields<SubjectKey>
  ) -> Subject.Property? {
    let kind = word(index, of: PropertyKind.self, expected: "a property")
    let writes =
      fields[.writes].map { word($0, of: PropertyWrites.self, expected: "what becomes of writes") }
      ?? .kept
    guard let kind else { return nil }
    if kind == .unscoped {
      refuse([.store], of: fields, because: "does not go with `property: unscoped`; use `stores`")
    } else if fields[.store] != nil {
      refuse(
        [.stores], of: fields, because: "does not go with `store`: it is for several properties")
    }
    let node = kind == .scoped ? fields[.store] ?? fields[.stores] : fields[.stores]
    guard let node else {
      if fields[.store] == nil {
        problem(
          "`property: \(kind)` needs the key `\(kind == .scoped ? "store" : "stores")`", at: index,
          hint: kind == .scoped
            ? "write `store: 5`; or `stores: {left: 1, right: 2}` for several properties"
            : "write `stores: {left: 1, right: 2}`")
      }
      return nil
    }
    let isOne = kind == .scoped && fields[.store] != nil
    let stores = isOne ? scopedStore(node) : stores(node, kind)
    return stores.map {
      Subject.Property(isScoped: kind == .scoped, stores: $0, ignoresWrites: writes == .ignored)
    }
  }

  private mutating func scopedStore(_ index: Int) -> [Subject.Store] {
    [Subject.Store(name: scopedStoreName, value: value(index) ?? .null)]
  }

  private mutating func stores(_ index: Int, _ kind: PropertyKind) -> [Subject.Store]? {
    guard let names = named(index, expected: "a map of stores") else { return nil }
    if isBeyond(.stores, names.count, at: index, "a property has") { return nil }
    if kind == .unscoped, names.isEmpty {
      return refuse("an unscoped property needs at least one store", at: index)
    }
    if kind == .scoped, names.count < 2 {
      return refuse(
        "several properties have a store each, at least two", at: index,
        hint: "write `store: 5` for one property")
    }
    return names.map { Subject.Store(name: $0.name, value: value($0.content) ?? .null) }
  }

  // MARK: - Names

  /// A map whose keys are names that the author chose; `nil` where one of them is wrong.
  private mutating func named(_ index: Int, expected: String) -> [NamedPair]? {
    guard let map = uniquePairs(index, expected: expected, named: { $0.name($1) }), map.isWhole
    else { return nil }
    return map.pairs
  }

  /// Whether a scalar, or an alias's, is a letter, and then letters, digits, `_` and `-`.
  func isIdentifier(_ index: Int) -> Bool {
    let index = tree.nodes[index].kind == .alias ? Int(tree.nodes[index].link) : index
    guard tree.nodes[index].kind == .scalar else { return false }
    return tree.withText(of: index) { bytes in
      var isFirst = true
      return !bytes.isEmpty
        && bytes.allSatisfy { byte in
          defer { isFirst = false }
          if (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) { return true }
          return !isFirst
            && ((UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
              || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-"))
        }
    }
  }

  /// The name of an observer, source or store.
  mutating func name(_ index: Int) -> Name? {
    if let entry = entry(at: index) { return scope.entries[entry].name }
    let rule = "a name is a letter, then letters, digits, `_` and `-`"
    let isIdentifier = isIdentifier(index)
    guard let text = text(index, expected: "a name", remedy: isIdentifier ? nil : rule) else {
      return nil
    }
    let name = Name(text)
    guard isIdentifier else {
      return refuse("`\(name)` is not a name", at: index, hint: rule)
    }
    guard name != returnsName, name != throwsName else {
      let meaning = name == returnsName ? "a read returns" : "leaves a call"
      return refuse("`\(name)` stands for what \(meaning), and can name nothing else", at: index)
    }
    return name
  }
}
