// What can go wrong in an operator, whichever it is.

import Conformance

/// What goes wrong in an operator.
struct Faults: Sendable {
  /// What is told in place of what should be, made for each subscription.
  var observer: (@Sendable (Receiver) -> Receiver)?

  /// What is connected in place of a source, for a subscription that lasts so long.
  var source: (@Sendable (Stream, Lifetime) -> Stream)?

  /// What becomes of the error of a function that fails.
  var failure: (@Sendable (Subscription) -> Void)?

  /// Values that are taken for none where one is held.
  var isAbsent: (@Sendable (Value) -> Bool)?

  /// Whether its subscriptions share their state.
  var sharesState = false

  /// Whether timers go on after the end.
  var keepsTimers = false

  /// What is made of its count, and of its time.
  var count: (@Sendable (Int) -> Int)?
  var time: (@Sendable (Int) -> Int)?

  /// What it is instead.
  var replaced: (@Sendable (OperatorCall) throws(Unsupported) -> Stream)?
}

extension Faults {
  /// Alters what an observer is told; `nil` where it is not told.
  static func telling(
    _ alter: @escaping @Sendable (_ tell: (Notification) -> Void, Notification) -> Void
  ) -> Faults {
    Faults(observer: { receiver in
      Receiver(
        receive: { alter(receiver.receive, $0) }, tell: receiver.tell, isOpen: receiver.isOpen)
    })
  }

  /// Alters what an observer is told from within a call.
  static func tellingWithin(
    _ alter: @escaping @Sendable (_ tell: (Notification) -> Void, Notification) -> Void
  ) -> Faults {
    Faults(observer: { receiver in
      var calls = 0
      func receive(_ notification: Notification) {
        calls += 1
        defer { calls -= 1 }
        if calls > 1 {
          alter(receiver.receive, notification)
        } else {
          receiver.receive(notification)
        }
      }
      return Receiver(receive: receive, tell: receiver.tell, isOpen: receiver.isOpen)
    })
  }

  /// Alters what a source says, upstream or the others.
  static func hearing(
    _ which: Sources,
    _ alter:
      @escaping @Sendable (_ tell: (Notification) -> Void, Notification, _ isConnecting: Bool) ->
      Void
  ) -> Faults {
    Faults(source: { source, _ in
      guard which.includes(source) else { return source }
      return Stream { receiver in
        var isConnecting = true
        let disconnect = source.connect(
          Receiver(
            receive: { alter(receiver.receive, $0, isConnecting) }, tell: receiver.tell,
            isOpen: receiver.isOpen))
        isConnecting = false
        return disconnect
      }
    })
  }

  /// Leaves a source connected when a subscription ends in some way.
  static func leaving(
    _ which: Sources, connected isMeant: @escaping @Sendable (Lifetime) -> Bool
  ) -> Faults {
    Faults(source: { source, lifetime in
      guard which.includes(source) else { return source }
      return Stream { receiver in
        var hasEnded = false
        let disconnect = source.connect(
          Receiver(
            receive: { notification in
              hasEnded = hasEnded || notification.channel.endsSubscription
              receiver.receive(notification)
            }, tell: receiver.tell, isOpen: receiver.isOpen))
        return { if hasEnded || !isMeant(lifetime) { disconnect() } }
      }
    })
  }

  /// Which sources of an operator are meant.
  enum Sources {
    case upstream, others

    func includes(_ source: Stream) -> Bool { source.isOther == (self == .others) }
  }
}
