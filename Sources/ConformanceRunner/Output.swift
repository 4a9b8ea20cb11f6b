// The two streams of the process: results, and what is wrong.

import ArgumentParser
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
  printError("the results cannot be written: \(String(cString: strerror(errno)))")
  exit(Status.fault.rawValue)
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
  var text = text
  return text.withUTF8 { bytes in
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

/// Whether there is something at a path, be it a link to nothing.
func fileExists(_ path: String) -> Bool {
  var status = stat()
  return lstat(path, &status) == 0
}

/// Writes a new file, whole or not at all: never over another, and through no link.
func createFile(_ path: String, _ text: String) throws {
  let part = "\(path).\(getpid()).part"
  func fail() -> ExitCode {
    let reason = String(cString: strerror(errno))
    unlink(part)
    printError("`\(visible(path))` cannot be written: \(reason)")
    return Status.unwritable.exitCode
  }
  let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
  guard descriptor >= 0 else { throw fail() }
  let isWritten = write(text, to: descriptor)
  guard close(descriptor) == 0, isWritten else { throw fail() }
  // Unlike a rename, a link fails where there is a file.
  guard link(part, path) == 0 else { throw fail() }
  unlink(part)
}
