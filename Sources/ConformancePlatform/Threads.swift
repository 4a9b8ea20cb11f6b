// Threads, for modules that run work side by side.

/// The number of usable cores.
package func coreCount() -> Int { max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN))) }

/// The function that a new thread runs.
private final class Body {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}

/// Starts a thread that nobody waits for, with this task's surroundings.
///
/// - Parameters:
///   - stackSize: The size of its stack, in bytes.
///   - body: The function that the thread runs.
/// - Returns: Whether the thread could be started.
package func startThread(stackSize: Int, _ body: @escaping @Sendable () -> Void) -> Bool {
  var attributes = pthread_attr_t()
  guard pthread_attr_init(&attributes) == 0 else { return false }
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setstacksize(&attributes, stackSize)
  pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))

  let surroundings = Surroundings.current
  let body = Unmanaged.passRetained(
    Body { Surroundings.$current.withValue(surroundings) { body() } })
  #if canImport(Darwin)
    var thread: pthread_t?
  #else
    var thread = pthread_t()
  #endif
  let status = pthread_create(
    &thread, &attributes,
    { body in
      // On some systems, this argument is optional.
      let body: UnsafeMutableRawPointer? = body
      Unmanaged<Body>.fromOpaque(body!).takeRetainedValue().run()
      return nil
    }, body.toOpaque())
  if status != 0 { body.release() }
  return status == 0
}
