import Foundation
import Testing

@Suite("The articles", .startsProcesses)
struct TutorialTests {
  @Test(
    "every command gives the output that stands below it", .needsPython,
    arguments: [
      "FixtureFormat/FixtureFormat.docc/WriteYourFirstFixture.md",
      "FixtureFormat/FixtureFormat.docc/BringYourOwnSpecification.md",
      "AdapterProtocol/AdapterProtocol.docc/JudgeAnotherPlatform.md",
      "ReactiveMotion/ReactiveMotion.docc/_remember.md",
    ])
  func articles(_ path: String) throws {
    // A command that makes its own fixtures begins with none.
    let folder = try path.hasPrefix("FixtureFormat") ? Folder() : Folder.withFewFixtures()
    try folder.link("Sources", to: packageRoot.appending(path: "Sources").path)
    try check(path, in: folder)
  }

  @Test(
    "README: every command gives the output that stands below it, and its picture",
    .enabled(if: isInstalled("node"), "node is not installed"))
  func readme() throws {
    let folder = try Folder.withFixtures()
    try folder.link("Sources", to: packageRoot.appending(path: "Sources").path)
    try check("../README.md", in: folder)
    // Its example of RxPY, drawn from a known mistake.
    let drawn = "Fixtures/ReactiveX/calls-during-a-call.yaml:210 -i all-tells-more-from-within"
    try expect("show \(drawn) --svg drawn.svg ⇒ 0", in: folder)
    let picture = try text(of: packageRoot.appending(path: ".github/failure.svg"))
    #expect(try folder.text("drawn.svg") == picture)
  }

  @Test("the guide for contributors names files that are there")
  func contributing() throws {
    let guide = try text(of: packageRoot.appending(path: ".github/CONTRIBUTING.md"))
    let paths = guide.matches(of: #/`((?:Sources|Tests|Fixtures)\/[^`]+)`/#).map(\.1)
    #expect(!paths.isEmpty)
    for path in paths {
      let file = packageRoot.appending(path: path).path
      #expect(FileManager.default.fileExists(atPath: file), "\(path) is gone")
    }
  }

  /// Writes the files of an article, and runs its commands and those of its shell.
  private func check(_ path: String, in folder: Folder) throws {
    let article = try text(of: packageRoot.appending(path: "Sources/\(path)"))
    var commands = 0
    for block in article.matches(of: #/(?m)^```(yaml|python|sh|console)\n((?s:.*?))^```$/#) {
      let content = String(block.2)
      let firstLine = content.prefix { $0 != "\n" }
      switch block.1 {
      case "yaml", "python":
        if !firstLine.hasPrefix("# ") { continue }
        try folder.write(content, to: String(firstLine.dropFirst("# ".count)))
      case "sh" where path.hasSuffix("README.md"): continue
      case "sh":
        commands += 1
        let shell = try execute(
          URL(filePath: "/bin/sh"), ["-ec", content], in: folder,
          environment: ["CHECKOUT": packageRoot.path])
        #expect(shell.status == 0, "\(content)\(shell.errors)")
      default:
        commands += 1
        let name = try #require(firstLine.firstRange(of: "ConformanceRunner"))
        let run = try conformanceRunner(words(of: firstLine[name.upperBound...]), in: folder)
        let printed = withoutTime(run.errors + run.output)
        #expect(printed == content.dropFirst(firstLine.count + 1), "\(firstLine)")
      }
    }
    #expect(commands > 0)
  }
}
