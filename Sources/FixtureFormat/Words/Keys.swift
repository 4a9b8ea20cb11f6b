// The keys of the format with their meanings: the one table for the decoder and the JSON Schema.

/// Decides which words a specification uses.
struct Vocabulary {
  /// The channels of its observers.
  var channels: Channels

  /// Whether some of its operators make a stream connectable, end it in a subject, or emit streams.
  var connects = false
  var callsSubjects = false
  var tellsStreams = false

  /// All words.
  static let every = Vocabulary(
    channels: .every, connects: true, callsSubjects: true, tellsStreams: true)
}

extension ClauseIndex {
  /// The words that the specification uses.
  var words: Vocabulary {
    Vocabulary(
      channels: channels ?? .standard, connects: !connectable.isEmpty,
      callsSubjects: !subjects.isEmpty, tellsStreams: !tellsStreams.isEmpty)
  }
}

/// The keys of one kind of map.
protocol KeySet: RawRepresentable<Int>, CaseIterable, Hashable, Sendable
where AllCases == [Self] {
  /// The kind of map, and the name and meaning of each key, in the order of the cases.
  static var descriptions: KeyDescriptions { get }

  /// Whether a specification with these words uses the key.
  func isOf(_ words: Vocabulary) -> Bool
}

extension KeySet {
  func isOf(_ words: Vocabulary) -> Bool { true }

  /// What the map is, for a sentence: "a step".
  static var noun: String { descriptions.noun }

  var name: StaticString { Self.descriptions.all[rawValue].name }
  var isRequired: Bool { Self.descriptions.all[rawValue].isRequired }
  var summary: StaticString { Self.descriptions.all[rawValue].summary }
}

/// Some keys of one kind of map.
struct Keys<Key: KeySet>: OptionSet {
  /// A bit for each key, by its position.
  let rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  init(_ key: Key) { self.init(position: key.rawValue) }

  init(_ keys: [Key]) { self = keys.reduce(into: []) { $0.insert(Self($1)) } }

  /// The key at a position.
  init(position: Int) { rawValue = 1 << position }
}

/// The name and meaning of a key.
struct KeyDescription: Sendable {
  let name: StaticString

  /// The meaning in one sentence, for the schema of fixtures.
  let summary: StaticString
  let isRequired: Bool

  /// A key that may be left out.
  static func optional(_ name: StaticString, _ summary: StaticString) -> Self {
    Self(name: name, summary: summary, isRequired: false)
  }

  /// A key that each map of the kind has.
  static func required(_ name: StaticString, _ summary: StaticString = "") -> Self {
    Self(name: name, summary: summary, isRequired: true)
  }
}

extension KeyDescription: ExpressibleByStringLiteral {
  /// A key that may be left out.
  init(stringLiteral name: StaticString) { self = .optional(name, "") }
}

/// The names and meanings of the keys of one kind of map.
struct KeyDescriptions: Sendable {
  /// What the map is, for a sentence: "a step".
  let noun: String
  let all: [KeyDescription]

  /// The required keys, a bit each.
  let required: UInt32

  /// Each name as one number, or `nil` for one that is longer than a number has room for.
  private let words: [UInt128?]

  init(_ noun: String, _ descriptions: KeyDescription...) {
    self.init(noun, descriptions)
  }

  init(_ noun: String, _ descriptions: [KeyDescription]) {
    (self.noun, all) = (noun, descriptions)
    required = descriptions.indices.reduce(0) { $0 | (descriptions[$1].isRequired ? 1 << $1 : 0) }
    words = descriptions.map { $0.name.withUTF8Buffer { UInt128(word: $0) } }
  }

  /// The position of a key.
  ///
  /// - Complexity: O(*n*) in the number of keys.
  func position(of name: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let word = UInt128(word: name) else { return all.firstIndex { name.equals($0.name) } }
    return words.firstIndex(of: word)
  }
}

/// The words of an enumeration that a fixture may have in one place.
protocol WordSet: RawRepresentable<String>, CaseIterable where AllCases == [Self] {
  /// Whether a specification with these words uses the word.
  func isOf(_ words: Vocabulary) -> Bool
}

extension WordSet {
  func isOf(_ words: Vocabulary) -> Bool { true }
}

extension PropertyKind: WordSet {}
extension PropertyWrites: WordSet {}
extension SourceEvent: WordSet {
  /// A connection that cannot end by itself is never released.
  func isOf(_ words: Vocabulary) -> Bool {
    self != .release || words.channels.haveEnd
  }
}

/// The events of a callback.
enum CallEvent: String, WordSet {
  case called
}

extension ClockState: WordSet {}

/// The treatment of the streams that an observer receives.
enum Inner: String, WordSet {
  case unobserved
}

extension Channel: WordSet {
  func isOf(_ words: Vocabulary) -> Bool { words.channels.contains(self) }
}

extension Clause.Check: WordSet {}
extension State: WordSet {}

extension UInt128 {
  /// A word of at most 15 bytes as a number that no other has, so that it is compared at once.
  init?(word: UnsafeBufferPointer<UInt8>) {
    let bytes = UnsafeRawBufferPointer(word)
    let count = bytes.count
    func part<Part: FixedWidthInteger>(_ type: Part.Type, at offset: Int) -> UInt128 {
      let part = Part(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
      return UInt128(truncatingIfNeeded: part) &<< (8 * offset)
    }
    // Two parts overlap if necessary: both have the same bytes there.
    func ends<Part: FixedWidthInteger>(_ type: Part.Type) -> UInt128 {
      part(type, at: 0) | part(type, at: count - type.bitWidth / 8)
    }
    let letters: UInt128
    switch count {
    case 0: letters = 0
    case 1: letters = part(UInt8.self, at: 0)
    case 2...3: letters = ends(UInt16.self)
    case 4...7: letters = ends(UInt32.self)
    case 8...15: letters = ends(UInt64.self)
    default: return nil
    }
    self = letters | UInt128(count) << 120
  }
}

enum FixtureKey: Int, KeySet {
  case format, spec, title, tier, note, subject, cases

  static let descriptions = KeyDescriptions(
    "a fixture",
    .required("format", "The version of the format: the integer 1."),
    .required("spec", "The specification that is tested, such as `_remember`."),
    .optional("title", "One line on what the file is about."),
    .optional("tier", "The tier of the cases, above `cases`: one of the specification's `tiers`."),
    .optional("note", "A paragraph about the file, for its readers."),
    .optional("subject", "The subject under test; a case's own subject replaces all of it."),
    .required("cases", "The cases, at least one."))
}

enum CaseKey: Int, KeySet {
  case name, clauses, tags, tier, note, ordered, subject, reactions, timeline

  static let descriptions = KeyDescriptions(
    "a case",
    .required("name", "A statement about the subject: one line, unique in the file."),
    .required("clauses", "The ids of the specification's clauses that the case demonstrates."),
    .optional("tags", "Words to select cases by."),
    .optional("tier", "The tier of the case, in place of the file's."),
    .optional("note", "The reason for what the case expects; shown when it fails."),
    .optional(
      "ordered", "Whether all events have to come in order, even if their order is free."),
    .optional("subject", "The subject under test in this case."),
    .optional("reactions", "Actions of observers while they are being called."),
    .required("timeline", "The steps, at least one."))
}

enum SubjectKey: Int, KeySet {
  case sources, operators, streams, property, store, stores, writes

  static let descriptions = KeyDescriptions(
    "a subject",
    .optional("sources", "The sources of a stream; `upstream` always exists."),
    .optional("operators", "The operators, applied to `upstream`, first to last."),
    .optional("streams", "Several streams by name, each with its operators and its source."),
    .optional("property", "Whether the property's read and write name an object."),
    .optional("store", "The initial value of a scoped property's store."),
    .optional(
      "stores",
      "The objects of an unscoped property, or the stores of several scoped ones, with their initial values."
    ),
    .optional("writes", "Whether the stores keep what is written to them, or ignore it."))
}

enum StreamKey: Int, KeySet {
  case from, operators

  static let descriptions = KeyDescriptions(
    "a stream",
    .optional("from", "The source that the operators apply to; `upstream` if left out."),
    .required("operators", "The operators, first to last."))
}

enum SourceKey: Int, KeySet {
  case onConnect, whileConnected, then, connections

  static let descriptions = KeyDescriptions(
    "a source",
    .optional(
      "on-connect", "What the source emits, in order, before its connect function returns."),
    .optional(
      "while-connected",
      "Whether it stops before any of these, or before its end, if it is not connected any more."
    ),
    .optional("then", "How it ends by itself then: `completed`, or `{error: V}`."),
    .optional(
      "connections",
      "Its behaviour on the first connection, the second, and so on; the last entry serves all others."
    ))

  /// A source ends by itself only if something ends a subscription.
  func isOf(_ words: Vocabulary) -> Bool { self != .then || words.channels.haveEnd }
}

enum ConnectionKey: Int, KeySet {
  case onConnect, whileConnected, then

  static let descriptions = KeyDescriptions(
    "a connection", Array(SourceKey.descriptions.all[..<3]))

  func isOf(_ words: Vocabulary) -> Bool { self != .then || words.channels.haveEnd }
}

enum EndingKey: Int, KeySet {
  case error

  static let descriptions = KeyDescriptions(
    "how a source ends", .required("error", "The value of the error, which is not null."))
}

enum EitherKey: Int, KeySet {
  case either

  static let descriptions = KeyDescriptions(
    "a choice",
    .required("either", "The allowed behaviours of one choice, each with its events."))
}

enum ReactionKey: Int, KeySet {
  case when, actions

  static let descriptions = KeyDescriptions(
    "a reaction",
    .required("when", "The event whose first occurrence the reaction answers."),
    .required("do", "The actions that follow, in order."))
}

/// The keys of a step.
enum StepKey: Int, KeySet {
  /// The actions, in the order of ``ActionWord``; a step has exactly one of these keys.
  case subscribe, unsubscribe, emit, state, error, complete, write, read, set, advance
  case connect, disconnect, `throw`

  /// Their modifiers, in the order of ``ActionWord/Modifier``.
  case channels, from, to, `in`, inner, into, with
  case expect, note

  static let descriptions = KeyDescriptions(
    "a step",
    ActionWord.forms.map { .optional($0.name, $0.summary) } + ActionWord.Modifier.keys + [
      .optional("expect", "Exactly what becomes observable, in order; silence if left out."),
      .optional("note", "The reason for what the step expects; shown when it fails."),
    ])

  static func action(_ word: ActionWord) -> Self { Self(rawValue: word.rawValue)! }

  static func modifier(_ modifier: ActionWord.Modifier) -> Self {
    Self(rawValue: channels.rawValue + modifier.rawValue)!
  }

  static let actions = Keys(ActionWord.allCases.map(Self.action))
  static let modifiers = Keys(ActionWord.Modifier.allCases.map(Self.modifier))

  /// Those that other actions and events refer to.
  static let referred = Keys([StepKey.subscribe, .unsubscribe, .read, .throw])

  func isOf(_ words: Vocabulary) -> Bool {
    switch self {
    case .inner: words.tellsStreams
    case .into: words.callsSubjects
    default: ActionWord(rawValue: rawValue)?.isOf(words) ?? true
    }
  }
}

/// The keys of a specification, as ``ClauseIndex`` describes them.
enum IndexKey: Int, KeySet {
  case name, published, channels, operators, tiers, readings, unordered, connectable, subjects
  case tellsStreams, reports, clauses

  static let descriptions = KeyDescriptions(
    "a clause index",
    "name", "published", "channels", "operators", "tiers", "readings", "unordered", "connectable",
    "subjects", "tells-streams", "reports", .required("clauses"))
}

/// The keys of a ``Clause``.
enum ClauseKey: Int, KeySet {
  case id, heading, sentence, url, checkedBy

  static let descriptions = KeyDescriptions(
    "a clause", .required("id"), "heading", "sentence", "url", "checked-by")
}

/// The keys of an entry of ``KnownFailures``.
enum KnownFailureKey: Int, KeySet {
  case title, file, implementation, reason, step, actual, later, error, errorContains, skipped

  static let descriptions = KeyDescriptions(
    "a known failure",
    .required("case"), "file", .required("implementation"), "reason", "step", "actual", "later",
    "error", "error-contains", "skipped")
}

/// The keys of an implementation of a ``ProjectFile``.
enum ImplementationKey: Int, KeySet {
  case command, specifications, compare, fixtures

  static let descriptions = KeyDescriptions(
    "an implementation", .required("command"), "specifications", "compare", "fixtures")
}

/// The keys of a ``ProjectFile``.
enum ProjectKey: Int, KeySet {
  case fixtures, implementations, defaultImplementations, knownFailures, watch

  static let descriptions = KeyDescriptions(
    "a project file",
    "fixtures", "implementations", "default-implementations", "known-failures", "watch")
}
