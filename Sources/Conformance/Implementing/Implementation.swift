// An implementation of the specifications to test, in the same process.

/// An implementation of stream specifications, as the engine sees it.
///
/// A conforming type only translates: it applies the named operators to the engine's sources, and
/// wraps the engine's stores in properties. The engine plays the timeline, and records the
/// events.
///
/// ```swift
/// struct MyStreams: Implementation {
///   let name = "my-streams"
///
///   func stream(_ subject: TestedStream) throws(Unsupported) -> Subscribe {
///     var stream = MyStream(connect: subject.upstream.connect)
///     for one in subject.operators {
///       guard one.name == "_remember" else { throw Unsupported("the operator `\(one.name)`") }
///       stream = stream.remembered()
///     }
///     return { observer in stream.subscribe(observer.receive) }
///   }
/// }
/// ```
///
/// Leave out the functions that an implementation does not have: by default they are
/// unsupported.
///
/// All functions are called on one thread. Call the functions that they receive on the same thread
/// and during the step; a call on another thread is an error of the case. Keep time with
/// ``TestedStream/clock``.
public protocol Implementation: Sendable {
  /// The name in reports, such as `swift`.
  var name: String { get }

  /// The channels that it has: a case that needs another is skipped.
  var channels: Channels { get }

  /// Whether it invokes the disconnect function of a connection that has failed or completed by itself.
  var hasReleases: Bool { get }

  /// Its optional features: a case that needs another is skipped.
  var features: Set<Feature> { get }

  /// Makes a stream. Called once for each case, so that none knows of another.
  ///
  /// - Parameter subject: The sources, and the operators to apply.
  /// - Returns: The function that subscribes to the stream.
  /// - Throws: ``Unsupported`` where an operator is missing; the case is then skipped.
  func stream(_ subject: TestedStream) throws(Unsupported) -> Subscribe

  /// Makes a stream that is read. Called in place of ``stream(_:)`` for a case that reads its stream.
  ///
  /// - Parameter subject: The sources, and the operators to apply.
  /// - Returns: The functions that subscribe to the stream and read it.
  /// - Throws: ``Unsupported`` where an operator is missing, or `_read` itself; the case is then skipped.
  func readableStream(_ subject: TestedStream) throws(Unsupported) -> TestedReadableStream

  /// Makes a connectable stream. Called in place of ``stream(_:)`` for a stream whose last operator makes it
  /// connectable. An adapter does not see the specification: there, ``stream(_:)`` makes a stream that the case
  /// never connects.
  ///
  /// - Parameter subject: The sources, and the operators to apply.
  /// - Returns: The functions that subscribe to the stream and connect it.
  /// - Throws: ``Unsupported`` where an operator is missing; the case is then skipped.
  func connectableStream(_ subject: TestedStream) throws(Unsupported) -> TestedConnectableStream

  /// Makes the streams of a case; each comes after those that it is made of. The default makes each alone, by
  /// ``stream(_:)`` or ``connectableStream(_:)``.
  ///
  /// - Parameter subjects: The sources of each, and the operators to apply.
  /// - Returns: The functions that subscribe to them and connect them, in the same order.
  /// - Throws: ``Unsupported`` where an operator is missing; the case is then skipped.
  func streams(_ subjects: [TestedStream]) throws(Unsupported) -> [TestedConnectableStream]

  /// Makes a property of one object.
  ///
  /// - Parameter store: The store that the property's functions read and write.
  /// - Returns: The property's functions.
  /// - Throws: ``Unsupported`` where there are no such properties; the case is then skipped.
  func scopedProperty(over store: Store) throws(Unsupported) -> TestedScopedProperty

  /// Makes the properties of a case that has several, each of one object. The default makes each alone.
  ///
  /// - Parameter stores: The stores that the functions of each read and write.
  /// - Returns: The functions of each, in the same order.
  /// - Throws: ``Unsupported`` where there are no such properties; the case is then skipped.
  func scopedProperties(over stores: [Store]) throws(Unsupported) -> [TestedScopedProperty]

  /// Makes a property of any object. A ``Store`` is the object, and its value the property.
  ///
  /// - Returns: The property's functions.
  /// - Throws: ``Unsupported`` where there are no such properties; the case is then skipped.
  func unscopedProperty() throws(Unsupported) -> TestedUnscopedProperty
}

extension Implementation {
  /// Values and states, unless the type says otherwise.
  public var channels: Channels { .standard }

  /// It does, unless the type says otherwise.
  public var hasReleases: Bool { true }

  /// None, unless the type says otherwise.
  public var features: Set<Feature> { [] }

  /// The rule by which it is compared.
  var rule: ComparisonRule { ComparisonRule(hasReleases: hasReleases) }

  /// Streams are unsupported unless the type says otherwise.
  ///
  /// - Throws: ``Unsupported``, always.
  public func stream(_ subject: TestedStream) throws(Unsupported) -> Subscribe {
    throw Unsupported("streams")
  }

  /// Streams cannot be read unless the type says otherwise.
  ///
  /// - Throws: ``Unsupported``, always.
  public func readableStream(
    _ subject: TestedStream
  ) throws(Unsupported) -> TestedReadableStream {
    throw Unsupported("the operator `_read`")
  }

  /// Streams cannot be connected unless the type says otherwise.
  ///
  /// - Throws: ``Unsupported``, always.
  public func connectableStream(
    _ subject: TestedStream
  ) throws(Unsupported) -> TestedConnectableStream {
    throw Unsupported("connectable streams")
  }

  /// Makes each stream alone.
  ///
  /// - Throws: ``Unsupported`` where one is.
  /// - Complexity: O(*n*) in the number of streams.
  public func streams(
    _ subjects: [TestedStream]
  ) throws(Unsupported) -> [TestedConnectableStream] {
    try subjects.map { subject throws(Unsupported) in
      let one =
        subject.isConnectable
        ? try connectableStream(subject) : (subscribe: try stream(subject), connect: { {} })
      subject.execution.note(one.subscribe, as: subject.name)
      return one
    }
  }

  /// Makes each property alone.
  ///
  /// - Throws: ``Unsupported`` where one is.
  /// - Complexity: O(*n*) in the number of stores.
  public func scopedProperties(
    over stores: [Store]
  ) throws(Unsupported) -> [TestedScopedProperty] {
    try stores.map { store throws(Unsupported) in try scopedProperty(over: store) }
  }

  /// Scoped properties are unsupported unless the type says otherwise.
  ///
  /// - Throws: ``Unsupported``, always.
  public func scopedProperty(over store: Store) throws(Unsupported) -> TestedScopedProperty {
    throw Unsupported("scoped properties")
  }

  /// Unscoped properties are unsupported unless the type says otherwise.
  ///
  /// - Throws: ``Unsupported``, always.
  public func unscopedProperty() throws(Unsupported) -> TestedUnscopedProperty {
    throw Unsupported("unscoped properties")
  }
}

/// A feature that an implementation lacks. A case that needs it is skipped, never passed.
public struct Unsupported: Error, Hashable, Sendable {
  /// What is missing, such as "the operator `merge`".
  public var feature: String

  /// Makes the error.
  ///
  /// - Parameter feature: What is missing.
  public init(_ feature: String) {
    self.feature = feature
  }
}

/// Subscribes an observer, and returns the function that unsubscribes it.
///
/// The returned function may be called more than once, and passes each call on.
public typealias Subscribe = (_ observer: Observer) -> () -> Void

/// An observer of the engine: it records what it receives.
public struct Observer {
  /// The channels that it subscribes to. If the implementation has a form of subscribe for only
  /// these, it uses that. Events of other channels are not recorded.
  public let channels: Channels

  /// Sends a notification to the observer.
  public let receive: (Notification) -> Void

  /// Sends a stream to the observer.
  var tell: (_ key: Value, _ subscribe: @escaping Subscribe) -> Void = { _, _ in }

  /// Sends a value to the observer.
  ///
  /// - Parameter value: The value.
  public func next(_ value: Value) { receive(.next(value)) }

  /// Sends a state to the observer.
  ///
  /// - Parameter state: The state.
  public func state(_ state: State) { receive(.state(state)) }

  /// Sends an error to the observer.
  ///
  /// - Parameters:
  ///   - value: The value of an error of the fixture; `nil` for an error that the implementation made.
  ///   - message: The text of an error that the implementation made: reports show 500 characters of it,
  ///     and nothing compares it. An error of the fixture has none.
  public func error(_ value: Value?, message: String? = nil) {
    receive(.error(value, message: value == nil ? message : nil))
  }

  /// Sends completion to the observer.
  public func completed() { receive(.completed) }

  /// Sends a stream to the observer, which subscribes to it within this call.
  ///
  /// - Parameters:
  ///   - key: The key of a group; null for a stream that has none.
  ///   - subscribe: Subscribes to the stream.
  public func stream(_ key: Value, _ subscribe: @escaping Subscribe) { tell(key, subscribe) }
}

/// A source of the engine: it records when it is connected and disconnected.
public struct Source {
  /// The name that the fixture gives it.
  public let name: Name

  let link:
    (
      _ receive: @escaping (Notification) -> Void, _ isConnected: @escaping () -> Bool,
      _ addTeardown: (@escaping () -> Void) -> Void
    ) -> () -> Void

  /// Connects an observer to the source, and returns the function that disconnects it.
  ///
  /// The source emits the values of its connection before this returns.
  public var connect: (_ receive: @escaping (Notification) -> Void) -> () -> Void {
    { [link] receive in link(receive, { true }, { _ in }) }
  }

  /// Connects an observer that may unsubscribe before this returns.
  ///
  /// - Parameters:
  ///   - isConnected: Whether the observer is still subscribed. A source of the case that asks, as the feature
  ///     `while-connected` wants, calls it before each value that it emits while it connects.
  ///   - addTeardown: Gets the function that disconnects the observer, before the source emits.
  ///   - receive: Receives every notification.
  /// - Returns: The function that disconnects the observer.
  public func connect(
    while isConnected: @escaping () -> Bool = { true },
    addTeardown: (@escaping () -> Void) -> Void = { _ in },
    _ receive: @escaping (Notification) -> Void
  ) -> () -> Void { link(receive, isConnected, addTeardown) }

  /// Connects an observer that has a function for each channel.
  ///
  /// - Parameters:
  ///   - next: Receives values.
  ///   - state: Receives states.
  ///   - error: Receives the value of an error.
  ///   - completed: Is called on completion.
  /// - Returns: The function that disconnects the observer.
  public func connect(
    next: @escaping (Value) -> Void, state: @escaping (State) -> Void = { _ in },
    error: @escaping (Value) -> Void = { _ in }, completed: @escaping () -> Void = {}
  ) -> () -> Void {
    connect { notification in
      switch notification {
      case .next(let value): next(value)
      case .state(let value): state(value)
      case .error(let value, _): error(value ?? .null)
      case .completed: completed()
      }
    }
  }
}

/// A stream to be made.
public struct TestedStream {
  /// The name of one of several; `nil` for the only one.
  package let name: Name?

  /// Whether it is connectable.
  package let isConnectable: Bool

  /// The source that the operators apply to, or another stream of the case.
  public let upstream: Source

  /// The other sources, which operators name in their arguments.
  public let others: [Source]

  let execution: Execution
  let written: [Subject.Operator]

  /// The position of the first operator among those of all streams of the case.
  let position: Int

  /// The operators, in the order of application.
  ///
  /// - Complexity: O(*n*) in the number of operators.
  public var operators: [TestedOperator] {
    written.indices.map { TestedOperator(written[$0], at: position + $0, of: execution) }
  }

  /// Sets, while the stream is made, the function that calls its final subject, for the feature `subjects`.
  ///
  /// - Parameter receive: Calls the subject's own functions, as an app does.
  public func isCalled(by receive: @escaping (Notification) -> Void) {
    execution.note(receive, ofSubject: name)
  }

  /// The clock of operators that use time.
  public var clock: VirtualClock { execution.clock }

  /// The channels of the specification; if only the plan is known, those of its observers.
  package var channels: Channels { execution.channels }
}

/// The functions of a stream that can be read without an observer: to subscribe to it, and to read the value that
/// it emits while it is subscribed to, `nil` where it emits none.
public typealias TestedReadableStream = (subscribe: Subscribe, read: () -> Value?)

/// The functions of a connectable stream: to subscribe to it, and to connect it, which returns the function that
/// disconnects it. Connecting other streams does nothing.
public typealias TestedConnectableStream = (subscribe: Subscribe, connect: () -> () -> Void)

/// A store of the engine: it holds a value, and records each write.
public struct Store {
  /// The name that the fixture gives it.
  public let name: Name

  /// Returns the value that the store holds.
  public let read: () -> Value

  /// Stores a value, unless the fixture's store ignores writes.
  public let write: (Value) -> Void
}

/// The functions of a property of one object: to read it, to write it, to send a state to its observers, and to
/// subscribe to it.
public typealias TestedScopedProperty = (
  read: () -> Value, write: (Value) -> Void, state: (State) -> Void, subscribe: Subscribe
)

/// The functions of a property of any object: to read and to write that of an object.
public typealias TestedUnscopedProperty = (
  read: (Store) -> Value, write: (Store, Value) -> Void
)
