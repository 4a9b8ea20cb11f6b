// swift-tools-version: 6.2
import PackageDescription

// A package with streams of its own, which it holds to the fixtures inside `swift test`.
let package = Package(
  name: "SamplePackage",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ConformanceRunner", path: "../..")],
  targets: [
    .target(name: "Streams"),
    .testTarget(
      name: "StreamsTests",
      dependencies: [
        "Streams", .product(name: "AdapterProtocol", package: "ConformanceRunner"),
        .product(name: "Conformance", package: "ConformanceRunner"),
        .product(name: "ReactiveMotion", package: "ConformanceRunner"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
