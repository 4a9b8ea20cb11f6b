// PublishSubject, BehaviorSubject, ReplaySubject and AsyncSubject, each subscribed to upstream at once.

import Conformance

extension OperatorCall {
  /// "Each observer of a PublishSubject receives the values after its subscription. After an error
  /// or completion, a late observer receives only that."
  func publishSubject() -> Stream {
    let observers = Observers(self)
    var end: Notification?
    subscribeSubject { notification in
      if case .next = notification {} else { end = notification }
      observers.emit(notification)
    }
    return stream { to in
      if let end { return to.receive(end) }
      observers.add(to)
    }
  }

  /// "A new observer of a BehaviorSubject receives the latest value, or the initial one, then all
  /// that follow. After an error or completion, a late observer receives only that."
  func behaviorSubject() throws(Unsupported) -> Stream {
    let observers = Observers(self)
    var latest = try value()
    var end: Notification?
    subscribeSubject { notification in
      if case .next(let value) = notification { latest = value } else { end = notification }
      observers.emit(notification)
    }
    return stream { to in
      if let end {
        if self.faults.emitsThePastWithTheEnd { to.next(latest) }
        return to.receive(end)
      }
      observers.add(to)
      to.next(latest)
    }
  }

  /// "A new observer of a ReplaySubject receives the last values, up to the count, then all that
  /// follow. After an error or completion, it receives these values and then that."
  func replaySubject() throws(Unsupported) -> Stream {
    let observers = Observers(self)
    var past = Past(try countOfPast())
    var end: Notification?
    if chooses("ReplaySubject-delivers-after-to-the-one-alone") {
      return readSubject(max(past.count, 1))
    }
    subscribeSubject { notification in
      if case .next(let value) = notification { past.add(value) } else { end = notification }
      observers.emit(notification)
    }
    return stream { to in
      if self.chooses("ReplaySubject-tells-after-the-past") {
        var number = 0
        Past.emit(to, from: &number) { past }
        if end == nil { observers.add(to) }
      } else {
        if end == nil { observers.add(to) }
        for value in past.values { to.next(value) }
      }
      if let end { to.receive(end) }
    }
  }

  /// A ReplaySubject whose observers each read the values at their own pace.
  private func readSubject(_ count: Int) -> Stream {
    final class Reader {
      let one: Subscription
      private var number = 0
      private var isReading = false

      init(_ one: Subscription) { self.one = one }

      func read(_ past: () -> Past) {
        if isReading { return }
        isReading = true
        Past.emit(one, from: &number, past)
        isReading = false
      }
    }
    var past = Past(count)
    var end: Notification?
    var readers: [Reader] = []
    subscribeSubject { notification in
      if case .next(let value) = notification { past.add(value) } else { end = notification }
      for reader in readers {
        reader.read { past }
        if let end { reader.one.receive(end) }
      }
    }
    return stream { to in
      let reader = Reader(to)
      readers.append(reader)
      reader.read { past }
      if let end { to.receive(end) }
    }
  }

  /// "An AsyncSubject emits only the last value, at completion, or only the error. A late observer
  /// receives the same."
  func asyncSubject() -> Stream {
    let observers = Observers(self)
    var last: Value?
    var end: Notification?
    subscribeSubject { notification in
      if case .next(let value) = notification {
        last = value
        return
      }
      end = notification
      if notification != .completed { last = nil }
      observers.emit(last, notification)
    }
    return stream { to in
      guard let end else { return observers.add(to) }
      if let last { to.next(last) }
      to.receive(end)
    }
  }

  /// A subject is made and subscribed to upstream at once. It may also be called; after an error or
  /// completion it emits nothing.
  private func subscribeSubject(_ receive: @escaping (Notification) -> Void) {
    var hasEnded = false
    func call(_ notification: Notification) {
      if hasEnded { return }
      hasEnded = notification.channel.endsSubscription
      receive(notification)
    }
    subject = call
    let one = Subscription(Receiver(receive: call), of: self)
    one.connect(upstream, next: one.next)
  }
}
