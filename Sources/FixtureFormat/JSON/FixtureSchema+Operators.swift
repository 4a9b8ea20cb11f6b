// The JSON Schema of operators and their arguments.

extension FixtureSchema {
  var operators: Value {
    guard let operators = specification?.operators else {
      return ["anyOf": [line, ["type": "object", "minProperties": 1, "maxProperties": 1]]]
    }
    let alone = operators.filter(\.standsAlone).map { Value.string($0.name) }
    let withArgument = operators.map { ($0.name, arguments($0.arguments)) }
    return [
      "anyOf": [
        ["enum": .list(alone)],
        [
          "type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": false,
          "properties": object(withArgument),
        ],
      ]
    ]
  }

  private func arguments(_ arguments: [OperatorWord.Argument]) -> Value {
    guard let first = arguments.first else { return ["type": "null"] }
    if first.name == nil {
      return first.isOptional
        ? ["anyOf": [["type": "null"], argument(first.kind)]] : argument(first.kind)
    }
    let required = arguments.filter { !$0.isOptional }.compactMap(\.name).map(Value.string)
    let map: Value = [
      "type": "object", "additionalProperties": false,
      "properties": object(arguments.map { ($0.name!, argument($0.kind)) }),
      "required": .list(required),
    ]
    return required.isEmpty ? ["anyOf": [["type": "null"], map]] : map
  }

  private func argument(_ kind: ArgumentKind) -> Value {
    let values = kind == .predicate ? predicateValues : nil
    let forms = [kind.form.schema ?? values, kind.table.map(rows)].compactMap(\.self)
    return forms.count == 1 ? forms[0] : ["anyOf": .list(forms)]
  }

  /// The values that a predicate holds for: all but those that `TableRow` takes for a row.
  private var predicateValues: Value {
    let rows = [
      row([true, ["type": "boolean"]]), row([true, ["const": .string(throwsName)], true]),
    ]
    return [
      "type": "array", "items": ["not": ["anyOf": .list(rows)]], "uniqueItems": true,
    ]
  }

  private func row(_ cells: [Value]) -> Value {
    [
      "type": "array", "prefixItems": .list(cells), "items": false,
      "minItems": .number(Double(cells.count)),
    ]
  }

  /// A table: rows of keys and a result.
  private func rows(of table: ArgumentKind.Table) -> Value {
    let key = [Value](repeating: true, count: table.keyCount)
    let result: Value =
      switch table.result {
      case .value: true
      case .flag: ["type": "boolean"]
      case .source: reference("name")
      case .list: ["type": "array"]
      }
    var rows = [row(key + [result])]
    if table.mayThrow && channels.contains(.error) {
      rows.append(row(key + [["const": .string(throwsName)], part(.error)]))
    }
    return list(of: ["anyOf": .list(rows)])
  }
}
