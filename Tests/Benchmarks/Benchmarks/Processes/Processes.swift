// The costs of the runner as a process, from start to end, compared with libyaml's bare event loop.

import Benchmark
import Comparing
import Suites

let benchmarks: @Sendable () -> Void = {
  let programs = Programs()

  /// Compares a command of the runner on a suite of 10,000 cases with something else.
  func compareSuite(
    _ name: String, with other: String, seconds: Int = 10, files: Int = 1_000,
    _ ours: @escaping (Suite) throws -> Void,
    _ others: @escaping (Suite) throws -> Void
  ) {
    compare(name, with: [other], seconds: seconds) {
      let suite = try Suite(cases: 10_000, files: files)
      return ({ try ours(suite) }, [{ try others(suite) }])
    }
  }

  /// Runs a suite through the adapter.
  func runThroughAdapter(_ suite: Suite) throws {
    try programs.runner("run", suite.folder, "-i", programs.adapter)
  }

  for files in [1_000, 1] {
    compareSuite(
      "run 10000 cases in \(files) file\(files == 1 ? "" : "s")", with: "limit", seconds: 5,
      files: files
    ) {
      try programs.runner("run", $0.folder)
    } _: {
      try programs.bare($0.files)
    }
  }
  compare(
    "run 10000 cases through the JavaScript adapter", with: ["the adapter from a file"],
    seconds: 10
  ) {
    let suite = try Suite(cases: 10_000, files: 1_000)
    let requests = try programs.requests(to: suite.folder)
    return ({ try runThroughAdapter(suite) }, [{ try programs.answer([requests]) }])
  }
  let through = "run through the adapter"
  compareSuite("record 10000 cases through the JavaScript adapter", with: through) {
    try programs.runner("record", $0.folder, "--check", "-i", programs.adapter)
  } _: {
    try runThroughAdapter($0)
  }
  let unexpecting = Result { try Suite(cases: 10_000, files: 1, kind: .unexpecting) }
  compareSuite("record 10000 cases in 1 file that expect nothing", with: through, files: 1) { _ in
    try programs.runner(
      "record", unexpecting.get().folder, "--check", "-i", programs.adapter, status: 1)
  } _: {
    try runThroughAdapter($0)
  }

  // Every timeline of up to six steps, those that are chosen, and at random up to 200,000.
  let search = ["explore", "--length", "6", "--reaction-length", "0", "--random", "107000"]
  compare(
    "explore 200000 timelines with the JavaScript adapter", with: ["two adapters from two files"],
    seconds: 30
  ) {
    let parts = try programs.parts(of: search + ["-i", "literal"])
    return (
      {
        try programs.runner(and: search + ["-i", programs.adapter, "-i", "literal", "--jobs", "2"])
      },
      [{ try programs.answer(parts) }]
    )
  }

  compare("explore --jobs 2", with: ["explore --jobs 1"], seconds: 20) {
    let search = ["explore", "--length", "6", "--reaction-length", "4", "--random", "0"]
    return (
      { try programs.runner(and: search + ["--jobs", "2"]) },
      [{ try programs.runner(and: search + ["--jobs", "1"]) }]
    )
  }

  compareSuite("--jobs 1", with: "--jobs 2", seconds: 5) {
    try programs.runner("run", $0.folder, "--jobs", "1")
  } _: {
    try programs.runner("run", $0.folder, "--jobs", "2")
  }

  // The gain from two cores on this machine, for programs that share nothing.
  compareSuite("libyaml's loop, twice in a row", with: "two at once", seconds: 5) { suite in
    for _ in 0..<2 { try programs.bare(suite.files) }
  } _: {
    try programs.bare($0.files, times: 2)
  }

  let start = BenchmarkMetric.custom("µs beyond an empty program", useScalingFactor: false)
  Benchmark("--version", configuration: .init(metrics: [start], warmupIterations: 5)) { benchmark in
    let ours = try duration(of: { try programs.runner("--version") })
    let empty = try duration(of: { try programs.run("Empty") })
    benchmark.measurement(start, Int((1e6 * (ours - empty)).rounded()))
  }

  let diagnosis = BenchmarkMetric.custom("ms beyond --no-diagnosis", useScalingFactor: false)
  for deviation in ["never-replays", "iterates-live", "drops-known-states"] {
    Benchmark(
      "run of the project's fixtures with \(deviation)",
      configuration: .init(metrics: [diagnosis], warmupIterations: 1, maxIterations: 10)
    ) { benchmark in
      let failing = ["run", programs.fixtures, "-i", deviation]
      let with = try duration(of: { try programs.runner(and: failing, status: 1) })
      let without = try duration {
        try programs.runner(and: failing + ["--no-diagnosis"], status: 1)
      }
      benchmark.measurement(diagnosis, Int((1e3 * (with - without)).rounded()))
    }
  }

  let memory = BenchmarkMetric.custom("MB at the most", useScalingFactor: false)
  for files in [10_000, 1] {
    let suite = Result { try Suite(cases: 100_000, files: files) }
    Benchmark(
      "run 100000 cases in \(files) file\(files == 1 ? "" : "s")",
      configuration: .init(metrics: [memory], warmupIterations: 0, maxIterations: 5)
    ) { benchmark in
      let peak = try programs.runner("run", try suite.get().folder)
      benchmark.measurement(memory, peak >> 20)
    }
  }
}
