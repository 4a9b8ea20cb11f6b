import ReactiveMotion
import Testing

/// What fixtures cannot see of the operators: memory, real time, and the types of an app's own.
@Suite("Operators")
struct OperatorTests {
  private struct Location: MotionPoint, Equatable {
    let x: Float
    let y: Float
  }

  private final class Token {}

  /// What a stream emits while it is subscribed to.
  private func values<T>(of stream: MotionObservable<T>) -> [T] {
    var values: [T] = []
    stream.subscribe { values.append($0) }.unsubscribe()
    return values
  }

  /// A stream that emits some values as it is subscribed to.
  private func stream<T>(_ values: T...) -> MotionObservable<T> {
    MotionObservable { observer in
      for value in values { observer.next(value) }
      return noopDisconnect
    }
  }

  @Test("a point of one's own has coordinates, a quotient and a distance")
  func points() {
    let points = stream(Location(x: 3, y: 4))
    #expect(values(of: points.x()) == [3])
    #expect(values(of: points.y()) == [4])
    #expect(values(of: points.xLocked(to: 1)) == [Location(x: 1, y: 4)])
    #expect(values(of: points.yLocked(to: 1)) == [Location(x: 3, y: 1)])
    #expect(values(of: points.normalized(by: Location(x: 3, y: 2))) == [Location(x: 1, y: 2)])
    #expect(values(of: points.distance(from: Location(x: 0, y: 0))) == [5])
  }

  @Test("a comparison of one's own decides what is equal, beside the value emitted before")
  func comparison() {
    let numbers = stream(1, 1.25, 1.75, 2.25)
    #expect(values(of: numbers.dedupe { abs($0 - $1) < 0.5 }) == [1, 1.75, 2.25])
  }

  @Test("a key path plucks a member")
  func keyPath() {
    #expect(values(of: stream("", "abc").pluck(\.count)) == [0, 3])
  }

  @Test("a path plucks members of nested maps, and nothing else")
  func path() throws {
    let maps: MotionObservable<[String: Any]> = stream(
      ["a": ["b": 1]], ["a": 2], [:], ["a": ["b": ["c": 3]]], ["a.b": 4])
    let plucked = values(of: maps.pluck("a.b"))
    #expect(plucked.count == 2)
    #expect(plucked[0] as? Int == 1)
    #expect(plucked[1] as? [String: Int] == ["c": 3])
  }

  @Test("numbers of all types become texts without an exponent")
  func texts() {
    #expect(values(of: stream(0, -7, 300).toString()) == ["0", "-7", "300"])
    let doubles = stream(-0.0, 1, -2.5, 0.0001, 1e-7, -1.25e-10, 9_007_199_254_740_992, 1.5e300)
    var expected = ["0", "1", "-2.5", "0.0001", "0.0000001", "-0.000000000125", "9007199254740992"]
    expected.append("15" + String(repeating: "0", count: 299))
    #expect(values(of: doubles.toString()) == expected)
    #expect(values(of: stream(Float(0.1)).toString()) == ["0.1"])
  }

  @Test("log writes each value behind the prefix, and emits it")
  func log() {
    var lines: [String] = []
    #expect(values(of: stream(1, 2).log(prefix: "at", to: { lines.append($0) })) == [1, 2])
    #expect(values(of: stream("").log(to: { lines.append($0) })) == [""])
    #expect(lines == ["at 1", "at 2", ""])
  }

  @Test("an anonymous property holds what is written, and tells its observers")
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
    weak var token: Token?
    do {
      let one = Token()
      token = one
      let source = Source<Double>()
      let chain = source.stream._filter { _ in withExtendedLifetime(one) { true } }
        .dedupe().merge(with: stream(1)).valve(openWhenTrue: stream(true))
        .startWith(0).delay(by: 1, clock: Hands()).slop(5)
      let subscription = chain.subscribe { _ in }
      source.emit(20)
      withExtendedLifetime(subscription) {}
    }
    #expect(token == nil)
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
