// What Linux has in a form of its own, under the names that every stage uses.

#if !canImport(Darwin)
  /// Where the program that runs is, links followed; `nil` where the system does not say.
  package var executablePath: String? { resolvedPath("/proc/self/exe") }

  /// Writes to a pipe whose other end may be gone, without the signal that would end the process.
  ///
  /// - Returns: How many bytes were written, or -1 with the error in `errno`.
  package func writeWithoutSignal(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
    var (broken, former, pending) = (sigset_t(), sigset_t(), sigset_t())
    sigemptyset(&broken)
    sigaddset(&broken, SIGPIPE)
    sigpending(&pending)
    pthread_sigmask(SIG_BLOCK, &broken, &former)
    let count = write(descriptor, bytes.baseAddress, bytes.count)
    let error = errno
    // What this thread has caused itself is taken away, and what was there before stays.
    if count < 0 && error == EPIPE && sigismember(&pending, SIGPIPE) == 0 {
      var now = timespec()
      sigtimedwait(&broken, nil, &now)
    }
    pthread_sigmask(SIG_SETMASK, &former, nil)
    errno = error
    return count
  }

  /// Starts a thread with what `runThread` takes.
  ///
  /// - Returns: 0, or the number of an error.
  func createThread(_ attributes: inout pthread_attr_t, _ body: UnsafeMutableRawPointer) -> CInt {
    var thread = pthread_t()
    return pthread_create(
      &thread, &attributes,
      { body in
        runThread(body!)
        return nil
      }, body)
  }
#endif
