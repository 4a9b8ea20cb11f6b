// The JSON Schema of operators: what a specification says of their arguments.

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

  private func arguments(_ arguments: OperatorWord.Arguments) -> Value {
    switch arguments {
    case .none: return ["type": "null"]
    case .one(let one):
      return one.isOptional
        ? ["anyOf": [["type": "null"], argument(one.kind)]] : argument(one.kind)
    case .named(let named):
      let required = named.filter { !$0.argument.isOptional }.map { Value.string($0.name) }
      let map: Value = [
        "type": "object", "additionalProperties": false,
        "properties": object(named.map { ($0.name, argument($0.argument.kind)) }),
        "required": .list(required),
      ]
      return required.isEmpty ? ["anyOf": [["type": "null"], map]] : map
    }
  }

  private func argument(_ kind: ArgumentKind) -> Value {
    switch kind {
    case .value: true
    case .number: ["type": "number"]
    case .count: ["type": "integer", "minimum": 0]
    case .seconds: part(.seconds)
    case .text: ["type": "string"]
    case .flag: ["type": "boolean"]
    case .source: reference("name")
    case .point:
      [
        "type": "object", "additionalProperties": false, "required": ["x", "y"],
        "properties": ["x": ["type": "number"], "y": ["type": "number"]],
      ]
    case .numberOrPoint: ["anyOf": [argument(.number), argument(.point)]]
    case .function: rows(of: true)
    case .sourceFunction: rows(of: reference("name"))
    case .operation: rows(of: ["type": "array"], mayThrow: false)
    case .rows: rows(of: true, mayThrow: false)
    case .reducer:
      [
        "anyOf": [
          ["enum": .list(ArgumentKind.reducers.map(Value.string))], rows(of: true, keys: 2),
        ]
      ]
    case .predicate:
      [
        "anyOf": [
          ["type": "array", "items": ["not": ["type": "array"]], "uniqueItems": true],
          rows(of: ["type": "boolean"]),
        ]
      ]
    }
  }

  /// A table: what its rows give, behind their keys.
  private func rows(of result: Value, keys: Int = 1, mayThrow: Bool = true) -> Value {
    func row(_ cells: [Value]) -> Value {
      [
        "type": "array", "prefixItems": .list(cells), "items": false,
        "minItems": .number(Double(cells.count)),
      ]
    }
    let key = [Value](repeating: true, count: keys)
    var rows = [row(key + [result])]
    if mayThrow && channels.contains(.error) {
      rows.append(row(key + [["const": .string(throwsName)], part(.error)]))
    }
    return list(of: ["anyOf": .list(rows)])
  }
}
