// The marked tree to a fixture: the file and its cases.

/// All problems of a file.
public struct InvalidFile: Error, Sendable {
  /// The problems, in the order of the file. Never empty.
  public var problems: [Diagnostic]

  /// Makes the error.
  ///
  /// - Parameter problems: The problems, in the order of the file.
  public init(problems: [Diagnostic]) {
    self.problems = problems
  }
}

extension InvalidFile: CustomStringConvertible {
  /// The problems as compilers write them, each with its line.
  public var description: String { problems.map { "\($0)" }.joined(separator: "\n") }
}

/// Reads a file as a whole.
///
/// - Parameters:
///   - source: The file.
///   - limits: How much is read.
///   - specification: Its specification; `nil` if it is not known.
///   - decode: Decodes the file.
/// - Returns: The content, or all problems of the file, in its order.
func readFile<Content>(
  _ source: SourceText, limits: ReadingLimits, specification: ClauseIndex? = nil,
  decode: (inout FixtureDecoder) throws -> Content
) -> Result<Content, InvalidFile> {
  let problems = ProblemList()
  do throws(Diagnostic) {
    let tree = try Tree.read(source, limits: limits, problems: problems)
    var decoder = FixtureDecoder(tree: tree, limits: limits, specification: specification)
    let content = try? decode(&decoder)
    if let content, problems.isEmpty, decoder.problems.isEmpty { return .success(content) }
    return .failure(InvalidFile([problems, decoder.problems], of: source))
  } catch {
    problems.append(error)
    return .failure(InvalidFile([problems], of: source))
  }
}

extension InvalidFile {
  /// Sorts problems by their places in the file, and adds how many are not shown.
  init(_ lists: [ProblemList], of source: SourceText) {
    problems = lists.flatMap(\.shown).sorted {
      ($0.place ?? Place(line: 0, column: 0)) < ($1.place ?? Place(line: 0, column: 0))
    }
    let hidden = lists.reduce(0) { $0 + $1.hidden }
    if hidden == 0 { return }
    problems.append(
      Diagnostic(
        path: source.path,
        message: hidden == 1
          ? "1 more problem is not shown" : "\(hidden) more problems are not shown"))
  }
}

extension FixtureDecoder {
  /// Whether cases can be decoded as soon as they have been read: if the keys that concern them,
  /// such as the subject, come first.
  mutating func beginsCases() -> Bool {
    guard let format = tree.value(ofKey: "format", in: 0),
      tree.scalar(format) == .int(Double(Fixture.formatVersion)),
      let subject = tree.value(ofKey: "subject", in: 0)
    else { return false }
    subjectOfCases = Result { try self.subject(subject) }
    tierOfCases = tree.value(ofKey: "tier", in: 0).flatMap { try? tier($0) }
    return true
  }

  /// Decodes a file, without its cases if these have been decoded.
  mutating func fixture(casesAreDecoded: Bool) throws -> Fixture {
    // The problems of the file itself come first if not all are shown.
    let problemsOfCases = problems
    problems = ProblemList()
    defer { problems.append(problemsOfCases) }
    // Another version may have other rules, so no other problem is certain.
    if let format = tree.value(ofKey: "format", in: 0) { try checkFormat(format) }
    let fields = try map(0, keys: FixtureKey.self)
    let specification = try? fields[.spec].map { try specificationName($0) }
    let title = try? fields[.title].map { try line($0, expected: "a title").text }
    // For readers of the file; no report shows it.
    _ = note(fields[.note])
    if let tier = fields[.tier], let cases = fields[.cases],
      tree.place(of: cases) < tree.place(of: tier)
    {
      problem("the tier is below the cases", at: tier, hint: "put it above `cases`")
    }
    var cases: [Case]? = []
    if !casesAreDecoded {
      tierOfCases = try? fields[.tier].map { try tier($0) }
      subjectOfCases = fields[.subject].map { node in Result { try self.subject(node) } }
      let items = try? fields[.cases].map {
        try list(
          $0, expected: "a list of cases", empty: "a fixture without a case checks nothing")
      }
      cases = items.map { each(of: $0) { try $0.testCase($1) } }
    }
    guard let specification, let cases else { throw Refusal() }
    return Fixture(
      source: tree.source, specification: specification, title: title, cases: cases,
      index: self.specification, limits: limits)
  }

  private mutating func specificationName(_ node: Int) throws -> Name {
    let name = try line(node, expected: "the name of a specification")
    guard let index = specification, let known = index.name, known != name else { return name }
    return try refuse(
      "the clause index \(index.place) this file belongs to `\(known)`, not to `\(name)`", at: node,
      hint: "correct `spec`, or move the file to the folder of its specification")
  }

  private mutating func checkFormat(_ index: Int) throws {
    let format = try value(index)
    try check(
      format == .number(Double(Fixture.formatVersion)),
      "format \(format) is not understood; this runner understands format \(Fixture.formatVersion)",
      at: index, hint: "write `format: \(Fixture.formatVersion)`")
  }

  /// Decodes the next case of a file.
  mutating func testCase(_ item: Int) throws -> Case {
    let fields = try map(item, keys: CaseKey.self)
    let name = try? fields[.name].map { try line($0, expected: "the name of the case") }
    if let name {
      let line = UInt32(tree.place(of: fields[.name]!).line)
      if let other = caseNames.insert(name, onLine: line) {
        problem("the case on line \(other) has this name too", at: fields[.name]!)
      }
    }
    let clauses = try? fields[.clauses].map { try self.clauses($0) }
    let tags = try? fields[.tags].map { try self.tags($0) } ?? []
    let tier = try? fields[.tier].map { try self.tier($0) } ?? tierOfCases
    let note = self.note(fields[.note])
    let isOrdered = try? fields[.ordered].map { try truth($0) } ?? false
    let own = try fields[.subject].map { try self.subject($0) }
    guard let subject = try own ?? subjectOfCases?.get() else {
      return try refuse(
        "this case has no subject, and neither has the file", at: firstKey(of: fields.map),
        hint: "add `subject: {\(operatorsExample)}` to the file or to the case")
    }
    guard let node = fields[.timeline] else { throw Refusal() }
    let timeline = try timeline(node, reactions: fields[.reactions], subject: subject)
    guard let name, let clauses, let tags, let isOrdered else { throw Refusal() }
    return Case(
      name: name, clauses: clauses, tags: tags, tier: tier ?? nil, note: note, subject: subject,
      reactions: timeline.reactions, steps: timeline.steps, channels: channels,
      unordered: isOrdered ? [] : specification?.unordered ?? [], isOrdered: isOrdered,
      expectedChannels: expectedChannels, reports: specification?.reports ?? true,
      place: tree.place(of: fields.map))
  }

  mutating func note(_ index: Int?) -> String? {
    try? index.map { try text($0, expected: "a note") }
  }

  private mutating func tier(_ index: Int) throws -> Name {
    let tier = try line(index, expected: "the name of a tier")
    let (known, name) = (specification?.tiers.map(\.name) ?? [], specificationName)
    try check(
      known.contains(tier), "\(name) has no tier `\(tier)`", at: index,
      hint: didYouMean(tier, among: known) ?? "`tiers` of \(ClauseIndex.fileName) names them")
    return tier
  }

  private mutating func tags(_ index: Int) throws -> [Name] {
    try each(of: list(index, expected: "a list of tags", hint: "write it in brackets: `[…]`")) {
      try $0.line($1, expected: "a tag")
    }
  }

  private mutating func clauses(_ index: Int) throws -> [Name] {
    let items = try list(
      index, expected: "a list of clauses", hint: "write `clauses: [id]`, also for one clause",
      empty: "a case demonstrates at least one clause")
    return try eachOnce(of: items) { decoder, item in
      let id = try decoder.line(item, expected: "the id of a clause")
      guard let known = decoder.specification, known.clause(id) == nil else { return id }
      return try decoder.refuse(
        "\(decoder.specificationName) has no clause `\(id)`", at: item,
        hint: didYouMean(id, among: known.clauses.map(\.id))
          ?? "its clauses are listed in \(ClauseIndex.fileName), \(known.place) this file")
    }
  }
}
