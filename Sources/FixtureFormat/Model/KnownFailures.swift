// What is known to fail, and why.

/// How a case fails.
package enum KnownDifference: Hashable, Sendable {
  /// The first step that differs, from 0, and what becomes observable in it.
  case step(Int, actual: [Event])

  /// How the message of the error begins that it ends with.
  case error(Name)
}

/// The cases that are known to fail: their failures do not fail a run, but a pass does, and so does a
/// failure of another kind than an entry states.
package struct KnownFailures: Sendable {
  /// A case that is known to fail with an implementation.
  package struct Entry: Sendable {
    /// The case, as `file › name`.
    package var title: Name

    /// The implementation's name in reports.
    package var implementation: Name

    /// Why it fails, or where it is being fixed.
    package var reason: String

    /// How it fails, where that is stated.
    package internal(set) var statement: Statement?

    /// Where the entry begins.
    package var place: Place

    /// Where the file says how it fails.
    var origin: StatementOrigin?

    init(title: Name, implementation: Name, reason: String, place: Place) {
      self.title = title
      self.implementation = implementation
      self.reason = reason
      self.place = place
    }
  }

  /// How a case fails, as it is written: its events are read with the names of the case.
  package enum Statement: Hashable, Sendable {
    /// The first step that differs, from 1, and the list of its events.
    case step(Int, actual: Value)

    /// How the message of the error begins.
    case error(Name)
  }

  /// The file that they stand in; `nil` for those that no file has.
  package var source: SourceText?

  /// The entries, in the order of the file.
  package private(set) var entries: [Entry]

  private var positions: [Key: Int]

  private struct Key: Hashable {
    let title: Name
    let implementation: Name
  }

  /// Makes a list.
  ///
  /// - Parameters:
  ///   - entries: The entries. Of several for a case and an implementation, the first counts.
  ///   - source: The file that they stand in.
  package init(_ entries: [Entry] = [], source: SourceText? = nil) {
    self.entries = entries
    self.source = source
    positions = Dictionary(
      entries.enumerated().map {
        (Key(title: $1.title, implementation: $1.implementation), $0)
      }
    ) { first, _ in first }
  }

  /// The position of the entry of a case; `nil` where it is not known to fail.
  ///
  /// - Parameters:
  ///   - title: The case, as `file › name`.
  ///   - implementation: The implementation's name in reports.
  /// - Returns: The position among the entries.
  /// - Complexity: O(1).
  package func position(of title: Name, with implementation: Name) -> Int? {
    positions[Key(title: title, implementation: implementation)]
  }

  /// The entry of a case; `nil` where it is not known to fail.
  package func entry(for title: Name, with implementation: Name) -> Entry? {
    position(of: title, with: implementation).map { entries[$0] }
  }

  /// A problem with an entry, at its place.
  ///
  /// - Parameters:
  ///   - message: What is wrong.
  ///   - entry: An entry of the file.
  ///   - hint: What to do.
  /// - Returns: The diagnostic.
  package func problem(_ message: String, with entry: Entry, hint: String) -> Diagnostic {
    Diagnostic(
      path: source?.path ?? "", place: entry.place, message: message, hint: hint,
      excerpt: source?.line(entry.place.line))
  }
}

extension KnownFailures.Entry {
  /// Makes an entry that no file has.
  ///
  /// - Parameters:
  ///   - title: The case, as `file › name`.
  ///   - implementation: The implementation's name in reports.
  ///   - reason: Why it fails.
  ///   - difference: How it fails. It is not stated where no list of events of the case can express it.
  ///   - testCase: The case.
  /// - Complexity: O(*n*) in the number of events.
  package init(
    title: Name, implementation: Name, reason: String, _ difference: KnownDifference?,
    of testCase: Case
  ) {
    self.init(
      title: title, implementation: implementation, reason: reason,
      place: Place(line: 1, column: 1))
    switch difference {
    case nil: break
    case .error(let beginning): statement = .error(beginning)
    case .step(let step, let events):
      let actual = events.map(\.description).joined(separator: ", ")
      let text = "- {case: c, implementation: i, reason: r, step: \(step + 1), actual: [\(actual)]}"
      let source = SourceText(path: "", bytes: Array(text.utf8))
      if case .success(let read) = KnownFailures.read(source),
        case .success(difference) = read.entries[0].difference(in: testCase)
      {
        statement = read.entries[0].statement
      }
    }
  }
}
