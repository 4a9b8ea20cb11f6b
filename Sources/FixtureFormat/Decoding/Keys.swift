// The keys of the format, each with what it means: the one description that the decoder goes by.

/// The keys of one kind of map.
protocol KeySet: RawRepresentable<Int>, CaseIterable, Sendable where AllCases == [Self] {
  /// What the map is, for a sentence: "a step".
  static var noun: String { get }

  var name: StaticString { get }
  var isRequired: Bool { get }

  /// What the key means, in one sentence for its author.
  var summary: String { get }
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

  var summary: String {
    switch self {
    case .format: "The version of the format: the integer 1."
    case .spec: "The specification that is tested, such as `_remember`."
    case .title: "One line on what the file is about."
    case .subject: "What is under test; a case's own subject replaces it whole."
    case .cases: "The cases, at least one."
    }
  }
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

  var summary: String {
    switch self {
    case .name: "What the case says of the subject: one line, unique in the file."
    case .clauses: "The ids of the specification's clauses that the case demonstrates."
    case .tags: "Words to select cases by."
    case .note: "Why the case is as it is; shown when it fails."
    case .subject: "What is under test in this case."
    case .reactions: "What observers do while they are being called."
    case .timeline: "The steps, at least one."
    }
  }
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

  var summary: String {
    switch self {
    case .sources: "The sources of a stream; `upstream` always exists."
    case .operators: "The operators, applied to `upstream`, first to last."
    case .property: "Whether the property's read and write name an object."
    case .store: "What the store of a scoped property holds at first."
    case .stores: "The objects of an unscoped property, with what they hold at first."
    case .writes: "Whether the stores keep what is written to them, or ignore it."
    }
  }
}

enum SourceKey: Int, KeySet {
  case onConnect

  static var noun: String { "a source" }

  var name: StaticString { "on-connect" }

  var summary: String { "What the source emits, in order, before its connect function returns." }
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

  var summary: String {
    switch self {
    case .when: "The event whose first occurrence the reaction answers."
    case .actions: "What is done then, in order."
    }
  }
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

  var summary: String {
    switch self {
    case .subscribe: "A new observer of this name subscribes."
    case .unsubscribe: "The observer's subscription is unsubscribed; also a second time."
    case .emit: "The source calls next with this value on each of its live connections."
    case .state: "The source, or the property, sends this state."
    case .write: "The property is written with this value."
    case .read: "The property is read: of the store of this name."
    case .set: "The store takes this value behind the property's back."
    case .advance: "Virtual time moves on by this number of seconds."
    case .channels: "With `[next]`, the next-only form of subscribe is used."
    case .from: "The source that emits or sends; `upstream` if left out."
    case .to: "The store that is written; needed where there are several."
    case .in: "The store that changes; needed where there are several."
    case .expect: "Exactly what becomes observable, in order; silence if left out."
    case .note: "Why the step is as it is; shown when it fails."
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

  var summary: String {
    switch self {
    case .name: "The specification's name."
    case .published: "Where the specification is published."
    case .clauses: "The clauses, in the order of the specification."
    }
  }
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

  var summary: String {
    switch self {
    case .id: "What cases cite."
    case .heading: "The heading that the clause comes from."
    case .sentence: "The normative sentence."
    case .checkedBy: "Whether fixtures can observe the clause, or only the shape of the API."
    }
  }
}
