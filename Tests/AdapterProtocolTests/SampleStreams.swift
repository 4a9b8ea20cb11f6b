// The sample library in Swift, for the messages that test a kit: the article "Test a kit" describes it.

import Conformance

/// Streams with every feature that an implementation in this process can have.
struct SampleStreams: Implementation {
  let name = "sample-swift"
  let channels = Channels.every
  let features: Set<Feature> = [.streamsOfStreams, .calls, .connectable, .innerStreams]
  static let operators: [Name] = [
    "map", "filter", "scan", "merge", "flatMap", "delay", "take", "share", "fail", "finally", "tap",
    "publish", "window", "groupBy", "rewrite", "_nextOperator", "debounce", "collect", "hot",
    "unguarded", "_read", "unsayable-infinity", "unsayable-twice", "unsayable-depth",
  ]

  private typealias Notification = Conformance.Notification
  private typealias Receive = (Notification) -> Void
  private typealias Connect = (@escaping Receive) -> () -> Void

  func stream(_ subject: TestedStream) throws(Unsupported) -> Subscribe {
    let operators = subject.operators
    let stream = try made(subject, of: operators.dropLast())
    guard let last = operators.last else { return { Self.subscribe($0.receive, to: stream) } }
    switch last.name {
    case "unguarded": return { stream($0.receive) }
    case "window":
      let count = try last.count() ?? 1
      return Self.split(stream) { open, _ in
        var window: Broadcast?
        var left = 0
        return { value in
          if left == 0 { (window, left) = (open(.null), count) }
          left -= 1
          window?.tell(.next(value))
          if left == 0 { window?.tell(.completed) }
        }
      }
    case "groupBy":
      let keyOf = try last.function()
      return Self.split(stream) { open, end in
        var groups: [Value: Broadcast] = [:]
        return { value in
          do throws(Thrown) {
            let key = try keyOf(value)
            if groups[key] == nil { groups[key] = open(key) }
            groups[key]?.tell(.next(value))
          } catch {
            end(.error(error.value))
          }
        }
      }
    default:
      let whole = try apply(last, to: stream, subject.clock)
      return { Self.subscribe($0.receive, to: whole) }
    }
  }

  func readableStream(_ subject: TestedStream) throws(Unsupported) -> TestedReadableStream {
    let stream = try made(subject, of: subject.operators[...])
    return TestedReadableStream(
      subscribe: { Self.subscribe($0.receive, to: stream) },
      read: {
        var read: Value?
        let end = Self.subscribe({ if case .next(let value) = $0 { read = value } }, to: stream)
        end()
        return read
      })
  }

  func connectableStream(
    _ subject: TestedStream
  ) throws(Unsupported) -> TestedConnectableStream {
    let stream = try made(subject, of: subject.operators.dropLast())
    let all = Broadcast()
    return TestedConnectableStream(
      subscribe: { Self.subscribe($0.receive, to: all.add) },
      connect: { stream(all.tell) })
  }

  func scopedProperty(over store: Store) throws(Unsupported) -> TestedScopedProperty {
    let all = Broadcast()
    return TestedScopedProperty(
      read: store.read,
      write: { value in
        store.write(value)
        all.tell(.next(value))
      }, state: { all.tell(.state($0)) },
      subscribe: { observer in
        Self.subscribe(observer.receive) { receive in
          let remove = all.add(receive)
          receive(.next(store.read()))
          return remove
        }
      })
  }

  func unscopedProperty() throws(Unsupported) -> TestedUnscopedProperty {
    TestedUnscopedProperty(read: { $0.read() }, write: { $0.write($1) })
  }

  // MARK: - Streams

  /// Receivers that are all told the same, in order: those that are there when it begins.
  private final class Broadcast {
    private(set) var receivers: [(number: Int, receive: Receive)] = []
    private var count = 0

    func tell(_ notification: Notification) {
      for one in receivers { one.receive(notification) }
    }

    func add(_ receive: @escaping Receive) -> () -> Void {
      count += 1
      let number = count
      receivers.append((number, receive))
      return { self.receivers.removeAll { $0.number == number } }
    }
  }

  /// Connects a receiver that is told nothing behind an end, or once it has unsubscribed.
  private static func subscribe(
    _ receive: @escaping Receive, to connect: Connect
  ) -> () -> Void {
    var isOpen = true
    var disconnect: (() -> Void)?
    func unsubscribe() {
      isOpen = false
      let once = disconnect
      disconnect = nil
      once?()
    }
    let connected = connect { notification in
      if !isOpen { return }
      isOpen = !notification.channel.endsSubscription
      receive(notification)
      if notification.channel.endsSubscription { unsubscribe() }
    }
    disconnect = connected
    if !isOpen { unsubscribe() }
    return unsubscribe
  }

  /// A stream of streams, connected until its observer and all observers of those streams have left.
  private static func split(
    _ stream: @escaping Connect,
    _ make:
      @escaping (_ open: @escaping (Value) -> Broadcast, _ end: @escaping Receive) -> (Value)
      -> Void
  ) -> Subscribe {
    { observer in
      var streams: [Broadcast] = []
      var users = 1
      var isThere = true
      var unsubscribe: (() -> Void)?
      func leave() {
        users -= 1
        if users == 0 { unsubscribe?() }
      }
      func open(_ key: Value) -> Broadcast {
        let one = Broadcast()
        streams.append(one)
        guard isThere else { return one }
        observer.stream(key) { inner in
          subscribe(inner.receive) { receive in
            users += 1
            let remove = one.add(receive)
            return {
              remove()
              leave()
            }
          }
        }
        return one
      }
      return subscribe(observer.receive) { receive in
        func end(_ notification: Notification) {
          for one in streams { one.tell(notification) }
          receive(notification)
        }
        let next = make(open, end)
        unsubscribe = subscribe(
          { notification in
            if case .next(let value) = notification { return next(value) }
            notification.channel.endsSubscription ? end(notification) : receive(notification)
          }, to: stream)
        return {
          isThere = false
          leave()
        }
      }
    }
  }

  // MARK: - Operators

  private func made(
    _ subject: TestedStream, of operators: ArraySlice<TestedOperator>
  ) throws(Unsupported) -> Connect {
    var stream: Connect = subject.upstream.connect
    for one in operators { stream = try apply(one, to: stream, subject.clock) }
    return stream
  }

  /// A stream that does something else with each value: `make` gives that for each receiver.
  private static func lift(
    _ stream: @escaping Connect,
    _ make: @escaping (@escaping Receive) -> (Value) throws(Thrown) -> Void
  ) -> Connect {
    { receive in
      let next = make(receive)
      return subscribe(
        { notification in
          guard case .next(let value) = notification else { return receive(notification) }
          do throws(Thrown) { try next(value) } catch { receive(.error(error.value)) }
        }, to: stream)
    }
  }

  private func apply(
    _ one: TestedOperator, to stream: @escaping Connect, _ clock: VirtualClock
  ) throws(Unsupported) -> Connect {
    switch one.name {
    case "map":
      let transform = try one.function()
      return Self.lift(stream) { receive in
        { value throws(Thrown) in receive(.next(try transform(value))) }
      }
    case "filter":
      let holds = try one.predicate()
      return Self.lift(stream) { receive in
        { value throws(Thrown) in if try holds(value) { receive(.next(value)) } }
      }
    case "scan":
      let reduce = try one.reducer("with")
      let seed = one.value("seed")
      return Self.lift(stream) { receive in
        var soFar = seed
        return { value throws(Thrown) in
          let result = if let former = soFar { try reduce(former, value) } else { value }
          soFar = result
          receive(.next(result))
        }
      }
    case "merge":
      let other = try one.source("with").connect
      return { receive in
        let ends = [stream, other].map { Self.subscribe(receive, to: $0) }
        return { for end in ends { end() } }
      }
    case "flatMap":
      let sourceOf = try one.sourceFunction()
      return { receive in
        var ends: [() -> Void] = []
        let end = Self.subscribe(
          receive,
          to: Self.lift(stream) { receive in
            { value throws(Thrown) in
              let source = try sourceOf(value)
              ends.append(
                Self.subscribe({ if $0 != .completed { receive($0) } }, to: source.connect))
            }
          })
        return { for end in [end] + ends { end() } }
      }
    case "delay":
      let time = try one.milliseconds() ?? 0
      return { receive in
        var timers: [() -> Void] = []
        let end = Self.subscribe(
          { notification in timers.append(clock.schedule(after: time) { receive(notification) }) },
          to: stream)
        return {
          end()
          for callOff in timers { callOff() }
        }
      }
    case "debounce":
      let time = try one.milliseconds() ?? 0
      return Self.lift(stream) { receive in
        var callOff: (() -> Void)?
        return { value in
          callOff?()
          callOff = clock.schedule(after: time) { receive(.next(value)) }
        }
      }
    case "take":
      let count = try one.count() ?? 1
      return Self.lift(stream) { receive in
        var left = count
        return { value in
          left -= 1
          receive(.next(value))
          if left == 0 { receive(.completed) }
        }
      }
    case "share":
      let all = Broadcast()
      var end: (() -> Void)?
      return { receive in
        let remove = all.add(receive)
        if all.receivers.count == 1 { end = Self.subscribe(all.tell, to: stream) }
        return {
          remove()
          if all.receivers.isEmpty { end?() }
        }
      }
    case "publish":
      // Nothing connects it.
      return Broadcast().add
    case "hot":
      let all = Broadcast()
      _ = Self.subscribe(all.tell, to: stream)
      return all.add
    case "fail":
      return { receive in
        receive(.error(nil, message: "it fails, 🙂"))
        return {}
      }
    case "finally":
      let call = try one.callback()
      return { receive in
        let end = Self.subscribe(receive, to: stream)
        return {
          end()
          call()
        }
      }
    case "tap":
      let tapped = try one.observer()
      return { receive in
        Self.subscribe(
          { notification in
            if notification.channel != .state { tapped.receive(notification) }
            receive(notification)
          }, to: stream)
      }
    case "rewrite":
      let rows = try one.rows()
      return Self.lift(stream) { receive in
        { value in if let result = rows(value) { receive(.next(result)) } }
      }
    case "_nextOperator":
      let operation = try one.operation()
      return Self.lift(stream) { receive in
        { value throws(Thrown) in for result in try operation(value) { receive(.next(result)) } }
      }
    case "collect":
      return Self.lift(stream) { receive in
        var all: [Value] = []
        return { value in
          all.append(value)
          receive(.next(.list(all)))
        }
      }
    case "unsayable-infinity": return Self.telling(.number(-.infinity), try one.text(), stream)
    case "unsayable-twice":
      return Self.telling(.map([("k", .null), ("k", .null)]), try one.text(), stream)
    case "unsayable-depth":
      let deep = (0..<600).reduce(Value.list([])) { inner, _ in .list([inner]) }
      return Self.telling(deep, try one.text(), stream)
    default: throw Unsupported("the operator `\(one.name)`")
    }
  }
  /// Tells a part for each value: by itself, or behind the value in a list, which a map has under a key.
  private static func telling(
    _ part: Value, _ key: String?, _ stream: @escaping Connect
  ) -> Connect {
    lift(stream) { receive in
      { value in receive(.next(key.map { .map([(Name($0), .list([value, part]))]) } ?? part)) }
    }
  }
}
