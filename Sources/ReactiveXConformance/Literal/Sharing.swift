// share, shareReplay, refCount after publish or replay, and connectable publish and replay.

import Conformance

extension OperatorCall {
  /// "One connection serves all observers. Each receives each value once."
  func share() -> Stream {
    SharedStream(self, Past(0), at: .anew, .anew).stream
  }

  /// Like share, and "a late observer receives the last values, up to the count". After completion,
  /// it receives them and completion, as in RxJS.
  func shareReplay() throws(Unsupported) -> Stream {
    SharedStream(self, Past(try count("count", from: 1)), at: .repeated, .anew).stream
  }

  /// `publish`, connected with the first observer and disconnected with the last one.
  func publishRefCount() -> Stream {
    SharedStream(self, Past(0), at: .repeated, .repeated).stream
  }

  /// `replay`, connected with the first observer and disconnected with the last one.
  func replayRefCount() throws(Unsupported) -> Stream {
    SharedStream(self, try past(count("count", from: 1)), at: .repeated, .repeated).stream
  }

  /// The past of `replay`, for a time if it has one.
  fileprivate func past(_ count: Int) throws(Unsupported) -> Past {
    let isKeptToTheInstant = chooses("replay-keeps-to-the-instant")
    let time = try optionalMilliseconds("seconds").map { $0 + (isKeptToTheInstant ? 1 : 0) }
    return Past(count, for: time) { self.clock().now }
  }
}

/// A stream whose observers share a connection, from the first of them to the last.
private final class SharedStream {
  private let call: OperatorCall
  private var observers: Observers
  private var past: Past
  private var end: Notification?
  private var connection: (() -> Void)?

  /// Notifications of upstream while it connects, if the past is emitted before them.
  private var early: [Notification]?
  private let atCompletion: AfterTheEnd
  private let atError: AfterTheEnd

  /// The behaviour towards a new observer after an error or completion.
  enum AfterTheEnd {
    /// Upstream is connected again, without the past.
    case anew

    /// The past and the end are emitted; upstream is not connected, or in vain.
    case repeated, repeatedInVain
  }

  init(
    _ call: OperatorCall, _ past: Past, at completion: AfterTheEnd, _ error: AfterTheEnd
  ) {
    self.call = call
    observers = Observers(call)
    self.past = past
    atCompletion = Self.read(call, "completion", completion)
    atError = Self.read(call, "an-error", error)
  }

  private static func read(
    _ call: OperatorCall, _ end: String, _ usual: AfterTheEnd
  ) -> AfterTheEnd {
    func chooses(_ reading: String) -> Bool { call.chooses("\(call.name)-\(reading)") }
    if chooses("connects-anew-after-\(end)") || chooses("forgets-at-\(end)") { return .anew }
    if chooses("repeats-\(end)") { return .repeated }
    return chooses("repeats-\(end)-and-connects-in-vain") ? .repeatedInVain : usual
  }

  private var keepsThePast: Bool {
    call.name == "replay-refCount"
      ? !call.chooses("replay-refCount-forgets") : call.chooses("\(call.name)-keeps")
  }

  var stream: Stream { call.stream(add) }

  private func add(_ one: Subscription) {
    let connectsFirst = call.chooses(anyOf: ["connects-before-it-tells-the-past"])
    if let end {
      let isRepeatedInVain = (end == .completed ? atCompletion : atError) == .repeatedInVain
      if isRepeatedInVain, connectsFirst { call.upstream.connectInVain() }
      for value in past.values { one.next(value) }
      one.receive(end)
      if isRepeatedInVain, !connectsFirst { call.upstream.connectInVain() }
      return
    }
    observers.add(one)
    one.atTheEnd { [weak self, observers] in self?.leave(observers) }
    if connectsFirst, connection == nil {
      early = []
      connect()
      for value in past.values { one.next(value) }
      for notification in early.take() ?? [] { receive(notification) }
      return
    }
    for value in past.values { one.next(value) }
    if call.faults.miscountsUsers, !one.isOpen { connection.take()?() }
    if connection == nil, one.isOpen { connect() }
  }

  private func connect() {
    let goesOn = call.chooses("publish-refCount-lets-its-source-go-on")
    let receiver = Receiver {
      self.receive($0)
    } isOpen: { [self] in
      goesOn || early != nil || observers.hasOpen
    }
    let upstream = Subscription(receiver, of: call)
    connection = upstream.unsubscribe
    upstream.connect(call.upstream, next: upstream.next)
  }

  private func receive(_ notification: Notification) {
    if early != nil {
      early?.append(notification)
      return
    }
    switch notification {
    case .next(let value):
      past.add(value)
      observers.emit(notification)
    case .error, .completed: receive(end: notification)
    case .state: break
    }
  }

  /// The error or completion. Unless it is repeated, the next observer connects again, even a
  /// re-entrant one.
  private func receive(end: Notification) {
    connection = nil
    switch end == .completed ? atCompletion : atError {
    case .anew: past.forget()
    case .repeated, .repeatedInVain: self.end = end
    }
    let told = observers
    observers = Observers(call)
    told.emit(end)
  }

  /// "When the last observer unsubscribes, upstream is disconnected."
  private func leave(_ left: Observers) {
    guard left === observers, observers.isEmpty, let disconnect = connection else { return }
    connection = nil
    if !keepsThePast { past.forget() }
    disconnect()
  }
}

/// "A connectable stream connects upstream only when connect is called. A second connect while it
/// is connected does nothing."
final class ConnectableStream {
  private let call: OperatorCall
  private var observers: Observers
  private var past: Past
  private var end: Notification?
  private var connection: (() -> Void)?

  init(_ call: OperatorCall) throws(Unsupported) {
    self.call = call
    observers = Observers(call)
    past = call.name == "replay" ? try call.past(call.countOfPast("count")) : Past(0)
  }

  private func chooses(_ reading: String) -> Bool { call.chooses("\(call.name)-\(reading)") }

  var stream: Stream {
    var stream = call.stream(add)
    stream.connectable = self
    return stream
  }

  private func add(_ one: Subscription) {
    observers.add(one)
    if end != nil, chooses("newcomer-waits") { return }
    for value in past.values { one.next(value) }
    if let end { one.receive(end) }
  }

  /// The observers of all its `refCount`: when the last one unsubscribes, it is disconnected.
  private final class Users {
    var count = 0
    var connection: (() -> Void)?

    func leave() {
      count -= 1
      if count == 0 { connection.take()?() }
    }
  }

  private let users = Users()

  /// The stream, connected with the first observer and disconnected with the last one.
  func refCount(_ call: OperatorCall) -> Stream {
    let users = self.call.faults.miscountsUsers ? Users() : users
    return call.stream { [self] to in
      users.count += 1
      to.atTheEnd(users.leave)
      to.connect(call.upstream, next: to.next)
      if users.count == 0 || users.connection != nil { return }
      users.connection = {}
      let disconnect = connection == nil ? connect() : disconnecting
      if users.connection == nil { disconnect() } else { users.connection = disconnect }
    }
  }

  func connect() -> () -> Void {
    var isInVain = false
    if end != nil {
      isInVain = chooses("connects-in-vain")
      if !isInVain, !chooses("connects-for-newcomers") { return {} }
      if !isInVain {
        end = nil
        past.forget()
      }
    }
    if connection == nil || chooses("connects-again") {
      let upstream = Subscription(Receiver { if !isInVain { self.receive($0) } }, of: call)
      connection = { [former = connection] in
        former?()
        upstream.unsubscribe()
      }
      upstream.connect(call.upstream, next: upstream.next)
    }
    return disconnecting
  }

  private var disconnecting: () -> Void {
    { [self, connected = observers] in disconnect(connected) }
  }

  private func receive(_ notification: Notification) {
    guard case .next(let value) = notification else {
      connection = nil
      let told = observers
      observers = Observers(call)
      end = notification
      return told.emit(notification)
    }
    past.add(value)
    observers.emit(notification)
  }

  /// "Disconnecting the stream disconnects upstream. Nothing more from it is received."
  private func disconnect(_ connected: Observers) {
    guard connected === observers, let disconnect = connection else { return }
    connection = nil
    if chooses("drops-its-observers") { observers = Observers(call) }
    if chooses("forgets-the-past") { past.forget() }
    disconnect()
  }
}
