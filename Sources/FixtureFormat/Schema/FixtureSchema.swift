// The JSON Schema of the format, made of the same description that the decoder goes by.

extension Fixture {
  /// The JSON Schema (2020-12) of a fixture file, for editors.
  ///
  /// Its keys, which of them are required and what they mean come from the decoder's own tables. It
  /// says what a schema can say: that names are known, that cases are named apart and that who is
  /// subscribed when makes sense is checked by reading the file.
  ///
  /// - Complexity: O(1).
  public static let schema: Value = object([
    ("$schema", "https://json-schema.org/draft/2020-12/schema"),
    ("title", "A conformance fixture"),
    ("description", "Timelines for stream specifications, format \(formatVersion)."),
  ]).merging(
    map(FixtureKey.self) { key in
      switch key {
      case .format: ["const": .number(Double(formatVersion))]
      case .spec, .title: line
      case .subject: reference("subject")
      case .cases: list(of: reference("case"), isEmpty: false)
      }
    }
  ).merging(
    object([
      (
        "anyOf",
        [
          ["required": ["subject"]],
          [
            "properties": [
              "cases": ["items": ["required": ["subject"]]]
            ]
          ],
        ]
      ),
      ("$defs", definitions),
    ]))

  private static let definitions: Value = [
    "case": map(CaseKey.self) { key in
      switch key {
      case .name: line
      case .clauses: list(of: line, isEmpty: false)
      case .tags: list(of: line)
      case .note: ["type": "string"]
      case .subject: reference("subject")
      case .reactions: list(of: reference("reaction"))
      case .timeline: list(of: reference("step"), isEmpty: false)
      }
    },
    "subject": subject,
    "source": map(SourceKey.self) { _ in list(of: true) },
    "operator": ["anyOf": [line, ["type": "object", "minProperties": 1, "maxProperties": 1]]],
    "reaction": map(ReactionKey.self) { key in
      switch key {
      case .when: reference("event")
      case .actions: list(of: reference("action"), isEmpty: false)
      }
    },
    "step": step(isReaction: false),
    "action": step(isReaction: true),
    "event": event,
    "name": [
      "type": "string", "pattern": "^[A-Za-z][A-Za-z0-9_-]*$",
      "not": ["const": .string(returnsName)],
    ],
    "state": words(State.self),
  ]

  private static let subject: Value = map(SubjectKey.self) { key in
    switch key {
    case .sources:
      [
        "type": "object", "propertyNames": reference("name"),
        "additionalProperties": reference("source"),
      ]
    case .operators: list(of: reference("operator"))
    case .property: words(PropertyKind.self)
    case .store: true
    case .stores: ["type": "object", "propertyNames": reference("name"), "minProperties": 1]
    case .writes: words(PropertyWrites.self)
    }
  }.merging([
    "oneOf": [
      [
        "required": ["operators"],
        "properties": ["property": false, "store": false, "stores": false, "writes": false],
      ],
      [
        "required": ["property", "store"],
        "properties": [
          "property": ["const": "scoped"], "operators": false, "sources": false, "stores": false,
        ],
      ],
      [
        "required": ["property", "stores"],
        "properties": [
          "property": ["const": "unscoped"], "operators": false, "sources": false, "store": false,
        ],
      ],
    ]
  ])

  private static func step(isReaction: Bool) -> Value {
    let refused: [StepKey] = isReaction ? [.expect, .note] : []
    let modifiers = StepKey.allCases.compactMap { key in
      key.modifiedActions.map { actions in
        (text(key), object([("anyOf", .list(actions.map { ["required": [.string(text($0))]] }))]))
      }
    }
    return map(StepKey.self, without: refused) { key in
      switch key {
      case .subscribe, .unsubscribe, .read, .from, .to, .in: reference("name")
      case .emit, .write, .set: true
      case .state: reference("state")
      case .advance: ["type": "number", "minimum": 0]
      case .channels:
        list(of: words(Channel.self)).merging([
          "contains": ["const": "next"], "uniqueItems": true,
        ])
      case .expect: list(of: reference("event"))
      case .note: ["type": "string"]
      }
    }.merging([
      "oneOf": .list(StepKey.actions.map { ["required": [.string(text($0))]] }),
      "dependentSchemas": object(modifiers),
    ])
  }

  private static let event: Value = [
    "type": "object",
    "description":
      "What happened, by name: `a: 1`, `a.state: active`, `upstream: connect`, `store: 1`, `returns: 1`.",
    "minProperties": 1, "maxProperties": 1,
    "propertyNames": ["pattern": "^[A-Za-z][A-Za-z0-9_-]*([.]state)?$"],
    "patternProperties": ["[.]state$": reference("state")],
  ]

  // MARK: - Parts

  /// A map of the decoder's keys, each with its meaning and what it holds.
  private static func map<Key: KeySet>(
    _ keys: Key.Type, without refused: [Key] = [], content: (Key) -> Value
  ) -> Value {
    let known = Key.allCases.filter { key in !refused.contains { $0.rawValue == key.rawValue } }
    let properties = known.map { key in
      (text(key), object([("description", .string(key.summary))]).merging(content(key)))
    }
    let required = known.filter(\.isRequired).map { Value.string(text($0)) }
    return object([
      ("type", "object"), ("additionalProperties", false), ("properties", object(properties)),
    ]).merging(required.isEmpty ? [:] : ["required": .list(required)])
  }

  private static let line: Value = [
    "type": "string", "minLength": 1, "pattern": "^[^\\n\\r]*$",
  ]

  private static func text(_ key: some KeySet) -> String {
    "\(key.name)"
  }

  private static func reference(_ definition: String) -> Value {
    ["$ref": .string("#/$defs/\(definition)")]
  }

  private static func list(of items: Value, isEmpty: Bool = true) -> Value {
    let list: Value = ["type": "array", "items": items]
    return isEmpty ? list : list.merging(["minItems": 1])
  }

  private static func words<Word: RawRepresentable<String> & CaseIterable>(
    _ words: Word.Type
  ) -> Value {
    ["enum": .list(Word.allCases.map { .string($0.rawValue) })]
  }

  private static func object(_ pairs: [(String, Value)]) -> Value {
    .map(pairs.map { (key: $0.0, value: $0.1) })
  }
}

extension Value {
  /// A map with the pairs of another behind its own. What is no map, such as `true`, adds nothing.
  fileprivate func merging(_ other: Value) -> Value {
    guard case .map(let own) = self, case .map(let others) = other else { return self }
    return .map(own + others)
  }
}

extension Value: ExpressibleByStringInterpolation, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByIntegerLiteral
{
  /// Makes a text.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Makes a boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Makes a list.
  public init(arrayLiteral elements: Value...) { self = .list(elements) }

  /// Makes a map, whose keys must be distinct.
  public init(dictionaryLiteral elements: (String, Value)...) {
    self = .map(elements.map { (key: $0.0, value: $0.1) })
  }

  /// Makes a number.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
}
