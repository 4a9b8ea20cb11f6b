import Foundation
import Testing

@Suite("The guide for contributors")
struct ContributingTests {
  private static let recipes = ["An operator", "A deviation", "A reporter", "An action", "A test"]

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
      let aside = [
        "Auditing", "Exploring", "Implementing", "Testing", "Diagnostics", "JSON", "Schema",
        "Writing",
      ]
      for room in rooms where !room.contains(".") && !aside.contains(room) {
        #expect(journey.contains("`Sources/\(folder)/\(room)/"), "\(room) is left out")
      }
    }
  }
}
