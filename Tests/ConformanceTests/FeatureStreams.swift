// An implementation with every feature that one in this process can have, for tests of the engine.

import Conformance

/// Streams of a small library: each operator as short as it can be, and with mistakes to be found.
struct FeatureStreams: Implementation {
  let name = "featured"
  let channels: Channels = [.next, .error, .completed]
  var features: Set<Feature> = [.streamsOfStreams, .calls, .connectable, .innerStreams]

  /// What it does wrong.
  var mistake = Mistake.none

  enum Mistake: Sendable {
    case none, connectsForEach, callsTwice, tellsLate, staysConnected, forgetsWindows
  }

  private typealias Receive = (Notification) -> Void
  private typealias Connect = (@escaping Receive) -> () -> Void

  func stream(_ subject: TestedStream) throws(Unsupported) -> Subscribe {
    var connect: Connect = subject.upstream.connect
    var count: Int?
    for one in subject.operators {
      if one.name == "window" {
        count = try one.count()
      } else {
        connect = try apply(one, to: connect)
      }
    }
    return { [connect] observer in
      Self.subscribe(observer, to: connect, windows: count, forgets: mistake == .forgetsWindows)
    }
  }

  func connectableStream(
    _ subject: TestedStream
  ) throws(Unsupported) -> TestedConnectableStream {
    let all = Broadcast()
    let disconnects = mistake != .staysConnected
    return TestedConnectableStream(
      subscribe: { all.add($0.receive) },
      connect: {
        let disconnect = subject.upstream.connect(all.tell)
        return { if disconnects { disconnect() } }
      })
  }

  /// Observers that are all told of the same.
  private final class Broadcast {
    var observers: [(number: Int, receive: Receive)] = []
    private var count = 0

    func add(_ receive: @escaping Receive) -> () -> Void {
      count += 1
      let number = count
      observers.append((number, receive))
      return { self.observers.removeAll { $0.number == number } }
    }

    func tell(_ notification: Notification) {
      for one in observers { one.receive(notification) }
    }
  }

  private static func subscribe(
    _ observer: Observer, to connect: Connect, windows count: Int?, forgets: Bool
  ) -> () -> Void {
    guard let count else {
      var disconnect: (() -> Void)?
      disconnect = connect(observer.receive)
      return {
        disconnect?()
        disconnect = nil
      }
    }
    var window: Broadcast?
    var room = 0
    return connect { notification in
      guard case .next = notification else {
        window?.tell(notification)
        return observer.receive(notification)
      }
      if room == 0 {
        let new = Broadcast()
        (window, room) = (new, count)
        observer.stream(.null) { new.add($0.receive) }
      }
      room -= 1
      window?.tell(notification)
      if room == 0, !forgets { window?.tell(.completed) }
    }
  }

  private func apply(
    _ one: TestedOperator, to connect: @escaping Connect
  ) throws(Unsupported) -> Connect {
    switch one.name {
    case "share":
      let all = Broadcast()
      var disconnect: (() -> Void)?
      return { [mistake] receive in
        if mistake == .connectsForEach { return connect(receive) }
        let remove = all.add(receive)
        if all.observers.count == 1 { disconnect = connect(all.tell) }
        return {
          remove()
          guard all.observers.isEmpty else { return }
          disconnect?()
          disconnect = nil
        }
      }
    case "merge":
      let other = try one.source("with").connect
      return { receive in
        let disconnects = [connect, other].map { $0(receive) }
        return { for disconnect in disconnects.reversed() { disconnect() } }
      }
    case "finally":
      let call = try one.callback()
      return { [mistake] receive in
        var hasCalled = false
        func end() {
          if !hasCalled || mistake == .callsTwice { call() }
          hasCalled = true
        }
        let disconnect = connect { notification in
          receive(notification)
          if notification.channel.endsSubscription { end() }
        }
        return {
          disconnect()
          end()
        }
      }
    case "tap":
      let tapped = try one.observer()
      return { [mistake] receive in
        connect { notification in
          if mistake != .tellsLate { tapped.receive(notification) }
          receive(notification)
          if mistake == .tellsLate { tapped.receive(notification) }
        }
      }
    default: throw Unsupported("the operator `\(one.name)`")
    }
  }
}
