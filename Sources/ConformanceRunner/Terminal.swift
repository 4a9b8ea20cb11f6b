// The terminal while a long command runs: its progress, and Ctrl-C.

import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A line on standard error that is written over and over; nothing where that is not a terminal.
struct Progress: Sendable {
  private let isShown = isatty(STDERR_FILENO) == 1

  func show(_ text: String) {
    if isShown { write("\r\u{1B}[K\(text)", to: STDERR_FILENO) }
  }

  func clear() {
    show("")
  }
}

private let hasBeenInterrupted = Atomic(false)

/// Makes the first Ctrl-C end a command by its own means. The second ends the process.
///
/// - Returns: Whether there has been a Ctrl-C.
func catchInterrupt() -> @Sendable () -> Bool {
  var interrupt = sigset_t()
  sigemptyset(&interrupt)
  sigaddset(&interrupt, SIGINT)
  pthread_sigmask(SIG_UNBLOCK, &interrupt, nil)
  signal(SIGINT) { _ in
    hasBeenInterrupted.store(true, ordering: .relaxed)
    signal(SIGINT, SIG_DFL)
  }
  return { hasBeenInterrupted.load(ordering: .relaxed) }
}
