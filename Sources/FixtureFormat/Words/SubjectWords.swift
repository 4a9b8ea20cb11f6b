// The vocabulary of subjects: the words for their kinds, and the names that every subject has.

/// The name of the source that every stream has.
package let upstreamName: Name = "upstream"

/// The name of a scoped property's store.
package let scopedStoreName: Name = "store"

/// What a `read` of the stream under test names.
let streamName: Name = "stream"

/// The operator that such a read needs.
package let readOperatorName: Name = "_read"

/// The word that stands for a read's result in an expectation, and so can name nothing else.
let returnsName: Name = "returns"

/// What a subject may be, by the keys that it has.
enum SubjectForm: CaseIterable {
  case stream, streams, property, properties

  /// The keys that it needs, and those that it has not.
  var keys: (required: [SubjectKey], refused: [SubjectKey]) {
    switch self {
    case .stream: ([.operators], [.streams, .property, .store, .stores, .writes])
    case .streams: ([.streams], [.operators, .property, .store, .stores, .writes])
    case .property: ([.property, .store], [.operators, .streams, .sources, .stores])
    case .properties: ([.property, .stores], [.operators, .streams, .sources, .store])
    }
  }
}

/// Whether a property's read and write name an object.
package enum PropertyKind: String, CaseIterable { case scoped, unscoped }

/// What becomes of what is written to a property's stores.
package enum PropertyWrites: String, CaseIterable { case kept, ignored }

extension Subject.Property {
  /// What kind of property it is.
  package var kind: PropertyKind { isScoped ? .scoped : .unscoped }

  /// What becomes of what is written to its stores.
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
