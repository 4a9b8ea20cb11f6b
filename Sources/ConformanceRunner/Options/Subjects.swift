// The subjects of the command line, and whether deviations can show on them.

import ArgumentParser
import Conformance
import Laboratory
import ReactiveMotionConformance

extension SubjectNames {
  /// The built-in specifications, and those of the fixtures that are meant without a path.
  static let ofThisProgram = SubjectNames(
    known: KnownSpecification.builtIn, folder: Project.fixtures.joined(separator: "`, `")
  ) { FixtureFiles.ofProject() }

  /// The subject to explore; an unknown one is an error of the command line.
  func explored<Found>(_ find: (SubjectNames) throws -> Found) throws -> Found {
    do { return try find(self) } catch let problem as Problem {
      throw ValidationError(problem.message)
    }
  }
}

extension ExploredSubject {
  /// The error that a deviation belongs to another specification.
  func refusal(of name: Name, _ deviation: Deviation, hint: String = "") -> ValidationError {
    ValidationError(
      "`\(visible(name))` deviates from `\(visible(deviation.specification))`, and "
        + "`\(visible(self.name))` is of `\(visible(specification))`\(hint)")
  }
}
