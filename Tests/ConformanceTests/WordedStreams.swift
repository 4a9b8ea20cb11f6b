// An implementation with errors, completion, functions and time, for tests of the engine.

import Conformance

/// Streams of a small library: what each operator makes of what comes from the one before it.
struct WordedStreams: Implementation {
  let name = "worded"
  let channels: Channels = [.next, .error, .completed]
  var hasReleases = true
  var features: Set<Feature> = [.streamsOfStreams, .calls, .connectable, .innerStreams]

  /// Which reading it follows: whether `delay` passes errors on at once.
  var isHasty = true

  /// What `fail` says.
  var text: String?

  /// What never reaches an observer.
  var lost: Notification?

  private typealias Connect = (@escaping (Notification) -> Void) -> () -> Void

  func stream(_ subject: TestedStream) throws(Unsupported) -> Subscribe {
    var connect: Connect = subject.upstream.connect
    for one in subject.operators { connect = try apply(one, to: connect, subject.clock) }
    return { [connect, lost] observer in
      Self.subscribe(observer, to: { receive in connect { if $0 != lost { receive($0) } } })
    }
  }

  /// Subscribes an observer that ends with the first error or completion, and lets go of what it had.
  private static func subscribe(_ observer: Observer, to connect: Connect) -> () -> Void {
    var disconnect: (() -> Void)?
    var isOver = false
    func end() {
      isOver = true
      guard let once = disconnect else { return }
      disconnect = nil
      once()
    }
    let connected = connect { notification in
      if isOver { return }
      if notification.channel.endsSubscription { isOver = true }
      observer.receive(notification)
      if notification.channel.endsSubscription { end() }
    }
    if isOver { connected() } else { disconnect = connected }
    return end
  }

  private func apply(
    _ one: TestedOperator, to connect: @escaping Connect, _ clock: VirtualClock
  ) throws(Unsupported) -> Connect {
    switch one.name {
    case "elsewhere":
      return { receive in
        connect { notification in
          nonisolated(unsafe) let pass = { receive(notification) }
          let hasPassed = Monitor(false)
          Crew().start {
            pass()
            hasPassed.update { $0 = true }
          }
          hasPassed.wait { $0 ? () : nil }
        }
      }
    case "map":
      let transform = try one.function()
      return { receive in
        connect { notification in
          guard case .next(let value) = notification else { return receive(notification) }
          do throws(Thrown) {
            receive(.next(try transform(value)))
          } catch {
            receive(.error(error.value))
          }
        }
      }
    case "filter":
      let holds = try one.predicate()
      return { receive in
        connect { notification in
          guard case .next(let value) = notification else { return receive(notification) }
          if (try? holds(value)) == true { receive(notification) }
        }
      }
    case "scan":
      let reduce = try one.reducer("with")
      return { receive in
        var soFar = one.value("seed")
        return connect { notification in
          guard case .next(let value) = notification else { return receive(notification) }
          soFar = soFar.map { (try? reduce($0, value)) ?? .null } ?? value
          receive(.next(soFar!))
        }
      }
    case "take":
      guard case .number(let count)? = one.argument else { throw Unsupported("a count") }
      return { receive in
        var left = count
        return connect { notification in
          receive(notification)
          guard case .next = notification else { return }
          left -= 1
          if left == 0 { receive(.completed) }
        }
      }
    case "merge":
      let other = try one.source("with").connect
      return { receive in
        let disconnects = [connect, other].map { $0(receive) }
        return { for disconnect in disconnects.reversed() { disconnect() } }
      }
    case "delay":
      guard case .number(let seconds)? = one.argument else { throw Unsupported("a delay") }
      return { [isHasty] receive in
        var isConnected = true
        let disconnect = connect { notification in
          if isHasty, case .error = notification { return receive(notification) }
          clock.schedule(after: Int(seconds * 1000)) { if isConnected { receive(notification) } }
        }
        return {
          isConnected = false
          disconnect()
        }
      }
    case "tick":
      return { receive in
        func tick() {
          clock.schedule(after: 0) { tick() }
        }
        tick()
        return connect(receive)
      }
    case "fail":
      return { receive in
        receive(.error(nil, message: text))
        return {}
      }
    default: throw Unsupported("the operator `\(one.name)`")
    }
  }
}
