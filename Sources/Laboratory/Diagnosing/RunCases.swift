// The cases of a run, to be read again for a diagnosis.

import Conformance

/// The files and the selection of a run, to read again the cases that the run has not kept.
public struct RunCases: Sendable {
  /// The files that were run.
  public var files: [FixtureFiles.File]

  /// Which of their cases were meant.
  public var selection: Selection

  /// Which part of these was run.
  public var shard: Shard

  /// How much is read of a file.
  public var limits: ReadingLimits

  /// Makes them of what a runner was given.
  ///
  /// - Parameters:
  ///   - files: The files that were run.
  ///   - runner: What ran them.
  public init(of files: [FixtureFiles.File], run runner: Runner) {
    self.files = files
    selection = runner.selection
    shard = runner.shard
    limits = runner.readingLimits
  }
}
