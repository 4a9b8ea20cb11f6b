// Where the fixtures of this project stand.

import Conformance
import Laboratory
import ReactiveMotionConformance

enum ProjectFixtures {
  static let folder =
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    .joined(separator: "/") + "/Fixtures"

  static let files = FixtureFiles(at: [folder])

  /// What is explored of them.
  static let subjects = SubjectNames(known: KnownSpecification.builtIn, folder: "") { files }
}
