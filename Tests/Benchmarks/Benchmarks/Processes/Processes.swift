// What the runner costs as a process, from its start to its end, beside libyaml's bare event loop.

import Benchmark
import Comparing
import Suites

let benchmarks: @Sendable () -> Void = {
  let programs = Programs()

  for files in [1_000, 1] {
    compare("run 10000 cases in \(files) file\(files == 1 ? "" : "s")", with: ["limit"], seconds: 5)
    {
      let suite = try Suite(cases: 10_000, files: files)
      return (
        { try programs.runner("run", suite.folder) }, [{ try programs.bare(suite.files) }]
      )
    }
  }

  compare(
    "run 10000 cases through the JavaScript adapter", with: ["the adapter from a file"],
    seconds: 10
  ) {
    let suite = try Suite(cases: 10_000, files: 1_000)
    let requests = try programs.requests(to: suite.folder)
    return (
      { try programs.runner("run", suite.folder, "-i", programs.adapter) },
      [{ try programs.answer(requests) }]
    )
  }

  compare(
    "record 10000 cases through the JavaScript adapter", with: ["run through the adapter"],
    seconds: 10
  ) {
    let suite = try Suite(cases: 10_000, files: 1_000)
    return (
      { try programs.runner("record", suite.folder, "--check", "-i", programs.adapter) },
      [{ try programs.runner("run", suite.folder, "-i", programs.adapter) }]
    )
  }

  compare(
    "record 10000 cases in 1 file that expect nothing", with: ["run through the adapter"],
    seconds: 10
  ) {
    let suite = try Suite(cases: 10_000, files: 1)
    let unexpecting = try Suite(cases: 10_000, files: 1, kind: .unexpecting)
    let record = ["record", unexpecting.folder, "--check", "-i", programs.adapter]
    return (
      { try programs.failing(record) },
      [{ try programs.runner("run", suite.folder, "-i", programs.adapter) }]
    )
  }

  // Every timeline of up to six steps, those that are chosen, and at random up to 200,000.
  let search = ["explore", "--length", "6", "--reaction-length", "0", "--random", "107000"]
  compare(
    "explore 200000 timelines with the JavaScript adapter", with: ["two adapters from two files"],
    seconds: 30
  ) {
    let parts = try programs.parts(of: search + ["-i", "literal"])
    return (
      { try programs.runner(search + ["-i", programs.adapter, "-i", "literal", "--jobs", "2"]) },
      [{ try programs.answerAtOnce(parts) }]
    )
  }

  compare("explore --jobs 2", with: ["explore --jobs 1"], seconds: 20) {
    let search = ["explore", "--length", "6", "--reaction-length", "4", "--random", "0"]
    return (
      { try programs.runner(search + ["--jobs", "2"]) },
      [{ try programs.runner(search + ["--jobs", "1"]) }]
    )
  }

  compare("--jobs 1", with: ["--jobs 2"], seconds: 5) {
    let suite = try Suite(cases: 10_000, files: 1_000)
    return (
      { try programs.runner("run", suite.folder, "--jobs", "1") },
      [{ try programs.runner("run", suite.folder, "--jobs", "2") }]
    )
  }

  // What two cores are worth on this machine, to programs that share nothing.
  compare("libyaml's loop, twice in a row", with: ["two at once"], seconds: 5) {
    let suite = try Suite(cases: 10_000, files: 1_000)
    return (
      { for _ in 0..<2 { try programs.bare(suite.files) } },
      [{ try programs.bareTwiceAtOnce(suite.files) }]
    )
  }

  let start = BenchmarkMetric.custom("µs beyond an empty program", useScalingFactor: false)
  Benchmark("--version", configuration: .init(metrics: [start], warmupIterations: 5)) { benchmark in
    let ours = try duration(of: { try programs.runner("--version") })
    let empty = try duration(of: { try programs.empty() })
    benchmark.measurement(start, Int((1e6 * (ours - empty)).rounded()))
  }

  let diagnosis = BenchmarkMetric.custom("ms beyond --no-diagnosis", useScalingFactor: false)
  for deviation in ["never-replays", "iterates-live", "drops-known-states"] {
    Benchmark(
      "run of the project's fixtures with \(deviation)",
      configuration: .init(metrics: [diagnosis], warmupIterations: 1, maxIterations: 10)
    ) { benchmark in
      let failing = ["run", programs.fixtures, "-i", deviation]
      let with = try duration(of: { try programs.failing(failing) })
      let without = try duration(of: { try programs.failing(failing + ["--no-diagnosis"]) })
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
