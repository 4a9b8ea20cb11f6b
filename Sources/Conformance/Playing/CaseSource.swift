// Where the cases of a file come from: the file itself, case by case, or a fixture that is held.

/// The cases of a file that are yet to be taken.
struct CaseSource: ~Copyable {
  let path: Name

  /// The clause index that stands beside the file.
  let index: ClauseIndex?

  private var reader: FixtureReader?

  /// Without a reader: the cases that are left, and what the file is.
  private var held: ArraySlice<Case> = []
  private var content: FileResult.Content?

  /// Takes the cases of a file while reading it.
  init(reading file: FixtureFiles.File, limits: ReadingLimits) {
    path = file.path
    index = file.index
    reader = file.reader(limits: limits)
  }

  /// Takes the cases of a file that has been read.
  init(of result: FileResult) {
    path = result.path
    index = result.index
    content = result.content
    if case .ran(let fixture, _) = result.content { held = fixture.cases[...] }
  }

  /// The next case; `nil` behind the last, and once the file is known not to be valid.
  mutating func next() -> Case? {
    content == nil ? reader!.next() : held.popFirst()
  }

  /// What the file is, without results.
  mutating func end() -> FileResult.Content {
    content ?? FileResult.Content(reader!.end())
  }

  /// Has another read on, whose parts are then taken; `nil` where that cannot be.
  mutating func readAhead() -> FixtureReader.Ahead? { reader?.readAhead() }

  /// Takes a part that another has read.
  mutating func take(_ part: TreePart) { reader!.take(part) }

  /// Reads on alone behind what another has read.
  mutating func readOn(behind ahead: FixtureReader.Ahead) { reader!.readOn(behind: ahead) }
}
