// The pipe for requests to a process, without signals.

import ConformancePlatform
import Synchronization

/// The writing end of a pipe. If nobody reads any more, writing fails, and no signal is raised.
final class RequestPipe: Sendable {
  /// The descriptor of the reading end, which the process owns and closes.
  let input: CInt
  private let output: FileDescriptor
  private let isOpen = Atomic(true)

  /// Makes a pipe.
  ///
  /// - Throws: If the system has no descriptor left.
  init() throws(Errno) {
    var ends: [CInt] = [-1, -1]
    // Otherwise, writing to a process that has exited would kill this one.
    signal(SIGPIPE, SIG_IGN)
    guard makePipe(&ends) == 0 else { throw .last }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    (input, output) = (ends[0], FileDescriptor(rawValue: ends[1]))
  }

  deinit {
    close()
  }

  /// Writes all bytes, as fast as they are read.
  ///
  /// - Throws: If nobody reads any more, or the task is cancelled.
  func write(_ bytes: [UInt8]) async throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      do {
        rest = rest.dropFirst(try rest.withUnsafeBytes { try output.write($0) })
      } catch Errno.resourceTemporarilyUnavailable {
        // The pipe is full: the process is busy.
        try await Task.sleep(for: .milliseconds(1))
      }
    }
  }

  /// Ends the input of the process.
  func close() {
    if isOpen.exchange(false, ordering: .relaxed) { try? output.close() }
  }
}
