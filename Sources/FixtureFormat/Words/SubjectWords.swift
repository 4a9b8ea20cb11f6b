// The vocabulary of subjects: the words for their kinds, and the names that every subject has.

/// The name of the source that every stream has.
package let upstreamName: Name = "upstream"

/// The name of a scoped property's store.
package let scopedStoreName: Name = "store"

/// The name of the only stream in `read`, `connect` and `into`.
package let streamName: Name = "stream"

/// The operator that such a read needs.
package let readOperatorName: Name = "_read"

/// The word that stands for a read's result in an expectation, and so can name nothing else.
let returnsName: Name = "returns"

/// The word for the time of the case in an expectation, unless something of the case has that name.
let clockName: Name = "clock"

/// The kinds of subject, by the keys that they have.
enum SubjectForm: CaseIterable {
  case stream, streams, property, properties

  /// The keys that it needs, and those besides ``others`` that it refuses, with the reason.
  var keys: (required: [SubjectKey], refused: [SubjectKey], reason: String) {
    switch self {
    case .stream: ([.operators], [.store, .stores, .writes], "`operators`")
    case .streams:
      ([.streams], [.operators, .property, .store, .stores, .writes], "`streams`")
    case .property: ([.property, .store], [.stores], "`store`: it is for several properties")
    case .properties: ([.property, .stores], [.store], "`property: unscoped`; use `stores`")
    }
  }

  /// The keys of other kinds of subjects.
  var others: [SubjectKey] {
    switch self {
    case .stream: [.streams, .property]
    case .streams: []
    case .property, .properties: [.operators, .streams, .sources]
    }
  }
}

/// Whether a property's read and write name an object.
package enum PropertyKind: String, CaseIterable { case scoped, unscoped }

/// The treatment of values that are written to a property's stores.
package enum PropertyWrites: String, CaseIterable { case kept, ignored }

extension Subject.Property {
  /// The kind of property.
  package var kind: PropertyKind { isScoped ? .scoped : .unscoped }

  /// The treatment of values that are written to its stores.
  package var writes: PropertyWrites { ignoresWrites ? .ignored : .kept }
}

extension Subject {
  /// The names of its sources, or of its stores.
  package var names: [Name] {
    switch self {
    case .stream(let stream): stream.sources.map(\.name)
    case .property(let property): property.stores.map(\.name)
    }
  }
}
