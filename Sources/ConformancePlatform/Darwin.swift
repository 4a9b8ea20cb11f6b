// What Darwin has in a form of its own, under the names that every stage uses.

#if canImport(Darwin)
  /// Where the program that runs is, links followed; `nil` where the system does not say.
  package var executablePath: String? {
    var size = UInt32(PATH_MAX)
    var path = [CChar](repeating: 0, count: Int(size))
    return _NSGetExecutablePath(&path, &size) == 0 ? resolvedPath(path) : nil
  }

  /// Writes to a pipe whose other end may be gone, without the signal that would end the process.
  ///
  /// - Returns: How many bytes were written, or -1 with the error in `errno`.
  package func writeWithoutSignal(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
    _ = fcntl(descriptor, F_SETNOSIGPIPE, 1)
    return write(descriptor, bytes.baseAddress, bytes.count)
  }

  /// Starts a thread with what `runThread` takes.
  ///
  /// - Returns: 0, or the number of an error.
  func createThread(_ attributes: inout pthread_attr_t, _ body: UnsafeMutableRawPointer) -> CInt {
    var thread: pthread_t?
    return pthread_create(
      &thread, &attributes,
      { body in
        runThread(body)
        return nil
      }, body)
  }
#endif
