// groupBy and window, which emit streams.

import Conformance

extension OperatorCall {
  /// "Each value goes to the stream of its key; a stream is emitted when its key first comes. All end when upstream
  /// does."
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
        group.tell(.next(value))
        if group.isAbandoned { group.tell(.completed) }
      }
    }
  }

  /// "Values go to windows of the count, one after the other; each completes when it is full, and the last when
  /// upstream does."
  func window() throws(Unsupported) -> Stream {
    let count = try count(from: 1)
    let opensAtOnce = !reads(anyOf: [
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
        current?.tell(.next(value))
        if current?.isAbandoned == true { room = 0 } else if !isFull { return }
        current?.tell(.completed)
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

  /// The subscription to upstream, which outlives that of the observer.
  private(set) var upstream: Subscription!

  init(_ observer: Subscription, of call: OperatorCall) {
    (self.call, self.observer) = (call, observer)
    users = Users()
    upstream = Subscription(Receiver { [weak self] in self?.end($0) }, of: call)
    users.leaveUpstream = upstream.unsubscribe
    users.come(observer)
    if call.reads(anyOf: ["leaves-with-its-observer"]) { observer.atTheEnd(upstream.unsubscribe) }
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
    let newerFirst = call.reads(anyOf: ["ends-the-newer-group-first"])
    for part in newerFirst ? parts.reversed() : parts { part.tell(notification) }
    observer.receive(notification)
  }
}

/// The observers of a split stream and of its parts: after the last of them, upstream is disconnected.
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

  /// All that was emitted, for a late observer, if that behaviour is chosen.
  private var told: [Notification] = []
  private var hasBeenObserved = false

  init(_ call: OperatorCall) {
    self.call = call
    observers = Observers(call)
  }

  /// Whether its key gets a new part, as its observers have unsubscribed.
  var isLeft: Bool {
    hasBeenObserved && observers.isEmpty && call.reads("groupBy-left-key-gets-a-new-group")
  }

  /// Whether it ends with its first value, as nobody observes it.
  var isAbandoned: Bool {
    !hasBeenObserved && call.reads(anyOf: ["late-observer-is-told-one-value"])
  }

  func tell(_ notification: Notification) {
    if end != nil { return }
    if case .next = notification {} else { end = notification }
    told.append(notification)
    observers.tell(notification)
  }

  /// A late observer receives what comes from then on, or the end.
  func add(_ one: Subscription, _ users: Users) {
    // What is kept for one observer, which may be late, goes to no other.
    let isForOne = call.reads(anyOf: [
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
    if call.reads(anyOf: ["late-observer-is-told-all", "late-observer-is-told-one-value"]) {
      return told.forEach { one.receive($0) }
    }
    if let end { one.receive(end) }
  }
}
