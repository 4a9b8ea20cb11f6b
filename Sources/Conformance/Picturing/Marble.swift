// The marks in a row of a marble picture, and their meanings.

/// A row of a marble picture: a source, an observer or a store.
struct MarbleRow {
  /// The text before the row: the name, and the first value of a store.
  let label: String

  /// `expected` or `actual`, of a row that differs.
  var side: String?

  /// The marks, in order of time.
  let marks: [Marble]
}

/// A mark in a row.
struct Marble: Equatable {
  /// The step in which it stands, from 0.
  let step: Int

  /// The position within the step, which is that of the same moment in every row.
  let position: Int

  let text: Name

  /// Its meaning; `nil` for a value.
  let meaning: Meaning?

  /// How the mark relates to the other side.
  let standing: Standing

  /// Whether the row is a subscribed observer after the mark, and so goes on as a line.
  let isLive: Bool

  /// How a mark relates to the other side.
  enum Standing {
    case usual

    /// It was expected, and nothing came in its place.
    case missing

    /// It came in the place of another.
    case instead

    /// It came, and nothing was expected in its place.
    case unexpected
  }

  /// The meanings of marks.
  enum Meaning: String, CaseIterable {
    case connected = "┬ ┴ connected, disconnected"
    case subscribed = "┝ ┥ subscribed, unsubscribed"
    case active = "↑ active"
    case atRest = "↓ at rest"
    case set = "=v set without the property"
    case returned = "→v read returned v"
    case called = "● called"
    case stream = "○k emitted a stream, of the group k"
    case born = "┗ inner stream, from its beginning"
    case thrown = "⚡v threw v"
    case reported = "⚑v reported v"
    case error = "×v error v"
    case ownError = "× error that the library made"
    case completed = "| completed"
    case released = "╧ released after it had ended"
    case missing = "◌ expected, never came"
    case unexpected = "v! came, not expected"

    /// Meanings that only a key shows, for readers who see pictures for the first time.
    static let common: Set = [connected, subscribed, missing, unexpected]
  }

  /// The text of the mark.
  var shown: String {
    switch standing {
    case .usual, .instead: text.text
    case .missing: "◌"
    case .unexpected: text.text + "!"
    }
  }

  /// Its meanings in a key.
  var meanings: [Meaning] { [meaning, Self.meanings[standing]].compactMap(\.self) }

  private static let meanings: [Standing: Meaning] = [
    .missing: .missing, .unexpected: .unexpected,
  ]

  var columns: Int { Conformance.columns(of: shown) }

  /// Whether it is a stroke, which needs no space beside it, unlike a value.
  var isStroke: Bool { "┝┥┬┴┗".contains(text.text) }
}
