// The known failures, and their reasons.

/// How a case fails.
package enum KnownDifference: Hashable, Sendable {
  /// The steps that differ, in order, each with its events. All other steps are as the case
  /// expects.
  case steps([KnownStep])

  /// The message of the error that it ends with.
  case error(Name)

  /// A part of that message.
  case errorContains(Name)

  /// It is skipped.
  case notRun
}

/// The events of a step of a case that is known to fail.
package struct KnownStep: Hashable, Sendable {
  /// The step, from 0.
  package var step: Int

  /// The events.
  package var actual: [Event]

  package init(_ step: Int, actual: [Event]) {
    (self.step, self.actual) = (step, actual)
  }
}

/// The cases that are known to fail: their failures do not fail a run, but a pass does, and so does
/// a known failure that changed.
package struct KnownFailures: Sendable {
  /// A case that is known to fail with an implementation.
  package struct Entry: Sendable {
    /// The case, as `file › name`.
    package var title: Name

    /// The implementation's name in reports.
    package var implementation: Name

    /// Why it fails, or where it is being fixed.
    package var reason: String

    /// The file of the case, if the title could also mean a case of another file.
    package var file: Name?

    /// How it fails; `nil` if any failure is accepted.
    package internal(set) var statement: Statement?

    /// Why the case may be skipped, if it may.
    package internal(set) var skipped: String?

    /// Where the entry begins.
    package var place: Place

    /// The places of the steps that differ, in the file.
    var origin: Origin?
  }

  /// The places of the steps of an entry; their events are read with the names of its case.
  struct Origin: Sendable {
    let tree: Tree
    let limits: ReadingLimits
    let steps: [FixtureDecoder.PlacedStep]
  }

  /// How a case fails, as written: its events are read with the names of the case.
  package enum Statement: Hashable, Sendable {
    /// The steps that differ, each with its number, from 1, and its events as a fixture writes them.
    case steps([Step])

    /// The message of the error.
    case error(Name)

    /// A part of the message of the error.
    case errorContains(Name)

    package struct Step: Hashable, Sendable {
      let number: Int
      let events: [String]
    }
  }

  /// The file of the entries; empty and without a name if they are not from a file.
  package let source: SourceText

  /// The entries, in the order of the file.
  package private(set) var entries: [Entry]

  /// The position of each entry, by its title, its file and its implementation.
  private let positions: [[Name?]: Int]

  /// Makes a list.
  ///
  /// - Parameters:
  ///   - entries: The entries. Of several for a case and an implementation, the first counts.
  ///   - source: The file of the entries.
  package init(_ entries: [Entry] = [], source: SourceText = SourceText(path: "", bytes: [])) {
    self.entries = entries
    self.source = source
    positions = Dictionary(
      entries.enumerated().map { ([$1.title, $1.file, $1.implementation], $0) }
    ) { first, _ in first }
  }

  /// The position of the entry of a case; `nil` if it is not known to fail.
  ///
  /// - Parameters:
  ///   - title: The case, as `file › name`.
  ///   - file: Its file.
  ///   - implementation: The implementation's name in reports.
  /// - Returns: The position among the entries.
  /// - Complexity: O(1).
  package func position(of title: Name, in file: Name, with implementation: Name) -> Int? {
    positions[[title, nil, implementation]] ?? positions[[title, file, implementation]]
  }

  /// A problem with an entry, at its place.
  ///
  /// - Parameters:
  ///   - message: The problem.
  ///   - entry: An entry of the file.
  ///   - hint: The remedy.
  /// - Returns: The diagnostic.
  package func problem(_ message: String, with entry: Entry, hint: String) -> Diagnostic {
    source.problem(message, hint, at: entry.place)
  }
}

extension KnownFailures.Entry {
  /// Makes an entry that is not from a file; `nil` if no list can express how the case fails.
  ///
  /// - Parameters:
  ///   - title: The case, as `file › name`.
  ///   - file: Its file, if the title could also mean another case.
  ///   - implementation: The implementation's name in reports.
  ///   - reason: Why it fails.
  ///   - difference: How it fails.
  ///   - testCase: The case.
  /// - Complexity: O(*n*) in the number of events.
  package init?(
    title: Name, in file: Name? = nil, implementation: Name, reason: String,
    _ difference: KnownDifference, of testCase: Case
  ) {
    self.init(
      title: title, implementation: implementation, reason: reason,
      place: Place(line: 1, column: 1))
    self.file = file
    switch difference {
    case .error(let message): statement = .error(message)
    case .errorContains(let part): statement = .errorContains(part)
    case .notRun: return nil
    case .steps(let steps):
      statement = .steps(
        steps.map { .init(number: $0.step + 1, events: $0.actual.map(\.description)) })
    }
    // The entry is read from its own text, so that both are the same.
    let text = lines.map { $0 + "\n" }.joined()
    let source = SourceText(path: "", bytes: Array(text.utf8))
    guard case .success(let read) = KnownFailures.read(source),
      case .success(difference) = read.entries[0].difference(in: testCase)
    else { return nil }
    statement = read.entries[0].statement
  }
}
