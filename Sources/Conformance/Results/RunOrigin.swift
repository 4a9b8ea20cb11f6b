// Where results come from: when, by which runner and command, and of which implementations.

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

/// What an implementation says of itself, and how it is named on a command line.
package struct ImplementationDetails: Hashable, Sendable {
  /// Its version, if it says one.
  package var version: String?

  /// The language that it is written in, if it says so.
  package var language: String?

  /// What the option `-i` was given, with which cases can be run again.
  package var argument: String?

  /// The name that it gives itself, which its label may not be: "RxPY".
  package var ownName: String? = nil

  /// What it announces that is judged so: "stops later".
  package var announced: String? = nil

  /// Makes the details of an implementation.
  ///
  /// - Parameters:
  ///   - version: Its version, if it says one.
  ///   - language: The language that it is written in, if it says so.
  ///   - argument: What the option `-i` was given.
  package init(version: String? = nil, language: String? = nil, argument: String? = nil) {
    (self.version, self.language, self.argument) = (version, language, argument)
  }
}
