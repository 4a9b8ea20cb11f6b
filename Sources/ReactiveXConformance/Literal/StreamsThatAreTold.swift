// groupBy and window, which emit streams.

import Conformance

extension OperatorCall {
  /// "Each value goes to the stream of its key, which the observer receives when the key first
  /// comes. All these streams end with upstream."
  func groupBy() throws(Unsupported) -> Stream {
    let keyOf = try function()
    return stream { to in
      let split = Split(to, of: self)
      var groups: [Value: Part] = [:]
      split.upstream.connect(self.upstream) { value throws(Thrown) in
        let key = try keyOf(value)
        let known = groups[key].flatMap { $0.isLeft || $0.isAbandoned ? nil : $0 }
        let group = known ?? split.open(key)
        groups[key] = group
        group.emit(.next(value))
        if group.isAbandoned { group.emit(.completed) }
      }
    }
  }

  /// "Values go to windows of the given count, one after another. Each window completes when it is
  /// full, and the last one with upstream."
  func window() throws(Unsupported) -> Stream {
    let count = try count(from: 1)
    let opensAtOnce = !chooses(anyOf: [
      "opens-with-its-first-value", "late-observer-is-told-one-value",
    ])
    return stream { to in
      let split = Split(to, of: self)
      var window: Part?
      var room = 0
      func open() { (window, room) = (split.open(.null), count) }
      if opensAtOnce { open() }
      split.upstream.connect(self.upstream) { value in
        if room == 0 { open() }
        let current = window
        room -= 1
        let isFull = room == 0
        current?.emit(.next(value))
        if current?.isAbandoned == true { room = 0 } else if !isFull { return }
        current?.emit(.completed)
        if opensAtOnce { open() }
      }
    }
  }
}

/// A stream that is split into parts. Upstream stays connected while it or one of its parts is observed.
final class Split {
  private let call: OperatorCall
  private let observer: Subscription
  private let users: Users
  private var parts: [Part] = []

  /// The subscription to upstream, which may outlast that of the observer.
  private(set) var upstream: Subscription!

  init(_ observer: Subscription, of call: OperatorCall) {
    (self.call, self.observer) = (call, observer)
    users = Users()
    upstream = Subscription(Receiver { [weak self] in self?.end($0) }, of: call)
    users.leaveUpstream = upstream.unsubscribe
    users.come(observer)
    if call.chooses(anyOf: ["leaves-with-its-observer"]) { observer.atTheEnd(upstream.unsubscribe) }
  }

  /// Opens a part, and emits it to the observer.
  func open(_ key: Value) -> Part {
    let part = Part(call)
    parts.append(part)
    observer.stream(
      key, call.stream { [users] one in part.add(one, users) })
    return part
  }

  private func end(_ notification: Notification) {
    let newerFirst = call.chooses(anyOf: ["ends-the-newer-group-first"])
    for part in newerFirst ? parts.reversed() : parts { part.emit(notification) }
    observer.receive(notification)
  }
}

/// The observers of a split stream and of its parts: the last one disconnects upstream.
final class Users {
  private var count = 0
  var leaveUpstream: () -> Void = {}

  func come(_ one: Subscription) {
    count += 1
    one.atTheEnd { [self] in
      count -= 1
      if count == 0 { leaveUpstream() }
    }
  }
}

/// A part of a stream: a group or a window.
final class Part {
  private let call: OperatorCall
  private let observers: Observers
  private var end: Notification?

  /// All notifications, for a late observer, if that behaviour is chosen.
  private var told: [Notification] = []
  private var hasBeenObserved = false

  init(_ call: OperatorCall) {
    self.call = call
    observers = Observers(call)
  }

  /// Whether its key gets a new part, because its observers have unsubscribed.
  var isLeft: Bool {
    hasBeenObserved && observers.isEmpty && call.chooses("groupBy-left-key-gets-a-new-group")
  }

  /// Whether it completes with its first value, because nobody observes it.
  var isAbandoned: Bool {
    !hasBeenObserved && call.chooses(anyOf: ["late-observer-is-told-one-value"])
  }

  func emit(_ notification: Notification) {
    if end != nil { return }
    if case .next = notification {} else { end = notification }
    told.append(notification)
    observers.emit(notification)
  }

  /// A late observer receives the notifications from then on, or the error or completion.
  func add(_ one: Subscription, _ users: Users) {
    // Notifications that are kept for one late observer go to no other.
    let isForOne = call.chooses(anyOf: [
      "second-observer-is-told-an-error", "late-observer-is-told-one-value",
    ])
    if hasBeenObserved, isForOne {
      return one.error(.own("it is observed already"))
    }
    hasBeenObserved = true
    if end == nil {
      users.come(one)
      observers.add(one)
    }
    if call.chooses(anyOf: ["late-observer-is-told-all", "late-observer-is-told-one-value"]) {
      return told.forEach { one.receive($0) }
    }
    if let end { one.receive(end) }
  }
}
