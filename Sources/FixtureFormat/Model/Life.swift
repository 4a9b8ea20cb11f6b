// The life of a connection: from the subject to a source, or from an observer to the subject.

/// The state of a connection.
///
/// The subject connects to sources, and observers connect to the subject by subscribing. Both
/// connections have this life.
package enum Life: UInt8, Sendable {
  /// Nothing has been connected yet.
  case unborn

  /// The function that connects has not returned.
  case connecting

  /// It is connected, and has not ended.
  case live

  /// It has failed with an error or completed. The source may still go on.
  case ended

  /// It was disconnected before it ended.
  case disconnected

  /// It was disconnected after it had ended.
  case released

  /// Whether it has begun, and has not been disconnected or released.
  package var isConnected: Bool {
    self == .connecting || self == .live || self == .ended
  }

  /// The function that connects returns.
  package mutating func connected() {
    if self == .connecting { self = .live }
  }

  /// A notification comes through the connection.
  package mutating func take(_ notification: Notification) {
    if notification.channel.endsSubscription, isConnected { self = .ended }
  }

  /// Disconnects, also a second time.
  ///
  /// - Returns: The event that a source shows.
  @discardableResult
  package mutating func letGo() -> SourceEvent {
    switch self {
    case .connecting, .live: self = .disconnected
    case .ended: self = .released
    case .unborn, .disconnected, .released: break
    }
    return self == .released ? .release : .disconnect
  }
}
