// The processes of all adapters, for a runner that has no time left to end them in order.

import Conformance

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The process groups that are alive.
public enum LiveProcesses {
  private static let capacity = 1_024

  /// The groups, 0 for none. A signal handler may read it at any time, so that it is never moved.
  nonisolated(unsafe) private static let groups: UnsafeMutablePointer<pid_t> = {
    let groups = UnsafeMutablePointer<pid_t>.allocate(capacity: capacity)
    groups.initialize(repeating: 0, count: capacity)
    return groups
  }()

  private static let turn = Monitor(())

  static func add(_ group: pid_t) {
    turn.update { _ in
      for index in 0..<capacity where groups[index] == 0 {
        groups[index] = group
        return
      }
    }
  }

  static func remove(_ group: pid_t) {
    turn.update { _ in
      for index in 0..<capacity where groups[index] == group { groups[index] = 0 }
    }
  }

  /// Makes the table, so that ``killAll()`` has nothing to make.
  public static func prepare() {
    _ = groups[0]
  }

  /// Kills them all. A signal handler may call this once ``prepare()`` has been called.
  ///
  /// - Complexity: O(1): the table has a fixed size.
  public static func killAll() {
    for index in 0..<capacity where groups[index] > 0 { kill(-groups[index], SIGKILL) }
  }
}
