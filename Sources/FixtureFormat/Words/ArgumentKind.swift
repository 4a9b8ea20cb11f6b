// The vocabulary of a specification: the kinds of arguments that operators have.

/// The kind of an operator's argument.
package enum ArgumentKind: String, Hashable, CaseIterable, Sendable {
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

  /// A function of a value and its index, as a list of rows: `[value, index, result]`, or
  /// `[value, index, throws, error]`.
  case indexedFunction = "indexed-function"

  /// A condition on values: a list of the values for which it is true, or a function whose results
  /// are truth values, if each item is a row of one.
  case predicate

  /// A function of the result so far and a value: `sum`, `append`, `latest`, or a list of rows.
  case reducer

  /// The name of a source of the subject.
  case source

  /// The names of sources of the subject: one, or a list of at least one.
  case sources

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

  /// A function without arguments, which has a name of the case's own.
  case callback

  /// An observer, which has a name of the case's own.
  case observer

  /// The functions that a reducer can name instead of a table.
  package static let reducers = ["sum", "append", "latest"]
}

extension ArgumentKind {
  /// All that is known of a kind.
  struct Form: Sendable {
    /// What it is, for a sentence.
    let noun: String

    /// Examples as a fixture writes them: the plainest first, then those that reveal other mistakes.
    let examples: [String]

    /// The schema of a kind that is not a table.
    let schema: Value?

    /// The rows of a kind that is a table.
    let table: Table?

    init(_ noun: String, _ examples: String..., schema: Value? = nil, table: Table? = nil) {
      (self.noun, self.examples, self.schema, self.table) = (noun, examples, schema, table)
    }
  }

  /// The form of the rows of a table.
  package struct Table: Sendable {
    /// The keys of a row.
    fileprivate let keys: [String]

    /// The name of the result.
    fileprivate let name: String
    let result: Result

    /// Whether a row may fail.
    let mayThrow: Bool

    /// The kind of result.
    enum Result: Sendable { case value, flag, source, list }

    /// The number of keys.
    package var keyCount: Int { keys.count }

    /// How a row is written.
    var row: String {
      let key = keys.joined(separator: ", ")
      return "`[\(key), \(name)]`" + (mayThrow ? " or `[\(key), \(throwsName), error]`" : "")
    }

    fileprivate init(
      _ keys: String..., to name: String, _ result: Result = .value, mayThrow: Bool = true
    ) {
      (self.keys, self.name, self.result, self.mayThrow) = (keys, name, result, mayThrow)
    }
  }

  /// The table: a row for each kind.
  private var row: Form {
    switch self {
    case .value: Form("a value", "1", schema: true)
    case .number: Form("a number", "1", "2", "0", "-1", schema: ["type": "number"])
    case .count:
      Form(
        "a count, an integer from 0,", "1", "2", "3", "0",
        schema: ["type": "integer", "minimum": 0])
    case .seconds:
      Form("a time in seconds", "0.5", "1.5", schema: ["type": "number", "exclusiveMinimum": 0])
    case .text: Form("a text", "a text", schema: ["type": "string"])
    case .flag: Form("a truth value", "true", "false", schema: ["type": "boolean"])
    case .function:
      Form(
        "a function, a list of rows,", "[[1, 10], [2, 20]]", "[[1, 0], [2, ~]]",
        "[[1, 10], [2, throws, boom]]", table: Table("value", to: "result"))
    case .indexedFunction:
      Form(
        "an indexed function, a list of rows,", "[[1, 0, 10], [2, 1, 20]]",
        "[[1, 0, 10], [2, 1, throws, boom]]", table: Table("value", "index", to: "result"))
    case .predicate:
      Form(
        "a predicate, a list of the values that it holds for,", "[1, 2]", "[1]",
        "[[1, true], [2, throws, boom]]",
        table: Table("value", to: "result", .flag))
    case .reducer:
      Form(
        "a reducer, `sum`, `append`, `latest` or a list of rows,", "sum", "append", "latest",
        schema: ["enum": .list(Self.reducers.map(Value.string))],
        table: Table("so-far", "value", to: "result"))
    case .source: Form("the name of a source", "other", schema: ["$ref": "#/$defs/name"])
    case .sources:
      Form(
        "a source, or a list of sources,", "other", "[other, third]",
        schema: [
          "anyOf": [
            ["$ref": "#/$defs/name"],
            ["type": "array", "minItems": 1, "items": ["$ref": "#/$defs/name"]],
          ]
        ])
    case .sourceFunction:
      Form(
        "a source function, a list of rows,", "[[1, other]]", "[[1, other], [2, throws, boom]]",
        table: Table("value", to: "source", .source))
    case .operation:
      Form(
        "an operation, a list of rows,", "[[1, [10, 11]], [2, []]]",
        table: Table("value", to: "[emitted values]", .list, mayThrow: false))
    case .rows:
      Form(
        "a dictionary, a list of rows,", "[[a, 100], [b, 0]]",
        table: Table("key", to: "value", mayThrow: false))
    case .point:
      Form(
        "a point, `{x: 1, y: 2}`,", "{x: 1, y: 2}", "{x: 0, y: -1}",
        schema: [
          "type": "object", "additionalProperties": false, "required": ["x", "y"],
          "properties": ["x": ["type": "number"], "y": ["type": "number"]],
        ])
    case .numberOrPoint:
      Form(
        "a number or a point", "{x: 1, y: 2}", "1",
        schema: ["anyOf": .list([ArgumentKind.number, .point].compactMap(\.row.schema))])
    case .callback: Form("the name of a callback", "f", schema: ["$ref": "#/$defs/name"])
    case .observer: Form("the name of an observer", "t", schema: ["$ref": "#/$defs/name"])
    }
  }

  private static let forms = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.row) })

  var form: Form { Self.forms[self]! }

  /// What it is, for a sentence.
  var noun: String { form.noun }

  /// Examples as a fixture writes them: the plainest first, then those that reveal other mistakes.
  package var examples: [String] { form.examples }

  /// Its rows; `nil` if it is not a table.
  package var table: Table? { form.table }
}
