// A case on its own: the argument of a test of another package, and the error that it throws.

/// A case of a fixture file, to be run by itself.
///
/// It is the argument of a parameterized test, which then has a result for each case:
///
/// ```swift
/// import Conformance
/// import Testing
///
/// @Test("conforms", arguments: try FixtureCase.all(in: "Fixtures"))
/// func conforms(_ testCase: FixtureCase) throws {
///   try testCase.check(MyStreams())
/// }
/// ```
public struct FixtureCase: Sendable, CustomStringConvertible {
  /// The case.
  public let testCase: Case

  private let fixture: Fixture

  /// The case's name with its file, `file › name`.
  public var description: String { testCase.title(in: fixture.source.path).text }

  /// The cases of some files.
  ///
  /// - Parameter path: A file, or a folder that is searched to any depth.
  /// - Returns: The cases, in the order of the files. Never empty.
  /// - Throws: `InvalidFile` where a file is not valid, cannot be read, or is not there, and where there
  ///   is no case. Its description shows each problem.
  /// - Complexity: O(*n*) in the size of the files.
  public static func all(in path: String) throws(InvalidFile) -> [FixtureCase] {
    let found = FixtureFiles(at: [path])
    var problems =
      found.problems
      + found.missingPaths.map { Diagnostic(path: $0, message: "there is no such file or folder") }
    var cases: [FixtureCase] = []
    for file in found.files {
      switch file.read() {
      case .success(let fixture):
        cases += fixture.cases.map { FixtureCase(testCase: $0, fixture: fixture) }
      case .failure(let invalid): problems += invalid.problems
      }
    }
    if !problems.isEmpty { throw InvalidFile(problems: problems) }
    if cases.isEmpty { throw InvalidFile(path, "there is no fixture") }
    return cases
  }

  /// Runs the case with an implementation.
  ///
  /// - Parameter implementation: The implementation to test.
  /// - Throws: ``Nonconformance`` where it differs from the expectation, ``Unsupported`` where it lacks
  ///   something that the case needs, ``ThreadError`` where the system has no thread left.
  public func check(_ implementation: any Implementation) throws {
    var alone = fixture
    alone.cases = [testCase]
    let result = try Runner(implementation: implementation).run(alone)
    guard case .ran(_, let results) = result.content, let outcome = results.first?.outcome else {
      return
    }
    if case .skipped(let reason) = outcome.ending { throw Unsupported(reason) }
    if outcome.isFailure {
      let report = FailureReport(
        of: testCase, outcome, in: CaseContext(of: fixture), style: Style(isColored: false))
      throw Nonconformance(description: "\n" + withoutLogCommands(report.text))
    }
  }
}

/// An implementation differs from the expectation of a case.
public struct Nonconformance: Error, CustomStringConvertible {
  /// The place, the step, the difference and the picture.
  public let description: String
}
