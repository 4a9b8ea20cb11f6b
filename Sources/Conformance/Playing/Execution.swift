// One plan, played by one implementation: from a plan to a trace.

import Synchronization

/// Plays one plan, and records the events.
///
/// It owns the sources, observers and stores that the implementation is wired to, and belongs to
/// one thread. No other code is called while a property is being changed. The properties used in
/// each step therefore do without run-time checks for overlapping accesses, which take a tenth of
/// the time.
///
/// This class decides what the format does not define:
/// - A connection is live from the moment its connect function is invoked until its disconnect
///   function is. An emission goes to the connections that were live when it began, except those
///   that are disconnected meanwhile. After its end, a connection of an implementation without releases
///   sends nothing more.
/// - A store has its new value before its write is recorded, so that a reaction reads it.
/// - An observer whose `subscribe` has not returned has nothing to unsubscribe.
/// - A call on another thread is dropped, and makes the case an error if it comes in time.
final class Execution {
  private let play: Play
  private let thread = EngineThread.current
  private let abandon: (ExecutionError) -> Never
  @exclusivity(unchecked) private var waiting: WaitingReactions
  @exclusivity(unchecked) private var trace: Trace = []
  @exclusivity(unchecked) private var callsInStep = 0
  @exclusivity(unchecked) private var tested: [TestedSubject] = []
  @exclusivity(unchecked) private var sources: [LiveSource] = []
  @exclusivity(unchecked) private var stores: [Subject.Store] = []
  @exclusivity(unchecked)
  private var subscriptions: [(observer: Name, unsubscribe: () -> Void)] = []

  /// The streams that other streams are made of, and those that observers received.
  @exclusivity(unchecked) private var streams: [Name: Subscribe] = [:]

  /// The disconnect function of each connectable stream that has been connected. `nil` is the name of the
  /// only stream.
  @exclusivity(unchecked) private var connections: [Name?: () -> Void] = [:]

  /// The function that calls the subject at the end of each stream. `nil` is the name of the only stream.
  @exclusivity(unchecked) private var subjects: [Name?: (Notification) -> Void] = [:]

  /// The first feature that the implementation turned out to lack.
  private var missing: Unsupported?

  /// The streams that are being connected.
  private var beingConnected: Set<Name?> = []

  /// How many streams each observer received.
  private var innerCounts: [Name: Int] = [:]

  /// The actions of reactions that wait until the subject has been made.
  private var deferred: [Action] = []

  private let isCalledElsewhere = Atomic(false)

  /// Whether the implementation has called on another thread.
  var hasForeignCalls: Bool { isCalledElsewhere.load(ordering: .acquiring) }

  /// The clock of operators that use time.
  private(set) lazy var clock = {
    hasClock = true
    return VirtualClock { [unowned self] in countCall() }
  }()
  private var hasClock = false

  /// The channels that the plan observes.
  var channels: Channels { play.plan.observedChannels }

  /// The first value that was looked up in a table that has no row for it.
  private(set) var lack: Lack?

  /// The actions that the format does not allow, each once, and at most the first 64.
  private(set) var misuses: [Misuse] = []

  /// The life of each observer. It is tracked only if a reaction subscribes or unsubscribes: otherwise
  /// the decoder has checked it.
  @exclusivity(unchecked) private var lives: [(observer: Name, life: Life)] = []
  private static let mostMisuses = 64
  private let watchesLives: Bool

  /// Prepares a play, on its thread, which must be one of a ``Crew``.
  ///
  /// - Parameters:
  ///   - play: The plan, its implementation, and its limits.
  ///   - abandon: Called in the middle of a plan that does not end, on that thread.
  init(_ play: Play, abandon: @escaping (_ error: ExecutionError) -> Never) {
    (self.play, self.abandon) = (play, abandon)
    waiting = WaitingReactions(play.plan.reactions)
    watchesLives = play.plan.reactions.contains { $0.actions.contains { $0.observer != nil } }
  }

  /// Plays the plan. Called once.
  ///
  /// - Returns: The observed events, a list for each step that was played.
  /// - Throws: `Unsupported` where the implementation lacks something that the case needs.
  func run() throws(Unsupported) -> Trace {
    // The implementation holds on to this object through the sources, and this to the implementation.
    defer { release() }
    trace.reserveCapacity(play.plan.timeline.count)
    // Events while the subject is made belong to the first step.
    trace.append([])
    try prepare(play.implementation)
    while !deferred.isEmpty { perform(deferred.removeFirst()) }
    for step in play.plan.timeline.indices {
      if step > 0 { trace.append([]) }
      callsInStep = 0
      perform(play.plan.timeline[step])
      if let missing { throw missing }
      if play.plan.tellsClock, step == play.plan.timeline.count - 1 {
        trace[step].append(.clock(hasClock && !clock.isIdle ? .pending : .idle))
      }
      if let goesOn = play.goesOn, !goesOn(step, trace[step]) { break }
    }
    return trace
  }

  private func prepare(_ implementation: some Implementation) throws(Unsupported) {
    switch play.plan.subject {
    case .stream(let stream):
      sources = stream.sources.map { LiveSource($0, hasReleases: implementation.hasReleases) }
      let subjects = tested(stream)
      if play.plan.readsStream {
        let one = try implementation.readableStream(subjects[0])
        tested = [
          TestedSubject(subscribe: one.subscribe, read: { .list(one.read().map { [$0] } ?? []) })
        ]
      } else {
        tested = zip(subjects, try implementation.streams(subjects)).map {
          TestedSubject(name: $0.name, subscribe: $1.subscribe, connect: $1.connect)
        }
      }
    case .property(let property):
      stores = property.stores
      let ends = stores.indices.map { end(ofStore: $0, ignoringWrites: property.ignoresWrites) }
      if property.isScoped {
        tested = zip(ends, try implementation.scopedProperties(over: ends)).map {
          TestedSubject(
            name: property.isSeveral ? $0.name : nil, subscribe: $1.subscribe, read: $1.read,
            write: $1.write, state: $1.state)
        }
      } else {
        let one = try implementation.unscopedProperty()
        tested = ends.map { store in
          TestedSubject(
            name: store.name, read: { one.read(store) }, write: { one.write(store, $0) })
        }
      }
    }
  }

  /// The position of the only stream or property under test, or of the one with a name.
  private func tested(_ name: Name?) -> Int? {
    tested.firstIndex { $0.name == nil || $0.name == name }
  }

  /// The streams to be made, each of a source of its own or a shared one.
  private func tested(_ stream: Subject.Stream) -> [TestedStream] {
    var position = 0
    return stream.branches.map { branch in
      defer { position += branch.operators.count }
      return TestedStream(
        name: branch.name, isConnectable: branch.isConnectable,
        upstream: source(named: branch.source) ?? end(of: sources[0]),
        others: sources.filter { $0.name != branch.source }.map(end), execution: self,
        written: branch.operators, position: position)
    }
  }

  private func release() {
    tested = []
    if hasClock { clock.stop() }
    for source in sources { source.connections.forEach { source.disconnect($0) } }
    (sources, subscriptions, connections, streams, subjects) = ([], [], [:], [:], [:])
  }

  // MARK: - Functions that the implementation calls

  private func end(of source: LiveSource) -> Source {
    Source(name: source.name) { [self] receive, isConnected, addTeardown in
      guard isOnOwnThread() else { return {} }
      let connection = source.connect(receive)
      let disconnect = { [self] in
        guard isOnOwnThread() else { return }
        record(.source(source.disconnect(connection), of: source.name))
      }
      record(.connect(source: source.name))
      addTeardown(disconnect)
      let asks = connection.script.whileConnected
      for notification in connection.script.notifications {
        guard connection.life.isConnected, !asks || isConnected() else { break }
        connection.send(notification)
      }
      connection.life.connected()
      return disconnect
    }
  }

  /// A source of the subject, or one of its streams, for an operator that names it.
  func source(named name: Name) -> Source? {
    if let source = source(name) { return end(of: source) }
    guard case .stream(let stream) = play.plan.subject,
      stream.branches.contains(where: { $0.name == name })
    else { return nil }
    return Source(name: name) { [self] receive, _, _ in
      guard isOnOwnThread(), let subscribe = streams[name] else { return {} }
      return subscribe(Observer(channels: .every, receive: receive))
    }
  }

  /// Records a stream that has been made, for those that are made of it.
  func note(_ subscribe: @escaping Subscribe, as name: Name?) {
    if let name { streams[name] = subscribe }
  }

  /// Records the function that calls the subject at the end of a stream.
  func note(_ receive: @escaping (Notification) -> Void, ofSubject name: Name?) {
    subjects[name] = receive
  }

  /// Records a value that an operator's table lacks.
  func note(lackOf value: Value, in position: Int) {
    lack = lack ?? Lack(operator: position, value: value, step: trace.count - 1)
  }

  private func end(ofStore index: Int, ignoringWrites ignoresWrites: Bool) -> Store {
    let name = stores[index].name
    return Store(
      name: name,
      read: { [self] in
        guard isOnOwnThread() else { return .null }
        countCall()
        return stores[index].value
      },
      write: { [self] value in
        guard isOnOwnThread() else { return }
        if !ignoresWrites { stores[index].value = value }
        record(.write(store: name, value))
      })
  }

  /// A callback is called.
  func call(_ callback: Name) {
    if isOnOwnThread() { record(.called(callback)) }
  }

  /// An observer that records what it receives.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - channels: The channels that it observes.
  ///   - observesInner: Whether it subscribes to each stream that it receives, within that call; `nil` where
  ///     it receives none.
  /// - Returns: The observer.
  func observer(_ name: Name, _ channels: Channels, observesInner: Bool? = nil) -> Observer {
    Observer(channels: channels) { [self] notification in
      guard isOnOwnThread() else { return }
      // Events of other channels are not recorded, but count as calls.
      if channels.contains(notification.channel) {
        record(.received(notification, observer: name))
      } else {
        countCall()
      }
    } tell: { [self] key, subscribe in
      guard let observesInner, isOnOwnThread() else { return }
      let number = innerCounts[name, default: 0] + 1
      innerCounts[name] = number
      let own: Name = "\(name)/\(number)"
      streams[own] = subscribe
      record(.stream(key: key, observer: name)) {
        if observesInner { self.subscribe(own, channels, to: subscribe) }
      }
    }
  }

  private func subscribe(
    _ name: Name, _ channels: Channels, to subscribe: Subscribe, observesInner: Bool = true
  ) {
    let unsubscribe = subscribe(observer(name, channels, observesInner: observesInner))
    subscriptions.append((name, unsubscribe))
  }

  /// Whether a call comes on the thread that plays the plan; any other is recorded.
  private func isOnOwnThread() -> Bool {
    if thread.isCurrent { return true }
    isCalledElsewhere.store(true, ordering: .releasing)
    return false
  }

  /// Records an event, and performs the reactions to it.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - first: Called before the reactions.
  private func record(_ event: Event, first: () -> Void = {}) {
    countCall()
    trace[trace.count - 1].append(event)
    first()
    for reaction in waiting.fire(on: event) {
      // There is no subject yet while it is being made.
      if tested.isEmpty { deferred += reaction.actions } else { reaction.actions.forEach(perform) }
    }
  }

  private func countCall() {
    callsInStep += 1
    if callsInStep > play.limits.callsInStep || thread.stackIsNearlyUsedUp {
      abandon(
        ExecutionError(
          message: "the implementation never ends: it called the runner more than "
            + "\(play.limits.callsInStep) times in this step, or used up its stack",
          step: trace.count - 1, events: Array((trace.last ?? []).prefix(3))))
    }
  }

  // MARK: - Actions of steps and reactions

  private func perform(_ action: Action) {
    if watchesLives, let observer = action.observer { watch(action, of: observer) }
    switch action {
    case .subscribe(let name, let channels, let one, let observesInner):
      if let subscribe = one.flatMap({ streams[$0] }) ?? tested(one).map({ tested[$0].subscribe }) {
        self.subscribe(name, channels, to: subscribe, observesInner: observesInner)
      }
      if watchesLives { lives[life(of: name)].life.connected() }
    case .unsubscribe(let name):
      subscriptions.last { $0.observer == name }?.unsubscribe()
    case .send(let notification, let one):
      if case .state(let state) = notification, let index = tested(one), tested[index].name == one {
        tested[index].state(state)
      }
      for connection in one.flatMap(source)?.connections ?? [] where connection.life.isConnected {
        connection.send(notification)
      }
    case .call(let notification, let one):
      if let receive = subjects[one] ?? subjects[nil] {
        receive(notification)
      } else {
        missing = Unsupported(Feature.subjects.noun)
      }
    case .write(let value, let one):
      if let index = tested(one) { tested[index].write(value) }
    case .read(let one):
      if let value = tested(one).flatMap({ tested[$0].read() }) { record(.returns(value)) }
    case .set(let value, let store):
      if let index = stores.firstIndex(where: { $0.name == store }) { stores[index].value = value }
    case .advance(let milliseconds, let with):
      if hasClock {
        clock.advance(by: milliseconds, with: with.map { sending in { self.perform(sending) } })
      } else if let with {
        perform(with)
      }
    case .connect(let one):
      // Until the outermost call has returned, there is nothing to disconnect.
      connections[one] = nil
      let isOutermost = beingConnected.insert(one).inserted
      let disconnect = tested(one).map { tested[$0].connect() }
      guard isOutermost else { return }
      beingConnected.remove(one)
      connections[one] = disconnect
    case .disconnect(let one): connections.removeValue(forKey: one)?()
    case .throw: break
    }
  }

  /// Records that an observer subscribes or unsubscribes, and if the format does not allow it.
  private func watch(_ action: Action, of observer: Name) {
    let position = life(of: observer)
    let kind: Misuse.Kind? =
      switch (action, lives[position].life) {
      case (.subscribe, let life): life.isConnected ? .secondSubscription : nil
      case (_, .connecting): .prematureUnsubscription
      case (_, .unborn): .unsubscriptionOfNone
      default: nil
      }
    lives[position].life.letGo()
    if case .subscribe = action { lives[position].life = .connecting }
    guard let misuse = kind.map({ Misuse($0, of: observer) }), misuses.count < Self.mostMisuses,
      !misuses.contains(misuse)
    else { return }
    misuses.append(misuse)
  }

  /// The position of an observer's life.
  private func life(of observer: Name) -> Int {
    if let position = lives.firstIndex(where: { $0.observer == observer }) { return position }
    lives.append((observer, .unborn))
    return lives.count - 1
  }

  private func source(_ name: Name) -> LiveSource? {
    sources.first { $0.name == name }
  }
}
