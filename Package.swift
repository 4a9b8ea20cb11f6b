// swift-tools-version: 6.2
import PackageDescription

/// Test targets are not optimized, because that is slow.
let ofTests: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]

let package = Package(
  name: "ConformanceRunner",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "ReactiveMotion", targets: ["ReactiveMotion"]),
    .library(name: "Conformance", targets: ["Conformance"]),
    .library(name: "AdapterProtocol", targets: ["AdapterProtocol"]),
    .library(name: "ReactiveMotionConformance", targets: ["ReactiveMotionConformance"]),
    .executable(name: "ConformanceRunner", targets: ["ConformanceRunner"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  ],
  targets: [
    .target(name: "ReactiveMotion"),
    .systemLibrary(
      name: "CLibYAML",
      pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .target(name: "CYAMLShim", dependencies: ["CLibYAML"]),
    .target(name: "FixtureFormat", dependencies: ["CLibYAML", "CYAMLShim"]),
    .target(
      name: "ConformancePlatform",
      dependencies: [.product(name: "SystemPackage", package: "swift-system")]),
    .target(
      name: "Conformance", dependencies: ["ConformancePlatform", "FixtureFormat"],
      resources: [
        .embedInCode("Reporting/Page/page.css"), .embedInCode("Reporting/Page/page.js"),
      ]),
    .target(
      name: "AdapterProtocol",
      dependencies: [
        "Conformance", "ConformancePlatform",
        .product(name: "Subprocess", package: "swift-subprocess"),
      ]),
    .target(name: "Laboratory", dependencies: ["Conformance"]),
    .target(
      name: "ReactiveMotionConformance", dependencies: ["ReactiveMotion", "Conformance"],
      // The words of the operators, as the fixtures have them.
      resources: [.embedInCode("MaterialMotion.yaml")]),
    .target(name: "ReactiveXConformance", dependencies: ["Conformance"]),
    .target(
      name: "Adapters",
      exclude: [
        "Java/Sample.java", "JavaScript/MaterialMotion", "JavaScript/sample.js",
        "JavaScript/streams.js", "Python/deviations.py", "Python/sample.py", "Python/streams.py",
      ],
      resources: [
        .embedInCode("Fixtures/first.yaml"), .embedInCode("Fixtures/spec.yaml"),
        .embedInCode("Java/Beginning.java"), .embedInCode("Java/Kit.java"),
        .embedInCode("Java/start"),
        .embedInCode("JavaScript/adapter.js"), .embedInCode("JavaScript/beginning.js"),
        .embedInCode("JavaScript/given.js"), .embedInCode("Python/adapter.py"),
        .embedInCode("Python/beginning.py"), .embedInCode("Python/given.py"),
        .embedInCode("messages.jsonl"),
      ]),
    .executableTarget(
      name: "ConformanceRunner",
      dependencies: [
        "AdapterProtocol", "Adapters", "Conformance", "ConformancePlatform", "FixtureFormat",
        "Laboratory",
        "ReactiveMotionConformance", "ReactiveXConformance",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .target(
      name: "SanitizerOptions", path: "Tests/SanitizerOptions",
      exclude: ["executable-threads.supp"]),
    .target(name: "Samples", dependencies: ["Conformance"], path: "Tests/Samples"),
    .testTarget(
      name: "ReactiveMotionTests", dependencies: ["ReactiveMotion", "SanitizerOptions"],
      swiftSettings: ofTests),
    .testTarget(
      name: "FixtureFormatTests", dependencies: ["FixtureFormat", "Laboratory"],
      swiftSettings: ofTests),
    .testTarget(
      name: "AdapterProtocolTests",
      dependencies: ["AdapterProtocol", "Conformance", "Laboratory", "Samples"],
      swiftSettings: ofTests),
    .testTarget(
      name: "ConformanceTests",
      dependencies: ["Conformance", "Laboratory", "ReactiveMotionConformance", "Samples"],
      swiftSettings: ofTests),
    .testTarget(
      name: "ReactiveMotionConformanceTests",
      dependencies: ["Conformance", "Laboratory", "ReactiveMotionConformance", "Samples"],
      swiftSettings: ofTests),
    .testTarget(
      name: "ReactiveXConformanceTests",
      dependencies: ["Conformance", "Laboratory", "ReactiveXConformance", "Samples"],
      swiftSettings: ofTests),
    // Those of a package that stands alone: built here, without access to what is not public.
    .target(
      name: "Streams", path: "Tests/SamplePackage/Sources/Streams", packageAccess: false),
    .testTarget(
      name: "StreamsTests",
      dependencies: ["AdapterProtocol", "Conformance", "ReactiveMotion", "Streams"],
      path: "Tests/SamplePackage/Tests/StreamsTests", packageAccess: false,
      swiftSettings: ofTests),
    .testTarget(
      name: "ConformanceRunnerTests",
      dependencies: ["Conformance", "ConformancePlatform", "ConformanceRunner", "Samples"],
      exclude: ["misbehave.py", "Ending", "Browser"], swiftSettings: ofTests),
  ],
  swiftLanguageModes: [.v6]
)

// They link with their sanitizer alone: `Tests/Fuzzing/fuzz` asks for them.
if Context.environment["FUZZING"] != nil {
  package.targets += [
    .target(name: "CLibFuzzer", path: "Tests/Fuzzing/Sources/CLibFuzzer"),
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "AdapterProtocol", "CLibFuzzer", "Conformance", "ReactiveMotionConformance", "Samples",
      ], path: "Tests/Fuzzing/Sources/Fuzz"),
  ]
}
