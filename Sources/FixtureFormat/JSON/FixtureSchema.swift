// The JSON Schema of the format, made from the same tables as the decoder.

extension Fixture {
  /// The JSON Schema (2020-12) of a fixture file, for editors.
  ///
  /// Its keys, their descriptions and whether they are required come from the decoder's tables.
  /// Rules that a schema cannot express are checked only by reading the file: that names are known,
  /// that cases have different names, and that observers subscribe and unsubscribe by turns.
  ///
  /// - Complexity: O(1).
  package static let schema: Value = schema(of: nil)

  /// The JSON Schema (2020-12) of the fixture files of one specification: it knows its channels, and its
  /// operators with their arguments.
  ///
  /// - Parameter specification: The specification; `nil` for any.
  /// - Returns: The schema.
  /// - Complexity: O(*n*) in the number of operators.
  package static func schema(of specification: ClauseIndex?) -> Value {
    FixtureSchema(specification: specification).document
  }
}

/// The schema of the fixtures of one specification, or of any.
struct FixtureSchema {
  let specification: ClauseIndex?

  /// Anything, if the specification is not known.
  var words: Vocabulary { specification?.words ?? .every }

  var channels: Channels { words.channels }

  var document: Value {
    map([
      FixtureKey.format: ["const": .number(Double(Fixture.formatVersion))],
      .spec: specification?.name.map { ["const": .string($0)] } ?? line,
      .title: line, .tier: line,
      .note: text,
      .subject: reference("subject"),
      .cases: list(of: reference("case"), isEmpty: false),
    ]).merging([
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "A conformance fixture",
      "description": "Timelines for stream specifications, format \(Fixture.formatVersion).",
      "anyOf": [
        ["required": ["subject"]],
        ["properties": ["cases": ["items": ["required": ["subject"]]]]],
      ],
      "$defs": definitions,
    ])
  }

  private var definitions: Value {
    [
      "case": map([
        CaseKey.name: line,
        .clauses: list(of: line, isEmpty: false).merging(["uniqueItems": true]),
        .tags: list(of: line), .tier: line,
        .note: text,
        .ordered: ["type": "boolean"],
        .subject: reference("subject"),
        .reactions: list(of: reference("reaction")),
        .timeline: list(of: reference("step"), isEmpty: false),
      ]),
      "subject": subject,
      "stream": map([
        StreamKey.from: reference("name"),
        .operators: list(of: reference("operator")),
      ]),
      "source": source,
      "connection": map([
        ConnectionKey.onConnect: list(of: true),
        .whileConnected: ["type": "boolean"],
        .then: reference("ending"),
      ]).merging(Self.asksWithValues),
      "operator": operators,
      "reaction": map([
        ReactionKey.when: reference("event"),
        .actions: list(of: reference("action"), isEmpty: false),
      ]),
      "step": step(isReaction: false),
      "action": step(isReaction: true),
      "event": event,
      "name": [
        "type": "string", "pattern": "^[A-Za-z][A-Za-z0-9_-]*$",
        "not": ["enum": [.string(returnsName), .string(throwsName), .string(reportedName)]],
      ],
      "known": ["type": "string", "pattern": .string(known + "$")],
      "state": enumeration(of: State.self),
      "ending": ending,
      "either": map([
        EitherKey.either: [
          "type": "object", "minProperties": 1, "additionalProperties": expectation,
        ]
      ]),
    ]
  }

  /// The beginning of a pattern for names: an observer of a stream that `a` receives is `a/1`.
  private var known: String {
    "^[A-Za-z][A-Za-z0-9_-]*" + (words.tellsStreams ? "(/[1-9][0-9]*)?" : "")
  }

  private var subject: Value {
    map([
      SubjectKey.sources: named(["additionalProperties": reference("source")]),
      .operators: list(of: reference("operator")),
      .streams: named(["minProperties": 2, "additionalProperties": reference("stream")]),
      .property: enumeration(of: PropertyKind.self),
      .store: true,
      .stores: named(["minProperties": 1]),
      .writes: enumeration(of: PropertyWrites.self),
    ]).merging([
      "oneOf": .list(SubjectForm.allCases.map(form))
    ])
  }

  /// The keys that a kind of subject needs, and those that it refuses.
  private func form(_ form: SubjectForm) -> Value {
    let (required, refused, _) = form.keys
    let kinds: [(Name, Value)] = form == .property ? [("property", ["const": "scoped"])] : []
    let keys: Value = [
      "required": .list(required.map { .string(name($0)) }),
      "properties": object(kinds + (form.others + refused).map { (name($0), false) }),
    ]
    if form != .properties { return keys }
    return keys.merging([
      "anyOf": [
        ["properties": ["property": ["const": "unscoped"]]],
        ["properties": ["stores": ["minProperties": 2]]],
      ]
    ])
  }

  private var source: Value {
    map([
      SourceKey.onConnect: list(of: true),
      .whileConnected: ["type": "boolean"],
      .then: reference("ending"),
      .connections: list(of: reference("connection"), isEmpty: false),
    ]).merging([
      "not": [
        "required": ["connections"],
        "anyOf": [["required": ["on-connect"]], ["required": ["then"]]],
      ]
    ]).merging(Self.asksWithValues)
  }

  private static let asksWithValues: Value = [
    "dependentRequired": ["while-connected": ["on-connect"]]
  ]

  /// How a source ends by itself.
  private var ending: Value {
    let completed: [Value] = channels.contains(.completed) ? [["const": "completed"]] : []
    let error: [Value] =
      channels.contains(.error) ? [map([EndingKey.error: part(.error)])] : []
    return channels.haveEnd ? ["anyOf": .list(completed + error)] : false
  }

  private func step(isReaction: Bool) -> Value {
    let actions = ActionWord.allCases.filter {
      $0.isOf(words) && (isReaction ? $0.form.isForReactions : $0.form.isForSteps)
    }
    func anyOf(_ words: [ActionWord]) -> Value {
      .list(words.map { ["required": [.string($0.name)]] })
    }
    let modifiers = ActionWord.Modifier.allCases.filter {
      StepKey.modifier($0).isOf(words) && $0.words.contains(where: actions.contains)
    }
    var content: [StepKey: Value] = isReaction ? [:] : [.expect: expectation, .note: text]
    for word in actions { content[.action(word)] = part(word.content) }
    if words.callsSubjects, content[.complete] != nil {
      content[.complete] = ["anyOf": [part(.source), ["type": "null"]]]
    }
    for modifier in modifiers {
      content[.modifier(modifier)] = modifier == .to ? reference("known") : part(modifier.part)
    }
    return map(content).merging([
      "oneOf": anyOf(actions),
      "dependentSchemas": object(
        modifiers.map { ("\($0)", ["anyOf": anyOf($0.words.filter(actions.contains))]) }),
    ])
  }

  private var expectation: Value {
    list(of: ["anyOf": [reference("event"), reference("either")]])
  }

  /// The content after a word of a step.
  func part(_ part: ActionWord.Part) -> Value {
    switch part {
    case .newObserver, .source, .store: reference("name")
    case .observer: reference("known")
    case .value: true
    case .error: ["not": ["type": "null"]]
    case .state: reference("state")
    case .stream: reference("name")
    case .sending:
      reference("action").merging([
        "anyOf": .list(
          ActionWord.allCases.filter { $0.form.channel != nil && $0.isOf(words) }.map {
            ["required": [.string($0.name)]]
          })
      ])
    case .inner: enumeration(of: Inner.self)
    case .seconds: ["type": "number", "exclusiveMinimum": 0]
    case .channels:
      list(of: ["enum": .list(channels.all.map { .string($0.rawValue) })]).merging([
        "contains": ["const": "next"], "uniqueItems": true,
      ])
    }
  }

  /// An event: a map of one key, or a text if it has no content.
  private var event: Value {
    let others = channels.all.filter { $0 != .next }
    let keys =
      others.filter { $0.content != .nothing }.map(\.rawValue)
      + (words.tellsStreams ? [streamName.text] : [])
    let texts = others.filter { $0.content == .error || $0.content == .nothing }.map(\.rawValue)
    func pattern(_ channels: [String]) -> String { "[.](\(channels.joined(separator: "|")))" }
    let name = known
    let mayThrow = channels.contains(.error)
    let thrown: [(Name, Value)] = mayThrow ? [(Name("^throws$"), part(.error))] : []
    let map: Value = [
      "type": "object",
      "description":
        "What happened, by name: `a: 1`, `a.state: active`, `upstream: connect`, `store: 1`, `returns: 1`.",
      "minProperties": 1, "maxProperties": 1,
      "propertyNames": [
        "pattern": .string(name + (keys.isEmpty ? "$" : "(\(pattern(keys)))?$")),
        "not": ["const": "either"],
      ],
      "patternProperties": object(
        others.filter { $0.content != .nothing }.map {
          (Name("[.]\($0.rawValue)$"), part($0 == .state ? .state : .error))
        } + thrown),
    ]
    if texts.isEmpty { return map }
    return [
      "anyOf": [
        map,
        [
          "type": "string",
          "pattern": .string(
            name + pattern(texts) + "$" + (mayThrow ? "|^throws$" : "")),
          "description": "What happened, without a value: `a.completed`, `a.error`.",
        ],
      ]
    ]
  }

  // MARK: - Parts

  /// A map of the decoder's keys that have a content here, each with its meaning.
  func map<Key: KeySet>(_ content: [Key: Value]) -> Value {
    let known = Key.allCases.filter { $0.isOf(words) && content[$0] != nil }
    let properties = known.map { key -> (Name, Value) in
      let meaning: Value = ["description": "\(key.summary)"]
      return (name(key), meaning.merging(content[key]!))
    }
    let required = known.filter(\.isRequired).map { Value.string(name($0)) }
    let map: Value = [
      "type": "object", "additionalProperties": false, "properties": object(properties),
    ]
    return required.isEmpty ? map : map.merging(["required": .list(required)])
  }

  var text: Value { ["type": "string"] }

  var line: Value { ["type": "string", "minLength": 1, "pattern": "^[^\\n\\r]*$"] }

  func name(_ key: some KeySet) -> Name { "\(key.name)" }

  func reference(_ definition: String) -> Value { ["$ref": "#/$defs/\(definition)"] }

  func list(of items: Value, isEmpty: Bool = true) -> Value {
    let list: Value = ["type": "array", "items": items]
    return isEmpty ? list : list.merging(["minItems": 1])
  }

  /// A map whose keys are names of the case's own.
  private func named(_ more: Value) -> Value {
    let map: Value = ["type": "object", "propertyNames": reference("name")]
    return map.merging(more)
  }

  func enumeration<Word: WordSet>(of words: Word.Type) -> Value {
    ["enum": .list(Word.allCases.map { .string($0.rawValue) })]
  }

  func object(_ pairs: [(Name, Value)]) -> Value {
    .map(pairs.map { (key: $0.0, value: $0.1) })
  }
}

extension Value {
  /// A map with the pairs of another after its own. A value that is not a map, such as `true`, adds nothing.
  func merging(_ other: Value) -> Value {
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
  public init(dictionaryLiteral elements: (Name, Value)...) {
    self = .map(elements.map { (key: $0.0, value: $0.1) })
  }

  /// Makes a number.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
}
