// Remarks of searches and audits to a person.

import Conformance

/// A text for a person, and its purpose.
package enum Remark: Sendable {
  /// A result, with its line breaks.
  case result(String)

  /// A fixture, and the path of its new file.
  case fixture(String, path: String)

  /// Additional information.
  case note(String)

  /// A warning, which makes nothing fail.
  case warning(String)

  /// A failure; `nil` if it has been reported.
  case failure(String?)

  /// There was nothing to test; `nil` if that has been reported.
  case nothing(String?)

  /// A file was not written.
  case unwritten(String)
}
