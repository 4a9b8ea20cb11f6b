import Foundation
import Testing

@Suite("The articles")
struct TutorialTests {
  @Test("Write your first fixture: every command gives the output that stands below it")
  func firstFixture() throws {
    let commands = try check(
      "FixtureFormat/FixtureFormat.docc/WriteYourFirstFixture.md", in: Folder())
    #expect(commands == 6)
  }

  @Test(
    "Judge another platform: every command gives the output that stands below it",
    .enabled(if: isInstalled("python3"), "python3 is not installed"))
  func anotherPlatform() throws {
    let folder = try Folder.withFixtures()
    try FileManager.default.copyItem(
      at: packageRoot.appending(path: "Sources/Adapters/Python"),
      to: folder.url.appending(path: "mine"))
    let commands = try check(
      "AdapterProtocol/AdapterProtocol.docc/JudgeAnotherPlatform.md", in: folder)
    #expect(commands == 2)
  }

  /// Writes the files of an article, and runs its commands.
  ///
  /// - Returns: How many commands there are.
  private func check(_ path: String, in folder: Folder) throws -> Int {
    let article = try text(of: packageRoot.appending(path: "Sources/\(path)"))
    var commands = 0
    for block in article.matches(of: #/(?m)^```(yaml|python|console)\n((?s:.*?))^```$/#) {
      let content = String(block.2)
      let firstLine = content.prefix { $0 != "\n" }
      if block.1 != "console" {
        try folder.write(content, to: String(firstLine.dropFirst("# ".count)))
        continue
      }
      commands += 1
      let run = try conformanceRunner(
        words(of: firstLine.dropFirst("$ ConformanceRunner".count)), in: folder)
      let printed = (run.errors + run.output).replacing(#/\d\.\d{3} s/#, with: "0.000 s")
      #expect(printed == content.dropFirst(firstLine.count + 1), "\(firstLine)")
    }
    return commands
  }

  /// The words of a command, of which some may stand in double quotes.
  private func words(of command: Substring) -> [String] {
    command.split(separator: "\"", omittingEmptySubsequences: false).enumerated().flatMap {
      index, part in
      index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
    }
  }
}
