// A project file: what is judged where the command line does not say.

/// What a project file, `.conformance.yaml`, says. What it leaves out is `nil`.
package struct ProjectFile: Sendable {
  /// What it is called.
  package static let name = ".conformance.yaml"

  /// What it is not called.
  package static let misnamed = ".conformance.yml"

  /// An implementation, by its label.
  package struct Implementation: Sendable, Equatable {
    package var label: Name

    /// What `-i` takes, without a label.
    package var command: String

    /// The specifications that it claims, where the project says so and not its adapter.
    package var specifications: [Name]?

    /// Those that it does not claim, and is compared with.
    package var compared: [Name] = []

    /// Its fixtures, where it is not judged by those of the project: files and folders.
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

  /// Those that are judged where the command line names none: labels, or names of built-in implementations.
  package var defaults: [Name]?

  /// The lists of known failures.
  package var knownFailures: [String]?

  /// What is watched besides the fixtures: files and folders.
  package var watch: [String]?

  /// What the reader of a project file has to ask others. Each says what is wrong, or `nil`.
  package struct Checks {
    /// The names of built-in implementations, which are no labels.
    package var builtIn: [Name]

    /// What is wrong with a text as a label.
    package var label: (String) -> String?

    /// What is wrong with a text as that which a label stands for.
    package var command: (String) -> String?

    /// What is wrong with a path, be it of a list of known failures or of anything.
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
