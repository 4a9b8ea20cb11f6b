// What searches and audits report to a person as they go on.

import Conformance

/// A text for a person, and what it is for.
package enum Remark: Sendable {
  /// A result, with its line breaks.
  case result(String)

  /// A fixture, and the new file that it is written to.
  case fixture(String, path: String)

  /// What is good to know.
  case note(String)

  /// What is worth a look, and makes nothing fail.
  case warning(String)

  /// Something failed; `nil` where that has been said.
  case failure(String?)

  /// There was nothing to test; `nil` if that has been said.
  case nothing(String?)

  /// A file is not written.
  case unwritten(String)
}
