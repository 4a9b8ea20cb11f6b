// The marked tree to a subject: a stream with its sources, or a property with its stores.

extension FixtureDecoder {
  /// A subject; refused where it is not known what it has. What is wrong within its operators, sources and
  /// stores is left out, so that what is wrong with its timelines is said as well.
  mutating func subject(_ index: Int) throws -> Subject {
    let fields = try map(index, keys: SubjectKey.self)
    if let streams = fields[.streams] { return .stream(try self.streams(streams, fields)) }
    switch (fields[.operators], fields[.property]) {
    case (let operators?, nil):
      refuse(
        SubjectForm.stream.keys.refused, of: fields,
        because: "goes with `property`, not `operators`")
      let sources = try? sources(fields[.sources])
      let names = sources?.map(\.name)
      namesOfSubject = Set(names ?? [])
      let operators = (try? self.operators(operators, of: names)) ?? []
      guard let sources else { throw Refusal() }
      return .stream(Subject.Stream(sources: sources, operators: operators))
    case (nil, let property?):
      refuse([.sources], of: fields, because: "goes with `operators`, not `property`")
      return .property(try self.property(property, fields))
    case (_?, let property?):
      return try refuse(
        "a subject is a stream, with `operators`, or a property: not both", at: property)
    case (nil, nil):
      if fields.hasUnknownKeys { throw Refusal() }
      return try refuse(
        "a subject needs `operators`, for a stream, or `property`", at: firstKey(of: fields.map),
        hint: "write `\(operatorsExample)`"
          + (specification?.operators == nil ? " or `property: scoped`" : ""))
    }
  }

  /// Says of those keys that are there that they are too many.
  private func refuse<Key: KeySet>(
    _ keys: [Key], of fields: Fields<Key>, because reason: String, hint: String? = nil
  ) {
    for key in keys where fields[key] != nil {
      problem("`\(key.name)` \(reason)", at: fields.node(of: key), hint: hint)
    }
  }

  // MARK: - Streams

  /// Several streams.
  private mutating func streams(
    _ index: Int, _ fields: Fields<SubjectKey>
  ) throws -> Subject.Stream {
    refuse(
      SubjectForm.streams.keys.refused, of: fields, because: "does not go with `streams`")
    let sources = try? sources(fields[.sources])
    let index = try resolve(index)
    let names = try named(index, expected: "a map of streams")
    let example = operatorsExample
    try check(
      names.count > 1, "there are several streams, or none that has a name", at: index,
      hint: "write `\(example)` for one stream")
    try check(names.count, .streams, at: index, "a subject has")
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
      let fields = try? map(node, keys: StreamKey.self)
      let source = try? fields?[.from].map { try self.source($0, known) }
      let operators = try? fields?[.operators].map { try self.operators($0, of: known) }
      branches.append(
        Subject.Branch(name: name, source: source ?? upstreamName, operators: operators ?? []))
    }
    guard let sources, branches.count == names.count else { throw Refusal() }
    return Subject.Stream(sources: sources, branches: try sorted(branches, as: names))
  }

  /// Several streams in an order in which each stands behind what it is made of, and otherwise as they stand.
  ///
  /// - Complexity: O(*n* · *m*) for *n* streams, *m* of which are made of others.
  private mutating func sorted(
    _ branches: [Subject.Branch], as names: [NamedPair]
  ) throws -> [Subject.Branch] {
    func key(of name: Name) -> Int { names.first { $0.name == name }!.key }
    var (open, left) = (branches, Set(names.map(\.name)))
    var sorted: [Subject.Branch] = []
    while let next = open.firstIndex(where: { left.isDisjoint(with: $0.parts) }) {
      let branch = open.remove(at: next)
      left.remove(branch.name!)
      sorted.append(branch)
    }
    if var name = open.first?.name {
      // Each that is left is made of another that is left: following these comes back to one.
      var path: [Name] = []
      while !path.contains(name) {
        path.append(name)
        name = open.first { $0.name == name }!.parts.first(where: left.contains)!
      }
      let parts = (path.drop { $0 != name }.dropFirst() + [name]).map { "is made of `\($0)`" }
      return try refuse(
        "`\(name)` \(parts.joined(separator: ", which "))", at: key(of: name),
        hint: "a stream is made of sources, and of streams that are not made of it")
    }
    var telling: Set<Name> = []
    for branch in sorted {
      let (name, isTold) = (branch.name!, !telling.isDisjoint(with: branch.parts))
      let tells = branch.operators.contains(where: \.tellsStreams)
      try check(
        !isTold || !tells,
        "`\(name)` would tell of streams of streams, as it is made of a stream that tells of streams",
        at: key(of: name), hint: "an observer is told of streams of values")
      if isTold || tells { telling.insert(name) }
    }
    return sorted
  }

  private mutating func sources(_ index: Int?) throws -> [Subject.Source] {
    var sources = [Subject.Source(name: upstreamName)]
    guard let index else { return sources }
    let names = try named(index, expected: "a map of sources")
    let count = names.count { $0.name != upstreamName }
    try check(count, .sources, at: index, "a stream has besides `upstream`")
    for (name, _, node) in names {
      let connections = (try? connections(node)) ?? [Subject.Connection()]
      let source = Subject.Source(name: name, connections: connections)
      if name == upstreamName { sources[0] = source } else { sources.append(source) }
    }
    return sources
  }

  /// What a source does by itself.
  private mutating func connections(_ index: Int) throws -> [Subject.Connection] {
    let fields = try map(index, keys: SourceKey.self)
    guard let list = fields[.connections] else {
      return [try connection(fields[.onConnect], fields[.then])]
    }
    refuse(
      [.onConnect, .then], of: fields, because: "does not go with `connections`",
      hint: "write it into each connection")
    let items = try self.list(
      list, expected: "a list of connections",
      hint: "write `connections: [{on-connect: [1]}, {}]`",
      empty: "a source without a connection cannot be connected", atMost: .connections,
      "a source has")
    return try each(of: items) { decoder, item in
      let fields = try decoder.map(item, keys: ConnectionKey.self)
      return try decoder.connection(fields[.onConnect], fields[.then])
    }
  }

  private mutating func connection(_ onConnect: Int?, _ then: Int?) throws -> Subject.Connection {
    let values = try? onConnect.map { try self.values($0) } ?? []
    let ending = try then.map { try self.ending($0) }
    guard let values else { throw Refusal() }
    return Subject.Connection(onConnect: values, then: ending)
  }

  private mutating func values(_ index: Int) throws -> [Value] {
    let items = try list(
      index, expected: "a list of values", hint: "write `on-connect: [1]`, also for one value")
    return try each(of: items) { try $0.value($1) }
  }

  /// How a source ends by itself.
  private mutating func ending(_ index: Int) throws -> Notification {
    let index = try resolve(index)
    let endings = "a source ends with `completed` or `{error: V}`"
    let word = tree.nodes[index].kind == .scalar ? tree.string(of: index) : nil
    let ending: Notification
    if tree.nodes[index].kind == .mapping {
      let key = firstKey(of: index)
      let isCompletion =
        tree.pairCount(of: index) == 1 && tree.nodes[key].kind == .scalar
        && nearest(to: tree.string(of: key), among: ["completed"]) != nil
      try check(
        !isCompletion, endings, at: key,
        hint: "a completion carries nothing: write `then: completed`")
      guard let node = try map(index, keys: EndingKey.self)[.error] else { throw Refusal() }
      ending = .error(try error(node))
    } else {
      try check(
        word == "completed", endings, at: index,
        hint: word == "error"
          ? "an error that a source sends has a value: write `then: {error: boom}`"
          : word.flatMap { didYouMean($0, among: ["completed"]) })
      ending = .completed
    }
    try checkChannel(ending.channel, at: index)
    return ending
  }

  // MARK: - Properties

  private mutating func property(
    _ index: Int, _ fields: Fields<SubjectKey>
  ) throws -> Subject.Property {
    let kind = try? word(index, of: PropertyKind.self, expected: "a property")
    let writes = try? fields[.writes].map {
      try word($0, of: PropertyWrites.self, expected: "what becomes of writes")
    }
    guard let kind else { throw Refusal() }
    var property = Subject.Property(
      isScoped: kind == .scoped, stores: [], ignoresWrites: writes == .ignored)
    switch (kind, fields[.store], fields[.stores]) {
    case (.scoped, let store?, _):
      refuse(
        [.stores], of: fields, because: "does not go with `store`: it is for several properties")
      property.stores = [Subject.Store(name: scopedStoreName, value: (try? value(store)) ?? .null)]
    case (_, let store, let stores):
      refuse(
        [.store], of: fields, because: "does not go with `property: unscoped`; use `stores`")
      if stores == nil, store != nil { throw Refusal() }
      let example = "`stores: {left: 1, right: 2}`"
      let node: Int =
        try stores
        ?? refuse(
          "`property: \(kind)` needs the key `\(kind == .scoped ? "store" : "stores")`", at: index,
          hint: kind == .scoped
            ? "write `store: 5`; or \(example) for several properties" : "write \(example)")
      property.stores = try self.stores(node, kind)
    }
    return property
  }

  private mutating func stores(_ index: Int, _ kind: PropertyKind) throws -> [Subject.Store] {
    let names = try named(index, expected: "a map of stores")
    try check(names.count, .stores, at: index, "a property has")
    try check(
      kind == .scoped || !names.isEmpty, "an unscoped property needs at least one store", at: index)
    try check(
      kind == .unscoped || names.count > 1, "several properties have a store each, at least two",
      at: index, hint: "write `store: 5` for one property")
    return names.map { Subject.Store(name: $0.name, value: (try? value($0.content)) ?? .null) }
  }

  // MARK: - Names

  /// A map whose keys are names; refused where one of them is.
  private mutating func named(_ index: Int, expected: String) throws -> [NamedPair] {
    let pairs = try pairs(index, expected: expected)
    if !pairs.areAll { throw Refusal() }
    return pairs.all
  }

  /// Whether a scalar, or an alias's, is a letter, and then letters, digits, `_` and `-`.
  func isIdentifier(_ index: Int) -> Bool {
    let index = tree.nodes[index].kind == .alias ? Int(tree.nodes[index].link) : index
    guard tree.nodes[index].kind == .scalar else { return false }
    return tree.withText(of: index) { bytes in
      bytes.first.map(isLetter) ?? false
        && bytes.allSatisfy { isLetter($0) || isDigit($0) || "_-".utf8.contains($0) }
    }
  }

  /// The name of an observer, source or store.
  mutating func name(_ index: Int) throws -> Name {
    if let entry = entry(at: index) { return scope.entries[entry].name }
    let rule = "a name is a letter, then letters, digits, `_` and `-`"
    let isIdentifier = isIdentifier(index)
    let name = Name(try text(index, expected: "a name", remedy: isIdentifier ? nil : rule))
    try check(isIdentifier, "`\(name)` is not a name", at: index, hint: rule)
    try check(
      name != returnsName && name != throwsName,
      "`\(name)` stands for what \(name == returnsName ? "a read returns" : "leaves a call"), and can "
        + "name nothing else", at: index)
    return name
  }
}
