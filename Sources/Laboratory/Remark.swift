// What searches and audits tell a person as it turns out.

/// A text for a person, and what it is for.
package enum Remark: Sendable {
  /// A result, with its line breaks.
  case result(String)

  /// What is good to know.
  case note(String)

  /// What is worth a look, and makes nothing fail.
  case warning(String)

  /// What is wrong; it makes the command fail where nothing graver is said to do so.
  case error(String)
}
