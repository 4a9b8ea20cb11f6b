// swift-tools-version: 6.2
import PackageDescription

// OpenCombine behind the adapter protocol: `swift build`, and then
// `ConformanceRunner -i .build/debug/OpenCombineAdapter`.
let package = Package(
  name: "OpenCombineAdapter",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "ConformanceRunner", path: "../../.."),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: [
    .executableTarget(
      name: "OpenCombineAdapter",
      dependencies: [
        .product(name: "AdapterProtocol", package: "ConformanceRunner"),
        .product(name: "Conformance", package: "ConformanceRunner"),
        .product(name: "OpenCombine", package: "OpenCombine"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
