// What stands in a row of a marble picture: its marks, and what they mean.

/// A row of a marble picture: a source, an observer or a store.
struct MarbleRow {
  /// What stands before the row: the name, and what a store holds at first.
  let label: String

  /// `expected` or `actual`, of a row that differs.
  var side: String?

  /// The marks, in the order in which things happened.
  let marks: [Marble]
}

/// A mark in a row.
struct Marble: Equatable {
  /// The step in which it stands, from 0.
  let step: Int

  /// The position within the step, which is that of the same moment in every row.
  let position: Int

  let text: Name

  /// What it means; `nil` of a value.
  let meaning: Meaning?

  /// What the mark is to the other side.
  let standing: Standing

  /// Whether the row is a subscribed observer behind the mark, and so goes on as a line.
  let isLive: Bool

  /// What a mark is to the other side.
  enum Standing {
    case usual

    /// It was expected, and nothing came in its place.
    case missing

    /// It came in the place of another.
    case instead

    /// It came, and nothing was expected in its place.
    case unexpected
  }

  /// What marks mean.
  enum Meaning: String, CaseIterable {
    case connected = "┬ ┴ connected, disconnected"
    case subscribed = "┝ ┥ subscribed, unsubscribed"
    case active = "↑ active"
    case atRest = "↓ at rest"
    case set = "=v set behind the property's back"
    case returned = "→v read returned v"
    case called = "● called"
    case told = "○k emitted a stream, of the group k"
    case born = "┗ inner stream, from its beginning"
    case thrown = "⚡v threw v"
    case reported = "⚑v reported v"
    case error = "×v error v"
    case ownError = "× error that the library made"
    case completed = "| completed"
    case released = "╧ released after it had ended"
    case missing = "◌ expected, never came"
    case unexpected = "v! came, not expected"

    /// Those that only a key has, for those who see pictures for the first time.
    static let common: Set = [connected, subscribed, missing, unexpected]
  }

  /// What is written.
  var shown: String {
    switch standing {
    case .usual, .instead: text.text
    case .missing: "◌"
    case .unexpected: text.text + "!"
    }
  }

  /// What a key says of it.
  var meanings: [Meaning] { [meaning, Self.meanings[standing]].compactMap(\.self) }

  private static let meanings: [Standing: Meaning] = [
    .missing: .missing, .unexpected: .unexpected,
  ]

  var columns: Int { Conformance.columns(of: shown) }

  /// Whether it sets itself apart from others, as a value does not.
  var isStroke: Bool { "┝┥┬┴┗".contains(text.text) }
}
