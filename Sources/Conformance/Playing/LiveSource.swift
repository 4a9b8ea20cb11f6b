// What a plan is played with: its sources with their connections, its stores, and who is subscribed.

/// An observer's subscription.
struct LiveSubscription {
  let name: Name
  let unsubscribe: () -> Void
}

/// A source's connections.
final class LiveSource {
  let name: Name
  private let script: Subject.Source
  private var connectionCount = 0
  @exclusivity(unchecked) private(set) var connections: [LiveConnection] = []

  final class LiveConnection {
    /// What the source does by itself.
    let script: Subject.Connection
    @exclusivity(unchecked) private var receive: (Notification) -> Void
    @exclusivity(unchecked) var life = Life.connecting

    init(_ script: Subject.Connection, _ receive: @escaping (Notification) -> Void) {
      self.script = script
      self.receive = receive
    }

    func send(_ notification: Notification) {
      life.take(notification)
      receive(notification)
    }

    /// Lets go of the connection, and of the implementation, which holds on to its disconnection.
    ///
    /// - Returns: What becomes observable of the source by that.
    @discardableResult
    func letGo() -> SourceEvent {
      receive = { _ in }
      return life.letGo()
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

  func disconnect(_ connection: LiveConnection) -> SourceEvent {
    connections.removeAll { $0 === connection }
    return connection.letGo()
  }

  func disconnectAll() {
    for connection in connections { connection.letGo() }
    connections = []
  }
}

/// A store's value.
final class LiveStore {
  let name: Name
  let ignoresWrites: Bool
  var value: Value

  init(_ store: Subject.Store, ignoresWrites: Bool) {
    name = store.name
    self.ignoresWrites = ignoresWrites
    value = store.value
  }
}
