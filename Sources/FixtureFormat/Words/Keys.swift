// The keys of the format with their meanings: the one table for the decoder and the JSON Schema.

/// The keys of one kind of map. Each case's raw value is the position of its description.
protocol KeySet: RawRepresentable<Int>, CaseIterable, Sendable where AllCases == [Self] {
  /// What the map is, for a sentence: "a step".
  static var noun: String { get }

  /// What each key is called and means, in the order of the cases.
  static var descriptions: KeyDescriptions { get }

  /// Whether the key has a use where these are the channels.
  func isOf(_ channels: Channels) -> Bool
}

extension KeySet {
  func isOf(_ channels: Channels) -> Bool { true }
}

/// What a key is called and means.
struct KeyDescription: Sendable {
  let name: StaticString

  /// What the key means, in one sentence for its author.
  let summary: String
  let isRequired: Bool

  init(_ name: StaticString, _ summary: String, isRequired: Bool = false) {
    self.name = name
    self.summary = summary
    self.isRequired = isRequired
  }
}

/// What the keys of one kind of map are called and mean.
struct KeyDescriptions: Sendable, ExpressibleByArrayLiteral {
  let all: [KeyDescription]

  /// The required keys, a bit each.
  let required: UInt32

  /// Each name as one number, or `nil` for one that is longer than a number has room for.
  private let words: [UInt128?]

  init(arrayLiteral descriptions: KeyDescription...) {
    self.init(descriptions)
  }

  init(_ descriptions: [KeyDescription]) {
    all = descriptions
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
  /// Each word as one number, in the order of the cases: ``numbered()``.
  static var numbers: [UInt128] { get }

  /// Whether the word has a use where these are the channels.
  func isOf(_ channels: Channels) -> Bool
}

extension WordSet {
  func isOf(_ channels: Channels) -> Bool { true }

  static func numbered() -> [UInt128] {
    allCases.map { word in
      var text = word.rawValue
      return text.withUTF8 { UInt128(word: $0)! }
    }
  }

  /// The word that stands in some bytes.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard let position = UInt128(word: text).flatMap(Self.numbers.firstIndex) else { return nil }
    self = Self.allCases[position]
  }
}

extension PropertyKind: WordSet { static let numbers = numbered() }
extension PropertyWrites: WordSet { static let numbers = numbered() }
extension SourceEvent: WordSet {
  static let numbers = numbered()

  /// A connection that cannot end by itself is never released.
  func isOf(_ channels: Channels) -> Bool {
    self != .release || channels.haveEnd
  }
}

/// What a callback can show.
enum CallEvent: String, CaseIterable, WordSet {
  case called

  static let numbers = numbered()
}

/// What becomes of the streams that an observer is told of.
enum Inner: String, CaseIterable, WordSet {
  case unobserved

  static let numbers = numbered()
}

extension Channel: WordSet {
  static let numbers = numbered()

  func isOf(_ channels: Channels) -> Bool { channels.contains(self) }
}

extension Clause.Check: WordSet { static let numbers = numbered() }
extension State: WordSet { static let numbers = numbered() }

extension UInt128 {
  /// A word of at most 15 bytes as a number that no other has, so that it is compared at once.
  init?(word: UnsafeBufferPointer<UInt8>) {
    let bytes = UnsafeRawBufferPointer(word)
    let count = bytes.count
    func part<Part: FixedWidthInteger>(_ type: Part.Type, at offset: Int) -> UInt128 {
      let part = Part(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
      return UInt128(truncatingIfNeeded: part) &<< (8 * offset)
    }
    // Two parts overlap where need be: both have the same bytes there.
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

extension KeySet {
  /// A bit that no other key of the set has.
  var bit: UInt32 { 1 << rawValue }

  var name: StaticString { Self.descriptions.all[rawValue].name }
  var isRequired: Bool { Self.descriptions.all[rawValue].isRequired }
  var summary: String { Self.descriptions.all[rawValue].summary }
}

enum FixtureKey: Int, KeySet {
  case format, spec, title, note, subject, cases

  static let noun = "a fixture"

  static let descriptions: KeyDescriptions = [
    KeyDescription("format", "The version of the format: the integer 1.", isRequired: true),
    KeyDescription(
      "spec", "The specification that is tested, such as `_remember`.", isRequired: true),
    KeyDescription("title", "One line on what the file is about."),
    KeyDescription("note", "A paragraph on what the file is about, for those who read it."),
    KeyDescription("subject", "What is under test; a case's own subject replaces it whole."),
    KeyDescription("cases", "The cases, at least one.", isRequired: true),
  ]
}

enum CaseKey: Int, KeySet {
  case name, clauses, tags, note, ordered, subject, reactions, timeline

  static let noun = "a case"

  static let descriptions: KeyDescriptions = [
    KeyDescription(
      "name", "What the case says of the subject: one line, unique in the file.", isRequired: true),
    KeyDescription(
      "clauses", "The ids of the specification's clauses that the case demonstrates.",
      isRequired: true),
    KeyDescription("tags", "Words to select cases by."),
    KeyDescription("note", "Why the case is as it is; shown when it fails."),
    KeyDescription(
      "ordered", "Whether the order of all events counts, whatever the specification leaves free."),
    KeyDescription("subject", "What is under test in this case."),
    KeyDescription("reactions", "What observers do while they are being called."),
    KeyDescription("timeline", "The steps, at least one.", isRequired: true),
  ]
}

enum SubjectKey: Int, KeySet {
  case sources, operators, streams, property, store, stores, writes

  static let noun = "a subject"

  static let descriptions: KeyDescriptions = [
    KeyDescription("sources", "The sources of a stream; `upstream` always exists."),
    KeyDescription("operators", "The operators, applied to `upstream`, first to last."),
    KeyDescription("streams", "Several streams by name, each with its operators and its source."),
    KeyDescription("property", "Whether the property's read and write name an object."),
    KeyDescription("store", "What the store of a scoped property holds at first."),
    KeyDescription(
      "stores",
      "The objects of an unscoped property, or the stores of several scoped ones, with what they hold at first."
    ),
    KeyDescription("writes", "Whether the stores keep what is written to them, or ignore it."),
  ]
}

enum StreamKey: Int, KeySet {
  case from, operators

  static let noun = "a stream"

  static let descriptions: KeyDescriptions = [
    KeyDescription("from", "The source that the operators apply to; `upstream` if left out."),
    KeyDescription("operators", "The operators, first to last.", isRequired: true),
  ]
}

enum SourceKey: Int, KeySet {
  case onConnect, then, connections

  static let noun = "a source"

  static let descriptions: KeyDescriptions = [
    KeyDescription(
      "on-connect", "What the source emits, in order, before its connect function returns."),
    KeyDescription("then", "How it ends by itself then: `completed`, or `{error: V}`."),
    KeyDescription(
      "connections",
      "What it does on the first connection, the second, and so on; the last entry serves all others."
    ),
  ]

  /// Only where something ends a subscription does a source end by itself.
  func isOf(_ channels: Channels) -> Bool { self != .then || channels.haveEnd }
}

enum ConnectionKey: Int, KeySet {
  case onConnect, then

  static let noun = "a connection"

  static let descriptions = KeyDescriptions(
    [SourceKey.onConnect, .then].map { SourceKey.descriptions.all[$0.rawValue] })
}

enum EndingKey: Int, KeySet {
  case error

  static let noun = "how a source ends"

  static let descriptions: KeyDescriptions = [
    KeyDescription("error", "The value of the error, which is not null.", isRequired: true)
  ]
}

enum EitherKey: Int, KeySet {
  case either

  static let noun = "a choice"

  static let descriptions: KeyDescriptions = [
    KeyDescription(
      "either", "The readings of a point, each with the events that it allows.", isRequired: true)
  ]
}

enum ReactionKey: Int, KeySet {
  case when, actions

  static let noun = "a reaction"

  static let descriptions: KeyDescriptions = [
    KeyDescription(
      "when", "The event whose first occurrence the reaction answers.", isRequired: true),
    KeyDescription("do", "What is done then, in order.", isRequired: true),
  ]
}

/// The keys of a step: the words for actions, in the order of ``ActionWord``, then those that say more.
enum StepKey: Int, KeySet {
  case subscribe, unsubscribe, emit, state, error, complete, write, read, set, advance
  case connect, disconnect, `throw`
  case channels, from, to, `in`, inner
  case expect, note

  static let noun = "a step"

  static let descriptions = KeyDescriptions(
    ActionWord.forms.map(\.key) + ActionWord.Modifier.keys + [
      KeyDescription("expect", "Exactly what becomes observable, in order; silence if left out."),
      KeyDescription("note", "Why the step is as it is; shown when it fails."),
    ])

  /// The key of an action.
  init(_ word: ActionWord) {
    self.init(rawValue: word.rawValue)!
  }

  /// The key that says more of an action.
  init(_ modifier: ActionWord.Modifier) {
    self.init(rawValue: ActionWord.allCases.count + modifier.rawValue)!
  }

  /// The keys of which a step has exactly one.
  static let actions = ActionWord.allCases.map(StepKey.init)

  static let actionBits = actions.reduce(0) { $0 | $1.bit }
  static let modifierBits = ActionWord.Modifier.allCases.reduce(0) { $0 | StepKey($1).bit }

  /// The word for an action; `nil` for the other keys.
  var word: ActionWord? { ActionWord(rawValue: rawValue) }

  func isOf(_ channels: Channels) -> Bool { word?.isOf(channels) ?? true }
}

extension ActionWord {
  /// Whether the action can be done where these are the channels.
  func isOf(_ channels: Channels) -> Bool { channel.map { channels.contains($0) } ?? true }
}

extension ActionWord.Modifier {
  /// The actions that a modifier goes with.
  var words: [ActionWord] { ActionWord.allCases.filter(goes(with:)) }

  /// Whether it goes with an action.
  func goes(with word: ActionWord) -> Bool {
    word.modifier == self || (word.isDirected && (self == .to || self == .inner))
  }
}

enum IndexKey: Int, KeySet {
  case name, published, channels, operators, readings, unordered, connectable, tellsStreams, clauses

  static let noun = "a clause index"

  static let descriptions: KeyDescriptions = [
    KeyDescription("name", "The specification's name."),
    KeyDescription("published", "Where the specification is published."),
    KeyDescription("channels", "What observers are told of; `next` and `state` if left out."),
    KeyDescription(
      "operators", "The operators, each with what it is given; not checked if left out."),
    KeyDescription(
      "readings", "The points that are left open, each with the names of its readings."),
    KeyDescription(
      "unordered", "The events of sources whose order does not matter; none if left out."),
    KeyDescription("connectable", "The operators that make a stream connectable."),
    KeyDescription("tells-streams", "The operators that tell an observer of streams."),
    KeyDescription("clauses", "The clauses, in the order of the specification.", isRequired: true),
  ]
}

enum ClauseKey: Int, KeySet {
  case id, heading, sentence, checkedBy

  static let noun = "a clause"

  static let descriptions: KeyDescriptions = [
    KeyDescription("id", "What cases cite.", isRequired: true),
    KeyDescription("heading", "The heading that the clause comes from."),
    KeyDescription("sentence", "The normative sentence."),
    KeyDescription(
      "checked-by", "Whether fixtures can observe the clause, or only the shape of the API."),
  ]
}

enum KnownFailureKey: Int, KeySet {
  case title, file, implementation, reason, step, actual, later, error, errorContains, skipped

  static let noun = "a known failure"

  static let descriptions: KeyDescriptions = [
    KeyDescription("case", "The case, as `list` prints it: `file › name`.", isRequired: true),
    KeyDescription("file", "The case's file, where the title could mean another case, too."),
    KeyDescription("implementation", "The implementation's name in reports.", isRequired: true),
    KeyDescription("reason", "Why it fails, or where that is being mended."),
    KeyDescription("step", "The first step that differs, from 1."),
    KeyDescription("actual", "What becomes observable in it, as `expect` has it."),
    KeyDescription("later", "The later steps that differ, by number, each with its events."),
    KeyDescription("error", "The message of the error that it ends with."),
    KeyDescription("error-contains", "A part of the message of the error that it ends with."),
    KeyDescription("skipped", "Why it is accepted that the case is not run."),
  ]
}

enum ProjectKey: Int, KeySet {
  case fixtures, implementations, defaultImplementations, knownFailures, watch

  static let noun = "a project file"

  static let descriptions: KeyDescriptions = [
    KeyDescription("fixtures", "The fixture files and folders; `Fixtures` if left out."),
    KeyDescription(
      "implementations", "The implementations, each by its label, as `-i` takes them."),
    KeyDescription(
      "default-implementations", "Those that are judged without `-i`; all if left out."),
    KeyDescription("known-failures", "The lists of known failures."),
    KeyDescription("watch", "Files and folders besides fixtures that `--watch` watches."),
  ]
}
