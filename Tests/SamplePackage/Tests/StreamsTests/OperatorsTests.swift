// Every operator of ReactiveMotion, as an app uses it that has the product in its package.

import ReactiveMotion
import Testing

/// What comes out of an operator where some values come into it while it connects.
private func emitted<T, U>(
  _ values: T..., by apply: (MotionObservable<T>) -> MotionObservable<U>
) -> [U] {
  var emitted: [U] = []
  apply(stream(values)).subscribe { emitted.append($0) }.unsubscribe()
  return emitted
}

private func stream<T>(_ values: [T]) -> MotionObservable<T> {
  MotionObservable { observer in
    for value in values { observer.next(value) }
    return noopDisconnect
  }
}

private struct Location: MotionPoint, Equatable {
  let x: Double
  let y: Double
}

/// A clock that somebody turns by hand.
private final class HandClock: MotionClock {
  private var waiting: [() -> Void] = []

  func schedule(after seconds: Double, _ action: @escaping () -> Void) -> () -> Void {
    waiting.append(action)
    return {}
  }

  func turn() {
    for action in waiting { action() }
  }
}

@Suite("The product ReactiveMotion")
struct OperatorsTests {
  @Test("has the operators that others are made of")
  func foundation() {
    let texts = emitted(1, 2) { $0._nextOperator { value, next in next("\(value)") } }
    #expect(texts == ["1", "2"])
    #expect(emitted(1, 2) { $0._map { $0 * 10 } } == [10, 20])
    #expect(emitted(1, 2) { $0._filter { $0 > 1 } } == [2])
    #expect(emitted(1, 2) { $0._remember() } == [2])
    #expect(stream([1, 2])._read() == 2)
  }

  @Test("has the operators on streams")
  func streams() {
    #expect(emitted(1, 2) { $0.merge(with: stream([3])) } == [1, 2, 3])
    #expect(emitted(1, 2) { $0.valve(openWhenTrue: stream([false, true])) } == [1, 2])
    #expect(emitted { (empty: MotionObservable<Int>) in empty.startWith(0) } == [0])
    #expect(emitted(1, 1, 2) { $0.dedupe() } == [1, 2])
    // What is equal is decided beside the value emitted before.
    #expect(emitted(1, 1.25, 1.75, 2.25) { $0.dedupe { abs($0 - $1) < 0.5 } } == [1, 1.75, 2.25])
    #expect(emitted(1, 2, 3) { $0.ignoreUntil(2) } == [2, 3])
  }

  @Test("has the operator that keeps time")
  func time() {
    let clock = HandClock()
    var emitted: [Int] = []
    let subscription = stream([1, 2]).delay(by: 0.3, clock: clock).subscribe { emitted.append($0) }
    #expect(emitted.isEmpty)
    clock.turn()
    #expect(emitted == [1, 2])
    subscription.unsubscribe()
  }

  @Test("has the operators that make other values")
  func values() {
    #expect(emitted("a", "b") { $0.rewrite(["a": 100]) } == [100])
    #expect(emitted(1, 2) { $0.rewriteTo("x") } == ["x", "x"])
    let range = emitted(10.0, 150) {
      $0.rewriteRange(start: 0, end: 100, destinationStart: 10, destinationEnd: 20)
    }
    #expect(range == [11, 25])
    #expect(emitted(40, 50, 60) { $0.threshold(50) } == [.below, .within, .above])
    #expect(
      emitted(40, 50, 110) { $0.thresholdRange(min: 50, max: 100) } == [.below, .within, .above])
    #expect(emitted(20, 10, 60, 70, 10, 20, 80) { $0.slop(50) } == [.onExit, .onReturn, .onExit])
    #expect(emitted(1, 2) { $0.offset(by: -50) } == [-49, -48])
    #expect(emitted(1, 2) { $0.scaled(by: 2) } == [2, 4])
    #expect(emitted(25.0) { $0.normalized(by: 50) } == [0.5])
    #expect(emitted(-1, 1) { $0.lowerBound(0) } == [0, 1])
    #expect(emitted(0, 2) { $0.upperBound(1) } == [0, 1])
    #expect(emitted(20.0) { $0.distance(from: 50) } == [30])
    #expect(emitted(true) { $0.inverted() } == [false])
    #expect(
      emitted(0.0, 10, 200) { $0.rubberBanded(below: 0, above: 100, length: 0) } == [0, 10, 0])
    #expect(emitted(0, -7, 300) { $0.toString() } == ["0", "-7", "300"])
    #expect(emitted(Float(0.1)) { $0.toString() } == ["0.1"])
    // There is no exponent.
    let texts = emitted(-0.0, 1, -2.5, 0.0001, 1e-7, -1.25e-10, 9_007_199_254_740_992, 1.5e300) {
      $0.toString()
    }
    #expect(
      texts.dropLast()
        == ["0", "1", "-2.5", "0.0001", "0.0000001", "-0.000000000125", "9007199254740992"])
    #expect(texts.last == "15" + String(repeating: "0", count: 299))
  }

  @Test("has the operators on points, and on what has members")
  func points() {
    let point = Location(x: 3, y: 4)
    #expect(emitted(point) { $0.x() } == [3])
    #expect(emitted(point) { $0.y() } == [4])
    #expect(emitted(point) { $0.xLocked(to: 50) } == [Location(x: 50, y: 4)])
    #expect(emitted(point) { $0.yLocked(to: 50) } == [Location(x: 3, y: 50)])
    #expect(emitted(point) { $0.distance(from: Location(x: 0, y: 0)) } == [5])
    #expect(emitted(point) { $0.normalized(by: Location(x: 3, y: 2)) } == [Location(x: 1, y: 2)])
    #expect(emitted("", "abc") { $0.pluck(\.count) } == [0, 3])
    let maps: [[String: Any]] = [
      ["a": ["b": 1]], ["a": 2], [:], ["a": ["b": ["c": 3]]], ["a.b": 4],
    ]
    var plucked: [Any] = []
    stream(maps).pluck("a.b").subscribe { plucked.append($0) }.unsubscribe()
    #expect(plucked.count == 2)
    #expect(plucked[0] as? Int == 1)
    #expect(plucked[1] as? [String: Int] == ["c": 3])
  }

  @Test("has a log, to a function of one's own")
  func log() {
    var lines: [String] = []
    #expect(emitted(1) { $0.log(prefix: "The value is:", to: { lines.append($0) }) } == [1])
    #expect(emitted("") { $0.log(to: { lines.append($0) }) } == [""])
    #expect(lines == ["The value is: 1", ""])
  }
}
