// The marked tree to a project file.

extension ProjectFile {
  /// Reads a project file. One that is empty, or has comments alone, says nothing.
  ///
  /// - Parameters:
  ///   - source: The file's path and bytes.
  ///   - checks: What is asked of labels, commands and paths.
  ///   - limits: How much is read.
  /// - Returns: The file, or everything that is wrong with it, in its order.
  /// - Complexity: O(*n*) in the size of the file.
  package static func read(
    _ source: SourceText, _ checks: Checks, limits: ReadingLimits = ReadingLimits()
  ) -> Result<ProjectFile, InvalidFile> {
    if source.isBlank { return .success(ProjectFile(source: source)) }
    return readFile(source, limits: limits) { try $0.projectFile(checks) }
  }
}

extension FixtureDecoder {
  fileprivate mutating func projectFile(_ checks: ProjectFile.Checks) throws -> ProjectFile {
    let fields = try map(0, keys: ProjectKey.self)
    var file = ProjectFile(source: tree.source)
    file.fixtures = paths(.fixtures, of: fields, checks)
    let implementations = try? fields[.implementations].map { try self.implementations($0, checks) }
    file.implementations = implementations ?? []
    // What a map has that is wrong is not known, and what is not known is not missed.
    let isKnown = implementations != nil || fields[.implementations] == nil
    file.defaults = try? fields[.defaultImplementations].map {
      try defaults($0, among: isKnown ? file.implementations.map(\.label) : nil, checks)
    }
    file.knownFailures = paths(.knownFailures, of: fields, checks)
    file.watch = paths(.watch, of: fields, checks)
    return file
  }

  private mutating func implementations(
    _ index: Int, _ checks: ProjectFile.Checks
  ) throws -> [ProjectFile.Implementation] {
    let (pairs, areAll) = try pairs(
      index, expected: "a map of labels to implementations", of: "an implementation")
    if pairs.isEmpty && areAll {
      problem("this map is empty", at: index, hint: "leave the key out")
    }
    let implementations = pairs.compactMap { label, key, content in
      if checks.builtIn.contains(label) {
        problem(
          "`\(label)` is the name of a built-in implementation or a deviation, and no label",
          at: key, hint: "choose another")
      } else if let wrong = checks.label(label.text) {
        problem(wrong, at: key)
      }
      let command = try? text(content, expected: "the command of an adapter, or a name,")
      if let wrong = command.flatMap(checks.command) { problem(wrong, at: content) }
      return command.map { ProjectFile.Implementation(label: label, command: $0) }
    }
    if !areAll || implementations.count < pairs.count { throw Refusal() }
    return implementations
  }

  private mutating func defaults(
    _ index: Int, among labels: [Name]?, _ checks: ProjectFile.Checks
  ) throws -> [Name] {
    var known: Set<Name> = []
    return try texts(index, expected: "the label of an implementation") { decoder, item, label in
      if !known.insert(label).inserted {
        decoder.problem("`\(label)` is listed twice", at: item)
      } else if let labels, !labels.contains(label), !checks.builtIn.contains(label) {
        decoder.problem(
          "`\(label)` is no label of `\(ProjectKey.implementations.name)`, and not built in",
          at: item, hint: didYouMean(label, among: labels + checks.builtIn))
      }
    }
  }

  private mutating func paths(
    _ key: ProjectKey, of fields: Fields<ProjectKey>, _ checks: ProjectFile.Checks
  ) -> [String]? {
    try? fields[key].map { node in
      try texts(node, expected: "a path") { decoder, item, path in
        if let wrong = checks.path(path.text, key == .knownFailures) {
          decoder.problem(wrong, at: item)
        }
      }.map(\.text)
    }
  }

  /// A text, or a list of texts, none of which is empty; each is checked.
  private mutating func texts(
    _ index: Int, expected: String,
    check: (inout FixtureDecoder, _ item: Int, Name) -> Void
  ) throws -> [Name] {
    func text(_ decoder: inout FixtureDecoder, _ item: Int) throws -> Name {
      let text = try decoder.name(item, expected: expected)
      check(&decoder, item, text)
      return text
    }
    let node = try resolve(index)
    guard tree.nodes[node].kind == .sequence else { return [try text(&self, node)] }
    if tree.nodes[node].count == 0 {
      problem("this list is empty", at: node, hint: "leave the key out")
    }
    return try each(of: tree.children(of: node), text)
  }
}
