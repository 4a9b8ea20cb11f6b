import Foundation
import Testing

@Suite("A package that holds its streams to the fixtures inside `swift test`")
struct SamplePackageTests {
  /// Runs the tests of the sample package.
  private func swiftTest(_ environment: [String: String] = [:]) throws -> (
    status: Int32, text: String
  ) {
    let folder = try Folder()
    let output = folder.url.appending(path: "output")
    try Data().write(to: output)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swift", "test", "--package-path", packageRoot.appending(path: "Tests/SamplePackage").path,
      "--scratch-path", packageRoot.appending(path: ".build/sample").path,
    ]
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = process.standardOutput
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, try text(of: output))
  }

  @Test("has a test for each case, and the picture where one fails")
  func sample() throws {
    let good = try swiftTest()
    #expect(good.status == 0, "\(good.text)")
    #expect(good.text.contains(#"Test "The streams conform" with 67 test cases passed"#))

    let bad = try swiftTest(["SAMPLE_FORGETS": "1"])
    #expect(bad.status != 0)
    #expect(bad.text.contains(#"Test "The streams conform" with 67 test cases failed"#))
    #expect(
      bad.text.contains(
        """
          step 3 of 6
          16 │ - subscribe: b
          17 │   expect: [b: 1]

            − b: 1                expected, never came
            + upstream: connect   came, not expected
        """), "\(bad.text)")
  }
}
