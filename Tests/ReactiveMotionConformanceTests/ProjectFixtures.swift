// Where the fixtures of this project stand.

import Conformance

enum ProjectFixtures {
  static let folder =
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    .joined(separator: "/") + "/Fixtures"

  static let files = FixtureFiles(at: [folder])
}
