// Reads a fixture file case by case, so that no file is held as a whole.

/// Reads a fixture file, and returns each case as soon as it has been read.
///
/// ```swift
/// var reader = FixtureReader(.success(source))
/// while let testCase = reader.next() { print(testCase.name) }
/// let fixture = try reader.end().get()
/// ```
///
/// Cases may be returned before a later part of the file turns out to be invalid.
public struct FixtureReader: ~Copyable {
  /// The part that has been read, until the end.
  private var builder: TreeBuilder?
  private var decoder: FixtureDecoder

  /// Whether cases are decoded as they are read.
  private var decodesCases = false

  /// The cases that could not be returned before the file had been read, last first.
  private var rest: [Case] = []
  private var result: Result<Fixture, InvalidFile>?

  /// The file.
  package var source: SourceText { decoder.tree.source }

  /// A problem that is reported instead of all others, if it makes these uncertain.
  package var excuse: Diagnostic?

  /// Makes a reader. Nothing is read yet. A file that cannot be read has no cases, and is not
  /// valid.
  ///
  /// - Parameters:
  ///   - source: The file's path and bytes, or why it cannot be read.
  ///   - index: The clause index beside the file; without one, clauses are not checked.
  ///   - limits: How much is read.
  public init(
    _ source: Result<SourceText, InvalidFile>, index: ClauseIndex? = nil,
    limits: ReadingLimits = ReadingLimits()
  ) {
    let text = (try? source.get()) ?? SourceText(path: "", bytes: [])
    decoder = FixtureDecoder(tree: Tree(source: text), limits: limits, specification: index)
    let begun = source.flatMap { source in
      Result { () throws(Diagnostic) in
        try TreeBuilder(source: source, limits: limits, itemsOf: "cases")
      }.mapError { InvalidFile(problems: [$0]) }
    }
    switch begun {
    case .success(let builder): self.builder = builder
    case .failure(let invalid): result = .failure(invalid)
    }
  }

  /// Makes a reader of a fixture that has been read before. Its end returns the fixture with its cases.
  ///
  /// - Parameter read: The fixture, or all problems of the file.
  package init(of read: Result<Fixture, InvalidFile>) {
    self.init(.failure(InvalidFile(problems: [])))
    rest = ((try? read.get())?.cases ?? []).reversed()
    result = read
  }

  /// The next case, in the order of the file.
  ///
  /// - Returns: The case; `nil` after the last one, and after a problem of the file.
  /// - Complexity: O(*n*) in the size of the case; in that of the file if `format` or `subject`
  ///   come after the cases.
  public mutating func next() -> Case? {
    while result == nil {
      let one = read()
      if one != nil, builder!.problems.isEmpty, decoder.problems.isEmpty { return one }
    }
    return rest.popLast()
  }

  /// Reads the rest of the file after the cases that have been returned.
  ///
  /// - Returns: The fixture, without any case, or all problems of the file, in its order.
  /// - Complexity: O(*n*) in the size of the rest.
  public mutating func end() -> Result<Fixture, InvalidFile> {
    while result == nil { _ = read() }
    return result!.mapError { [excuse] failure in
      excuse.map { InvalidFile(problems: [$0]) } ?? failure
    }
  }

  /// Reads on to the end of a case, or of the file.
  private mutating func read() -> Case? {
    do throws(Diagnostic) {
      if let (item, list) = try builder!.readItem() { return decode(item, of: list) }
      decoder.tree = builder!.tree
      finish()
    } catch {
      result = .failure(InvalidFile(problems: [error]))
    }
    return nil
  }

  /// Decodes a case, and removes it from the builder.
  private mutating func decode(_ item: Int, of list: Int) -> Case? {
    swap(&builder!.tree, &decoder.tree)
    if !decodesCases && item == list + 1 { decodesCases = decoder.beginsCases() }
    let one = decodesCases ? try? decoder.testCase(item) : nil
    swap(&builder!.tree, &decoder.tree)
    if decodesCases { builder!.forget(item) }
    return one
  }

  private mutating func finish() {
    let problems = builder!.problems
    builder = nil
    if var fixture = try? decoder.fixture(casesAreDecoded: decodesCases), problems.isEmpty,
      decoder.problems.isEmpty
    {
      rest = fixture.cases.reversed()
      fixture.cases = []
      result = .success(fixture)
    } else {
      result = .failure(InvalidFile([problems, decoder.problems], of: decoder.tree.source))
    }
  }
}

extension Fixture {
  /// Reads a fixture file as a whole.
  ///
  /// - Parameters:
  ///   - source: The file's path and bytes.
  ///   - index: The clause index beside the file; without one, clauses are not checked.
  ///   - limits: How much is read.
  /// - Returns: The fixture, or all its problems, in the order of the file.
  /// - Complexity: O(*n*) in the size of the file.
  public static func read(
    _ source: SourceText, index: ClauseIndex? = nil, limits: ReadingLimits = ReadingLimits()
  ) -> Result<Fixture, InvalidFile> {
    var reader = FixtureReader(.success(source), index: index, limits: limits)
    return read(&reader)
  }

  /// Reads the rest of a reader.
  package static func read(_ reader: inout FixtureReader) -> Result<Fixture, InvalidFile> {
    var cases: [Case] = []
    while let one = reader.next() { cases.append(one) }
    return reader.end().map { fixture in
      var fixture = fixture
      fixture.cases = cases
      return fixture
    }
  }
}
