// The Observable contract, which every subscription keeps, whatever its operator.

import Conformance

/// A stream: connects a receiver, and returns the function that disconnects it.
struct Stream {
  let connect: (Receiver) -> () -> Void

  /// Whether it is the argument of an operator.
  var isOther = false

  /// Its connection, if it is connected explicitly.
  var connectable: ConnectableStream?

  init(_ connect: @escaping (Receiver) -> () -> Void) { self.connect = connect }

  /// Connects it although it no longer matters, and disconnects it at once.
  func connectInVain() { connect(Receiver { _ in })() }
}

/// A receiver of the notifications of a stream.
struct Receiver {
  let receive: (Notification) -> Void

  /// Receives streams, each with its key.
  var emit: (Value, Stream) -> Void = { _, _ in }

  /// Whether anyone still listens: an observer that is done while connecting cannot unsubscribe yet.
  var isOpen: () -> Bool = { true }
}

/// An error of a source or a function, or one of an operator itself, without a value.
struct Failure {
  var value: Value?
  var message: String?

  static func own(_ message: String) -> Failure { Failure(value: nil, message: message) }
}

/// The lifetime of a subscription, and the actions at its end.
///
/// Callers of unsubscribe hold this, not the observer, so that no two subscriptions retain each
/// other.
final class Lifetime {
  private(set) var isOpen = true

  /// Whether it was unsubscribed before it ended by itself.
  private(set) var isLeft = false
  private var endings: [() -> Void] = []
  private let isReversed: Bool

  /// Whether it disconnects after its end, even if it is unsubscribed during that.
  private let emitsItsEndFirst: Bool

  init(of call: OperatorCall) {
    isReversed = call.disconnectsInReverse
    emitsItsEndFirst = call.name == "finally" && !call.chooses("finally-calls-the-upper-first")
  }

  func atTheEnd(_ ending: @escaping () -> Void) {
    if isOpen { endings.append(ending) } else { ending() }
  }

  /// Stops emitting.
  func close() { isOpen = false }

  /// Disconnects "all other sources, once each".
  func disconnectAll() {
    if isReversed { endings.reverse() }
    while !endings.isEmpty { endings.removeFirst()() }
  }

  /// "Unsubscribing stops outstanding work and disconnects each source of the subscription once."
  func unsubscribe() {
    isLeft = isLeft || isOpen
    if emitsItsEndFirst, !isOpen { return }
    close()
    disconnectAll()
  }
}

/// One observer's subscription to a stream.
///
/// "An observer gets at most one error or completion, then nothing."
final class Subscription {
  private let call: OperatorCall
  private let receiver: Receiver
  private let lifetime: Lifetime
  private var stateCount = 0
  private var connectionCount = 0

  /// Whether the observer is being called, and notifications for after the call, if that is chosen.
  private var isCalling = false
  private var waiting: [Notification] = []

  /// Whether a timer fires that should have been cancelled.
  private var isFiring = false

  /// Whether notifications during the last value are ignored, if that behaviour is chosen.
  private var isDecided = false

  /// - Parameters:
  ///   - receiver: The receiver of the notifications.
  ///   - call: The operator.
  init(_ receiver: Receiver, of call: OperatorCall) {
    (self.receiver, self.call) = (receiver, call)
    lifetime = Lifetime(of: call)
  }

  var isOpen: Bool { lifetime.isOpen && (call.faults.asksNobody || receiver.isOpen()) }

  var unsubscribe: () -> Void { lifetime.unsubscribe }

  // MARK: - Notifications to the observer

  func next(_ value: Value) { receive(.next(value)) }

  /// Emits a stream to the observer.
  func stream(_ key: Value, _ stream: Stream) {
    if isOpen { receiver.emit(key, stream) }
  }

  func error(_ failure: Failure) { receive(.error(failure.value, message: failure.message)) }

  func completed() { receive(.completed) }

  /// Fails because a value is missing, or completes if that behaviour is chosen.
  func lacks(_ value: String) {
    if call.chooses(anyOf: ["of-nothing-completes", "of-too-little-completes"]) {
      return completed()
    }
    error(.own("there is no \(value)"))
  }

  /// Emits the deciding value, and completes.
  func finish(with value: Value) {
    let letsGoFirst = call.chooses(anyOf: [
      "disconnects-then-tells-its-last", "disconnects-then-tells", "lets-go-before-its-result",
    ])
    if letsGoFirst || call.callsFinallyEarly { lifetime.disconnectAll() }
    isDecided = call.chooses(anyOf: ["completes-from-within"])
    next(value)
    completed()
  }

  func receive(_ notification: Notification, evenIfGone: Bool = false) {
    let isGone = !lifetime.isOpen && !(call.faults.emitsAfterUnsubscribe && lifetime.isLeft)
    if isGone && !evenIfGone && !isFiring { return }
    if notification == .next(.null), call.chooses("null-errs") {
      return error(.own("null is no value"))
    }
    // With several observers, each receives it after the call.
    if isCalling, !call.hasObservers, call.deliversAfter { return waiting.append(notification) }
    let wasTelling = isCalling
    isCalling = true
    if case .next = notification {
      receiver.receive(notification)
    } else {
      end(notification)
    }
    isCalling = wasTelling
    while !isCalling, !waiting.isEmpty { receive(waiting.removeFirst()) }
  }

  /// "An error or completion ends the subscription and disconnects all other sources, once each. A
  /// later unsubscribe does nothing."
  private func end(_ notification: Notification) {
    if !call.faults.endsAgain { lifetime.close() }
    if call.disconnects(before: notification) { lifetime.disconnectAll() }
    receiver.receive(notification)
    lifetime.close()
    lifetime.disconnectAll()
  }

  // MARK: - State and connections

  /// Does something after the error or completion was emitted, or at the unsubscription.
  ///
  /// - Parameter ending: The action. It must not retain this subscription.
  func atTheEnd(_ ending: @escaping () -> Void) { lifetime.atTheEnd(ending) }

  /// The state of this subscription.
  ///
  /// "Unless an operator shares, each subscription connects its sources for itself, with a state of its own."
  func state<Content>(_ first: Content) -> State<Content> {
    own({ State(first) }) { $0.content = first }
  }

  /// An optional value of this subscription alone.
  func held(_ first: Value? = nil) -> Held {
    own({ Held(first, isAbsent: call.faults.isAbsent) }) { $0.value = first }
  }

  private func own<Content: AnyObject>(
    _ make: () -> Content, _ clear: (Content) -> Void
  ) -> Content {
    stateCount += 1
    let (number, content) = (stateCount, call.state(stateCount, make))
    if call.faults.recyclesState {
      clear(content)
      atTheEnd { [call] in call.keep(content, number) }
    }
    return content
  }

  /// Connects a source.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - next: Receives its values. The error of a function that fails ends the subscription.
  ///   - error: Receives its error, which otherwise passes.
  ///   - completed: Receives its completion, which otherwise passes.
  /// - Returns: The connection.
  @discardableResult
  func connect(
    _ source: Stream, next: @escaping (Value) throws(Thrown) -> Void,
    error: ((Failure) -> Void)? = nil, completed: (() -> Void)? = nil
  ) -> Connection {
    let connection = Connection()
    if !isOpen {
      if call.connectsInVain { source.connectInVain() }
      return connection
    }
    /// Handles the completion or error of the source.
    func end(_ handle: () -> Void) {
      connection.isOpen = call.faults.endsAgain
      if call.releasesFirst { connection.close() }
      handle()
      connection.close()
    }
    var isEmpty = true
    func handle(_ notification: Notification) {
      guard lifetime.isOpen, !isDecided else { return }
      switch notification {
      case .next(.null) where call.chooses("null-errs"):
        let failure = Failure.own("null is no value")
        error?(failure) ?? self.error(failure)
        connection.close()
      case .next(let value):
        isEmpty = false
        do throws(Thrown) { try next(value) } catch { fail(error) }
      case .error(let value, let message):
        let failure = Failure(value: value, message: message)
        end { error?(failure) ?? self.error(failure) }
      case .completed where isEmpty && call.faults.neverCompletesEmpty: end(self.completed)
      case .completed: end { completed?() ?? self.completed() }
      case .state: break
      }
    }
    connectionCount += 1
    if let first = call.faults.sharesConnectionsFrom, connectionCount >= first {
      call.latestConnection = connection
      atTheEnd { [call, lifetime] in
        (lifetime.isLeft ? call.latestConnection : connection)?.close()
      }
    } else {
      atTheEnd(connection.close)
    }
    let source = call.faults.altered(source, at: source.isOther ? .others : .upstream) {
      [lifetime] in lifetime.isOpen ? nil : lifetime.isLeft
    }
    var early: Notification?
    var isLate = call.faults.asksLate
    let disconnect = source.connect(
      Receiver { notification in
        guard connection.isOpen else { return }
        if connection.isConnecting, notification.channel.endsSubscription,
          self.call.waitsUntilConnected
        {
          connection.isOpen = false
          early = notification
        } else {
          handle(notification)
        }
      } isOpen: {
        if connection.isOpen && self.isOpen { return true }
        defer { isLate = false }
        return isLate || self.call.faults.asksNobody
      })
    connection.opened(disconnect)
    if let early { handle(early) }
    return connection
  }

  /// "If a function given to an operator fails, the observer receives its error."
  func fail(_ thrown: Thrown) {
    if let failure = call.faults.failure { return failure(self) }
    error(Failure(value: thrown.value))
  }

  /// Does something later, unless this has ended by then: "nothing that was scheduled is emitted".
  ///
  /// - Returns: The function that cancels the timer.
  @discardableResult
  func after(_ milliseconds: Int, _ action: @escaping () -> Void) -> () -> Void {
    if !isOpen { return {} }
    if call.faults.keepsTimers {
      return call.clock().schedule(after: milliseconds) { [self] in
        isFiring = true
        action()
        isFiring = false
      }
    }
    let cancel = call.clock().schedule(after: milliseconds, action)
    if !call.faults.recyclesState { atTheEnd(cancel) }
    return cancel
  }
}

/// A connection to a source, disconnected once: if it ends while connecting, right after that.
final class Connection {
  fileprivate(set) var isOpen = true
  private(set) var isConnecting = true
  private var disconnect: (() -> Void)?

  fileprivate func opened(_ disconnect: @escaping () -> Void) {
    isConnecting = false
    self.disconnect = disconnect
    if !isOpen { close() }
  }

  func close() {
    isOpen = false
    disconnect.take()?()
  }
}

/// State of one subscription.
final class State<Content> {
  var content: Content

  init(_ first: Content) { content = first }
}

/// An optional value.
final class Held {
  private var held: Value?
  private let isAbsent: ((Value) -> Bool)?

  init(_ first: Value?, isAbsent: ((Value) -> Bool)?) {
    held = first
    self.isAbsent = isAbsent
  }

  var value: Value? {
    get {
      if let held, let isAbsent, isAbsent(held) { return nil }
      return held
    }
    set { held = newValue }
  }

  /// Removes and returns the value.
  func take() -> Value? {
    defer { held = nil }
    return value
  }
}
