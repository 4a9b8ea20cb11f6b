// The subject under test: a stream or a property.

/// The subject of a case.
package enum Subject: Hashable, Sendable {
  /// Operators applied to a source.
  case stream(Stream)

  /// A property over one store, or over several.
  case property(Property)

  /// A stream: operators, applied to the source `upstream`, first to last; or several, each with a name.
  package struct Stream: Hashable, Sendable {
    /// All sources; `upstream` is always one of them.
    package var sources: [Source]

    /// The one stream, or the several: at least one.
    package var branches: [Branch]

    /// The operators, in the order of application; with several streams, stream by stream.
    ///
    /// - Complexity: O(1) for one stream; O(*n*) in the number of operators of several.
    package var operators: [Operator] {
      branches.count == 1 ? branches[0].operators : branches.flatMap(\.operators)
    }

    /// Whether there are several streams, which actions name.
    package var isSeveral: Bool { branches.count > 1 }

    /// Makes one stream.
    ///
    /// - Parameters:
    ///   - sources: All sources, `upstream` among them.
    ///   - operators: The operators, in the order of application.
    package init(sources: [Source], operators: [Operator]) {
      self.init(sources: sources, branches: [Branch(operators: operators)])
    }

    /// Makes several streams.
    ///
    /// - Parameters:
    ///   - sources: All sources, `upstream` among them.
    ///   - branches: The streams, each with a name and made of these sources or of streams before it. Not
    ///     empty.
    package init(sources: [Source], branches: [Branch]) {
      self.sources = sources
      self.branches = branches
    }
  }

  /// One stream, or one of several.
  package struct Branch: Hashable, Sendable {
    /// The name that a subscribe uses; `nil` for the only one.
    package var name: Name?

    /// The name of the source or stream that the operators apply to.
    package var source: Name

    /// The operators, in the order of application.
    package var operators: [Operator]

    /// Makes a stream of a source.
    ///
    /// - Parameters:
    ///   - name: The name that a subscribe uses; `nil` for the only one.
    ///   - source: The name of the source that the operators apply to.
    ///   - operators: The operators, in the order of application.
    package init(name: Name? = nil, source: Name = upstreamName, operators: [Operator]) {
      (self.name, self.source, self.operators) = (name, source, operators)
    }
  }

  /// A source, played by the runner.
  package struct Source: Hashable, Sendable {
    /// The name that steps and events use.
    package var name: Name

    /// Its behaviour on its first connection, its second, and so on; the last entry serves all
    /// further ones. Never empty.
    package var connections: [Connection]

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - name: The name that steps and events use.
    ///   - connections: Its behaviour on each connection, the last entry on all further ones. Not
    ///     empty.
    package init(name: Name, connections: [Connection] = [Connection()]) {
      self.name = name
      self.connections = connections
    }

    /// The behaviour of the source on a connection.
    ///
    /// - Parameter number: The number of the connection, from 0.
    /// - Returns: The behaviour.
    /// - Complexity: O(1).
    package func connection(_ number: Int) -> Connection {
      connections[min(number, connections.count - 1)]
    }
  }

  /// The behaviour of a source while it connects.
  package struct Connection: Hashable, Sendable {
    /// The values that it emits, in order, before its connect function returns.
    package var onConnect: [Value]

    /// Whether it stops before any of them, or before its end, if it is not connected any more.
    package var whileConnected = false

    /// How it ends then; `nil` if it goes on.
    package var then: Notification?

    /// Makes a connection.
    ///
    /// - Parameters:
    ///   - onConnect: The values that the source emits while it connects.
    ///   - then: An error with its value, or completion.
    package init(onConnect: [Value] = [], then: Notification? = nil) {
      self.onConnect = onConnect
      self.then = then
    }

    /// All notifications of the source, in order.
    package var notifications: [Notification] {
      onConnect.map { .next($0) } + (then.map { [$0] } ?? [])
    }
  }

  /// An operator, with its argument if it has one.
  package struct Operator: Hashable, Sendable {
    /// The operator's name in its specification.
    package var name: Name

    /// The argument; `nil` if none is written.
    package var argument: Value?

    /// Its arguments by its specification; `nil` if the specification is not known, or lists no operators.
    @NotCompared package var signature: [OperatorWord.Argument]? = nil

    /// Whether its specification says that it makes a stream connectable, ends it in a subject, or
    /// emits streams.
    @NotCompared package var isConnectable = false
    @NotCompared package var isSubject = false
    @NotCompared package var tellsStreams = false

    /// Its place in the fixture; `nil` if it is not from a file. Equality ignores the place.
    @NotCompared package var place: Place? = nil

    /// Makes an operator.
    ///
    /// - Parameters:
    ///   - name: The operator's name in its specification.
    ///   - argument: The argument, if it has one.
    package init(name: Name, argument: Value? = nil) {
      self.name = name
      self.argument = argument
    }
  }

  /// A property: a pair of read and write functions over the runner's stores.
  package struct Property: Hashable, Sendable {
    /// Whether read and write name an object.
    package var isScoped: Bool

    /// The stores. A scoped property has one, named `store`. With several stores, each has a scoped
    /// property of its own, with the same name.
    package var stores: [Store]

    /// Whether a store keeps its value when it is written.
    package var ignoresWrites: Bool

    /// Whether there are several properties, one over each store.
    package var isSeveral: Bool { isScoped && stores.count > 1 }

    /// Makes a property.
    ///
    /// - Parameters:
    ///   - isScoped: Whether read and write name no object.
    ///   - stores: The stores, with their initial values.
    ///   - ignoresWrites: Whether a store keeps its value when it is written.
    package init(isScoped: Bool, stores: [Store], ignoresWrites: Bool = false) {
      self.isScoped = isScoped
      self.stores = stores
      self.ignoresWrites = ignoresWrites
    }
  }

  /// A place that holds one value.
  package struct Store: Hashable, Sendable {
    /// The name that steps and events use.
    package var name: Name

    /// The initial value.
    package var value: Value

    /// Makes a store.
    ///
    /// - Parameters:
    ///   - name: The name that steps and events use.
    ///   - value: The initial value.
    package init(name: Name, value: Value) {
      self.name = name
      self.value = value
    }
  }
}

extension Subject {
  /// Whether it is several streams or properties, which actions name.
  package var isSeveral: Bool {
    switch self {
    case .stream(let stream): stream.isSeveral
    case .property(let property): property.isSeveral
    }
  }
}
