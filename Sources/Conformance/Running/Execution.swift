// One plan, played by one implementation: from a plan to a trace.

import Synchronization

/// The bounds of what an implementation may do while a case runs.
public struct ExecutionLimits: Sendable {
  /// How often an implementation may call the engine's sources, observers and stores in one step.
  public var callsInStep = 10_000

  /// How many cases of a run may be given up because they never end.
  public var endlessCases = 16

  /// The bounds that fit any sane suite.
  public init() {}

  /// The bounds by name.
  package static let named: [NamedLimit<ExecutionLimits>] = [
    NamedLimit(
      "calls", "calls of sources, observers and stores in a step, also from within each other",
      \.callsInStep),
    NamedLimit("endless-cases", "cases of a run that never end", \.endlessCases),
  ]
}

/// Plays one plan, and writes down what becomes observable.
///
/// It owns the sources, observers and stores that the implementation is wired to, and belongs to
/// one thread. Nothing is called while a property is being changed, so that what is looked at in each step goes
/// without the checks for that, which take a tenth of the time.
///
/// What the format leaves open is decided here:
/// - A connection is live from the moment its connect function is invoked until its disconnect
///   function is. An emission goes to the connections that were live when it began, except those
///   that are disconnected meanwhile.
/// - A store has its new value before its write is written down, so that a reaction reads it.
/// - An observer whose `subscribe` has not returned has nothing to unsubscribe.
/// - What an implementation calls on another thread is dropped, and noticed as far as it comes in time.
final class Execution {
  private let limits: ExecutionLimits
  private let thread: EngineThread
  private let abandon: (Endless) -> Never
  private let plan: Plan
  @exclusivity(unchecked) private var waiting: WaitingReactions
  @exclusivity(unchecked) private var trace: Trace = []
  @exclusivity(unchecked) private var callsInStep = 0
  @exclusivity(unchecked) private var tested = Tested.nothing
  @exclusivity(unchecked) private var sources: [LiveSource] = []
  @exclusivity(unchecked) private var stores: [LiveStore] = []
  @exclusivity(unchecked) private var subscriptions: [LiveSubscription] = []

  /// The observers whose `subscribe` has not returned, from the outermost.
  @exclusivity(unchecked) private var subscribing: [String] = []

  /// What reactions are to do once the subject has been made.
  private var deferred: [Action] = []

  /// Whether the subject is being made.
  @exclusivity(unchecked) private var isPreparing = true

  private let isCalledElsewhere = Atomic(false)

  /// Whether the implementation has called on another thread.
  var hasForeignCalls: Bool { isCalledElsewhere.load(ordering: .acquiring) }

  /// Time, as operators that keep it see it.
  private(set) lazy var clock = {
    hasClock = true
    return VirtualClock { [unowned self] in countCall() }
  }()
  private var hasClock = false

  /// The first value that was looked up in a table that has no row for it, and the operator whose it is.
  private(set) var lack: (operator: Int, value: Value)?

  /// What the plan did and the format does not allow, each once, and of very much the first.
  private(set) var misuses: [Misuse] = []

  /// Whether each observer that has subscribed is to be unsubscribed yet. It is not looked at where no
  /// reaction subscribes or unsubscribes: then the decoder has.
  @exclusivity(unchecked) private var lives: [ExactText: Bool] = [:]
  private static let mostMisuses = 64
  private let watchesLives: Bool

  /// Prepares a plan.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - limits: When it is given up.
  ///   - thread: The thread that plays it.
  ///   - abandon: Called in the middle of a plan that does not end, on the thread that plays it.
  init(
    _ plan: Plan, limits: ExecutionLimits, on thread: EngineThread,
    abandon: @escaping (_ endless: Endless) -> Never
  ) {
    self.limits = limits
    self.thread = thread
    self.abandon = abandon
    self.plan = plan
    self.waiting = WaitingReactions(plan.reactions)
    watchesLives = plan.reactions.contains { $0.actions.contains { $0.observer != nil } }
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
    case streams([ExactText: Subscribe])
    case readable(TestedReadableStream)
    case scoped(TestedScopedProperty)
    case properties([ExactText: TestedScopedProperty])
    case unscoped(TestedUnscopedProperty)
  }

  /// Plays the plan. Called once.
  ///
  /// - Parameters:
  ///   - implementation: What is judged.
  ///   - goesOn: Whether to go on behind a step, of what became observable in it; `nil` for to the end.
  /// - Returns: What became observable, a list for each step that was played.
  /// - Throws: `Unsupported` where the implementation lacks something that the case needs.
  func trace(
    by implementation: some Implementation,
    while goesOn: ((_ step: Int, _ events: [Event]) -> Bool)? = nil
  ) throws(Unsupported) -> Trace {
    // The implementation holds on to this object through the sources, and this to the implementation.
    defer { release() }
    trace.reserveCapacity(plan.timeline.count)
    // What happens while the subject is made belongs to the first step.
    trace.append([])
    try prepare(implementation)
    isPreparing = false
    while !deferred.isEmpty { perform(deferred.removeFirst()) }
    for (step, action) in plan.timeline.enumerated() {
      if step > 0 { trace.append([]) }
      callsInStep = 0
      perform(action)
      if let goesOn, !goesOn(step, trace[step]) { break }
    }
    return trace
  }

  private func prepare(_ implementation: some Implementation) throws(Unsupported) {
    switch plan.subject {
    case .stream(let stream):
      sources = stream.sources.map(LiveSource.init)
      let subjects = tested(stream)
      if stream.isSeveral {
        let names = stream.branches.map { ExactText($0.name ?? "") }
        let streams = try implementation.streams(subjects)
        tested = .streams(Dictionary(zip(names, streams)) { $1 })
      } else if plan.readsStream {
        tested = .readable(try implementation.readableStream(subjects[0]))
      } else {
        tested = .stream(try implementation.stream(subjects[0]))
      }
    case .property(let property):
      stores = property.stores.map {
        LiveStore($0, ignoresWrites: property.ignoresWrites)
      }
      if property.isSeveral {
        let properties = try implementation.scopedProperties(over: stores.map(end))
        tested = .properties(Dictionary(zip(stores.map { ExactText($0.name) }, properties)) { $1 })
      } else if property.isScoped {
        tested = .scoped(try implementation.scopedProperty(over: end(of: stores[0])))
      } else {
        tested = .unscoped(try implementation.unscopedProperty())
      }
    }
  }

  /// The streams to be made, each of a source of its own or a shared one.
  private func tested(_ stream: Subject.Stream) -> [TestedStream] {
    var position = 0
    return stream.branches.map { branch in
      defer { position += branch.operators.count }
      let own = sources.firstIndex { $0.name == branch.source } ?? 0
      let others = sources.count == 1 ? [] : sources[..<own] + sources[(own + 1)...]
      return TestedStream(
        upstream: end(of: sources[own]), others: others.map(end), execution: self,
        written: branch.operators, position: position)
    }
  }

  private func release() {
    tested = .nothing
    if hasClock { clock.stop() }
    for source in sources { source.disconnectAll() }
    sources = []
    stores = []
    subscriptions = []
  }

  // MARK: - What the implementation calls

  private func end(of source: LiveSource) -> Source {
    Source(name: source.name) { [self] receive in
      guard isOnOwnThread() else { return {} }
      let connection = source.connect(receive)
      record(.connect(source: source.name))
      for notification in connection.script.notifications where connection.isLive {
        connection.send(notification)
      }
      return { [self] in
        guard isOnOwnThread() else { return }
        source.disconnect(connection)
        record(.source(connection.hasEnded ? .release : .disconnect, of: source.name))
      }
    }
  }

  /// A source of the subject, for an operator that names it.
  func source(named name: String) -> Source? { source(name).map(end) }

  /// Takes note of a value that an operator's table lacks.
  func note(lackOf value: Value, in position: Int) {
    if lack == nil { lack = (position, value) }
  }

  private func end(of store: LiveStore) -> Store {
    Store(
      name: store.name,
      read: { [self] in
        guard isOnOwnThread() else { return .null }
        countCall()
        return store.value
      },
      write: { [self] value in
        guard isOnOwnThread() else { return }
        if !store.ignoresWrites { store.value = value }
        record(.write(store: store.name, value))
      })
  }

  private func observer(_ name: String, _ channels: Channels) -> Observer {
    Observer(channels: channels) { [self] notification in
      guard isOnOwnThread() else { return }
      // What nobody asked for is not observable; it costs a call like any other.
      if channels.contains(notification.channel) {
        record(.received(notification, observer: name))
      } else {
        countCall()
      }
    }
  }

  /// Whether a call comes on the thread that plays the plan; one that does not is noted.
  private func isOnOwnThread() -> Bool {
    if thread.isCurrent { return true }
    isCalledElsewhere.store(true, ordering: .releasing)
    return false
  }

  private func record(_ event: Event) {
    countCall()
    trace[trace.count - 1].append(event)
    let actions = waiting.actions(on: event)
    if isPreparing {
      deferred += actions
    } else {
      for action in actions { perform(action) }
    }
  }

  private func countCall() {
    callsInStep += 1
    if callsInStep > limits.callsInStep || thread.stackIsNearlyUsedUp {
      abandon(Endless(step: trace.count - 1, trace: trace))
    }
  }

  // MARK: - What steps and reactions do

  private func perform(_ action: Action) {
    if watchesLives, let observer = action.observer { watch(action, of: observer) }
    switch action {
    case .subscribe(let name, let channels, let one):
      if let subscribe = subscribe(to: one) { self.subscribe(name, channels, subscribe) }
    case .unsubscribe(let name):
      subscriptions.last { $0.name == name }?.unsubscribe()
    case .send(let notification, let one):
      send(notification, one)
    case .write(let value, let one):
      switch tested {
      case .scoped(let property): property.write(value)
      case .properties(let properties): properties[one]?.write(value)
      case .unscoped(let property):
        if let store = store(one) { property.write(end(of: store), value) }
      default: break
      }
    case .read(let one):
      if let value = value(of: one) { record(.returns(value)) }
    case .set(let value, let store):
      self.store(store)?.value = value
    case .advance(let milliseconds):
      if hasClock { clock.advance(by: milliseconds) }
    }
  }

  // What a subject does not have, the decoder refuses.

  /// How what is under test is subscribed to: one by its name, where there are several.
  private func subscribe(to one: String?) -> Subscribe? {
    switch tested {
    case .stream(let subscribe): subscribe
    case .readable(let stream): stream.subscribe
    case .scoped(let property): property.subscribe
    case .streams(let streams): one.flatMap { streams[$0] }
    case .properties(let properties): one.flatMap { properties[$0]?.subscribe }
    case .nothing, .unscoped: nil
    }
  }

  private func send(_ notification: Notification, _ one: String?) {
    switch tested {
    case .scoped(let property):
      if case .state(let state) = notification, one == nil { property.state(state) }
    case .properties(let properties):
      if case .state(let state) = notification, let one { properties[one]?.state(state) }
    default:
      if let one { source(one)?.forEachConnection { $0.send(notification) } }
    }
  }

  /// What is read of what is under test: a stream's value is in a list, which is empty where there is none.
  private func value(of one: String?) -> Value? {
    switch tested {
    case .readable(let stream) where one == nil: .list(stream.read().map { [$0] } ?? [])
    case .scoped(let property): property.read()
    case .properties(let properties): one.flatMap { properties[$0]?.read() }
    case .unscoped(let property):
      one.flatMap { store($0) }.map { property.read(end(of: $0)) }
    default: nil
    }
  }

  /// Takes note of an observer that comes or goes, and of what the format does not allow of that.
  private func watch(_ action: Action, of observer: String) {
    let isLive = lives[observer]
    var kind: Misuse.Kind?
    if case .subscribe = action {
      if isLive == true { kind = .secondSubscription }
      lives[observer] = true
    } else {
      if subscribing.contains(observer) {
        kind = .prematureUnsubscription
      } else if isLive == nil {
        kind = .unsubscriptionOfNone
      }
      if isLive != nil { lives[observer] = false }
    }
    guard let misuse = kind.map({ Misuse($0, of: observer) }) else { return }
    if misuses.count < Self.mostMisuses, !misuses.contains(misuse) { misuses.append(misuse) }
  }

  private func subscribe(_ name: String, _ channels: Channels, _ subscribe: Subscribe) {
    subscribing.append(name)
    let unsubscribe = subscribe(observer(name, channels))
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
  private let script: Subject.Source
  private var connectionCount = 0
  @exclusivity(unchecked) private var connections: [LiveConnection] = []

  final class LiveConnection {
    /// What the source does by itself.
    let script: Subject.Connection
    @exclusivity(unchecked) private var receive: (Notification) -> Void
    @exclusivity(unchecked) private(set) var isLive = true

    /// Whether it has erred or completed. The source may go on all the same.
    @exclusivity(unchecked) private(set) var hasEnded = false

    init(_ script: Subject.Connection, _ receive: @escaping (Notification) -> Void) {
      self.script = script
      self.receive = receive
    }

    func send(_ notification: Notification) {
      if notification.channel.endsSubscription { hasEnded = true }
      receive(notification)
    }

    /// Ends the connection, and lets go of the implementation, which holds on to its disconnection.
    func end() {
      isLive = false
      receive = { _ in }
    }
  }

  init(_ source: Subject.Source) {
    name = source.name
    script = source
  }

  func connect(_ receive: @escaping (Notification) -> Void) -> LiveConnection {
    let connection = LiveConnection(script.connection(connectionCount), receive)
    connectionCount += 1
    connections.append(connection)
    return connection
  }

  func disconnect(_ connection: LiveConnection) {
    connection.end()
    connections.removeAll { $0 === connection }
  }

  func disconnectAll() {
    for connection in connections { connection.end() }
    connections = []
  }

  func forEachConnection(_ send: (LiveConnection) -> Void) {
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
