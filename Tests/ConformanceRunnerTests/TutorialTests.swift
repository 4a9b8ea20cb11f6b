import Foundation
import Testing

@Suite("The articles", .startsProcesses)
struct TutorialTests {
  @Test("Write your first fixture: every command gives the output that stands below it")
  func firstFixture() throws {
    let commands = try check(
      "FixtureFormat/FixtureFormat.docc/WriteYourFirstFixture.md", in: Folder())
    #expect(commands == 6)
  }

  @Test("Judge another platform: every command gives the output that stands below it", .needsPython)
  func anotherPlatform() throws {
    let folder = try Folder.withFewFixtures()
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "Sources"),
      withDestinationURL: packageRoot.appending(path: "Sources"))
    let commands = try check(
      "AdapterProtocol/AdapterProtocol.docc/JudgeAnotherPlatform.md", in: folder)
    #expect(commands == 3)
  }

  @Test(
    "Bring your own specification: every command gives the output that stands below it",
    .needsPython)
  func ownSpecification() throws {
    let commands = try check(
      "FixtureFormat/FixtureFormat.docc/BringYourOwnSpecification.md", in: Folder())
    #expect(commands == 7)
  }

  @Test("_remember(): its picture is what the command above it gives")
  func remember() throws {
    let commands = try check(
      "ReactiveMotion/ReactiveMotion.docc/_remember.md", in: .withFewFixtures())
    #expect(commands == 1)
  }

  @Test(
    "README: every command gives the output that stands below it, and its picture",
    .enabled(if: isInstalled("node"), "node is not installed"))
  func readme() throws {
    let folder = try Folder.withFixtures()
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "Sources"),
      withDestinationURL: packageRoot.appending(path: "Sources"))
    #expect(try check("../README.md", in: folder) == 2)
    let drawn = try conformanceRunner(
      "show", "Fixtures/_remember/caching.yaml:13", "-i", "never-replays", "--svg", "drawn.svg",
      in: folder)
    #expect(drawn.status == 0, "\(drawn.errors)")
    let picture = try text(of: packageRoot.appending(path: ".github/failure.svg"))
    #expect(try folder.text("drawn.svg") == picture)
  }

  @Test("there is one for each operator that the rendered list leaves out, by its underscore")
  func underscored() throws {
    let folder = packageRoot.appending(path: "Sources/ReactiveMotion")
    let files = try #require(FileManager.default.enumerator(atPath: folder.path))
    var names: Set<Substring> = []
    for case let file as String in files where file.hasSuffix(".swift") {
      let source = try text(of: folder.appending(path: file))
      names.formUnion(source.matches(of: #/public func (_\w+)/#).map(\.1))
    }
    #expect(names.contains("_remember"))
    for name in names {
      let article = folder.appending(path: "ReactiveMotion.docc/\(name).md").path
      #expect(FileManager.default.fileExists(atPath: article), "\(article) is missing")
    }
  }

  /// Writes the files of an article, and runs its commands and those of its shell.
  ///
  /// - Returns: How many commands there are.
  private func check(_ path: String, in folder: Folder) throws -> Int {
    let article = try text(of: packageRoot.appending(path: "Sources/\(path)"))
    var commands = 0
    for block in article.matches(of: #/(?m)^```(yaml|python|sh|console)\n((?s:.*?))^```$/#) {
      let content = String(block.2)
      let firstLine = content.prefix { $0 != "\n" }
      if block.1 == "yaml" || block.1 == "python" {
        if !firstLine.hasPrefix("# ") { continue }
        try folder.write(content, to: String(firstLine.dropFirst("# ".count)))
        continue
      }
      if block.1 == "sh" && path.hasSuffix("README.md") { continue }
      commands += 1
      if block.1 == "sh" {
        let shell = try execute(
          URL(filePath: "/bin/sh"), ["-ec", content], in: folder,
          environment: ["CHECKOUT": packageRoot.path])
        #expect(shell.status == 0, "\(content)\(shell.errors)")
        continue
      }
      let name = try #require(firstLine.firstRange(of: "ConformanceRunner"))
      let run = try conformanceRunner(words(of: firstLine[name.upperBound...]), in: folder)
      let printed = (run.errors + run.output).replacing(#/\d+\.\d{3} s/#, with: "0.000 s")
      #expect(printed == content.dropFirst(firstLine.count + 1), "\(firstLine)")
    }
    return commands
  }
}
