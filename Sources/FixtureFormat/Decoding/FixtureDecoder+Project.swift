// The marked tree to a project file.

extension ProjectFile {
  /// Reads a project file. It may be empty, or have only comments.
  ///
  /// - Parameters:
  ///   - source: The file's path and bytes.
  ///   - checks: The checks of labels, commands and paths.
  ///   - limits: How much is read.
  /// - Returns: The file, or all its problems, in its order.
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
    file.fixtures = fields[.fixtures].flatMap { paths($0, checks) }
    let implementations = try? fields[.implementations].map { try self.implementations($0, checks) }
    file.implementations = implementations ?? []
    // The labels of an invalid map are not known, so unknown labels are not reported.
    let isKnown = implementations != nil || fields[.implementations] == nil
    file.defaults = try? fields[.defaultImplementations].map {
      try defaults($0, among: isKnown ? file.implementations.map(\.label) : nil, checks)
    }
    file.knownFailures = fields[.knownFailures].flatMap {
      paths($0, checks, areKnownFailures: true)
    }
    file.watch = fields[.watch].flatMap { paths($0, checks) }
    return file
  }

  private mutating func implementations(
    _ index: Int, _ checks: ProjectFile.Checks
  ) throws -> [ProjectFile.Implementation] {
    try pairs(
      index, expected: "a map of labels to implementations",
      empty: "this map is empty: leave the key out"
    ) { try $0.line($1, expected: "the name of an implementation") }.map { label, key, content in
      if checks.builtIn.contains(label) {
        problem(
          "`\(label)` is the name of a built-in implementation or a deviation, not a label",
          at: key, hint: "choose another")
      } else if let wrong = checks.label(label.text) {
        problem(wrong, at: key)
      }
      let fields =
        (try? resolve(content)).map { tree.nodes[$0].kind } == .mapping
        ? try? map(content, keys: ImplementationKey.self) : nil
      var one = ProjectFile.Implementation(label: label, command: "")
      if let fields {
        func specifications(_ key: ImplementationKey) -> [Name]? {
          let names = try? fields[key].map {
            try texts($0, expected: "the name of a specification")
          }
          return names?.map(\.text)
        }
        one.specifications = specifications(.specifications)
        one.compared = specifications(.compare) ?? []
        one.fixtures = fields[.fixtures].flatMap { paths($0, checks) }
      }
      if fields != nil, fields![.command] == nil { return one }
      let node = fields?[.command] ?? content
      let command = try? text(node, expected: "the command of an adapter, or a name,")
      if let wrong = command.flatMap(checks.command) { problem(wrong, at: node) }
      one.command = command ?? ""
      return one
    }
  }

  private mutating func defaults(
    _ index: Int, among labels: [Name]?, _ checks: ProjectFile.Checks
  ) throws -> [Name] {
    let texts = try texts(index, expected: "the label of an implementation")
    var known: Set<Name> = []
    for (item, label) in texts {
      if !known.insert(label).inserted {
        problem("`\(label)` is listed twice", at: item)
      } else if let labels, !labels.contains(label), !checks.builtIn.contains(label) {
        problem(
          "`\(label)` is neither a label of `\(ProjectKey.implementations.name)` nor built in",
          at: item, hint: didYouMean(label, among: labels + checks.builtIn))
      }
    }
    return texts.map(\.text)
  }

  private mutating func paths(
    _ index: Int, _ checks: ProjectFile.Checks, areKnownFailures: Bool = false
  ) -> [String]? {
    let paths = try? texts(index, expected: "a path")
    for (item, path) in paths ?? [] {
      if let wrong = checks.path(path.text, areKnownFailures) { problem(wrong, at: item) }
    }
    return paths?.map(\.text.text)
  }

  /// A text, or the texts of a list, none of which is empty, with their nodes.
  private mutating func texts(
    _ index: Int, expected: String
  ) throws -> [(item: Int, text: Name)] {
    let node = try resolve(index)
    guard tree.nodes[node].kind == .sequence else {
      return [(node, try name(node, expected: expected))]
    }
    if tree.nodes[node].count == 0 {
      problem("this list is empty", at: node, hint: "leave the key out")
    }
    return each(of: tree.children(of: node)) { ($1, try $0.name($1, expected: expected)) }
  }
}
