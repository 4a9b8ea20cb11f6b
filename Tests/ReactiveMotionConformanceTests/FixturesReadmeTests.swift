import Conformance
import Foundation
import ReactiveMotionConformance
import Testing

@Suite("Documents about the fixtures")
struct FixturesReadmeTests {
  private static func text(_ path: String) throws -> String {
    let folder = URL(filePath: ProjectFixtures.folder)
    return try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }

  private static let fixtures = ProjectFixtures.files.files.compactMap { try? $0.read().get() }

  /// The path of a fixture below the folder of all fixtures.
  private static func path(of fixture: Fixture) -> String {
    String(fixture.source.path.text.dropFirst(ProjectFixtures.folder.count + 1))
  }

  @Test("the table lists each file")
  func table() throws {
    let rows = try Self.text("README.md").matches(of: #/(?m)^\| `(.+\.yaml)` \| \d+ \| .+\? \|$/#)
    #expect(rows.map { String($0.1) }.sorted() == Self.fixtures.map(Self.path(of:)).sorted())
  }

  @Test("the article on the Rx libraries gives lines of cases")
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

  @Test("each file is a chapter with a title and a note, and its names are short and unique")
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
