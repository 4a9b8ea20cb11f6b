// The location of this project's fixtures.

import Conformance
import Laboratory
import ReactiveMotionConformance
import Samples

enum ProjectFixtures {
  static let folder = packageRoot.path + "/Fixtures"

  static let files = FixtureFiles(at: [folder])

  /// The subjects that are explored.
  static let subjects = SubjectNames(known: KnownSpecification.builtIn, folder: "") { files }
}
