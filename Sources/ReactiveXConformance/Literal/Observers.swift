// The observers of one stream, which all receive the same.

import Conformance

/// Observers in the order of their subscription.
///
/// A notification goes to those that are there when it begins; a re-entrant subscriber gets the
/// next one.
final class Observers {
  private var all: [Subscription] = []
  private let call: OperatorCall

  /// Notifications for after the current one, if that behaviour is chosen.
  private var waiting: [Notification] = []
  private var isCalling = false

  init(_ call: OperatorCall) {
    self.call = call
    call.hasObservers = true
  }

  var isEmpty: Bool { all.isEmpty }

  /// Whether one still listens. One that is done while connecting is removed once it is connected.
  var hasOpen: Bool { all.contains(where: \.isOpen) }

  func add(_ one: Subscription) {
    all.append(one)
    one.atTheEnd { [weak self, unowned one] in self?.remove(one) }
  }

  private func remove(_ one: Subscription) { all.removeAll { $0 === one } }

  func emit(_ notification: Notification) {
    if isCalling, call.deliversAfter {
      waiting.append(notification)
      return
    }
    let wasTelling = isCalling
    isCalling = true
    emitAll(notification)
    while !wasTelling, !waiting.isEmpty { emitAll(waiting.removeFirst()) }
    isCalling = wasTelling
  }

  private func emitAll(_ notification: Notification) {
    for one in call.callsTheNewerFirst(notification) ? all.reversed() : all {
      one.receive(notification, evenIfGone: call.chooses(anyOf: ["leaver-is-still-told"]))
    }
  }

  /// Emits the value, if there is one, and then the error or completion to each.
  func emit(_ value: Value?, _ end: Notification) {
    let notifications = (value.map { [.next($0)] } ?? []) + [end]
    if call.chooses("AsyncSubject-tells-all-the-value-first") { return notifications.forEach(emit) }
    for one in all {
      for notification in notifications { one.receive(notification) }
    }
  }
}

/// The last values, up to a count, and for a time if there is one.
struct Past {
  let count: Int
  private let time: Int?
  private let now: () -> Int
  private var kept: [(value: Value, since: Int)] = []

  /// The number of dropped older values.
  private var dropped = 0

  init(_ count: Int, for time: Int? = nil, _ now: @escaping () -> Int = { 0 }) {
    (self.count, self.time, self.now) = (count, time, now)
  }

  var values: [Value] {
    let oldest = time.map { now() - $0 }
    return kept.compactMap { one in oldest.map { one.since <= $0 } == true ? nil : one.value }
  }

  mutating func add(_ value: Value) {
    kept.append((value, now()))
    if kept.count > count {
      kept.removeFirst()
      dropped += 1
    }
  }

  mutating func forget() {
    dropped += kept.count
    kept = []
  }

  /// Emits the values from a number on to an observer, also those that come meanwhile.
  static func emit(_ one: Subscription, from number: inout Int, _ past: () -> Past) {
    number = max(number, past().dropped)
    while number < past().dropped + past().values.count {
      number += 1
      one.next(past().values[number - 1 - past().dropped])
      number = max(number, past().dropped)
    }
  }
}
