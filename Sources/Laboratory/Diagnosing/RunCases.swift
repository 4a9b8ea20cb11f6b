// The cases of a run, to be read again for a diagnosis.

import Conformance

/// The files and the selection of a run, to read again the cases that the run has not kept.
package struct RunCases: Sendable {
  /// The files that were run.
  package var files: [FixtureFiles.File]

  /// Which of their cases were meant.
  package var selection: Selection

  /// Which part of these was run.
  package var shard: Shard

  /// How much is read of a file.
  package var limits: ReadingLimits

  /// Makes them of what a runner was given.
  ///
  /// - Parameters:
  ///   - files: The files that were run.
  ///   - runner: What ran them.
  package init(of files: [FixtureFiles.File], run runner: Runner) {
    self.files = files
    selection = runner.selection
    shard = runner.shard
    limits = runner.readingLimits
  }
}
