// Files that are read while adapters start.

import Synchronization

/// The first files of a run, read on a thread of its own while something else is waited for.
package final class ReadAhead: Sendable {
  private let fixtures = Monitor([Int: Result<Fixture, InvalidFile>]())
  private let isStopped = Atomic(false)
  private let reader = Crew()

  /// How many bytes of fixtures are read ahead.
  private static let mostBytes = 4 << 20

  /// Begins to read. Where there is no thread, the run reads everything itself.
  ///
  /// - Parameters:
  ///   - files: The files, in the order in which they are read.
  ///   - limits: The limits of reading a file.
  package init(_ files: [FixtureFiles.File], limits: ReadingLimits = ReadingLimits()) {
    reader.start { [self] in
      var bytes = 0
      for (position, file) in files.enumerated() {
        if isStopped.load(ordering: .relaxed) || bytes >= Self.mostBytes { return }
        let fixture = file.read(limits: limits)
        bytes += (try? fixture.get().source.bytes.count) ?? 0
        fixtures.update { $0[position] = fixture }
      }
    }
  }

  /// Reads no further file, and waits until none is being read.
  package func stop() {
    isStopped.store(true, ordering: .relaxed)
    reader.wait()
  }

  /// The file at a position, if it has been read; each is asked for once.
  func file(at position: Int) -> Result<Fixture, InvalidFile>? {
    fixtures.update { $0.removeValue(forKey: position) }
  }
}
