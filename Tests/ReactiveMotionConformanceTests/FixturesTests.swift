import Conformance
import ReactiveMotionConformance
import Testing

@Suite("The fixtures of this project")
struct FixturesTests {
  static let folder =
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    .joined(separator: "/") + "/Fixtures"

  static let files = FixtureFiles(at: [folder])

  @Test("hold for the built-in streams", .exhaustive, arguments: try FixtureCase.all(in: folder))
  func conformance(_ testCase: FixtureCase) throws {
    try testCase.check(SwiftStreams())
  }

  @Test("cite every clause that fixtures can observe", .exhaustive)
  func coverage() throws {
    #expect(Self.files.problems == [])
    var summary = RunSummary(of: ["swift"])
    try Runner(implementation: SwiftStreams()).run(Self.files.files) {
      summary.add($0)
      return true
    }
    #expect(summary.clauses.met == summary.clauses.count)
    #expect(summary.clauses.count >= 18)
  }
}
