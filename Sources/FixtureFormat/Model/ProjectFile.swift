// A project file: what to run if the command line does not say.

/// The content of a project file, `.conformance.yaml`. Missing parts are `nil`.
package struct ProjectFile: Sendable {
  /// The name of the file.
  package static let name = ".conformance.yaml"

  /// A common misspelling of that name.
  package static let misnamed = ".conformance.yml"

  /// An implementation, by its label.
  package struct Implementation: Sendable, Equatable {
    package var label: Name

    /// The command or name that `-i` takes.
    package var command: String

    /// The specifications that it claims, if the project says so instead of its adapter.
    package var specifications: [Name]?

    /// The specifications that it does not claim, but is compared with.
    package var compared: [Name] = []

    /// Its fixtures, if they are not those of the project: files and folders.
    package var fixtures: [String]?

    package init(label: Name, command: String) {
      (self.label, self.command) = (label, command)
    }
  }

  /// The text that it was read from.
  package let source: SourceText

  /// The fixtures: files and folders.
  package var fixtures: [String]?

  /// The implementations, in the order of the file.
  package var implementations: [Implementation] = []

  /// The implementations that run if the command line names none: labels, or names of built-in ones.
  package var defaults: [Name]?

  /// The lists of known failures.
  package var knownFailures: [String]?

  /// The files and folders that are watched besides the fixtures.
  package var watch: [String]?

  /// The checks that other modules supply. Each returns the problem, or `nil`.
  package struct Checks {
    /// The names of built-in implementations, which cannot be labels.
    package var builtIn: [Name]

    /// The problem with a text as a label.
    package var label: (String) -> String?

    /// The problem with a text as a command or name.
    package var command: (String) -> String?

    /// The problem with a path, of a list of known failures or of anything else.
    package var path: (_ path: String, _ isKnownFailures: Bool) -> String?

    package init(
      builtIn: [Name], label: @escaping (String) -> String? = { _ in nil },
      command: @escaping (String) -> String? = { _ in nil },
      path: @escaping (_ path: String, _ isKnownFailures: Bool) -> String? = { _, _ in nil }
    ) {
      (self.builtIn, self.label, self.command, self.path) = (builtIn, label, command, path)
    }
  }
}
