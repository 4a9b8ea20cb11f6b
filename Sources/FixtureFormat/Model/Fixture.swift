// A fixture file, once it is known to be valid.

/// A fixture file: cases that an implementation of one specification must pass.
public struct Fixture: Sendable {
  /// The file.
  public var source: SourceText

  /// The specification tested, such as `_remember`.
  public var specification: String

  /// One line on what the file is about.
  public var title: String?

  /// The cases, in the order of the file. Never empty.
  public var cases: [Case]

  /// The highest version of the format that is understood.
  public static let formatVersion = 1
}

/// One case: a subject, a timeline, and what must become observable at each step.
public struct Case: Sendable {
  /// What the case says of the subject: unique in its file.
  public var name: String

  /// The ids of the clauses that the case demonstrates. Never empty.
  public var clauses: [String]

  /// Words to select cases by.
  public var tags: [String]

  /// Why the case is as it is; shown when it fails.
  public var note: String?

  /// What is under test.
  public var subject: Subject

  /// What observers do while they are being called.
  public var reactions: [Reaction]

  /// The timeline. Never empty.
  public var steps: [Step]

  /// Where the case begins.
  public var place: Place
}

/// One step of a timeline.
public struct Step: Sendable {
  /// What is done.
  public var action: Action

  /// Exactly what must become observable, in order. Empty for silence.
  public var expectation: [Event]

  /// Why the step is as it is; shown when it fails.
  public var note: String?

  /// Where the step begins.
  public var place: Place

  /// The lines that the step stands on, from 1.
  public var lines: ClosedRange<Int>
}
