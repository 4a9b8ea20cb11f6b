// The marked tree to a fixture: the file and its cases.

/// All that is wrong with a file.
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
///   - decode: Decodes the file.
/// - Returns: The content, or everything that is wrong with the file, in the order of the file.
func readFile<Content>(
  _ source: SourceText, limits: ReadingLimits, decode: (inout FixtureDecoder) -> Content?
) -> Result<Content, InvalidFile> {
  let problems = ProblemList()
  guard let tree = Tree.read(source, limits: limits, problems: problems) else {
    return .failure(InvalidFile([problems.content], of: source))
  }
  var decoder = FixtureDecoder(tree: tree, limits: limits)
  let content = decode(&decoder)
  if let content, problems.isEmpty, decoder.problems.isEmpty { return .success(content) }
  return .failure(InvalidFile([problems.content, decoder.problems.content], of: source))
}

extension InvalidFile {
  /// Puts problems into the order of the file, and says how many are not shown.
  init(_ lists: [ProblemList.Content], of source: SourceText) {
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
  /// The cases that can be decoded as soon as they have been read: where the keys that concern cases
  /// stand before these.
  mutating func caseList() -> CaseList? {
    guard let format = value(ofKey: "format", in: 0), isUnderstood(format),
      let subject = value(ofKey: "subject", in: 0)
    else { return nil }
    return CaseList(subject: self.subject(subject))
  }

  /// Decodes a file, without its cases where these have been decoded.
  mutating func fixture(_ read: CaseList?) -> Fixture? {
    // What is wrong with the file itself comes first where not all problems are shown.
    let problemsOfCases = problems.content
    problems = ProblemList()
    // Another version may have other rules: then nothing else is worth saying.
    if let format = value(ofKey: "format", in: 0), !checkFormat(format) { return nil }
    guard let fields = map(0, keys: FixtureKey.self) else { return nil }
    let specification = fields[.spec].flatMap { line($0, expected: "the name of a specification") }
    if let index = self.specification, let name = index.name, let specification,
      name != specification
    {
      problem(
        "the clause index \(index.place) this file is that of `\(name)`, not of `\(specification)`",
        at: fields[.spec]!,
        hint: "correct `spec`, or move the file to the folder of its specification")
    }
    let title = fields[.title].flatMap { line($0, expected: "a title")?.text }
    // For those who read the file; nothing that runs it shows it.
    _ = note(fields[.note])
    let cases: [Case]?
    if read != nil {
      problems.append(problemsOfCases)
      cases = []
    } else {
      let subject = fields[.subject].map { self.subject($0) }
      cases = fields[.cases].flatMap { self.cases($0, CaseList(subject: subject)) }
    }
    guard let specification, let cases else { return nil }
    return Fixture(
      source: tree.source, specification: specification, title: title, cases: cases,
      index: self.specification, limits: limits)
  }

  private func isUnderstood(_ format: Int) -> Bool {
    tree.scalar(format) == .int(Double(Fixture.formatVersion))
  }

  private mutating func checkFormat(_ index: Int) -> Bool {
    guard let format = value(index) else { return false }
    if format == .number(Double(Fixture.formatVersion)) { return true }
    problem(
      "format \(format) is not understood; this runner understands format \(Fixture.formatVersion)",
      at: index, hint: "write `format: \(Fixture.formatVersion)`")
    return false
  }

  private mutating func cases(_ index: Int, _ empty: CaseList) -> [Case]? {
    guard
      var items = list(
        index, expected: "a list of cases", empty: "a fixture without a case checks nothing")
    else { return nil }
    var list = empty
    var cases: [Case] = []
    cases.reserveCapacity(items.count)
    while let item = tree.next(&items) {
      if let one = take(item, of: &list) { cases.append(one) }
    }
    return cases
  }

  /// Decodes the next case of a list.
  mutating func take(_ item: Int, of list: inout CaseList) -> Case? {
    map(item, keys: CaseKey.self).flatMap { oneCase($0, of: &list) }
  }

  private mutating func oneCase(_ fields: Fields<CaseKey>, of list: inout CaseList) -> Case? {
    let name = fields[.name].flatMap { line($0, expected: "the name of the case") }
    if let name {
      let line = UInt32(tree.place(of: fields[.name]!).line)
      if let other = list.names.insert(name, onLine: line) {
        problem("this name is also that of the case on line \(other)", at: fields[.name]!)
      }
    }
    let clauses = fields[.clauses].flatMap { self.clauses($0) }
    let tags = fields[.tags].map { self.names($0, expected: "a list of tags", item: "a tag") } ?? []
    let note = self.note(fields[.note])
    let isOrdered = fields[.ordered].map { self.truth($0) }
    let subject: Subject?
    if let own = fields[.subject] {
      subject = self.subject(own)
    } else if let shared = list.subject {
      subject = shared
    } else {
      problem(
        "this case has no subject, and neither has the file", at: firstKey(of: fields.map),
        hint: "add `subject: {\(operatorsExample)}` to the file or to the case")
      subject = nil
    }
    guard let subject else { return nil }
    guard let node = fields[.timeline],
      let timeline = timeline(node, reactions: fields[.reactions], subject: subject),
      let name, let clauses, let tags, let isOrdered = isOrdered ?? false
    else { return nil }
    return Case(
      name: name, clauses: clauses, tags: tags, note: note, subject: subject,
      reactions: timeline.reactions, steps: timeline.steps, channels: channels,
      unordered: isOrdered ? [] : specification?.unordered ?? [], isOrdered: isOrdered,
      expectedChannels: expectedChannels, place: tree.place(of: fields.map))
  }

  private mutating func truth(_ index: Int) -> Bool? {
    // The value's own problems come first: a tag, an alias that stands for too much.
    guard let value = value(index) else { return nil }
    if case .bool(let truth) = value { return truth }
    return wrongKind(index, expected: "`true` or `false`")
  }

  mutating func note(_ index: Int?) -> String? {
    index.flatMap { text($0, expected: "a note") }
  }

  private mutating func clauses(_ index: Int) -> [Name]? {
    guard
      let items = list(
        index, expected: "a list of clauses", hint: "write `clauses: [id]`, also for one clause",
        empty: "a case demonstrates at least one clause")
    else { return nil }
    return eachOnce(of: items, twice: { "the clause `\($0)` is cited twice" }) { decoder, item in
      guard let id = decoder.line(item, expected: "the id of a clause") else { return nil }
      guard let known = decoder.specification, known.clause(id) == nil else { return id }
      return decoder.refuse(
        "\(known.name.map { "the specification `\($0)`" } ?? "the clause index") has no clause `\(id)`",
        at: item,
        hint: didYouMean(id, among: known.clauses.map(\.id))
          ?? "its clauses are listed in \(ClauseIndex.fileName), \(known.place) this file")
    }
  }

  mutating func names(_ index: Int, expected: String, item noun: String) -> [Name]? {
    guard let items = list(index, expected: expected, hint: "write it in brackets: `[…]`") else {
      return nil
    }
    return each(of: items) { $0.line($1, expected: noun) }
  }
}

/// What is known of the cases of a file while they are taken one by one.
struct CaseList {
  /// The subject of the cases that have none: `nil` where none is written, and within that `nil` where it
  /// is wrong.
  let subject: Subject??

  /// What they are called.
  fileprivate var names = CaseNames()

  init(subject: Subject??) { self.subject = subject }
}
