// Files that are read before their turn comes.

/// Reads the files of a run on a thread of its own: first while the implementations start, and then
/// ahead of the threads that hand out cases.
///
/// The bytes that have been read and not yet been taken are bounded.
package final class ReadAhead: Sendable {
  private let files: [FixtureFiles.File]
  private let limits: ReadingLimits
  private let stock = Monitor(Stock())

  /// Where there is no thread, the run reads everything itself.
  private let reader = Crew()

  private struct Stock {
    /// The file that is read next.
    var next = 0

    /// Those from there on whose turn came before.
    var taken: Set<Int> = []
    var results: [Int: FileResult] = [:]

    /// How large they are together.
    var bytes = 0
    var isStopped = false
  }

  /// How many bytes of fixtures are read ahead.
  private static let mostBytes = 4 << 20

  /// Begins to read.
  ///
  /// - Parameters:
  ///   - files: The files, in the order in which they are read.
  ///   - limits: The limits of reading a file.
  package init(_ files: [FixtureFiles.File], limits: ReadingLimits = ReadingLimits()) {
    self.files = files
    self.limits = limits
    reader.start { [self] in
      while let position = next() {
        let result = FileResult(reading: files[position], limits: limits)
        stock.update { stock in
          stock.results[position] = result
          stock.bytes += result.size
        }
      }
    }
  }

  /// The file to read, once there is room for it; `nil` at the end.
  private func next() -> Int? {
    stock.wait { stock in
      while stock.taken.remove(stock.next) != nil { stock.next += 1 }
      if stock.isStopped || stock.next == files.count { return .some(nil) }
      guard stock.bytes < Self.mostBytes else { return nil }
      stock.next += 1
      return stock.next - 1
    }
  }

  /// The file at a position, read now if it has not been; each is asked for once.
  func file(at position: Int) -> FileResult {
    let read = stock.wait { stock -> FileResult?? in
      if let result = stock.results.removeValue(forKey: position) {
        stock.bytes -= result.size
        return result
      }
      if position < stock.next { return nil }
      stock.taken.insert(position)
      return .some(nil)
    }
    return read ?? FileResult(reading: files[position], limits: limits)
  }

  /// Reads no further file, and waits until none is being read.
  package func stop() {
    stock.update { $0.isStopped = true }
    reader.wait()
  }
}

extension FileResult {
  /// Reads a file, and leaves its cases to be run.
  init(reading file: FixtureFiles.File, limits: ReadingLimits) {
    self.init(
      path: file.path, index: file.index, content: Content(file.read(limits: limits)))
  }

  /// How many bytes of the file are held.
  fileprivate var size: Int {
    if case .ran(let fixture, _) = content { fixture.source.bytes.count } else { 0 }
  }
}
