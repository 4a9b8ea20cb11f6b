// What is known to fail, and why.

/// The cases that are known to fail: their failures do not fail a run, but a pass does.
package struct KnownFailures: Sendable {
  /// A case that is known to fail with an implementation.
  package struct Entry: Sendable {
    /// The case, as `file › name`.
    package var title: Name

    /// The implementation's name in reports.
    package var implementation: Name

    /// Why it fails, or where it is being fixed.
    package var reason: String

    /// Where the entry begins.
    package var place: Place

    /// Makes an entry that no file has.
    ///
    /// - Parameters:
    ///   - title: The case, as `file › name`.
    ///   - implementation: The implementation's name in reports.
    ///   - reason: Why it fails.
    package init(title: Name, implementation: Name, reason: String) {
      self.init(
        title: title, implementation: implementation, reason: reason,
        place: Place(line: 1, column: 1))
    }

    init(title: Name, implementation: Name, reason: String, place: Place) {
      self.title = title
      self.implementation = implementation
      self.reason = reason
      self.place = place
    }
  }

  /// The file that they stand in; `nil` for those that no file has.
  package var source: SourceText?

  /// The entries, in the order of the file.
  package private(set) var entries: [Entry]

  private var reasons: [Key: String]

  private struct Key: Hashable {
    let title: Name
    let implementation: Name
  }

  /// Makes a list.
  ///
  /// - Parameters:
  ///   - entries: The entries, at most one for each case and implementation.
  ///   - source: The file that they stand in.
  package init(_ entries: [Entry] = [], source: SourceText? = nil) {
    self.entries = entries
    self.source = source
    reasons = Dictionary(
      entries.map { (Key(title: $0.title, implementation: $0.implementation), $0.reason) }
    ) { first, _ in first }
  }

  /// Why a case is known to fail; `nil` where it is not.
  ///
  /// - Parameters:
  ///   - title: The case, as `file › name`.
  ///   - implementation: The implementation's name in reports.
  /// - Returns: The reason.
  /// - Complexity: O(1).
  package func reason(for title: Name, with implementation: Name) -> String? {
    reasons[Key(title: title, implementation: implementation)]
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

extension KnownFailures {
  /// The list as the text of a file, which reads back equal.
  package var text: String {
    let head = "# What is known to fail. An entry goes when its case passes.\n"
    if entries.isEmpty { return head + "[]\n" }
    return head
      + entries.map {
        """
        - case: \(Value.string($0.title))
          implementation: \(Value.string($0.implementation))
          reason: \(Value.string($0.reason))

        """
      }.joined()
  }
}
