// Threads as the system has them, for the stages that run side by side.

/// The number of cores that can be used.
package func coreCount() -> Int { max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN))) }

/// What a new thread is for.
private final class Body {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}

/// Starts a thread that nobody waits for, in the surroundings of this one.
///
/// - Parameters:
///   - stackSize: How much of the stack it may use, in bytes.
///   - body: What the thread does.
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
      // Some systems have it that there may be none.
      let body: UnsafeMutableRawPointer? = body
      Unmanaged<Body>.fromOpaque(body!).takeRetainedValue().run()
      return nil
    }, body.toOpaque())
  if status != 0 { body.release() }
  return status == 0
}
