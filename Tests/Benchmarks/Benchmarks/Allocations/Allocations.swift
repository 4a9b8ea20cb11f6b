// The allocations of the streams, counted and not timed.

import Benchmark
import CountingAllocator
import ReactiveMotion

let benchmarks: @Sendable () -> Void = {
  let allocated = BenchmarkMetric.custom("allocated by 1000", useScalingFactor: false)
  let kept = BenchmarkMetric.custom("of which kept", useScalingFactor: false)

  /// Counts the allocations of a thousand repetitions of an operation.
  func count(_ name: String, _ make: @escaping () -> () -> Void) {
    var prepared: (() -> Void)?
    Benchmark(
      name,
      configuration: .init(metrics: [allocated, kept], warmupIterations: 2, maxIterations: 20)
    ) { benchmark in
      let work = prepared ?? make()
      prepared = work
      work()
      let (allocatedBefore, freedBefore) = (allocated_blocks(), freed_blocks())
      work()
      let (allocatedAfter, freedAfter) = (allocated_blocks(), freed_blocks())
      let new = allocatedAfter - allocatedBefore
      benchmark.measurement(allocated, Int(new))
      benchmark.measurement(kept, Int(new) - Int(freedAfter - freedBefore))
    }
  }

  /// Counts the allocations of a thousand values on their way from a stream to its observers.
  func countValues(
    _ name: String, _ subscribe: @escaping (MotionObservable<Double>) -> [Subscription]
  ) {
    count(name) {
      var emit: (Double) -> Void = { _ in }
      let subscriptions = subscribe(
        MotionObservable<Double> { observer in
          emit = observer.next
          return noopDisconnect
        })
      return { [emit] in
        withExtendedLifetime(subscriptions) { for value in 0..<1_000 { emit(Double(value)) } }
      }
    }
  }

  for observers in [1, 1_000] {
    countValues("deliveries to \(observers) through _remember") {
      let stream = $0._remember()
      return (0..<observers).map { _ in stream.subscribe { blackHole($0) } }
    }
    count("writes to \(observers) through ReactiveProperty") {
      var stored = 0
      let property = ReactiveProperty<Int>(read: { stored }, write: { stored = $0 })
      let subscriptions = (0..<observers).map { _ in property.subscribe { blackHole($0) } }
      return {
        withExtendedLifetime(subscriptions) { for value in 0..<1_000 { property.write(value) } }
      }
    }
  }

  let isOpen = MotionObservable<Bool> { observer in
    observer.next(true)
    return noopDisconnect
  }
  countValues("values through a chain of operators") { stream in
    let chain = stream._map { $0 + 1 }._filter { $0 > 0 }.dedupe().merge(with: stream)
      .valve(openWhenTrue: isOpen).offset(by: 1).rubberBanded(below: 0, above: 10, length: 5)
      .rewriteRange(start: 0, end: 1, destinationStart: 0, destinationEnd: 2)
    return [
      chain._remember().subscribe { blackHole($0) }, chain.slop(5).subscribe { blackHole($0) },
    ]
  }

  /// Counts the allocations of a thousand subscriptions at once, which are then unsubscribed.
  func countSubscriptions(
    to name: String, _ subscribe: @escaping () -> Subscription
  ) {
    count("subscriptions to \(name), unsubscribed") {
      var standing: [Subscription] = []
      standing.reserveCapacity(1_000)
      return {
        for _ in 0..<1_000 { standing.append(subscribe()) }
        for subscription in standing { subscription.unsubscribe() }
        standing.removeAll(keepingCapacity: true)
      }
    }
  }

  let stream = MotionObservable<Int> { _ in noopDisconnect }._remember()
  countSubscriptions(to: "_remember") { stream.subscribe { blackHole($0) } }
  let property = ReactiveProperty<Int>(read: { 0 }, write: { _ in })
  countSubscriptions(to: "ReactiveProperty") { property.subscribe { blackHole($0) } }
}
