import ReactiveMotion
import Testing

/// What fixtures cannot see of the operators: memory, real time, and the types of an app's own.
@Suite("Operators")
struct OperatorTests {
  @Test("an anonymous property holds what is written, and informs its observers")
  func property() {
    let property = createProperty(withInitialValue: 1)
    var seen: [Int] = []
    let subscription = property.asStream()._map { $0 * 10 }.subscribe { seen.append($0) }
    property.write(2)
    #expect(property.read() == 2)
    subscription.unsubscribe()
    property.write(3)
    #expect(seen == [10, 20])
    #expect(property.asStream()._read() == 3)
  }

  @Test("releasing a chain and its subscriptions frees everything, without unsubscribing")
  func memory() {
    let isReleased = isReleased {
      let one = Token()
      let source = Source<Double>()
      let open = MotionObservable<Bool> { observer in
        observer.next(true)
        return noopDisconnect
      }
      let chain = source.stream._filter { _ in withExtendedLifetime(one) { true } }
        .dedupe().merge(with: Source<Double>().stream).valve(openWhenTrue: open)
        .startWith(0).delay(by: 1, clock: Hands()).slop(5)
      let subscription = chain.subscribe { _ in }
      source.emit(20)
      withExtendedLifetime(subscription) {}
      return [one]
    }
    #expect(isReleased)
  }

  /// A clock that a test turns.
  private final class Hands: MotionClock {
    var timers: [(action: () -> Void, isCancelled: Bool)] = []

    func schedule(after seconds: Double, _ action: @escaping () -> Void) -> () -> Void {
      timers.append((action, false))
      return { [weak self, index = timers.count - 1] in self?.timers[index].isCancelled = true }
    }
  }

  @Test("delayed values keep their order, whichever timer fires first")
  func order() {
    let (clock, source) = (Hands(), Source<Int>())
    var seen: [Int] = []
    let subscription = source.stream.delay(by: 1, clock: clock).subscribe { seen.append($0) }
    for value in 1...3 { source.emit(value) }
    clock.timers[1].action()
    clock.timers[0].action()
    #expect(seen == [1, 2])
    subscription.unsubscribe()
    #expect(clock.timers.map(\.isCancelled) == [false, false, true])
    clock.timers[2].action()
    #expect(seen == [1, 2])
    #expect(source.log == ["connect", "disconnect"])
  }

  @MainActor
  @Test("the machine's clock calls later on the actor of the caller, and not after unsubscribing")
  func realTime() async {
    let (kept, left) = (Source<Int>(), Source<Int>())
    var seen: [Int] = []
    let (values, end) = AsyncStream<Int>.makeStream()
    let first = kept.stream.delay(by: 0.01).subscribe { value in
      MainActor.assertIsolated()
      seen.append(value)
      end.yield(value)
    }
    let second = left.stream.delay(by: 0.001).subscribe { seen.append($0) }
    left.emit(1)
    second.unsubscribe()
    kept.emit(2)
    #expect(seen.isEmpty)
    for await _ in values.prefix(1) {}
    #expect(seen == [2])
    first.unsubscribe()
  }
}
