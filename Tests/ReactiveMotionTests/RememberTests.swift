import ReactiveMotion
import Testing

@Suite("_remember")
struct RememberTests {
  @Test("subscribes upstream once for all observers, and again after the last has left")
  func sharing() {
    let source = Source<Int>()
    let stream = source.stream._remember()
    #expect(source.log == [])
    let first = stream.subscribe { _ in }
    let second = stream.subscribe { _ in }
    #expect(source.log == ["connect"])
    first.unsubscribe()
    #expect(source.log == ["connect"])
    second.unsubscribe()
    #expect(source.log == ["connect", "disconnect"])
    let third = stream.subscribe { _ in }
    #expect(source.log == ["connect", "disconnect", "connect"])
    third.unsubscribe()
  }

  @Test("replays the last of the values that upstream emits while it connects, once")
  func connecting() {
    let stream = Source(onConnect: [9, 10, 11]).stream._remember()
    var received: [Int] = []
    let subscription = stream.subscribe { received.append($0) }
    #expect(received == [11])
    subscription.unsubscribe()
  }

  @Test("a cached nil is a value")
  func optionalValues() {
    let source = Source<Int?>()
    let stream = source.stream._remember()
    let keeper = stream.subscribe { _ in }
    var early: [Int?] = []
    let first = stream.subscribe { early.append($0) }
    #expect(early == [])
    source.emit(nil)
    var late: [Int?] = []
    let second = stream.subscribe { late.append($0) }
    #expect(early == [nil])
    #expect(late == [nil])
    for subscription in [keeper, first, second] { subscription.unsubscribe() }
  }

  @Test("the cached value outlives the last disconnection")
  func cacheAfterDisconnection() {
    let source = Source<Int>()
    let stream = source.stream._remember()
    stream.subscribe { _ in }.after { source.emit(1) }
    source.emit(2)
    var received: [Int] = []
    let subscription = stream.subscribe { received.append($0) }
    #expect(received == [1])
    subscription.unsubscribe()
  }

  @Test("a broadcast goes to the observers as they were when it began")
  func snapshot() {
    let source = Source<Int>()
    let stream = source.stream._remember()
    var log: [String] = []
    var second: Subscription?
    var late: [Subscription] = []
    let first = stream.subscribe { value in
      log.append("a\(value)")
      guard value == 1 else { return }
      second?.unsubscribe()
      late.append(stream.subscribe { log.append("c\($0)") })
    }
    second = stream.subscribe { log.append("b\($0)") }
    source.emit(1)
    #expect(log == ["a1", "c1", "b1"])
    source.emit(2)
    #expect(log == ["a1", "c1", "b1", "a2", "c2"])
    first.unsubscribe()
    late.forEach { $0.unsubscribe() }
    #expect(source.log == ["connect", "disconnect"])
  }

  @Test("a value emitted from within a broadcast is delivered whole before the outer one goes on")
  func nesting() {
    let source = Source<Int>()
    let stream = source.stream._remember()
    var log: [String] = []
    let subscriptions = [
      stream.subscribe { value in
        log.append("a\(value)")
        if value < 3 { source.emit(value + 1) }
      },
      stream.subscribe { log.append("b\($0)") },
    ]
    source.emit(1)
    #expect(log == ["a1", "a2", "a3", "b3", "b2", "b1"])
    subscriptions.forEach { $0.unsubscribe() }
  }

  @Test("states are broadcast and not cached")
  func states() {
    let source = Source<Int>()
    let stream = source.stream._remember()
    var log: [String] = []
    let first = stream.subscribe(next: { _ in }, state: { log.append("a \($0)") })
    source.send(.active)
    let second = stream.subscribe(next: { _ in }, state: { log.append("b \($0)") })
    let nextOnly = stream.subscribe { _ in }
    source.send(.atRest)
    #expect(log == ["a active", "a atRest", "b atRest"])
    for subscription in [first, second, nextOnly] { subscription.unsubscribe() }
  }

  @Test("an observer may subscribe twice, and each subscription removes itself")
  func oneObserverTwice() {
    let source = Source<Int>()
    let stream = source.stream._remember()
    var received: [Int] = []
    let observer = MotionObserver<Int>(next: { received.append($0) }, state: { _ in })
    let first = stream.subscribe(observer)
    let second = stream.subscribe(observer)
    source.emit(1)
    #expect(received == [1, 1])
    first.unsubscribe()
    first.unsubscribe()
    source.emit(2)
    #expect(received == [1, 1, 2])
    second.unsubscribe()
    #expect(source.log == ["connect", "disconnect"])
  }

  @Test("a subscriber that comes while upstream connects shares the connection")
  func subscribingWhileConnecting() {
    var remembered: MotionObservable<Int>!
    var connections = 0
    var received: [Int] = []
    var inner: Subscription?
    let upstream = MotionObservable<Int> { observer in
      connections += 1
      inner = remembered.subscribe { received.append($0) }
      observer.next(1)
      return { connections -= 1 }
    }
    remembered = upstream._remember()
    let outer = remembered.subscribe { received.append($0 * 10) }
    #expect(connections == 1)
    #expect(received == [1, 10])
    inner?.unsubscribe()
    #expect(connections == 1)
    outer.unsubscribe()
    #expect(connections == 0)
    remembered = nil
  }

  @Test("a subscriber that comes while upstream disconnects makes a connection of its own")
  func subscribingWhileDisconnecting() {
    var remembered: MotionObservable<Int>!
    var log: [String] = []
    var second: Subscription?
    let upstream = MotionObservable<Int> { _ in
      log.append("connect")
      return {
        log.append("disconnect")
        if second == nil { second = remembered.subscribe { _ in } }
      }
    }
    remembered = upstream._remember()
    remembered.subscribe { _ in }.unsubscribe()
    #expect(log == ["connect", "disconnect", "connect"])
    second?.unsubscribe()
    #expect(log == ["connect", "disconnect", "connect", "disconnect"])
    remembered = nil
  }

  @Test("observers leave in any order, and those that stay keep theirs", arguments: 1...8)
  func randomRemoval(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let source = Source<Int>()
    let stream = source.stream._remember()
    let keeper = stream.subscribe { _ in }
    var received: [Int] = []
    var standing: [(id: Int, subscription: Subscription)] = []
    for id in 0..<300 {
      standing.append((id, stream.subscribe { _ in received.append(id) }))
      if Int.random(in: 0..<3, using: &random) == 0 {
        standing.remove(at: Int.random(in: standing.indices, using: &random))
          .subscription.unsubscribe()
      }
      received = []
      source.emit(id)
      #expect(received == standing.map(\.id))
    }
    for index in standing.indices.shuffled(using: &random) {
      standing[index].subscription.unsubscribe()
    }
    #expect(source.log == ["connect"])
    keeper.unsubscribe()
    #expect(source.log == ["connect", "disconnect"])
  }
}

@Suite("startWith")
struct StartWithTests {
  @Test("emits the initial value, then everything from upstream, and is remembered")
  func order() {
    let source = Source<Int>()
    let stream = source.stream.startWith(0)
    var first: [Int] = []
    var second: [Int] = []
    let subscriptions = [stream.subscribe { first.append($0) }]
    source.emit(1)
    let more = stream.subscribe { second.append($0) }
    source.emit(2)
    #expect(first == [0, 1, 2])
    #expect(second == [1, 2])
    #expect(source.log == ["connect"])
    subscriptions.forEach { $0.unsubscribe() }
    more.unsubscribe()
    #expect(source.log == ["connect", "disconnect"])
  }

  @Test("the initial value can be nil")
  func optional() {
    var received: [Int?] = []
    let subscription = Source<Int?>().stream.startWith(nil).subscribe { received.append($0) }
    #expect(received == [nil])
    subscription.unsubscribe()
  }
}

@Suite("Subscription")
struct SubscriptionTests {
  @Test("calls disconnect the first time, and does nothing afterwards")
  func idempotence() {
    var count = 0
    let subscription = Subscription { count += 1 }
    subscription.unsubscribe()
    subscription.unsubscribe()
    #expect(count == 1)
  }

  @Test("does nothing when it is unsubscribed from within its own disconnect")
  func reentrancy() {
    var count = 0
    var subscription: Subscription?
    subscription = Subscription {
      count += 1
      subscription?.unsubscribe()
    }
    subscription?.unsubscribe()
    #expect(count == 1)
    subscription = nil
  }

  @Test("does not unsubscribe when it is released")
  func release() {
    var count = 0
    _ = Subscription { count += 1 }
    #expect(count == 0)
  }
}
