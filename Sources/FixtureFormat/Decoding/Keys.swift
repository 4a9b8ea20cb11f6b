// The keys of the format, each with what it means: the one description that the decoder goes by.

/// The keys of one kind of map.
protocol KeySet: RawRepresentable<Int>, CaseIterable, Sendable where AllCases == [Self] {
  /// What the map is, for a sentence: "a step".
  static var noun: String { get }

  var name: StaticString { get }
  var isRequired: Bool { get }
}

extension KeySet {
  var isRequired: Bool { false }

  static var names: [String] { allCases.map { "\($0.name)" } }
}

enum FixtureKey: Int, KeySet {
  case format, spec, title, subject, cases

  static var noun: String { "a fixture" }

  var name: StaticString {
    switch self {
    case .format: "format"
    case .spec: "spec"
    case .title: "title"
    case .subject: "subject"
    case .cases: "cases"
    }
  }

  var isRequired: Bool { self == .format || self == .spec || self == .cases }
}

enum CaseKey: Int, KeySet {
  case name, clauses, tags, note, subject, reactions, timeline

  static var noun: String { "a case" }

  var name: StaticString {
    switch self {
    case .name: "name"
    case .clauses: "clauses"
    case .tags: "tags"
    case .note: "note"
    case .subject: "subject"
    case .reactions: "reactions"
    case .timeline: "timeline"
    }
  }

  var isRequired: Bool { self == .name || self == .clauses || self == .timeline }
}

enum SubjectKey: Int, KeySet {
  case sources, operators, property, store, stores, writes

  static var noun: String { "a subject" }

  var name: StaticString {
    switch self {
    case .sources: "sources"
    case .operators: "operators"
    case .property: "property"
    case .store: "store"
    case .stores: "stores"
    case .writes: "writes"
    }
  }
}

enum SourceKey: Int, KeySet {
  case onConnect

  static var noun: String { "a source" }

  var name: StaticString { "on-connect" }
}

enum ReactionKey: Int, KeySet {
  case when, actions

  static var noun: String { "a reaction" }

  var name: StaticString {
    switch self {
    case .when: "when"
    case .actions: "do"
    }
  }

  var isRequired: Bool { true }
}

enum StepKey: Int, KeySet {
  case subscribe, unsubscribe, emit, state, write, read, set, advance
  case channels, from, to, `in`
  case expect, note

  static var noun: String { "a step" }

  var name: StaticString {
    switch self {
    case .subscribe: "subscribe"
    case .unsubscribe: "unsubscribe"
    case .emit: "emit"
    case .state: "state"
    case .write: "write"
    case .read: "read"
    case .set: "set"
    case .advance: "advance"
    case .channels: "channels"
    case .from: "from"
    case .to: "to"
    case .in: "in"
    case .expect: "expect"
    case .note: "note"
    }
  }

  /// The keys of which a step has exactly one.
  static let actions: [StepKey] = [
    .subscribe, .unsubscribe, .emit, .state, .write, .read, .set, .advance,
  ]

  /// The actions that a modifier goes with; `nil` for a key that is no modifier.
  var modifiedActions: [StepKey]? {
    switch self {
    case .channels: [.subscribe]
    case .from: [.emit, .state]
    case .to: [.write]
    case .in: [.set]
    default: nil
    }
  }
}

enum IndexKey: Int, KeySet {
  case name, published, clauses

  static var noun: String { "a clause index" }

  var name: StaticString {
    switch self {
    case .name: "name"
    case .published: "published"
    case .clauses: "clauses"
    }
  }

  var isRequired: Bool { self == .clauses }
}

enum ClauseKey: Int, KeySet {
  case id, heading, sentence, checkedBy

  static var noun: String { "a clause" }

  var name: StaticString {
    switch self {
    case .id: "id"
    case .heading: "heading"
    case .sentence: "sentence"
    case .checkedBy: "checked-by"
    }
  }

  var isRequired: Bool { self == .id }
}
