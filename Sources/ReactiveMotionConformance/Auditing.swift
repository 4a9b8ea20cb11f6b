// An audit of fixtures of the built-in specifications, by their transcription and its deviations.

public import Conformance

extension Audit {
  /// Audits fixtures of the built-in specifications.
  ///
  /// - Parameters:
  ///   - fixtures: The fixtures.
  ///   - selection: Which of their cases take part.
  ///   - isDetailed: Whether to find every case that catches a deviation, and not only one.
  ///   - jobs: How many threads run cases. At least 1.
  /// - Throws: `ThreadError` where the system has no thread left.
  /// - Complexity: O(*n* · *d*) for *n* cases and *d* deviations.
  public init(
    _ fixtures: [Fixture], selection: Selection = Selection(), isDetailed: Bool = false,
    jobs: Int = 1
  ) throws(ThreadError) {
    try self.init(
      fixtures, reference: Candidate(LiteralStreams()), deviations: Deviation.all,
      selection: selection, isDetailed: isDetailed, jobs: jobs)
  }
}
