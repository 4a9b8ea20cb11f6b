// What Darwin has in a form of its own, under the names that every stage uses.

#if canImport(Darwin)
  /// Where the program that runs is, links followed; `nil` where the system does not say.
  package var executablePath: String? {
    var size = UInt32(PATH_MAX)
    var path = [CChar](repeating: 0, count: Int(size))
    return _NSGetExecutablePath(&path, &size) == 0 ? resolvedPath(path) : nil
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
