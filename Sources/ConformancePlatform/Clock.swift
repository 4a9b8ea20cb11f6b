// The time of day.

/// The current time: ISO 8601, in UTC and whole seconds.
package func currentDate() -> String {
  var now = timespec()
  clock_gettime(CLOCK_REALTIME, &now)
  var parts = tm()
  gmtime_r(&now.tv_sec, &parts)
  return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) {
    strftime($0.baseAddress, $0.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
    return String(cString: $0.baseAddress!)
  }
}
