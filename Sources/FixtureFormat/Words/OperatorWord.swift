// The vocabulary of a specification: its operators with their arguments, and its choices.

/// An operator of a specification: its name and its arguments.
package struct OperatorWord: Hashable, Sendable {
  /// The name in fixtures and in the protocol.
  package let name: Name

  /// Its arguments: none, one without a name, or several with names, in the order of the
  /// specification.
  package let arguments: [Argument]

  /// An argument.
  package struct Argument: Hashable, Sendable {
    /// Its kind.
    package let kind: ArgumentKind

    /// Its name; `nil` for the only argument without one.
    package let name: Name?

    /// Whether it may be left out.
    package let isOptional: Bool

    /// Makes an argument.
    package init(_ kind: ArgumentKind, name: Name? = nil, isOptional: Bool = false) {
      (self.kind, self.name, self.isOptional) = (kind, name, isOptional)
    }

    /// Whether it may be any value, null as well, and has to be written.
    package var isAnything: Bool { name == nil && kind == .value }
  }

  /// Makes an operator.
  ///
  /// - Parameters:
  ///   - name: The name in fixtures and in the protocol.
  ///   - arguments: Its arguments.
  package init(_ name: Name, _ arguments: [Argument] = []) {
    (self.name, self.arguments) = (name, arguments)
  }

  /// Whether a fixture may write the operator as its name alone.
  var standsAlone: Bool { arguments.allSatisfy(\.isOptional) }

  /// The operator as a fixture has it, for a hint.
  package var example: String {
    let given = arguments.filter { !$0.isOptional || standsAlone || $0.name == nil }
    return "- " + text(given.map { ($0, $0.kind.examples[0]) })
  }

  /// The operator with some arguments.
  ///
  /// - Parameter given: The arguments, each with its content.
  /// - Returns: The text in a fixture.
  package func text(_ given: [(argument: Argument, content: String)]) -> String {
    guard let first = given.first, first.argument.name != nil else {
      return "\(name)" + (given.first.map { ": \($0.content)" } ?? "")
    }
    let pairs = given.map { "\($0.argument.name!): \($0.content)" }
    return "\(name): {\(pairs.joined(separator: ", "))}"
  }
}

/// A choice that a specification leaves, with its allowed behaviours.
package struct ReadingPoint: Hashable, Sendable {
  /// The name of the choice.
  package var name: Name

  /// The names of the allowed behaviours, each unique in the specification.
  package var readings: [Name]

  /// Who shows a behaviour, by its name.
  package var witnesses: [Name: String] = [:]

  /// Makes a choice.
  ///
  /// - Parameters:
  ///   - name: The name of the choice.
  ///   - readings: The names of the allowed behaviours.
  package init(_ name: Name, _ readings: [Name]) {
    (self.name, self.readings) = (name, readings)
  }
}
