// The option `--except` of `explore`: differences that are known, by cases that show them.

import Conformance
import Laboratory

extension Explore {
  /// The shapes of the cases on which the two differ, among those that are to be passed over.
  ///
  /// - Parameter candidates: The implementation and its reference.
  /// - Returns: The shapes.
  /// - Throws: An exit status where a path is of no fixture.
  func shapesToPassOver(by candidates: [Candidate]) throws -> Set<DifferenceShape> {
    if except.isEmpty { return [] }
    var comparison = Exploration(
      of: candidates[0], against: candidates[1], bounds: Exploration.Bounds(variants: []))
    comparison.limits = limits.execution
    let shapes = try casesToPassOver().map { comparison.shape(on: Plan($0)) }
    let agreed = shapes.count { $0 == nil }
    if agreed > 0 {
      printNote(
        "the two do not differ on \(agreed) of the \(counted(shapes.count, "case")) of --except: nothing is "
          + "passed over for \(agreed == 1 ? "it" : "them")")
    }
    return Set(shapes.compactMap(\.self))
  }

  private func casesToPassOver() throws -> [Case] {
    var cases: [Case] = []
    var status: Status?
    for path in except {
      let meant = MeantPath(path)
      if meant.place != nil {
        cases += try meant.read(limits: limits.reading).cases
        continue
      }
      let found = FixtureFiles(namedBy: [path], limits: limits.reading)
      printProblems(found.problems)
      if !found.problems.isEmpty { status = .invalidFixture }
      if found.files.isEmpty {
        printError(
          found.missingPaths.isEmpty
            ? "there is no fixture (*.yaml) in `\(visible(path))`"
            : "there is no file or folder `\(visible(path))`")
        status = status ?? .nothingSelected
      }
      for file in found.files {
        switch file.read(limits: limits.reading) {
        case .success(let fixture): cases += fixture.cases
        case .failure(let invalid):
          printProblems(invalid.problems)
          status = .invalidFixture
        }
      }
    }
    if let status { throw status.exitCode }
    return cases
  }
}
