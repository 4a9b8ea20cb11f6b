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
    .systemLibrary(
      name: "CLibYAML",
      pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .target(name: "CYAMLShim", dependencies: ["CLibYAML"]),
    .target(name: "FixtureFormat", dependencies: ["CYAMLShim"]),
    .testTarget(name: "ReactiveMotionTests", dependencies: ["ReactiveMotion"]),
    .testTarget(name: "FixtureFormatTests", dependencies: ["FixtureFormat"]),
  ],
  swiftLanguageModes: [.v6]
)
