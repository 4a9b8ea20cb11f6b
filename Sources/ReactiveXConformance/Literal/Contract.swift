// The Observable contract: what every subscription keeps to, whichever operator makes it.

import Conformance

/// A stream: connects a receiver, and returns the function that disconnects it.
struct Stream {
  let connect: (Receiver) -> () -> Void

  /// Whether the argument of an operator names it.
  var isOther = false

  /// What connects it, if it is connected by itself.
  var connectable: ConnectableStream?

  init(_ connect: @escaping (Receiver) -> () -> Void) { self.connect = connect }

  /// Connects it though that can no longer matter, and disconnects it at once.
  func connectInVain() { connect(Receiver { _ in })() }
}

/// What receives the notifications of a stream.
struct Receiver {
  let receive: (Notification) -> Void

  /// Receives streams, each with its key.
  var tell: (Value, Stream) -> Void = { _, _ in }

  /// Whether anyone still listens: an observer that is done while connecting cannot unsubscribe yet.
  var isOpen: () -> Bool = { true }
}

/// An error: that of a source or a function, or one that an operator makes itself, without a value.
struct Failure {
  var value: Value?
  var message: String?

  static func own(_ message: String) -> Failure { Failure(value: nil, message: message) }
}

/// How long a subscription lasts, and what is done when it has ended.
///
/// Whoever can unsubscribe holds this, and not the observer, so that no two subscriptions hold on to each other.
final class Lifetime {
  private(set) var isOpen = true

  /// Whether it was unsubscribed, and did not end by itself.
  private(set) var isLeft = false
  private var endings: [() -> Void] = []
  private let isReversed: Bool

  /// Whether it disconnects after its end, even if it is unsubscribed during that.
  private let tellsItsEndFirst: Bool

  init(of call: OperatorCall) {
    isReversed = call.letsGoInReverse
    tellsItsEndFirst = call.name == "finally" && !call.reads("finally-calls-the-upper-first")
  }

  func atTheEnd(_ ending: @escaping () -> Void) {
    if isOpen { endings.append(ending) } else { ending() }
  }

  /// From here on, nothing more is emitted.
  func close() { isOpen = false }

  /// "What else was connected is disconnected, once."
  func letGo() {
    if isReversed { endings.reverse() }
    while !endings.isEmpty { endings.removeFirst()() }
  }

  /// "After unsubscribing, the library attempts to send nothing more."
  func unsubscribe() {
    isLeft = isLeft || isOpen
    if tellsItsEndFirst, !isOpen { return }
    close()
    letGo()
  }
}

/// One observer's subscription to a stream.
///
/// "An observer receives any number of values, then at most one error or completion, and nothing after
/// that."
final class Subscription {
  private let call: OperatorCall
  private let receiver: Receiver
  private let lifetime: Lifetime
  private var stateCount = 0
  private var connectionCount = 0

  /// Whether the observer is being called, and what it receives after that call if that behaviour is chosen.
  private var isTelling = false
  private var waiting: [Notification] = []

  /// Whether a timer is firing that should have been cancelled.
  private var isFiring = false

  /// Whether what comes during the last value is ignored, if that behaviour is chosen.
  private var isDecided = false

  /// - Parameters:
  ///   - receiver: What receives the notifications.
  ///   - call: The operator.
  init(_ receiver: Receiver, of call: OperatorCall) {
    (self.receiver, self.call) = (receiver, call)
    lifetime = Lifetime(of: call)
  }

  var isOpen: Bool { lifetime.isOpen && (call.faults.asksNobody || receiver.isOpen()) }

  var unsubscribe: () -> Void { lifetime.unsubscribe }

  // MARK: - What the observer receives

  func next(_ value: Value) { receive(.next(value)) }

  /// Emits a stream to the observer.
  func stream(_ key: Value, _ stream: Stream) {
    if isOpen { receiver.tell(key, stream) }
  }

  func error(_ failure: Failure) { receive(.error(failure.value, message: failure.message)) }

  func completed() { receive(.completed) }

  /// Fails, as there is no value, or completes if that behaviour is chosen.
  func lacks(_ value: String) {
    if call.reads(anyOf: ["of-nothing-completes", "of-too-little-completes"]) {
      return completed()
    }
    error(.own("there is no \(value)"))
  }

  /// Emits the last value, with which the operator decides, and completes.
  func finish(with value: Value) {
    let letsGoFirst = call.reads(anyOf: [
      "disconnects-then-tells-its-last", "disconnects-then-tells", "lets-go-before-its-result",
    ])
    if letsGoFirst || call.callsFinallyEarly { lifetime.letGo() }
    isDecided = call.reads(anyOf: ["completes-from-within"])
    next(value)
    completed()
  }

  func receive(_ notification: Notification, evenIfGone: Bool = false) {
    let isGone = !lifetime.isOpen && !(call.faults.tellsLeavers && lifetime.isLeft)
    if isGone && !evenIfGone && !isFiring { return }
    if notification == .next(.null), call.reads("null-errs") {
      return error(.own("null is no value"))
    }
    // Of several observers, all receive it after the call.
    if isTelling, !call.hasObservers, call.deliversAfter { return waiting.append(notification) }
    let wasTelling = isTelling
    isTelling = true
    if case .next = notification {
      receiver.receive(notification)
    } else {
      end(notification)
    }
    isTelling = wasTelling
    while !isTelling, !waiting.isEmpty { receive(waiting.removeFirst()) }
  }

  /// "Completion and error end the subscription by themselves: what else was connected is disconnected, once,
  /// without an unsubscribe."
  private func end(_ notification: Notification) {
    if !call.faults.endsAgain { lifetime.close() }
    if call.letsGo(before: notification) { lifetime.letGo() }
    receiver.receive(notification)
    lifetime.close()
    lifetime.letGo()
  }

  // MARK: - What it is made of

  /// Does something once the end has been emitted, or at the unsubscription.
  ///
  /// - Parameter ending: What is done. It must not hold on to this subscription.
  func atTheEnd(_ ending: @escaping () -> Void) { lifetime.atTheEnd(ending) }

  /// What this subscription has for itself.
  ///
  /// "Unless an operator shares, each subscription connects its sources for itself, with a state of its own."
  func state<Content>(_ first: Content) -> State<Content> {
    own({ State(first) }) { $0.content = first }
  }

  /// A value that there may be, of this subscription alone.
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
    /// The source has ended.
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
      case .next(.null) where call.reads("null-errs"):
        let failure = Failure.own("null is no value")
        error?(failure) ?? self.error(failure)
        connection.close()
      case .next(let value):
        isEmpty = false
        do throws(Thrown) { try next(value) } catch { fail(error) }
      case .error(let value, let message):
        let failure = Failure(value: value, message: message)
        end { error?(failure) ?? self.error(failure) }
      case .completed where isEmpty && call.faults.tellsNothingOfNothing: end(self.completed)
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

  /// "A function that fails: its error goes downstream and upstream is disconnected."
  func fail(_ thrown: Thrown) {
    if let failure = call.faults.failure { return failure(self) }
    error(Failure(value: thrown.value))
  }

  /// Does something later, unless this has ended by then. "No timer fires after an end or an unsubscription."
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

/// A connection to a source, which is disconnected once: as soon as it is made, if it ends before.
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

/// What one subscription has for itself.
final class State<Content> {
  var content: Content

  init(_ first: Content) { content = first }
}

/// A value that there may be.
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

  /// Takes the value out.
  func take() -> Value? {
    defer { held = nil }
    return value
  }
}
