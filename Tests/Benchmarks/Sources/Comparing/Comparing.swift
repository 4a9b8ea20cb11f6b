// A row of the tables: the same work done in several ways, in turns.

import Benchmark

/// Something to measure: it does its work once.
public typealias Work = () throws -> Void

/// Compares the cost of an operation with that of others, each of which counts as 1000.
///
/// The operations take turns within each sample, so that other work on the machine affects all of them.
/// Every ratio is computed within one sample.
///
/// - Parameters:
///   - name: The name of the operation.
///   - names: The names of the baselines, in the order of `make`.
///   - seconds: How long to measure.
///   - make: Prepares everything.
public func compare(
  _ name: String, with names: [String], seconds: Int = 2,
  _ make: @escaping () throws -> (ours: Work, others: [Work])
) {
  let metrics = names.map { BenchmarkMetric.custom("\($0) = 1000", useScalingFactor: false) }
  var prepared: (ours: Work, others: [Work])?
  Benchmark(
    name,
    configuration: .init(
      metrics: metrics, warmupIterations: 2, maxDuration: .seconds(seconds), maxIterations: 1_000)
  ) { benchmark in
    let (ours, others) = try prepared ?? make()
    prepared = (ours, others)
    let time = try duration(of: ours)
    for (metric, other) in zip(metrics, others) {
      benchmark.measurement(metric, Int((1_000 * time / (try duration(of: other))).rounded()))
    }
  }
}

/// The duration of an operation, in seconds.
public func duration(of work: Work) rethrows -> Double {
  let clock = ContinuousClock()
  let duration = try clock.measure(work)
  return Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
}
