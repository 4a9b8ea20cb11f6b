// What is under test, as an implementation has made it, and what each action does to it.

/// What is under test. Where there are several, they go by their names.
///
/// Actions that the subject does not have do nothing here: the decoder has refused them.
enum TestedSubject {
  case nothing
  case stream(Subscribe)
  case streams([Name: Subscribe])
  case readable(TestedReadableStream)
  case scoped(TestedScopedProperty)
  case properties([Name: TestedScopedProperty])
  case unscoped(TestedUnscopedProperty)

  /// How one is subscribed to; `nil` where none can be.
  func subscription(to one: Name?) -> Subscribe? {
    switch self {
    case .stream(let subscribe): subscribe
    case .readable(let stream): stream.subscribe
    case .scoped(let property): property.subscribe
    case .streams(let streams): one.flatMap { streams[$0] }
    case .properties(let properties): one.flatMap { properties[$0]?.subscribe }
    case .nothing, .unscoped: nil
    }
  }

  /// Tells a property its state.
  func state(_ state: State, of one: Name?) {
    switch self {
    case .scoped(let property): if one == nil { property.state(state) }
    case .properties(let properties): if let one { properties[one]?.state(state) }
    case .nothing, .stream, .streams, .readable, .unscoped: break
    }
  }

  /// Writes a property.
  ///
  /// - Parameters:
  ///   - value: What is written.
  ///   - one: Which of several properties is, or which store.
  ///   - store: A store of a name.
  func write(_ value: Value, to one: Name, in store: (Name) -> Store?) {
    switch self {
    case .scoped(let property): property.write(value)
    case .properties(let properties): properties[one]?.write(value)
    case .unscoped(let property): if let store = store(one) { property.write(store, value) }
    case .nothing, .stream, .streams, .readable: break
    }
  }

  /// Reads a property, or a stream, whose value is in a list: an empty one where there is none.
  ///
  /// - Parameters:
  ///   - one: Which of several properties is read, or which store; `nil` for the stream.
  ///   - store: A store of a name.
  /// - Returns: What is read; `nil` where nothing can be.
  func read(_ one: Name?, from store: (Name) -> Store?) -> Value? {
    switch self {
    case .readable(let stream) where one == nil: .list(stream.read().map { [$0] } ?? [])
    case .scoped(let property): property.read()
    case .properties(let properties): one.flatMap { properties[$0]?.read() }
    case .unscoped(let property): one.flatMap(store).map { property.read($0) }
    case .nothing, .stream, .streams, .readable: nil
    }
  }
}
