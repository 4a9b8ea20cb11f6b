// The way of requests to a process: a pipe that no signal comes from.

import Conformance
import ConformancePlatform

/// The writing end of a pipe. Where nobody reads any more, writing fails, and nothing else happens.
final class RequestPipe: Sendable {
  private let descriptor: CInt
  private let isOpen = Monitor(true)

  private init(_ descriptor: CInt) {
    self.descriptor = descriptor
  }

  deinit {
    close()
  }

  /// Makes a pipe.
  ///
  /// - Returns: The descriptor of its reading end, which the caller closes, and its writing end.
  /// - Throws: Where the system has none left.
  static func make() throws(Errno) -> (input: CInt, pipe: RequestPipe) {
    var ends: [CInt] = [-1, -1]
    // Without this, a process that has gone would have writing to it end this one.
    signal(SIGPIPE, SIG_IGN)
    guard makePipe(&ends) == 0 else { throw .last }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    return (ends[0], RequestPipe(ends[1]))
  }

  /// Writes all of some bytes, as fast as they are read.
  ///
  /// - Throws: Where nobody reads any more, or the task is cancelled.
  func write(_ bytes: [UInt8]) async throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        ConformancePlatform.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // It is full: the process has enough to do.
        try await Task.sleep(for: .milliseconds(1))
      } else if errno != EINTR {
        throw Errno.last
      }
    }
  }

  /// Tells the process that nothing more comes.
  func close() {
    isOpen.update { isOpen in
      if isOpen { ConformancePlatform.close(descriptor) }
      isOpen = false
    }
  }
}
