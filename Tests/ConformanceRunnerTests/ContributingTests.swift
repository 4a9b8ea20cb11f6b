import Foundation
import Testing

@Suite("The guide for contributors")
struct ContributingTests {
  private static let recipes = [
    "An operator", "A transcription", "A deviation", "A reporter", "An action", "An event",
    "A kind of argument", "A kit", "A command", "A test", "A release",
  ]

  /// The sections of the guide, by their headings.
  private static func sections() throws -> [String: Substring] {
    let guide = try text(of: packageRoot.appending(path: ".github/CONTRIBUTING.md"))
    let parts = guide.split(separator: #/(?m)^#+ /#).map { part in
      (String(part.prefix { $0 != "\n" }), part.drop { $0 != "\n" })
    }
    return Dictionary(uniqueKeysWithValues: parts)
  }

  @Test(
    "names files that are there, in each section", arguments: ["The journey of a fixture"] + recipes
  )
  func files(_ heading: String) throws {
    let section = try #require(try Self.sections()[heading])
    let paths = section.matches(of: #/`((?:Sources|Tests|Fixtures)\/[^`]+)`/#).map(\.1)
    #expect(paths.count >= 2)
    for path in paths {
      let file = packageRoot.appending(path: path).path
      #expect(FileManager.default.fileExists(atPath: file), "\(path) is gone")
    }
  }

  @Test("names each folder of the stages")
  func stages() throws {
    let journey = try #require(try Self.sections()["The journey of a fixture"])
    for folder in ["Conformance", "FixtureFormat"] {
      let path = packageRoot.appending(path: "Sources/\(folder)").path
      let rooms = try FileManager.default.contentsOfDirectory(atPath: path)
      let aside = ["Testing", "JSON", "Writing"]
      for room in rooms where !room.contains(".") && !aside.contains(room) {
        #expect(journey.contains("`Sources/\(folder)/\(room)/"), "\(room) is left out")
      }
    }
  }

  @Test("draws the targets as the package has them")
  func targets() throws {
    let picture = try #require(try Self.sections()["The targets"])
    let package = try text(of: packageRoot.appending(path: "Package.swift"))
    /// What each target depends on in this package, by its name.
    var arrows: [String: Set<String>] = [:]
    let declaration =
      #/\.(?:target|executableTarget)\(\s*name: "(\w+)"(?<rest>[^)]*?(?:\.product\([^)]*\)[^)]*)*)\)/#
    for target in package.matches(of: declaration) {
      let dependencies = target.rest.firstMatch(of: #/dependencies: \[(.*)\]/#.dotMatchesNewlines())
      let own = dependencies?.1.replacing(#/\.product\([^)]*\)/#, with: "") ?? ""
      arrows[String(target.1)] = Set(own.matches(of: #/"(\w+)"/#).map { String($0.1) })
    }
    for test in ["CLibFuzzer", "Fuzz", "Samples", "SanitizerOptions", "Streams"] {
      arrows[test] = nil
    }
    /// Also through others.
    func reached(_ target: String, _ arrows: [String: Set<String>]) -> Set<String> {
      let next = arrows[target] ?? []
      return next.union(next.flatMap { reached($0, arrows) })
    }
    var drawn: [String: Set<String>] = [:]
    for line in picture.matches(of: #/(?m)^(\w+) ─▶ (.+)$/#) {
      drawn[String(line.1)] = Set(line.2.split(separator: ", ").map(String.init))
    }
    #expect(drawn.count >= 7)
    for target in Set(arrows.keys).union(drawn.keys) {
      #expect(reached(target, drawn) == reached(target, arrows), "\(target)")
    }
  }
}
