// What a plan is played with: its sources with their connections, its stores, and who is subscribed.

/// An observer's subscription.
struct LiveSubscription {
  let name: String
  let unsubscribe: () -> Void
}

/// A source's connections.
final class LiveSource {
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
final class LiveStore {
  let name: String
  let ignoresWrites: Bool
  var value: Value

  init(_ store: Subject.Store, ignoresWrites: Bool) {
    name = store.name
    self.ignoresWrites = ignoresWrites
    value = store.value
  }
}
