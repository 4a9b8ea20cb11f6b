// The way of requests to a process: a pipe that no signal comes from.

import ConformancePlatform
import Synchronization

/// The writing end of a pipe. Where nobody reads any more, writing fails, and nothing else happens.
final class RequestPipe: Sendable {
  /// The descriptor of the reading end, which the process closes that is given it.
  let input: CInt
  private let output: FileDescriptor
  private let isOpen = Atomic(true)

  /// Makes a pipe.
  ///
  /// - Throws: Where the system has none left.
  init() throws(Errno) {
    var ends: [CInt] = [-1, -1]
    // Without this, a process that has gone would have writing to it end this one.
    signal(SIGPIPE, SIG_IGN)
    guard makePipe(&ends) == 0 else { throw .last }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    (input, output) = (ends[0], FileDescriptor(rawValue: ends[1]))
  }

  deinit {
    close()
  }

  /// Writes all of some bytes, as fast as they are read.
  ///
  /// - Throws: Where nobody reads any more, or the task is cancelled.
  func write(_ bytes: [UInt8]) async throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      do {
        rest = rest.dropFirst(try rest.withUnsafeBytes { try output.write($0) })
      } catch Errno.resourceTemporarilyUnavailable {
        // It is full: the process has enough to do.
        try await Task.sleep(for: .milliseconds(1))
      }
    }
  }

  /// Tells the process that nothing more comes.
  func close() {
    if isOpen.exchange(false, ordering: .relaxed) { try? output.close() }
  }
}
