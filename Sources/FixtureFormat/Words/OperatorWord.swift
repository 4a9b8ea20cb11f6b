// The vocabulary of a specification: its operators with their arguments, and its open points.

/// An operator of a specification: its name and its arguments.
package struct OperatorWord: Hashable, Sendable {
  /// The name in fixtures and in the protocol.
  package var name: Name

  /// What it is given.
  package var arguments: Arguments

  /// What an operator is given.
  package enum Arguments: Hashable, Sendable {
    /// Nothing.
    case none

    /// One argument, without a name.
    case one(Argument)

    /// Arguments with names, in the order of the specification.
    case named([Named])
  }

  /// An argument.
  package struct Argument: Hashable, Sendable {
    /// What it is.
    package var kind: ArgumentKind

    /// Whether it may be left out.
    package var isOptional: Bool

    /// Makes an argument.
    ///
    /// - Parameters:
    ///   - kind: What it is.
    ///   - isOptional: Whether it may be left out.
    package init(_ kind: ArgumentKind, isOptional: Bool = false) {
      (self.kind, self.isOptional) = (kind, isOptional)
    }

    /// Reads an argument as a specification writes it: its kind, with a `?` if it is optional;
    /// `nil` for an unknown kind.
    package init?(word: String) {
      let isOptional = word.hasSuffix("?")
      guard let kind = ArgumentKind(rawValue: isOptional ? String(word.dropLast()) : word) else {
        return nil
      }
      self.init(kind, isOptional: isOptional)
    }
  }

  /// An argument with a name.
  package struct Named: Hashable, Sendable {
    /// Its name.
    package var name: Name

    /// What it is.
    package var argument: Argument

    /// Makes an argument with a name.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - argument: What it is.
    package init(_ name: Name, _ argument: Argument) {
      (self.name, self.argument) = (name, argument)
    }

    /// Reads the name of an argument as a specification has it: with `?` behind it where it may be left out.
    package init(key: Name, _ argument: Argument) {
      self.init(key, argument)
      guard key.text.hasSuffix("?") else { return }
      name = Name(String(key.text.dropLast()))
      self.argument.isOptional = true
    }
  }

  /// Makes an operator.
  ///
  /// - Parameters:
  ///   - name: The name in fixtures and in the protocol.
  ///   - arguments: What it is given.
  package init(_ name: Name, _ arguments: Arguments = .none) {
    (self.name, self.arguments) = (name, arguments)
  }

  /// Whether the operator may stand in a fixture by its name alone.
  var standsAlone: Bool {
    switch arguments {
    case .none: true
    case .one(let argument): argument.isOptional
    case .named(let all): all.allSatisfy(\.argument.isOptional)
    }
  }

  /// The operator as a fixture has it, for a hint.
  package var example: String { "- \(name)\(exampleOfArguments)" }

  private var exampleOfArguments: String {
    switch arguments {
    case .none: ""
    case .one(let argument): ": \(argument.kind.example)"
    case .named(let all):
      Self.text(
        of: all.filter { !$0.argument.isOptional || all.allSatisfy(\.argument.isOptional) }
          .map { ($0.name, $0.argument.kind.example) })
    }
  }

  private static func text(of arguments: [(name: Name, content: String)]) -> String {
    ": {" + arguments.map { "\($0.name): \($0.content)" }.joined(separator: ", ") + "}"
  }

  /// The operator as fixtures may write it, with several arguments that may show a mistake, and
  /// with and without optional ones.
  ///
  /// - Parameter channels: The channels of the specification: what throws needs one for errors.
  /// - Returns: The variants, each once; ``example`` comes first.
  package func examples(with channels: Channels) -> [String] {
    var examples = [exampleOfArguments]
    func contents(_ argument: Argument) -> [String] {
      let form = argument.kind.form
      return form.examples + (channels.contains(.error) ? form.throwing : [])
    }
    if standsAlone { examples.append("") }
    switch arguments {
    case .none: break
    case .one(let argument): examples += contents(argument).map { ": \($0)" }
    case .named(let all):
      for isWhole in [false, true] {
        let given = all.filter { isWhole || !$0.argument.isOptional }
        for varied in given.indices {
          for content in contents(given[varied].argument) {
            var arguments = given.map { (name: $0.name, content: $0.argument.kind.example) }
            arguments[varied].content = content
            examples.append(Self.text(of: arguments))
          }
        }
      }
    }
    var seen: Set<String> = []
    return examples.filter { seen.insert($0).inserted }.map { "\(name)\($0)" }
  }
}

/// A point that a specification leaves open, with the readings that it allows.
package struct ReadingPoint: Hashable, Sendable {
  /// The name of the point.
  package var name: Name

  /// The names of its readings. No two points of a specification share one.
  package var readings: [Name]

  /// Makes a point.
  ///
  /// - Parameters:
  ///   - name: The name of the point.
  ///   - readings: The names of its readings.
  package init(_ name: Name, _ readings: [Name]) {
    (self.name, self.readings) = (name, readings)
  }
}
