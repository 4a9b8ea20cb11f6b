// The vocabulary that a specification brings: its operators with their arguments, and its open points.

/// What an argument of an operator is.
public enum ArgumentKind: String, Hashable, CaseIterable, Sendable {
  /// Any value.
  case value

  /// A number.
  case number

  /// An integer from 0.
  case count

  /// A time above 0 in seconds, with at most three decimals.
  case seconds

  /// A text.
  case text

  /// A truth value.
  case flag

  /// A function of one value, as a list of rows: `[value, result]`, or `[value, throws, error]`.
  case function

  /// What holds for some values: a list of these, or a function whose results are truth values.
  case predicate

  /// A function of what there is so far and a value: `sum`, `append`, `latest`, or a list of rows.
  case reducer

  /// The name of a source of the subject.
  case source

  /// A function whose results are names of sources.
  case sourceFunction = "source-function"

  /// A function of a value whose results are lists of values to emit.
  case operation

  /// A dictionary whose keys are any values: a list of rows of two.
  case rows

  /// A map with the numbers `x` and `y`.
  case point

  /// A number, or a point.
  case numberOrPoint = "number-or-point"

  /// The functions that have a name: what a reducer may be instead of a table.
  public static let reducers = ["sum", "append", "latest"]
}

/// An operator of a specification: its name, and what it is given.
public struct OperatorWord: Hashable, Sendable {
  /// The name in fixtures and in the protocol.
  public var name: String

  /// What it is given.
  public var arguments: Arguments

  /// What an operator is given.
  public enum Arguments: Hashable, Sendable {
    /// Nothing.
    case none

    /// One argument, without a name.
    case one(Argument)

    /// Arguments with names, in the order of the specification.
    case named([Named])
  }

  /// An argument.
  public struct Argument: Hashable, Sendable {
    /// What it is.
    public var kind: ArgumentKind

    /// Whether it may be left out.
    public var isOptional: Bool

    /// Makes an argument.
    ///
    /// - Parameters:
    ///   - kind: What it is.
    ///   - isOptional: Whether it may be left out.
    public init(_ kind: ArgumentKind, isOptional: Bool = false) {
      (self.kind, self.isOptional) = (kind, isOptional)
    }

    /// Reads an argument as a specification has it: its kind, and `?` behind it where it may be left out;
    /// `nil` where there is no such kind.
    package init?(word: String) {
      let isOptional = word.hasSuffix("?")
      guard let kind = ArgumentKind(rawValue: isOptional ? String(word.dropLast()) : word) else {
        return nil
      }
      self.init(kind, isOptional: isOptional)
    }
  }

  /// An argument with a name.
  public struct Named: Hashable, Sendable {
    /// Its name.
    public var name: String

    /// What it is.
    public var argument: Argument

    /// Makes an argument with a name.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - argument: What it is.
    public init(_ name: String, _ argument: Argument) {
      (self.name, self.argument) = (name, argument)
    }

    /// Reads the name of an argument as a specification has it: with `?` behind it where it may be left out.
    package init(key: String, _ argument: Argument) {
      self.init(key, argument)
      guard key.hasSuffix("?") else { return }
      name.removeLast()
      self.argument.isOptional = true
    }
  }

  /// Makes an operator.
  ///
  /// - Parameters:
  ///   - name: The name in fixtures and in the protocol.
  ///   - arguments: What it is given.
  public init(_ name: String, _ arguments: Arguments = .none) {
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

  private static func text(of arguments: [(name: String, content: String)]) -> String {
    ": {" + arguments.map { "\($0.name): \($0.content)" }.joined(separator: ", ") + "}"
  }

  /// The operator as fixtures may have it, with one argument after the other that a slip may show on, and
  /// with and without what may be left out.
  ///
  /// - Parameter channels: The channels of the specification: what throws needs one for errors.
  /// - Returns: Each once, the one of ``example`` first.
  package func examples(with channels: Channels) -> [String] {
    var examples = [exampleOfArguments]
    func contents(_ argument: Argument) -> [String] {
      [argument.kind.example] + argument.kind.furtherExamples(with: channels)
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
    var seen: Set<ExactText> = []
    return examples.filter { seen.insert($0).inserted }.map { name + $0 }
  }
}

/// A point that a specification leaves open, with the readings that it allows.
public struct ReadingPoint: Hashable, Sendable {
  /// The name of the point.
  public var name: String

  /// The names of its readings. No two points of a specification share one.
  public var readings: [String]

  /// Makes a point.
  ///
  /// - Parameters:
  ///   - name: The name of the point.
  ///   - readings: The names of its readings.
  public init(_ name: String, _ readings: [String]) {
    (self.name, self.readings) = (name, readings)
  }
}

extension ArgumentKind {
  /// What it is, for a sentence.
  var noun: String {
    switch self {
    case .value: "a value"
    case .number: "a number"
    case .count: "a count, an integer from 0,"
    case .seconds: "a time in seconds"
    case .text: "a text"
    case .flag: "a truth value"
    case .function: "a function, a list of rows,"
    case .predicate: "a predicate, a list of the values that it holds for,"
    case .reducer: "a reducer, `sum`, `append`, `latest` or a list of rows,"
    case .source: "the name of a source"
    case .sourceFunction: "a source function, a list of rows,"
    case .operation: "an operation, a list of rows,"
    case .rows: "a dictionary, a list of rows,"
    case .point: "a point, `{x: 1, y: 2}`,"
    case .numberOrPoint: "a number or a point"
    }
  }

  /// One of them, as a fixture has it.
  var example: String {
    switch self {
    case .value, .number, .count: "1"
    case .seconds: "0.5"
    case .text: "a text"
    case .flag: "true"
    case .function: "[[1, 10], [2, 20]]"
    case .predicate: "[1, 2]"
    case .reducer: "sum"
    case .source: "other"
    case .sourceFunction: "[[1, other]]"
    case .operation: "[[1, [10, 11]], [2, []]]"
    case .rows: "[[a, 100], [b, 0]]"
    case .point, .numberOrPoint: "{x: 1, y: 2}"
    }
  }

  /// Others, on which a slip may show that does not on the first.
  fileprivate func furtherExamples(with channels: Channels) -> [String] {
    let throwing = channels.contains(.error)
    switch self {
    case .value, .text, .source, .operation, .rows: return []
    case .number: return ["2", "0", "-1"]
    case .count: return ["2", "3", "0"]
    case .seconds: return ["1.5"]
    case .flag: return ["false"]
    case .function:
      return ["[[1, 0], [2, ~]]"] + (throwing ? ["[[1, 10], [2, throws, boom]]"] : [])
    case .predicate: return ["[1]"] + (throwing ? ["[[1, true], [2, throws, boom]]"] : [])
    case .reducer: return ["append", "latest"]
    case .sourceFunction: return throwing ? ["[[1, other], [2, throws, boom]]"] : []
    case .point: return ["{x: 0, y: -1}"]
    case .numberOrPoint: return ["1"]
    }
  }

  /// What stands behind the value in a row; `nil` for what is no table.
  var rowExample: String? {
    switch self {
    case .function, .predicate: "`[value, result]` or `[value, throws, error]`"
    case .sourceFunction: "`[value, source]` or `[value, throws, error]`"
    case .operation: "`[value, [what it emits]]`"
    case .rows: "`[key, value]`"
    case .reducer: "`[so-far, value, result]` or `[so-far, value, throws, error]`"
    default: nil
    }
  }
}
