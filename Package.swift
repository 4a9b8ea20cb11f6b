// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "ConformanceRunner",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "ReactiveMotion", targets: ["ReactiveMotion"]),
  ],
  targets: [
    .target(name: "ReactiveMotion"),
    .testTarget(name: "ReactiveMotionTests", dependencies: ["ReactiveMotion"]),
  ],
  swiftLanguageModes: [.v6]
)
