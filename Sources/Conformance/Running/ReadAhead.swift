// Files that are read before there is anything to run them with.

/// Reads the first files of a run on a thread of its own, while the implementations are being started.
///
/// It reads a bounded number of bytes, and ends once the run begins to take its files.
public final class ReadAhead: Sendable {
  private let files: [FixtureFiles.File]
  private let limits: ReadingLimits
  private let state = Monitor(State())

  private struct State {
    var results: [Int: FileResult] = [:]
    var bytes = 0
    var begun = 0
    var isStopped = false
  }

  /// How many bytes of fixtures are read ahead.
  private static let mostBytes = 4 << 20

  /// Begins to read.
  ///
  /// - Parameters:
  ///   - files: The files, of which the first are read.
  ///   - limits: How much is read of a file.
  public init(_ files: [FixtureFiles.File], limits: ReadingLimits = ReadingLimits()) {
    self.files = files
    self.limits = limits
    // Where there is no thread, the run reads everything itself.
    _ = startThread { [self] in readAhead() }
  }

  private func readAhead() {
    while let position = next() {
      let result = FileResult(reading: files[position], limits: limits)
      state.update { state in
        state.results[position] = result
        if case .ran(let fixture, _) = result.content { state.bytes += fixture.source.bytes.count }
      }
    }
  }

  private func next() -> Int? {
    state.update { state in
      guard !state.isStopped, state.bytes < Self.mostBytes, state.begun < files.count else {
        return nil
      }
      state.begun += 1
      return state.begun - 1
    }
  }

  /// The file at a position, read now if it has not been; each is asked for once.
  func file(at position: Int) -> FileResult {
    let read = state.wait { state -> FileResult?? in
      state.isStopped = true
      if position >= state.begun { return .some(nil) }
      return state.results.removeValue(forKey: position).map { .some($0) }
    }
    return read ?? FileResult(reading: files[position], limits: limits)
  }
}

extension FileResult {
  /// Reads a file, and leaves its cases to be run.
  init(reading file: FixtureFiles.File, limits: ReadingLimits) {
    let content: Content =
      switch file.read(limits: limits) {
      case .success(let fixture): .ran(fixture, [])
      case .failure(let invalid): .invalid(invalid)
      }
    self.init(path: file.path, index: file.index, content: content)
  }
}
