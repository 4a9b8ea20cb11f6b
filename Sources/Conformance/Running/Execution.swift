// One plan, played by one implementation: from a plan to a trace.

/// The bounds of what an implementation may do while a case runs.
public struct ExecutionLimits: Sendable {
  /// How often an implementation may call the engine's sources, observers and stores in one step.
  public var callsInStep = 10_000

  /// How many cases of a run may be given up because they never end.
  public var endlessCases = 16

  /// The bounds that fit any sane suite.
  public init() {}

  /// The bounds by name.
  public static let named: [NamedLimit<ExecutionLimits>] = [
    NamedLimit(
      "calls", "calls of sources, observers and stores in a step, also from within each other",
      \.callsInStep),
    NamedLimit("endless-cases", "cases of a run that never end", \.endlessCases),
  ]
}

/// Plays one plan, and writes down what becomes observable.
///
/// It owns the sources, observers and stores that the implementation is wired to, and belongs to
/// one thread.
///
/// What the format leaves open is decided here:
/// - A connection is live from the moment its connect function is invoked until its disconnect
///   function is. An emission goes to the connections that were live when it began, except those
///   that are disconnected meanwhile.
/// - A store has its new value before its write is written down, so that a reaction reads it.
/// - An observer whose `subscribe` has not returned has nothing to unsubscribe.
final class Execution {
  private let limits: ExecutionLimits
  private let abandon: (Endless) -> Never
  private let plan: Plan
  private var waiting: WaitingReactions
  private var trace: Trace = []
  private var callsInStep = 0
  private var tested = Tested.nothing
  private var sources: [LiveSource] = []
  private var stores: [LiveStore] = []
  private var subscriptions: [LiveSubscription] = []

  /// The observers whose `subscribe` has not returned, from the outermost.
  private var subscribing: [String] = []

  /// An observer that was to be unsubscribed before its own `subscribe` had returned.
  private(set) var prematureUnsubscription: String?

  /// Prepares a plan.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - limits: When it is given up.
  ///   - abandon: Called in the middle of a plan that does not end, on the thread that plays it.
  init(
    _ plan: Plan, limits: ExecutionLimits, abandon: @escaping (_ endless: Endless) -> Never
  ) {
    self.limits = limits
    self.abandon = abandon
    self.plan = plan
    self.waiting = WaitingReactions(plan.reactions)
  }

  /// A plan that does not end.
  struct Endless {
    /// The step that does not end, from 0.
    var step: Int
    var trace: Trace
  }

  private enum Tested {
    case nothing
    case stream(Subscribe)
    case scoped(TestedScopedProperty)
    case unscoped(TestedUnscopedProperty)
  }

  /// Plays the plan. Called once.
  ///
  /// - Parameter implementation: What is judged.
  /// - Returns: What became observable, a list for each step.
  /// - Throws: `Unsupported` where the implementation lacks something that the case needs.
  func trace(by implementation: some Implementation) throws(Unsupported) -> Trace {
    // The implementation holds on to this object through the sources, and this to the implementation.
    defer { release() }
    trace.reserveCapacity(plan.timeline.count)
    // What happens while the subject is made belongs to the first step.
    trace.append([])
    try prepare(implementation)
    for (step, action) in plan.timeline.enumerated() {
      if step > 0 { trace.append([]) }
      callsInStep = 0
      perform(action)
    }
    return trace
  }

  private func prepare(_ implementation: some Implementation) throws(Unsupported) {
    switch plan.subject {
    case .stream(let stream):
      sources = stream.sources.map(LiveSource.init)
      let ends = sources.map(end)
      tested = .stream(
        try implementation.stream(
          TestedStream(
            upstream: ends[0], others: Array(ends.dropFirst()), operators: stream.operators)))
    case .property(let property):
      stores = property.stores.map {
        LiveStore($0, ignoresWrites: property.ignoresWrites)
      }
      if property.isScoped {
        tested = .scoped(try implementation.scopedProperty(over: end(of: stores[0])))
      } else {
        tested = .unscoped(try implementation.unscopedProperty())
      }
    }
  }

  private func release() {
    tested = .nothing
    for source in sources { source.disconnectAll() }
    sources = []
    stores = []
    subscriptions = []
  }

  // MARK: - What the implementation calls

  private func end(of source: LiveSource) -> Source {
    Source(name: source.name) { [self] next, state in
      let connection = source.connect(next: next, state: state)
      record(.connect(source: source.name))
      for value in source.onConnect where connection.isLive { next(value) }
      return { [self] in
        source.disconnect(connection)
        record(.disconnect(source: source.name))
      }
    }
  }

  private func end(of store: LiveStore) -> Store {
    Store(
      name: store.name,
      read: { [self] in
        countCall()
        return store.value
      },
      write: { [self] value in
        if !store.ignoresWrites { store.value = value }
        record(.write(store: store.name, value))
      })
  }

  private func observer(_ name: String, isNextOnly: Bool) -> Observer {
    Observer(
      next: { [self] in record(.next(observer: name, $0)) },
      state: isNextOnly ? nil : { [self] in record(.state(observer: name, $0)) })
  }

  private func record(_ event: Event) {
    countCall()
    trace[trace.count - 1].append(event)
    for action in waiting.actions(on: event) { perform(action) }
  }

  private func countCall() {
    callsInStep += 1
    if callsInStep > limits.callsInStep || stackIsNearlyUsedUp() {
      abandon(Endless(step: trace.count - 1, trace: trace))
    }
  }

  // MARK: - What steps and reactions do

  private func perform(_ action: Action) {
    switch (action, tested) {
    case (.subscribe(let name, let isNextOnly), .stream(let subscribe)):
      self.subscribe(name, isNextOnly, subscribe)
    case (.subscribe(let name, let isNextOnly), .scoped(let property)):
      self.subscribe(name, isNextOnly, property.subscribe)
    case (.unsubscribe(let name), _):
      if subscribing.contains(name) { prematureUnsubscription = name }
      subscriptions.last { $0.name == name }?.unsubscribe()
    case (.emit(let value, let source), _):
      self.source(source)?.forEachConnection { $0.next(value) }
    case (.state(let state, let source?), _):
      self.source(source)?.forEachConnection { $0.state(state) }
    case (.state(let state, nil), .scoped(let property)):
      property.state(state)
    case (.write(let value, _), .scoped(let property)):
      property.write(value)
    case (.write(let value, let store), .unscoped(let property)):
      if let store = self.store(store) { property.write(end(of: store), value) }
    case (.read, .scoped(let property)):
      record(.returns(property.read()))
    case (.read(let store), .unscoped(let property)):
      if let store = self.store(store) { record(.returns(property.read(end(of: store)))) }
    case (.set(let value, let store), _):
      self.store(store)?.value = value
    default:
      // Time, which none of the engine's own parts keeps, and what the decoder refuses.
      break
    }
  }

  private func subscribe(_ name: String, _ isNextOnly: Bool, _ subscribe: Subscribe) {
    subscribing.append(name)
    let unsubscribe = subscribe(observer(name, isNextOnly: isNextOnly))
    subscribing.removeLast()
    subscriptions.append(LiveSubscription(name: name, unsubscribe: unsubscribe))
  }

  private func source(_ name: String) -> LiveSource? {
    sources.first { $0.name == name }
  }

  private func store(_ name: String) -> LiveStore? {
    stores.first { $0.name == name }
  }
}

/// An observer's subscription.
private struct LiveSubscription {
  let name: String
  let unsubscribe: () -> Void
}

/// A source's connections.
private final class LiveSource {
  let name: String
  let onConnect: [Value]
  private var connections: [Connection] = []

  final class Connection {
    private(set) var next: (Value) -> Void
    private(set) var state: (State) -> Void
    private(set) var isLive = true

    init(next: @escaping (Value) -> Void, state: @escaping (State) -> Void) {
      self.next = next
      self.state = state
    }

    /// Ends the connection, and lets go of the implementation, which holds on to its disconnection.
    func end() {
      isLive = false
      next = { _ in }
      state = { _ in }
    }
  }

  init(_ source: Subject.Source) {
    name = source.name
    onConnect = source.onConnect
  }

  func connect(
    next: @escaping (Value) -> Void, state: @escaping (State) -> Void
  ) -> Connection {
    let connection = Connection(next: next, state: state)
    connections.append(connection)
    return connection
  }

  func disconnect(_ connection: Connection) {
    connection.end()
    connections.removeAll { $0 === connection }
  }

  func disconnectAll() {
    for connection in connections { connection.end() }
    connections = []
  }

  func forEachConnection(_ send: (Connection) -> Void) {
    for connection in connections where connection.isLive { send(connection) }
  }
}

/// A store's value.
private final class LiveStore {
  let name: String
  let ignoresWrites: Bool
  var value: Value

  init(_ store: Subject.Store, ignoresWrites: Bool) {
    name = store.name
    self.ignoresWrites = ignoresWrites
    value = store.value
  }
}
