// The costs of the streams, compared with a bare loop over closures and with OpenCombine.

import Benchmark
import Comparing
import OpenCombine
import ReactiveMotion

let benchmarks: @Sendable () -> Void = {
  for count in [1, 10, 1_000] {
    compareDeliveries("_remember", to: count, { Ours.emitting(to: count) { $0._remember() } }) {
      Peer.emitting(to: count, Peer.shared)
    }
    compareDeliveries("ReactiveProperty", to: count, { Ours.property(observedBy: count) }) {
      Peer.subject(observedBy: count)
    }
  }

  compare("a value through _map, _filter, dedupe", with: ["limit", "OpenCombine"]) {
    let ours = Ours.emitting(to: 1) { $0._map { $0 &+ 1 }._filter { $0 != 0 }.dedupe() }
    let peer = Peer.emitting(to: 1) { $0.map { $0 &+ 1 }.filter { $0 != 0 }.removeDuplicates() }
    let limit = Chain()
    return (
      turns(100_000, ours),
      [{ for value in 0..<100_000 { limit.deliver(value) } }, turns(100_000, peer)]
    )
  }
  compare("a value through merge, to 10 behind _remember", with: ["limit"]) {
    let ours = Ours.emitting(to: 10) { $0.merge(with: Ours.quiet())._remember() }
    let limit = Closures(10)
    return (turns(10_000, ours), [{ for value in 0..<10_000 { limit.deliver(value) } }])
  }

  for count in [1, 10, 1_000, 100_000] {
    compare(
      "subscribe and unsubscribe beside \(count)", with: ["beside none", "OpenCombine"]
    ) {
      let (ours, alone, peer) = (Ours.standing(count), Ours.standing(0), Peer.standing(count))
      return ({ ours(10_000) }, [{ alone(10_000) }, { peer(10_000) }])
    }
  }

  for order in Order.allCases {
    for count in [10_000, 100_000] {
      // As many observers on both sides: `count` at once, and a thousand again and again.
      compare(
        "subscribe \(count), then unsubscribe all \(order.rawValue)",
        with: ["a thousand at a time"]
      ) {
        let stream = Ours.quiet()
        let (many, few) = (order.indices(count), order.indices(1_000))
        return (
          { subscribe(to: stream, unsubscribing: many) },
          [{ for _ in 0..<count / 1_000 { subscribe(to: stream, unsubscribing: few) } }]
        )
      }
    }
    // The same without any stream, with more memory than the cache holds.
    compare("let go of 100000 closures \(order.rawValue)", with: ["a thousand at a time"]) {
      let (many, few) = (order.indices(100_000), order.indices(1_000))
      return (
        { Closures.makeAndLetGo(many) },
        [{ for _ in 0..<100 { Closures.makeAndLetGo(few) } }]
      )
    }
  }
}

/// Compares a hundred thousand deliveries through something with those of a bare loop and of OpenCombine.
func compareDeliveries(
  _ name: String, to count: Int, _ ours: @escaping () -> (Int) -> Void,
  peer: @escaping () -> (Int) -> Void
) {
  compare("deliver to \(count) through \(name)", with: ["limit", "OpenCombine"]) {
    let (limit, values) = (Closures(count), 100_000 / count)
    return (
      turns(values, ours()),
      [{ for value in 0..<values { limit.deliver(value) } }, turns(values, peer())]
    )
  }
}

/// Emits so many values.
func turns(_ count: Int, _ emit: @escaping (Int) -> Void) -> Work {
  { for value in 0..<count { emit(value) } }
}

/// The order in which observers unsubscribe.
enum Order: String, CaseIterable {
  case first = "first in, first out"
  case last = "last in, first out"
  case random = "at random"

  func indices(_ count: Int) -> [Int] {
    switch self {
    case .first: return Array(0..<count)
    case .last: return (0..<count).reversed()
    case .random:
      // The same order each time, from a fixed seed.
      var indices = Array(0..<count)
      var state: UInt64 = 1
      for last in indices.indices.dropFirst().reversed() {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        indices.swapAt(last, Int(state >> 33) % (last + 1))
      }
      return indices
    }
  }
}

/// Subscribes as many observers as there are indices, and unsubscribes them in that order.
func subscribe(to stream: MotionObservable<Int>, unsubscribing order: [Int]) {
  let sum = Sum()
  let subscriptions = order.indices.map { _ in stream.subscribe { sum.add($0) } }
  for index in order { subscriptions[index].unsubscribe() }
}

/// The work of every observer with a value.
struct Sum {
  private let total = UnsafeMutablePointer<Int>.allocate(capacity: 1)

  init() { total.initialize(to: 0) }

  func add(_ value: Int) { total.pointee &+= value }
}

/// The limit: closures in an array, called in a loop.
final class Closures {
  private let closures: ContiguousArray<(Int) -> Void>

  init(_ count: Int) {
    let sum = Sum()
    closures = ContiguousArray((0..<count).map { _ in { sum.add($0) } })
  }

  @inline(never)
  func deliver(_ value: Int) {
    for closure in closures { closure(value) }
  }

  /// Makes as many closures as there are indices, and releases them in that order.
  static func makeAndLetGo(_ order: [Int]) {
    let sum = Sum()
    var closures: [((Int) -> Void)?] = order.indices.map { _ in { sum.add($0) } }
    for index in order { closures[index] = nil }
  }
}

/// The limit of a chain: its closures, called one after the other.
final class Chain {
  private let transform: (Int) -> Int
  private let passes: (Int) -> Bool
  private let areEqual: (Int, Int) -> Bool
  private let receive: (Int) -> Void
  private var latest: Int?

  init() {
    let sum = Sum()
    (transform, passes, areEqual) = ({ $0 &+ 1 }, { $0 != 0 }, { $0 == $1 })
    receive = { sum.add($0) }
  }

  @inline(never)
  func deliver(_ value: Int) {
    let value = transform(value)
    guard passes(value) else { return }
    if let latest, areEqual(latest, value) { return }
    latest = value
    receive(value)
  }
}

/// ReactiveMotion.
enum Ours {
  /// A stream with operators and observers: the function that emits.
  static func emitting(
    to count: Int, _ make: (MotionObservable<Int>) -> MotionObservable<Int>
  ) -> (Int) -> Void {
    var emit: (Int) -> Void = { _ in }
    let stream = make(
      MotionObservable<Int> { observer in
        emit = observer.next
        return noopDisconnect
      })
    let sum = Sum()
    let subscriptions = (0..<count).map { _ in stream.subscribe { sum.add($0) } }
    return { [emit] value in withExtendedLifetime(subscriptions) { emit(value) } }
  }

  /// A property with observers: its `write`.
  static func property(observedBy count: Int) -> (Int) -> Void {
    let store = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    store.initialize(to: 0)
    let property = ReactiveProperty<Int>(
      read: { store.pointee }, write: { store.pointee = $0 })
    let sum = Sum()
    let subscriptions = (0..<count).map { _ in property.subscribe { sum.add($0) } }
    return { value in withExtendedLifetime(subscriptions) { property.write(value) } }
  }

  /// A remembered stream whose source emits nothing.
  static func quiet() -> MotionObservable<Int> {
    MotionObservable<Int> { _ in noopDisconnect }._remember()
  }

  /// Has another observer subscribe and unsubscribe, again and again, beside some that stay.
  static func standing(_ count: Int) -> (Int) -> Void {
    let (stream, sum) = (quiet(), Sum())
    let subscriptions = (0..<count).map { _ in stream.subscribe { sum.add($0) } }
    return { times in
      withExtendedLifetime(subscriptions) {
        for _ in 0..<times { stream.subscribe { sum.add($0) }.unsubscribe() }
      }
    }
  }
}

/// OpenCombine.
enum Peer {
  typealias Source = PassthroughSubject<Int, Never>

  /// A source that is shared through a subject which keeps the latest value.
  static func shared(
    _ source: Source
  ) -> Publishers.Autoconnect<Publishers.Multicast<Source, CurrentValueSubject<Int, Never>>> {
    source.multicast(subject: CurrentValueSubject<Int, Never>(0)).autoconnect()
  }

  /// A source with operators and observers: the function that emits.
  static func emitting(
    to count: Int, _ make: (Source) -> some Publisher<Int, Never>
  ) -> (Int) -> Void {
    let source = Source()
    let stream = make(source)
    let sum = Sum()
    let subscriptions = (0..<count).map { _ in stream.sink { sum.add($0) } }
    return { value in withExtendedLifetime(subscriptions) { source.send(value) } }
  }

  static func subject(observedBy count: Int) -> (Int) -> Void {
    let subject = CurrentValueSubject<Int, Never>(0)
    let sum = Sum()
    let subscriptions = (0..<count).map { _ in subject.sink { sum.add($0) } }
    return { value in withExtendedLifetime(subscriptions) { subject.send(value) } }
  }

  /// Has another observer subscribe and unsubscribe, again and again, beside some that stay.
  static func standing(_ count: Int) -> (Int) -> Void {
    let shared = shared(Source())
    let sum = Sum()
    let subscriptions = (0..<count).map { _ in shared.sink { sum.add($0) } }
    return { times in
      withExtendedLifetime(subscriptions) {
        for _ in 0..<times { shared.sink { sum.add($0) }.cancel() }
      }
    }
  }
}
