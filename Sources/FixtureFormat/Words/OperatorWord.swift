// The vocabulary of a specification: its operators with their arguments, and its open points.

/// An operator of a specification: its name and its arguments.
package struct OperatorWord: Hashable, Sendable {
  /// The name in fixtures and in the protocol.
  package let name: Name

  /// What it is given: nothing, one argument without a name, or several with names, in the order of the
  /// specification.
  package let arguments: [Argument]

  /// An argument.
  package struct Argument: Hashable, Sendable {
    /// What it is.
    package let kind: ArgumentKind

    /// Its name; `nil` for one that has none, and then there is no other.
    package let name: Name?

    /// Whether it may be left out.
    package let isOptional: Bool

    /// Makes an argument.
    package init(_ kind: ArgumentKind, name: Name? = nil, isOptional: Bool = false) {
      (self.kind, self.name, self.isOptional) = (kind, name, isOptional)
    }

    /// Whether any value is one, null as well, and has to be written.
    package var isAnything: Bool { name == nil && kind == .value }
  }

  /// Makes an operator.
  ///
  /// - Parameters:
  ///   - name: The name in fixtures and in the protocol.
  ///   - arguments: What it is given.
  package init(_ name: Name, _ arguments: [Argument] = []) {
    (self.name, self.arguments) = (name, arguments)
  }

  /// Whether the operator may stand in a fixture by its name alone.
  var standsAlone: Bool { arguments.allSatisfy(\.isOptional) }

  /// The operator as a fixture has it, for a hint.
  package var example: String {
    let given = arguments.filter { !$0.isOptional || standsAlone || $0.name == nil }
    return "- " + text(given.map { ($0, $0.kind.examples[0]) })
  }

  /// The operator with some arguments.
  ///
  /// - Parameter given: The arguments, each with what stands behind its name.
  /// - Returns: What a fixture has.
  package func text(_ given: [(argument: Argument, content: String)]) -> String {
    guard let first = given.first, first.argument.name != nil else {
      return "\(name)" + (given.first.map { ": \($0.content)" } ?? "")
    }
    let pairs = given.map { "\($0.argument.name!): \($0.content)" }
    return "\(name): {\(pairs.joined(separator: ", "))}"
  }
}

/// A point that a specification leaves open, with the readings that it allows.
package struct ReadingPoint: Hashable, Sendable {
  /// The name of the point.
  package var name: Name

  /// The names of its readings. No two points of a specification share one.
  package var readings: [Name]

  /// Who shows a reading, by its name.
  package var witnesses: [Name: String] = [:]

  /// Makes a point.
  ///
  /// - Parameters:
  ///   - name: The name of the point.
  ///   - readings: The names of its readings.
  package init(_ name: Name, _ readings: [Name]) {
    (self.name, self.readings) = (name, readings)
  }
}
