import ReactiveMotion
import Testing

/// What a fixture cannot show, in which all values are those of JSON, and no observer subscribes twice.
@Suite("_remember")
struct RememberTests {
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

  @Test("observers unsubscribe in any order, and the others keep theirs", arguments: 1...8)
  func randomRemoval(seed: Int) {
    /// A number that is the same on every machine.
    func random(_ number: Int, below bound: Int) -> Int {
      (((number &+ seed &* 300) &* 2_654_435_761 & 0xFFFF_FFFF) >> 8) % bound
    }
    let source = Source<Int>()
    let stream = source.stream._remember()
    let keeper = stream.subscribe { _ in }
    var received: [Int] = []
    var standing: [(id: Int, subscription: Subscription)] = []
    for id in 0..<300 {
      standing.append((id, stream.subscribe { _ in received.append(id) }))
      if random(id, below: 3) == 0 {
        standing.remove(at: random(-id, below: standing.count)).subscription.unsubscribe()
      }
      received = []
      source.emit(id)
      #expect(received == standing.map(\.id))
    }
    let all = standing.sorted { random($0.id, below: 1 << 24) < random($1.id, below: 1 << 24) }
    for one in all { one.subscription.unsubscribe() }
    #expect(source.log == ["connect"])
    keeper.unsubscribe()
    #expect(source.log == ["connect", "disconnect"])
  }
}

@Suite("startWith")
struct StartWithTests {
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
  @Test("calls disconnect once, also re-entrantly, and not when it is released")
  func disconnection() {
    var count = 0
    _ = Subscription { count += 1 }
    #expect(count == 0)
    var subscription: Subscription?
    subscription = Subscription {
      count += 1
      subscription?.unsubscribe()
    }
    for _ in 1...2 { subscription?.unsubscribe() }
    #expect(count == 1)
    subscription = nil
  }
}
