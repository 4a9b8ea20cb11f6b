// The two streams of the process: results, and what is wrong.

import Conformance
import ConformancePlatform

/// Why results could not be written to standard output, once they could not.
private let outputError = Monitor<CInt?>(nil)

/// Writes a result to standard output. Where that is not possible, the process ends so: what nobody can
/// read is no result. It goes on until then, because reports in files do not depend on who reads this.
func printResult(_ text: String) {
  if lostResults == nil, !write(text, to: STDOUT_FILENO) {
    let error = errno
    outputError.update { $0 = error }
  }
}

/// The number of the error where results could not be written.
var lostResults: CInt? { outputError.read { $0 } }

/// Writes problems of files to standard error.
func printProblems(_ problems: [Diagnostic]) {
  if problems.isEmpty { return }
  write(problems.map { "\($0)\n" }.joined(), to: STDERR_FILENO)
}

/// Writes a problem that no file has to standard error.
func printError(_ message: String) {
  write("error: \(message)\n", to: STDERR_FILENO)
}

/// Writes what is worth a look, and makes nothing fail, to standard error.
func printWarning(_ message: String) {
  write("warning: \(message)\n", to: STDERR_FILENO)
}

/// Writes what is good to know to standard error.
func printNote(_ message: String) {
  write("\(message)\n", to: STDERR_FILENO)
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
