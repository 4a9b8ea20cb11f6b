// The origin of results: date, runner, command and implementations.

/// A run that results come from; merged results come from several.
package struct RunOrigin: Hashable, Sendable {
  /// When it began: ISO 8601, in UTC.
  package var date: String

  /// Its command, word by word.
  package var command: [String]

  /// The version of the runner.
  package var runner: String

  /// Makes an origin.
  ///
  /// - Parameters:
  ///   - date: When the run began: ISO 8601, in UTC.
  ///   - command: Its command, word by word.
  ///   - runner: The version of the runner.
  package init(date: String, command: [String], runner: String) {
    (self.date, self.command, self.runner) = (date, command, runner)
  }
}

/// The details that an implementation gives of itself, and its name on a command line.
package struct ImplementationDetails: Hashable, Sendable {
  /// Its version, if it says one.
  package var version: String?

  /// The language that it is written in, if it says so.
  package var language: String?

  /// The argument of the option `-i`, to run cases again.
  package var argument: String?

  /// The name that it gives itself, which may differ from its label: "RxPY".
  package var ownName: String? = nil

  /// What it announces about connections: "stops later".
  package var announced: String? = nil

  /// Makes the details of an implementation.
  ///
  /// - Parameters:
  ///   - version: Its version, if it says one.
  ///   - language: The language that it is written in, if it says so.
  ///   - argument: The argument of the option `-i`.
  package init(version: String? = nil, language: String? = nil, argument: String? = nil) {
    (self.version, self.language, self.argument) = (version, language, argument)
  }
}
