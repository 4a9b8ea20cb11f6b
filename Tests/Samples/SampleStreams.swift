// The sample library in Swift, for tests and for the messages that test a kit. The article "Test a
// kit" describes it.

import Conformance

/// Streams with every feature that an implementation in this process can have.
package struct SampleStreams: Implementation {
  package let name = "sample-swift"
  package let channels = Channels.every
  package var hasReleases = true
  package var features: Set<Feature> = [
    .streamsOfStreams, .calls, .connectable, .innerStreams, .subjects,
  ]

  /// The text of `fail`'s error.
  package var text: String? = "it fails, 🙂"

  /// Whether `delay` passes errors on at once.
  package var isHasty = false

  /// A notification that never reaches an observer.
  package var lost: Conformance.Notification?

  /// An operator that does nothing.
  package var idle: Name?

  package static let operators: [Name] = [
    "map", "filter", "scan", "merge", "flatMap", "delay", "take", "share", "fail", "finally", "tap",
    "publish", "window", "groupBy", "rewrite", "_nextOperator",
    "mapIndexed", "mergeSeveral", "hot", "unguarded", "early", "_read",
    "unsayable-infinity", "unsayable-twice", "unsayable-depth",
  ]

  private typealias Notification = Conformance.Notification
  private typealias Receive = (Notification) -> Void
  private typealias Connect = (@escaping Receive) -> () -> Void

  /// The library, perhaps altered.
  package init(_ alter: (inout SampleStreams) -> Void = { _ in }) { alter(&self) }

  package func stream(_ subject: TestedStream) throws(Unsupported) -> Subscribe {
    let operators = subject.operators
    let stream = try made(subject, of: operators.dropLast())
    guard let last = operators.last else { return subscribing(to: stream) }
    switch last.name {
    case idle:
      subject.isCalled { _ in }
      return subscribing(to: stream)
    case "unguarded": return { stream($0.receive) }
    case "early":
      return { observer in
        var disconnect: () -> Void = {}
        _ = subject.upstream.connect(addTeardown: { disconnect = $0 }) {
          observer.receive($0)
          disconnect()
        }
        return {}
      }
    case "hot":
      let all = Broadcast()
      _ = Self.subscribe(all.tell, to: stream)
      subject.isCalled(by: all.tell)
      return subscribing(to: all.add)
    case "window":
      return Self.split(stream, into: try last.count() ?? 1) { _ throws(Thrown) in .null }
    case "groupBy": return Self.split(stream, into: .max, by: try last.function())
    default: return subscribing(to: try apply(last, to: stream, subject.clock))
    }
  }

  package func readableStream(_ subject: TestedStream) throws(Unsupported) -> TestedReadableStream {
    let stream = try made(subject, of: subject.operators[...])
    func read() -> Value? {
      var read: Value?
      Self.subscribe({ if case .next(let value) = $0 { read = value } }, to: stream)()
      return read
    }
    return (subscribe: subscribing(to: stream), read: read)
  }

  package func connectableStream(
    _ subject: TestedStream
  ) throws(Unsupported) -> TestedConnectableStream {
    let stream = try made(subject, of: subject.operators.dropLast())
    let all = Broadcast()
    let isIdle = subject.operators.last?.name == idle
    return (subscribe: subscribing(to: all.add), connect: { isIdle ? {} : stream(all.tell) })
  }

  package func scopedProperty(over store: Store) throws(Unsupported) -> TestedScopedProperty {
    let all = Broadcast()
    return (
      read: store.read,
      write: { value in
        store.write(value)
        all.tell(.next(value))
      }, state: { all.tell(.state($0)) },
      subscribe: subscribing { receive in
        let remove = all.add(receive)
        receive(.next(store.read()))
        return remove
      }
    )
  }

  package func unscopedProperty() throws(Unsupported) -> TestedUnscopedProperty {
    (read: { $0.read() }, write: { $0.write($1) })
  }

  // MARK: - Streams

  /// Receivers that all receive the same, in order: those that are there when it begins.
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

  private func subscribing(to connect: @escaping Connect) -> Subscribe {
    { [lost] observer in
      Self.subscribe({ if $0 != lost { observer.receive($0) } }, to: connect)
    }
  }

  /// Connects a receiver until it gets an error or completion, or unsubscribes.
  private static func subscribe(
    _ receive: @escaping Receive, to connect: Connect
  ) -> () -> Void {
    var isOpen = true
    var disconnect: (() -> Void)?
    func unsubscribe() {
      isOpen = false
      disconnect.take()?()
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

  /// A stream of streams, one for each key, which completes after this number of values. It is
  /// connected until its observer and all observers of those streams have unsubscribed.
  private static func split(
    _ stream: @escaping Connect, into count: Int,
    by keyOf: @escaping (Value) throws(Thrown) -> Value
  ) -> Subscribe {
    { observer in
      var streams: [Broadcast] = []
      var open: [Value: (stream: Broadcast, left: Int)] = [:]
      var users = 1
      var isThere = true
      var unsubscribe: (() -> Void)?
      func leave() {
        users -= 1
        if users == 0 { unsubscribe?() }
      }
      func begin(_ key: Value) -> Broadcast {
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
        unsubscribe = subscribe(
          { notification in
            guard case .next(let value) = notification else {
              return notification.channel.endsSubscription
                ? end(notification) : receive(notification)
            }
            do throws(Thrown) {
              let key = try keyOf(value)
              let (one, left) = open[key] ?? (begin(key), count)
              open[key] = left > 1 ? (one, left - 1) : nil
              one.tell(notification)
              if left == 1 { one.tell(.completed) }
            } catch { end(.error(error.value)) }
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

  /// A stream with another next function: `make` returns it for each receiver.
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

  /// A stream that emits other values instead of each.
  private static func replace(
    _ stream: @escaping Connect, _ values: @escaping (Value) throws(Thrown) -> [Value]
  ) -> Connect {
    lift(stream) { receive in
      { value throws(Thrown) in for one in try values(value) { receive(.next(one)) } }
    }
  }

  private func apply(
    _ one: TestedOperator, to stream: @escaping Connect, _ clock: VirtualClock
  ) throws(Unsupported) -> Connect {
    switch one.name {
    case idle: return stream
    case "map":
      let transform = try one.function()
      return Self.replace(stream) { value throws(Thrown) in [try transform(value)] }
    case "mapIndexed":
      let transform = try one.indexedFunction()
      return Self.lift(stream) { receive in
        var index = 0
        return { value throws(Thrown) in
          defer { index += 1 }
          receive(.next(try transform(value, index)))
        }
      }
    case "filter":
      let holds = try one.predicate()
      return Self.replace(stream) { value throws(Thrown) in try holds(value) ? [value] : [] }
    case "rewrite":
      let rows = try one.rows()
      return Self.replace(stream) { rows($0).map { [$0] } ?? [] }
    case "_nextOperator": return Self.replace(stream, try one.operation())
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
    case "merge", "mergeSeveral":
      let others = try one.sources("with").map(\.connect)
      return { receive in
        let ends = ([stream] + others).map { Self.subscribe(receive, to: $0) }
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
      return { [isHasty] receive in
        var timers: [() -> Void] = []
        let end = Self.subscribe(
          { notification in
            if isHasty, notification.channel == .error { return receive(notification) }
            timers.append(clock.schedule(after: time) { receive(notification) })
          }, to: stream)
        return {
          end()
          for callOff in timers { callOff() }
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
    case "fail":
      return { [text] receive in
        receive(.error(nil, message: text))
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
    case "unsayable-infinity": return Self.telling(.number(-.infinity), try one.text(), stream)
    case "unsayable-twice":
      return Self.telling(.map([("k", .null), ("k", .null)]), try one.text(), stream)
    case "unsayable-depth":
      let deep = (0..<600).reduce(Value.list([])) { inner, _ in .list([inner]) }
      return Self.telling(deep, try one.text(), stream)
    default: throw Unsupported("the operator `\(one.name)`")
    }
  }

  /// Emits a part for each value: by itself, or after the value in a list, which a map has under a key.
  private static func telling(
    _ part: Value, _ key: String?, _ stream: @escaping Connect
  ) -> Connect {
    replace(stream) { value in [key.map { .map([(Name($0), .list([value, part]))]) } ?? part] }
  }
}
