import Conformance
import ReactiveMotionConformance
import Testing

@Suite("The fixtures of this project")
struct FixturesTests {
  static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    .joined(separator: "/")

  static let files = FixtureFiles(at: [root + "/Fixtures"])

  @Test("hold for the built-in streams, file by file", arguments: files.files.map(\.path))
  func conformance(_ path: String) throws {
    let files = FixtureFiles(at: [path]).files
    var reporter = PrettyReporter(style: Style(isColored: false))
    var text = ""
    try Runner(implementation: SwiftStreams()).run(files) {
      text += reporter.report($0)
      return true
    }
    #expect(reporter.tally.passed > 0)
    #expect(
      reporter.tally.failed + reporter.tally.skipped + reporter.tally.invalidFiles == 0, "\(text)")
  }

  @Test("cite every clause that fixtures can observe")
  func coverage() throws {
    #expect(Self.files.problems == [])
    var reporter = PrettyReporter(style: Style(isColored: false))
    try Runner(implementation: SwiftStreams()).run(Self.files.files) {
      _ = reporter.report($0)
      return true
    }
    #expect(reporter.tally.citedClauses == reporter.tally.knownClauses)
    #expect(reporter.tally.knownClauses >= 18)
  }
}
