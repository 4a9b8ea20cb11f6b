import Foundation
import Testing

@Suite("A package that runs the fixtures inside `swift test`", .startsProcesses)
struct SamplePackageTests {
  /// Runs the tests of the sample package with one file of its fixtures. They stand in the program of these
  /// tests too.
  private func swiftTest(_ environment: [String: String] = [:]) throws -> (
    status: Int32, text: String
  ) {
    let own = CommandLine.arguments
    // On macOS a program that comes with Swift loads the tests, with their path as an argument.
    let bundle = own.firstIndex(of: "--test-bundle-path").map { own[$0...].prefix(2) } ?? []
    let finished = try execute(
      URL(filePath: own[0]),
      bundle + ["--testing-library", "swift-testing", "--filter", #"^StreamsTests\."#],
      in: Folder(),
      environment: environment.merging(["SAMPLE_FIXTURES": "caching.yaml"]) { $1 })
    return (finished.status, finished.output + finished.errors)
  }

  @Test("has a test for each case, and the picture of one that fails")
  func sample() throws {
    let good = try swiftTest()
    #expect(good.status == 0, "\(good.text)")
    #expect(good.text.contains(#/Test "The streams conform" with \d+ test cases passed/#))

    let bad = try swiftTest(["SAMPLE_FORGETS": "1"])
    #expect(bad.status != 0)
    #expect(bad.text.contains(#/Test "The streams conform" with \d+ test cases failed/#))
    #expect(
      bad.text.contains(
        """
          step 3 of 6
          18 │ - {subscribe: b, expect: [b: 1]}

            − b: 1                expected, never came
            + upstream: connect   came, not expected
        """), "\(bad.text)")
  }
}
