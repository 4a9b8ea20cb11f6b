import Foundation
import Testing

@Suite("Write your first fixture")
struct TutorialTests {
  @Test("every command of the article gives the output that stands below it")
  func article() throws {
    let article = try text(
      of: packageRoot.appending(
        path: "Sources/FixtureFormat/FixtureFormat.docc/WriteYourFirstFixture.md"))
    let folder = try Folder()
    var commands = 0
    for block in article.matches(of: #/(?m)^```(yaml|console)\n((?s:.*?))^```$/#) {
      let content = String(block.2)
      let firstLine = content.prefix { $0 != "\n" }
      if block.1 == "yaml" {
        try folder.write(content, to: String(firstLine.dropFirst("# ".count)))
        continue
      }
      commands += 1
      let run = try conformanceRunner(
        words(of: firstLine.dropFirst("$ ConformanceRunner".count)), in: folder)
      let printed = (run.errors + run.output).replacing(#/\d\.\d{3} s/#, with: "0.000 s")
      #expect(printed == content.dropFirst(firstLine.count + 1), "\(firstLine)")
    }
    #expect(commands == 6)
  }

  /// The words of a command, of which one may stand in double quotes.
  private func words(of command: Substring) -> [String] {
    command.split(separator: "\"").enumerated().flatMap { index, part in
      index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
    }
  }
}
