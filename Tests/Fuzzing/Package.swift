// swift-tools-version: 6.2
import PackageDescription

// Fuzzing of everything that reads what others wrote. `./fuzz` builds and runs it.
let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ConformanceRunner", path: "../..")],
  targets: [
    .target(name: "CLibFuzzer"),
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "CLibFuzzer",
        .product(name: "Conformance", package: "ConformanceRunner"),
        .product(name: "AdapterProtocol", package: "ConformanceRunner"),
        .product(name: "ReactiveMotionConformance", package: "ConformanceRunner"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
