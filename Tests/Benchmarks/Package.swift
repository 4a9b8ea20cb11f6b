// swift-tools-version: 6.2
import PackageDescription

// The costs of the streams and the runner, compared with a lower limit for the same work and with other
// libraries. `./benchmark` builds and runs it; README.md says how to read its tables.
let benchmark = Target.Dependency.product(name: "Benchmark", package: "benchmark")
let plugin = Target.PluginUsage.plugin(name: "BenchmarkPlugin", package: "benchmark")

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "ConformanceRunner", path: "../.."),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    .systemLibrary(
      name: "SystemYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .target(name: "Limits", dependencies: ["SystemYAML"]),
    .target(name: "CountingAllocator"),
    .target(name: "Comparing", dependencies: [benchmark]),
    .target(
      name: "Suites",
      dependencies: [.product(name: "Conformance", package: "ConformanceRunner")]),
    .executableTarget(name: "Bare", dependencies: ["Limits"]),
    .executableTarget(name: "Empty"),
    // Not a benchmark: it is here so that OpenCombine is built once. Its folder is a link, as a target must
    // lie inside its package.
    .executableTarget(
      name: "LivingOpenCombine",
      dependencies: [
        .product(name: "AdapterProtocol", package: "ConformanceRunner"),
        .product(name: "OpenCombine", package: "OpenCombine"),
      ], exclude: ["serve", "Faults.swift"]),
    .executableTarget(
      name: "OpenCombineFaults",
      dependencies: [.product(name: "OpenCombine", package: "OpenCombine")],
      path: "Sources/LivingOpenCombine", exclude: ["serve", "OpenCombine.swift"]),
    .executableTarget(
      name: "Streams",
      dependencies: [
        "Comparing", benchmark,
        .product(name: "ReactiveMotion", package: "ConformanceRunner"),
        .product(name: "OpenCombine", package: "OpenCombine"),
      ], path: "Benchmarks/Streams", plugins: [plugin]),
    .executableTarget(
      name: "Allocations",
      dependencies: [
        "CountingAllocator", benchmark,
        .product(name: "ReactiveMotion", package: "ConformanceRunner"),
      ], path: "Benchmarks/Allocations", plugins: [plugin]),
    .executableTarget(
      name: "Reading",
      dependencies: ["Comparing", "Limits", "Suites", benchmark],
      path: "Benchmarks/Reading", plugins: [plugin]),
    .executableTarget(
      name: "YamsReading",
      dependencies: [
        "Comparing", "Suites", benchmark, .product(name: "Yams", package: "Yams"),
      ], path: "Benchmarks/YamsReading", plugins: [plugin]),
    .executableTarget(
      name: "Processes", dependencies: ["Comparing", "Suites", benchmark],
      path: "Benchmarks/Processes", plugins: [plugin]),
  ],
  swiftLanguageModes: [.v6]
)
