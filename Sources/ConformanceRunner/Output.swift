// The two streams of the process: results, and what is wrong.

import Conformance

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Writes a result to standard output.
func printResult(_ text: String) {
  write(text, to: STDOUT_FILENO)
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

private func write(_ text: String, to descriptor: CInt) {
  var text = text
  text.withUTF8 { bytes in
    var rest = UnsafeRawBufferPointer(bytes)
    while !rest.isEmpty {
      let count = write(descriptor, rest.baseAddress!, rest.count)
      if count < 0 && errno != EINTR { return }
      rest = UnsafeRawBufferPointer(rebasing: rest[max(0, count)...])
    }
  }
}
