// Pipes to a process or from a signal handler.

/// Makes a pipe that is closed in programs started from here.
///
/// - Returns: 0, or -1 with the error in `errno`.
package func makePipe(_ ends: inout [CInt]) -> CInt {
  let status = pipe(&ends)
  if status == 0 { for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) } }
  return status
}

/// Writes all bytes, also to a file that another process has made non-blocking.
package func write(_ bytes: [UInt8], to file: FileDescriptor) throws {
  var rest = bytes[...]
  while !rest.isEmpty {
    do {
      rest = rest.dropFirst(try rest.withUnsafeBytes { try file.write($0) })
    } catch Errno.resourceTemporarilyUnavailable {
      var ready = pollfd(fd: file.rawValue, events: Int16(POLLOUT), revents: 0)
      poll(&ready, 1, -1)
    }
  }
}
