// The marked tree to a subject: a stream with its sources, or a property with its stores.

extension FixtureDecoder {
  /// A subject; refused if its form is not known. Invalid operators, sources and stores are left
  /// out, so that the problems of its timelines are reported as well.
  mutating func subject(_ index: Int) throws -> Subject {
    let fields = try map(index, keys: SubjectKey.self)
    if fields[.streams] == nil, let property = fields[.property] {
      try check(
        fields[.operators] == nil,
        "a subject is a stream, with `operators`, or a property: not both", at: property)
      refuse([.sources], of: fields, because: "goes with `operators`, not `property`")
      return .property(try self.property(property, fields))
    }
    guard let node = fields[.streams] ?? fields[.operators] else {
      if fields.hasUnknownKeys { throw Refusal() }
      return try refuse(
        "a subject needs `operators`, for a stream, or `property`", at: firstKey(of: fields.map),
        hint: "write `\(operatorsExample)`"
          + (specification?.operators == nil ? " or `property: scoped`" : ""))
    }
    let isOne = fields[.streams] == nil
    refuse(isOne ? .stream : .streams, of: fields)
    let sources = try? sources(fields[.sources])
    if !isOne { return .stream(try streams(node, of: sources)) }
    self.sources = sources?.map(\.name)
    let operators = (try? self.operators(node)) ?? []
    guard let sources else { throw Refusal() }
    return .stream(Subject.Stream(sources: sources, operators: operators))
  }

  /// Reports the keys that a kind of subject does not have.
  private func refuse(_ form: SubjectForm, of fields: Fields<SubjectKey>) {
    refuse(form.keys.refused, of: fields, because: "does not go with \(form.keys.reason)")
  }

  /// Reports those of some keys that are there.
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
    _ index: Int, of sources: [Subject.Source]?
  ) throws -> Subject.Stream {
    let index = try resolve(index)
    let names = try named(index, expected: "a map of streams")
    let example = operatorsExample
    try check(
      names.count > 1, "`streams` needs at least two streams", at: index,
      hint: "write `\(example)` for one stream")
    try check(names.count, .streams, at: index)
    // A stream may be made of a later one.
    self.sources = sources.map { $0.map(\.name) + names.map(\.name) }
    var branches: [Subject.Branch] = []
    for (name, key, node) in names {
      if sources?.contains(where: { $0.name == name }) ?? false {
        problem(
          "`\(name)` is already the name of a source", at: key,
          hint: "give the stream another name")
        continue
      }
      let fields = try? map(node, keys: StreamKey.self)
      let source = try? fields?[.from].map { try self.source($0) }
      let operators = try? fields?[.operators].map { try self.operators($0) }
      branches.append(
        Subject.Branch(name: name, source: source ?? upstreamName, operators: operators ?? []))
    }
    guard let sources, branches.count == names.count else { throw Refusal() }
    return Subject.Stream(sources: sources, branches: try sorted(branches, as: names))
  }

  /// Several streams in an order in which each comes after those that it is made of, and otherwise as written.
  ///
  /// - Complexity: O(*n* · *m*) for *n* streams, *m* of which are made of others.
  private mutating func sorted(
    _ branches: [Subject.Branch], as names: [NamedPair]
  ) throws -> [Subject.Branch] {
    func key(of name: Name) -> Int { names.first { $0.name == name }!.key }
    var (open, left) = (branches, Set(names.map(\.name)))
    var sorted: [Subject.Branch] = []
    var telling: Set<Name> = []
    while let next = open.firstIndex(where: { left.isDisjoint(with: $0.parts) }) {
      let branch = open.remove(at: next)
      let (name, isTold) = (branch.name!, !telling.isDisjoint(with: branch.parts))
      let tells = branch.operators.contains(where: \.tellsStreams)
      try check(
        !isTold || !tells,
        "`\(name)` would emit streams of streams, because it is made of a stream that emits streams",
        at: key(of: name), hint: "the values of an inner stream are not streams")
      if isTold || tells { telling.insert(name) }
      left.remove(name)
      sorted.append(branch)
    }
    guard var name = open.first?.name else { return sorted }
    // Each remaining stream is made of another remaining one, so following them finds a cycle.
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

  private mutating func sources(_ index: Int?) throws -> [Subject.Source] {
    var sources = [Subject.Source(name: upstreamName)]
    guard let index else { return sources }
    let names = try named(index, expected: "a map of sources")
    let count = names.count { $0.name != upstreamName }
    try check(count, .sources, at: index)
    for (name, _, node) in names {
      let connections = (try? connections(node)) ?? [Subject.Connection()]
      let source = Subject.Source(name: name, connections: connections)
      if name == upstreamName { sources[0] = source } else { sources.append(source) }
    }
    return sources
  }

  /// The behaviour of a source.
  private mutating func connections(_ index: Int) throws -> [Subject.Connection] {
    let fields = try map(index, keys: SourceKey.self)
    guard let list = fields[.connections] else {
      return [try connection(fields[.onConnect], fields[.whileConnected], fields[.then])]
    }
    refuse(
      [.onConnect, .whileConnected, .then], of: fields, because: "does not go with `connections`",
      hint: "write it into each connection")
    let items = try self.list(
      list, expected: "a list of connections",
      hint: "write `connections: [{on-connect: [1]}, {}]`",
      empty: "a source without a connection cannot be connected", atMost: .connections)
    return each(of: items) { decoder, item in
      let fields = try decoder.map(item, keys: ConnectionKey.self)
      return try decoder.connection(
        fields[.onConnect], fields[.whileConnected], fields[.then])
    }
  }

  private mutating func connection(
    _ onConnect: Int?, _ whileConnected: Int?, _ then: Int?
  ) throws -> Subject.Connection {
    let values = try? onConnect.map {
      try list(
        $0, expected: "a list of values", hint: "write `on-connect: [1]`, also for one value")
    }
    var connection = Subject.Connection(
      onConnect: values.map { each(of: $0) { try $0.value($1) } } ?? [],
      then: try then.map { try ending($0) })
    if let whileConnected {
      connection.whileConnected = try truth(whileConnected)
      try check(
        onConnect != nil, "`while-connected` is about the values of `on-connect`",
        at: whileConnected - 1, hint: "write `on-connect: [1, 2]` beside it")
    }
    return connection
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
    let kind = try word(index, of: PropertyKind.self, expected: "a property")
    let writes = try? fields[.writes].map {
      try word($0, of: PropertyWrites.self, expected: "a value of `writes`")
    }
    let isOne = kind == .scoped && (fields[.store] != nil || fields[.stores] == nil)
    refuse(isOne ? .property : .properties, of: fields)
    guard let node = fields[isOne ? .store : .stores] else {
      if fields[.store] != nil { throw Refusal() }
      let example = "`stores: {left: 1, right: 2}`"
      return try refuse(
        "`property: \(kind)` needs the key `\(isOne ? "store" : "stores")`", at: index,
        hint: isOne ? "write `store: 5`; or \(example) for several properties" : "write \(example)")
    }
    let stores =
      isOne
      ? [Subject.Store(name: scopedStoreName, value: (try? value(node)) ?? .null)]
      : try stores(node, kind)
    return Subject.Property(
      isScoped: kind == .scoped, stores: stores, ignoresWrites: writes == .ignored)
  }

  private mutating func stores(_ index: Int, _ kind: PropertyKind) throws -> [Subject.Store] {
    let names = try named(index, expected: "a map of stores")
    try check(names.count, .stores, at: index)
    try check(
      kind == .scoped || !names.isEmpty, "an unscoped property needs at least one store", at: index)
    try check(
      kind == .unscoped || names.count > 1, "several properties need at least two stores",
      at: index, hint: "write `store: 5` for one property")
    return names.map { Subject.Store(name: $0.name, value: (try? value($0.content)) ?? .null) }
  }

  // MARK: - Names

  /// A map whose keys are names; refused if one of them is.
  private mutating func named(_ index: Int, expected: String) throws -> [NamedPair] {
    let pairs = try pairs(index, expected: expected)
    if pairs.count < tree.pairCount(of: try resolve(index)) { throw Refusal() }
    return pairs
  }

  /// The name of an observer, source or store: a letter, and then letters, digits, `_` and `-`.
  mutating func name(_ index: Int) throws -> Name {
    if let entry = entry(at: index) { return scope.entries[entry].name }
    let rule = "a name is a letter, then letters, digits, `_` and `-`"
    let node = try resolve(index)
    let isIdentifier =
      tree.nodes[node].kind == .scalar
      && tree.withText(of: node) { bytes in
        bytes.first.map(isLetter) ?? false
          && bytes.allSatisfy { isLetter($0) || isDigit($0) || "_-".utf8.contains($0) }
      }
    let name = Name(try text(node, expected: "a name", remedy: isIdentifier ? nil : rule))
    try check(isIdentifier, "`\(name)` is not a name", at: index, hint: rule)
    try check(
      ![returnsName, throwsName, reportedName].contains(name),
      "`\(name)` stands for "
        + (name == returnsName
          ? "what a read returns" : name == throwsName ? "what a call throws" : "a reported error")
        + ", and can name nothing else", at: index)
    return name
  }
}
