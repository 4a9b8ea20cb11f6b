import ReactiveMotion
import Testing

@Suite("Memory")
struct MemoryTests {
  private final class Token {}

  @Test("releasing a remembered stream and its subscriptions frees everything")
  func remembered() {
    weak var upstreamToken: Token?
    weak var observerToken: Token?
    do {
      let upstream = Token()
      let observer = Token()
      (upstreamToken, observerToken) = (upstream, observer)
      let stream = MotionObservable<Int> { observer in
        observer.next(1)
        return { withExtendedLifetime(upstream) {} }
      }._remember()
      let subscription = stream.subscribe { _ in withExtendedLifetime(observer) {} }
      withExtendedLifetime(subscription) {}
    }
    #expect(upstreamToken == nil)
    #expect(observerToken == nil)
  }

  @Test("releasing a chain of remembered streams frees everything, without unsubscribing")
  func chained() {
    weak var token: Token?
    weak var released: Source<Int>?
    do {
      let source = Source<Int>()
      let observer = Token()
      (token, released) = (observer, source)
      let stream = source.stream._remember().startWith(1)._remember()
      let subscriptions = [
        stream.subscribe { _ in withExtendedLifetime(observer) {} }, stream.subscribe { _ in },
      ]
      source.emit(2)
      withExtendedLifetime(subscriptions) {}
    }
    #expect(token == nil)
    #expect(released == nil)
  }

  @Test("an observer is let go when it has unsubscribed, while the stream lives on")
  func unsubscribed() {
    let source = Source<Int>()
    let stream = source.stream._remember()
    let keeper = stream.subscribe { _ in }
    weak var token: Token?
    let subscription: Subscription
    do {
      let observer = Token()
      token = observer
      subscription = stream.subscribe { _ in withExtendedLifetime(observer) {} }
    }
    #expect(token != nil)
    subscription.unsubscribe()
    #expect(token == nil)
    keeper.unsubscribe()
  }

  @Test("an observer that leaves during a broadcast is let go when the broadcast has ended")
  func unsubscribedDuringBroadcast() {
    let source = Source<Int>()
    let stream = source.stream._remember()
    weak var token: Token?
    var subscription: Subscription?
    let keeper = stream.subscribe { _ in
      subscription?.unsubscribe()
      subscription = nil
    }
    do {
      let observer = Token()
      token = observer
      subscription = stream.subscribe { _ in withExtendedLifetime(observer) {} }
    }
    source.emit(1)
    #expect(token == nil)
    keeper.unsubscribe()
  }

  @Test("releasing a property and its subscriptions frees everything")
  func property() {
    weak var token: Token?
    do {
      let observer = Token()
      token = observer
      let property = ReactiveProperty<Int>(
        read: { 1 }, write: { _ in withExtendedLifetime(observer) {} })
      let direct = property.subscribe { _ in withExtendedLifetime(observer) {} }
      let remembered = property.asStream()._remember().subscribe { _ in
        withExtendedLifetime(observer) {}
      }
      property.write(2)
      withExtendedLifetime((direct, remembered)) {}
    }
    #expect(token == nil)
  }
}
