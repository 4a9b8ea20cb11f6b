// Where results come from: when, by which runner and command, and of which implementations.

/// A run that results come from; merged results come from several.
public struct RunOrigin: Hashable, Decodable, Sendable {
  /// When it began: ISO 8601, in UTC.
  public var date: String

  /// Its command, word by word.
  public var command: [String]

  /// The version of the runner.
  public var runner: String

  /// Makes an origin.
  ///
  /// - Parameters:
  ///   - date: When the run began: ISO 8601, in UTC.
  ///   - command: Its command, word by word.
  ///   - runner: The version of the runner.
  public init(date: String, command: [String], runner: String) {
    self.date = date
    self.command = command
    self.runner = runner
  }
}

/// What an implementation says of itself, and how it is named on a command line.
public struct ImplementationDetails: Hashable, Decodable, Sendable {
  /// Its version, if it says one.
  public var version: String?

  /// The language that it is written in, if it says so.
  public var language: String?

  /// What the option `-i` was given, with which cases can be run again.
  public var argument: String?

  /// Makes the details of an implementation.
  ///
  /// - Parameters:
  ///   - version: Its version, if it says one.
  ///   - language: The language that it is written in, if it says so.
  ///   - argument: What the option `-i` was given.
  public init(version: String? = nil, language: String? = nil, argument: String? = nil) {
    self.version = version
    self.language = language
    self.argument = argument
  }
}
