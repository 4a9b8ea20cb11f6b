// Files in, results out: the cases of many files, on several threads, reported in one order.

/// Runs fixtures against implementations.
///
/// ```swift
/// let runner = Runner(implementation: MyStreams())
/// try runner.run(FixtureFiles(at: ["Fixtures"]).files) { result in
///   print(result.path)
///   return true
/// }
/// ```
package struct Runner: Sendable {
  /// The implementations to test. Without any, files are read and nothing is run.
  package var candidates: [Candidate]

  /// Which cases are run.
  package var selection = Selection()

  /// Which part of these is run.
  package var shard = Shard.all

  /// Which of them are known to fail.
  package var knownFailures = KnownFailures()

  /// How many threads run cases: of a file each, while there are as many. At least 1.
  package var jobs = 1

  /// Whether the run ends at the first failure.
  package var stopsAtFailure = false

  /// Whether skipped cases are accepted.
  package var allowsSkips = true

  /// Whether the results list the cases that passed with all implementations, as a report of every
  /// case needs. If not, these cases are only counted, and implementations in this process run the
  /// cases of a file while it is being read, unless known failures name the file.
  package var listsPassing = true

  /// Whether traces are kept whole, to be recorded: a trace that is too large is then an error. If not, outcomes
  /// that are too long are cut.
  package var keepsWhole = false

  /// How much is read of a file.
  package var readingLimits = ReadingLimits()

  /// The limits of implementations.
  package var executionLimits = ExecutionLimits()

  /// Receives the outcome of each case with each implementation as soon as it is known, to show
  /// progress: in any order, on any thread, one at a time. Never called after the run has returned.
  package var watch: (@Sendable (CaseResult.Outcome) -> Void)?

  /// Makes a runner of every case, one after the other.
  ///
  /// - Parameter candidates: The implementations to test.
  package init(candidates: [Candidate]) {
    self.candidates = candidates
  }

  /// Makes a runner of every case, one after the other.
  ///
  /// - Parameter implementation: The implementation to test.
  package init(implementation: any Implementation) {
    self.init(candidates: [Candidate(implementation)])
  }

  /// Runs the cases of some files.
  ///
  /// The results are the same, and come in the same order, however many jobs there are. Files are
  /// read in turn, and released once their result has been delivered.
  ///
  /// A case that hangs is abandoned: its thread is stopped and left as it is, and the other cases are
  /// run. After `executionLimits.endlessCases` such cases, the remaining cases are errors and are
  /// not run; which ones remain depends on the number of jobs. When this returns, only hanging
  /// implementations are still being called.
  ///
  /// - Parameters:
  ///   - files: The files, in the order in which results are wanted.
  ///   - cancellation: Ends the run early. All finished cases are delivered; the result of an
  ///     unfinished file says how many of its cases are missing.
  ///   - deliver: Receives each result on the calling thread, in the order of the files. It returns
  ///     whether to go on; after `false`, no further file is begun.
  /// - Throws: ``ThreadError`` where the system has no thread left.
  /// - Complexity: O(*n*) in the size of the files. Holds a bounded number of files, which grows with
  ///   the jobs.
  package func run(
    _ files: [FixtureFiles.File], cancellation: Cancellation? = nil,
    deliver: (FileResult) -> Bool
  ) throws(ThreadError) {
    let limits = readingLimits
    let named = knownFailures.paths
    let run = Run(self, fileCount: files.count) { position in
      let file = files[position]
      var runner = self
      if !named.contains(file.path) { runner.knownFailures = KnownFailures() }
      runner.listsPassing = listsPassing || !runner.knownFailures.entries.isEmpty
      let holdsFiles = runner.listsPassing || !candidates.allSatisfy(\.isLocal)
      return FileRun(position, file.path, index: file.index, runner) {
        holdsFiles
          ? FixtureReader(of: file.read(limits: limits)) : file.reader(limits: limits)
      }
    }
    try run.play(until: cancellation ?? Cancellation(), deliver)
  }

  /// Runs the selected cases of one fixture.
  ///
  /// - Parameters:
  ///   - fixture: The fixture.
  ///   - cancellation: Ends the run before its end; then there are the results of the cases that have ended.
  /// - Returns: The result of each selected case, in the order of the fixture.
  /// - Throws: ``ThreadError`` where the system has no thread left.
  /// - Complexity: O(*n*) in the size of the fixture.
  package func run(
    _ fixture: Fixture, cancellation: Cancellation? = nil
  ) throws(ThreadError) -> FileResult {
    let path = fixture.source.path
    var result = FileResult(path: path, content: .ran(fixture, []))
    let run = Run(self, fileCount: 1) {
      FileRun($0, path, index: fixture.index, self) { FixtureReader(of: .success(fixture)) }
    }
    try run.play(until: cancellation ?? Cancellation()) {
      result = $0
      return true
    }
    return result
  }
}

/// The system has no thread left to run cases on.
public struct ThreadError: Error {
  /// Makes the error.
  public init() {}
}
