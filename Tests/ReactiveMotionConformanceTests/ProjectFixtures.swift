// Where the fixtures of this project stand.

import Conformance
import Laboratory
import ReactiveMotionConformance
import Samples

enum ProjectFixtures {
  static let folder = packageRoot.path + "/Fixtures"

  static let files = FixtureFiles(at: [folder])

  /// What is explored of them.
  static let subjects = SubjectNames(known: KnownSpecification.builtIn, folder: "") { files }
}
