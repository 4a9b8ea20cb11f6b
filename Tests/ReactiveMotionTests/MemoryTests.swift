import ReactiveMotion
import Testing

@Suite("Memory")
struct MemoryTests {
  /// Does something when it is released, such as unsubscribing what it has collected.
  private final class Bag {
    var body: () -> Void = {}
    deinit { body() }
  }

  /// A million, and a tenth of that where nothing is optimized.
  private static var many: Int {
    #if DEBUG
      100_000
    #else
      1_000_000
    #endif
  }

  @Test("very many subscriptions and emissions keep nothing alive", arguments: [1, 100])
  func soak(_ standing: Int) {
    var (count, most) = (0, 0)
    let source = Source<Int>()
    let stream = source.stream._remember()
    var subscriptions: [Subscription] = []
    var received = 0
    for round in 0..<(Self.many / standing) {
      for _ in 0..<standing {
        let token = Bag()
        token.body = { count -= 1 }
        count += 1
        most = max(most, count)
        subscriptions.append(
          stream.subscribe { _ in withExtendedLifetime(token) { received += 1 } })
      }
      source.emit(round)
      // Forwards and backwards, in turn.
      if round % 2 == 0 { subscriptions.reverse() }
      for subscription in subscriptions { subscription.unsubscribe() }
      subscriptions.removeAll(keepingCapacity: true)
    }
    // Each receives the emission, and all but those of the first round the value before it.
    #expect(received == 2 * Self.many - standing)
    #expect(count == 0)
    #expect(most == standing)
  }

  @Test("releasing a chain of remembered streams frees everything, without unsubscribing")
  func chained() {
    let isReleased = isReleased {
      let (source, observer) = (Source<Int>(), Token())
      let stream = source.stream._remember().startWith(1)._remember()
      let subscriptions = [
        stream.subscribe { _ in withExtendedLifetime(observer) {} }, stream.subscribe { _ in },
      ]
      source.emit(2)
      withExtendedLifetime(subscriptions) {}
      return [source, observer]
    }
    #expect(isReleased)
  }

  @Test("an observer is released when it has unsubscribed, while the stream lives on")
  func unsubscribed() {
    let stream = Source<Int>().stream._remember()
    let keeper = stream.subscribe { _ in }
    let isReleased = isReleased {
      let observer = Token()
      stream.subscribe { _ in withExtendedLifetime(observer) {} }.unsubscribe()
      return [observer]
    }
    #expect(isReleased)
    keeper.unsubscribe()
  }

  @Test("an observer that unsubscribes during a broadcast is released when the broadcast has ended")
  func unsubscribedDuringBroadcast() {
    let source = Source<Int>()
    let stream = source.stream._remember()
    var subscription: Subscription?
    let keeper = stream.subscribe { _ in
      subscription?.unsubscribe()
      subscription = nil
    }
    let isReleased = isReleased {
      let observer = Token()
      subscription = stream.subscribe { _ in withExtendedLifetime(observer) {} }
      source.emit(1)
      return [observer]
    }
    #expect(isReleased)
    keeper.unsubscribe()
  }

  @Test(
    "an observer whose release unsubscribes another leaves the others as they are",
    arguments: [0, 5])
  func releaseThatUnsubscribes(_ latecomers: Int) {
    let property = ReactiveProperty<Int>(read: { 0 }, write: { _ in })
    var received: [String] = []
    var subscriptions: [String: Subscription] = [:]
    func subscribe(_ name: String, _ bag: Bag? = nil, leavingAt last: Int? = nil) {
      subscriptions[name] = property.subscribe { value in
        received.append("\(name)\(value)")
        if value == last { subscriptions[name]?.unsubscribe() }
        withExtendedLifetime(bag) {}
      }
    }
    subscribe("x", leavingAt: 7)
    property.write(7)
    do {
      let bag = Bag()
      subscribe("a", bag, leavingAt: 1)
      bag.body = { subscriptions["b"]?.unsubscribe() }
    }
    for name in ["b", "c", "d"] { subscribe(name) }
    received = []
    property.write(1)
    #expect(received == ["a1", "b1", "c1", "d1"])
    for number in 0..<latecomers { subscribe("e\(number)x") }
    received = []
    property.write(2)
    #expect(received == ["c2", "d2"] + (0..<latecomers).map { "e\($0)x2" })
    subscriptions.values.forEach { $0.unsubscribe() }
    received = []
    property.write(3)
    #expect(received == [])
    subscriptions = [:]
  }

  @Test("a cached value whose release subscribes finds the new value")
  func cachedValueThatSubscribes() {
    let source = Source<Bag>()
    let stream = source.stream._remember()
    var late: [ObjectIdentifier] = []
    let keeper = stream.subscribe { _ in }
    do {
      let first = Bag()
      first.body = { stream.subscribe { late.append(ObjectIdentifier($0)) }.unsubscribe() }
      source.emit(first)
    }
    let second = Bag()
    source.emit(second)
    #expect(late == [ObjectIdentifier(second)])
    keeper.unsubscribe()
  }

  @Test("releasing a property and its subscriptions frees everything")
  func property() {
    let isReleased = isReleased {
      let observer = Token()
      let property = ReactiveProperty<Int>(
        read: { 1 }, write: { _ in withExtendedLifetime(observer) {} })
      let direct = property.subscribe { _ in withExtendedLifetime(observer) {} }
      let remembered = property.asStream()._remember().subscribe { _ in
        withExtendedLifetime(observer) {}
      }
      property.write(2)
      withExtendedLifetime((direct, remembered)) {}
      return [observer]
    }
    #expect(isReleased)
  }
}
