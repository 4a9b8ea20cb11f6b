// How strong a suite is: which of the known-wrong implementations it catches, and by which cases.

public import Conformance

/// What fixtures catch of the known-wrong implementations.
///
/// A deviation is caught by a case that passes for the transcription of the specifications, and does
/// not for the deviation. A case that the transcription itself does not pass tells nothing of
/// deviations: it is listed, and left out.
public struct Audit: Sendable {
  /// Each deviation of the specifications that the fixtures are of, with the cases that catch it.
  public private(set) var findings: [Finding] = []

  /// The cases that take part.
  public private(set) var cases: [CaseName] = []

  /// The cases that the transcription of the specifications does not pass.
  public private(set) var failingCases: [CaseName] = []

  /// A deviation, and what catches it.
  public struct Finding: Sendable {
    /// The deviation.
    public var deviation: Deviation

    /// The cases that it does not pass, in the order of the fixtures.
    public var catching: [CaseName]
  }

  /// A case of a fixture file.
  public struct CaseName: Hashable, Encodable, Sendable {
    /// The file.
    public var path: String

    /// The line on which the case begins, from 1.
    public var line: Int

    /// The case's name.
    public var name: String
  }

  /// Audits fixtures.
  ///
  /// - Parameters:
  ///   - fixtures: The fixtures.
  ///   - selection: Which of their cases take part.
  /// - Throws: `ThreadError` where the system has no thread left.
  /// - Complexity: O(*n* · *d*) for *n* cases and *d* deviations.
  public init(_ fixtures: [Fixture], selection: Selection = Selection()) throws(ThreadError) {
    for fixture in fixtures {
      for result in try Self.results(of: fixture, LiteralStreams(), selection) {
        switch result.outcome {
        case .passed: cases.append(Self.name(result, in: fixture))
        case .failed, .erred: failingCases.append(Self.name(result, in: fixture))
        case .skipped, .known, .mended: break
        }
      }
    }
    let tested = Set(cases)
    for deviation in Deviation.all {
      let fixtures = fixtures.filter { $0.specification == deviation.specification }
      if fixtures.isEmpty { continue }
      var catching: [CaseName] = []
      for fixture in fixtures {
        let results = try Self.results(of: fixture, deviation.implementation, selection)
        catching += results.filter(\.outcome.isFailure).map { Self.name($0, in: fixture) }
          .filter(tested.contains)
      }
      findings.append(Finding(deviation: deviation, catching: catching))
    }
  }

  private static func results(
    of fixture: Fixture, _ implementation: LiteralStreams, _ selection: Selection
  ) throws(ThreadError) -> [CaseResult] {
    var runner = Runner(implementation: implementation)
    runner.selection = selection
    guard case .ran(_, let results) = try runner.run(fixture).content else { return [] }
    return results
  }

  private static func name(_ result: CaseResult, in fixture: Fixture) -> CaseName {
    CaseName(
      path: fixture.source.path, line: result.testCase.place.line, name: result.testCase.name)
  }

  /// The deviations that no case catches.
  public var uncaught: [Deviation] {
    findings.filter(\.catching.isEmpty).map(\.deviation)
  }

  /// The cases that catch nothing that another does not catch too.
  ///
  /// Each alone could go without loss; together they may not.
  ///
  /// - Complexity: O(*n* + *c*) for *n* cases that catch *c* times.
  public var dispensableCases: [CaseName] {
    let needed = Set(findings.filter { $0.catching.count == 1 }.flatMap(\.catching))
    return cases.filter { !needed.contains($0) }
  }
}
