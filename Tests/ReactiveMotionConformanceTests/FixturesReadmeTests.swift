import Conformance
import Foundation
import ReactiveMotionConformance
import Testing

@Suite("What is said of the fixtures")
struct FixturesReadmeTests {
  private static func text(_ path: String) throws -> String {
    let folder = URL(filePath: ProjectFixtures.folder)
    return try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }

  private static let fixtures = ProjectFixtures.files.files.compactMap { try? $0.read().get() }

  /// The path of a fixture below the folder of all.
  private static func path(of fixture: Fixture) -> String {
    String(fixture.source.path.text.dropFirst(ProjectFixtures.folder.count + 1))
  }

  @Test("the table lists each file with the number of its cases")
  func table() throws {
    let rows = try Self.text("README.md").matches(of: #/(?m)^\| `(.+\.yaml)` \| (\d+) \| .+\? \|$/#)
    #expect(
      rows.map { "\($0.1): \($0.2)" }.sorted()
        == Self.fixtures.map { "\(Self.path(of: $0)): \($0.cases.count)" }.sorted())
  }

  @Test("the number of cases is right", arguments: ["README.md", "../README.md"])
  func count(_ file: String) throws {
    let count = Self.fixtures.reduce(0) { $0 + $1.cases.count }
    let said = try #require(try Self.text(file).firstMatch(of: #/([\d,]+) cases for/#))
    #expect(said.1.replacing(",", with: "") == "\(count)")
  }

  @Test(
    "the number of deviations is right",
    arguments: ["README.md", "../Sources/Conformance/Conformance.docc/StrongSuites.md"])
  func deviations(_ file: String) throws {
    let said = try #require(
      try Self.text(file).firstMatch(of: #/against ([\d,]+) (?:known-)?wrong implementations/#))
    #expect(said.1.replacing(",", with: "") == "\(Deviation.all.count)")
  }

  @Test("the example of an audit is what an audit says")
  func audit() throws {
    let said = try #require(
      try Self.text("../Sources/Conformance/Conformance.docc/StrongSuites.md")
        .firstMatch(of: #/\n(\d+) of \d+ deviations caught by (\d+) cases/#))
    let cases = Self.fixtures.filter { $0.specification == "startWith" }.flatMap(\.cases)
    #expect(said.1 == "\(Deviation.all.count { $0.concerns("startWith") })")
    #expect(said.2 == "\(cases.count)")
  }

  @Test("the article on the Rx libraries names the lines of cases")
  func lines() throws {
    let article = try Self.text(
      "../Sources/ReactiveXConformance/ReactiveXConformance.docc/WhereTheRxLibrariesDiffer.md")
    let cases = Set(
      Self.fixtures.flatMap { fixture in
        fixture.cases.map { "\(Self.path(of: fixture)):\($0.place.line)" }
      })
    var file = Substring()
    for place in article.matches(of: #/`([a-z-]+\.yaml)?:(\d+)`/#) {
      file = place.1 ?? file
      #expect(cases.contains("ReactiveX/\(file):\(place.2)"))
    }
    #expect(!file.isEmpty)
  }

  @Test("each file is a chapter with a title and a note, and names that are sentences of their own")
  func chapters() throws {
    var names: Set<String> = []
    for fixture in Self.fixtures {
      let path = Self.path(of: fixture)
      #expect(fixture.title != nil, "\(path)")
      #expect(try Self.text(path).contains("\nnote: >-\n"), "\(path)")
      for one in fixture.cases {
        #expect(one.name.text.count < 80, "\(path): \(one.name)")
        #expect(
          names.insert("\(fixture.specification) \(one.name)").inserted, "\(path): \(one.name)")
      }
    }
  }
}
