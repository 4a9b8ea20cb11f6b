// The sources that a plan is played with, and their connections.

/// A source's connections.
final class LiveSource {
  private let script: Subject.Source
  private let hasReleases: Bool
  private var connectionCount = 0
  @exclusivity(unchecked) private(set) var connections: [LiveConnection] = []

  var name: Name { script.name }

  final class LiveConnection {
    /// The events that the source emits by itself.
    let script: Subject.Connection
    @exclusivity(unchecked) fileprivate var receive: (Notification) -> Void
    @exclusivity(unchecked) var life = Life.connecting
    private let hasReleases: Bool

    init(
      _ script: Subject.Connection, hasReleases: Bool,
      _ receive: @escaping (Notification) -> Void
    ) {
      (self.script, self.hasReleases, self.receive) = (script, hasReleases, receive)
    }

    func send(_ notification: Notification) {
      life.take(notification)
      receive(notification)
      if !hasReleases, notification.channel.endsSubscription { receive = { _ in } }
    }
  }

  /// A source without connections.
  ///
  /// - Parameters:
  ///   - script: What it emits by itself.
  ///   - hasReleases: Whether the implementation releases it after its end. If not, a connection
  ///     that has ended sends nothing more.
  init(_ script: Subject.Source, hasReleases: Bool) {
    (self.script, self.hasReleases) = (script, hasReleases)
  }

  func connect(_ receive: @escaping (Notification) -> Void) -> LiveConnection {
    let connection = LiveConnection(
      script.connection(connectionCount), hasReleases: hasReleases, receive)
    connectionCount += 1
    connections.append(connection)
    return connection
  }

  /// Ends a connection, and releases the implementation, which retains the disconnect function.
  ///
  /// - Returns: The event of the source.
  @discardableResult
  func disconnect(_ connection: LiveConnection) -> SourceEvent {
    connections.removeAll { $0 === connection }
    connection.receive = { _ in }
    return connection.life.letGo()
  }
}
