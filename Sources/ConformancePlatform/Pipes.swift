// Pipes as the system has them, for whoever talks to a process or a signal handler.

/// Makes a pipe that is closed in a program that is started.
///
/// - Returns: 0, or -1 with the error in `errno`.
package func makePipe(_ ends: inout [CInt]) -> CInt {
  let status = pipe(&ends)
  if status == 0 { for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) } }
  return status
}
