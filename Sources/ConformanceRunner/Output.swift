// The two streams of the process: results, and what is wrong.

import Conformance

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Writes a result to standard output. Where that is not possible, the process ends: what nobody can
/// read is no result.
func printResult(_ text: String) {
  if write(text, to: STDOUT_FILENO) { return }
  let error = errno
  for end in endings.read({ $0 }) { end() }
  if error == EPIPE {
    // Whoever read the results has had enough, as `head` has: this ends as it would by default.
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
  }
  printError("the results cannot be written: \(String(cString: strerror(error)))")
  exit(Status.fault.rawValue)
}

/// What is to be done before the process ends early.
private let endings = Monitor<[@Sendable () -> Void]>([])

/// Has something done before the process ends because results cannot be written.
func beforeEarlyEnd(_ action: @escaping @Sendable () -> Void) {
  endings.update { $0.append(action) }
}

/// Writes problems of files to standard error.
func printProblems(_ problems: [Diagnostic]) {
  if problems.isEmpty { return }
  write(problems.map { "\($0)\n" }.joined(), to: STDERR_FILENO)
}

/// Writes a problem that no file has to standard error.
func printError(_ message: String) {
  write("error: \(message)\n", to: STDERR_FILENO)
}

/// Writes all of a text, and returns whether that went well.
@discardableResult
func write(_ text: String, to descriptor: CInt) -> Bool {
  write(Array(text.utf8), to: descriptor)
}

func write(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
  bytes.withUnsafeBufferPointer { bytes in
    var rest = UnsafeRawBufferPointer(bytes)
    while !rest.isEmpty {
      let count = write(descriptor, rest.baseAddress!, rest.count)
      if count < 0 && errno == EAGAIN {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, -1)
      } else if count < 0 && errno != EINTR {
        return false
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[max(0, count)...])
    }
    return true
  }
}
