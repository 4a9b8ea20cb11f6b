// The processes of all adapters, for a runner that has no time left to end them in order.

import Conformance
import ConformancePlatform

/// The process groups that are alive.
package enum LiveProcesses {
  private static let groups = Monitor(Groups())

  private struct Groups {
    var alive: Set<pid_t> = []

    /// Whether they have been killed, and the next is too.
    var isOver = false
  }

  static func add(_ group: pid_t) {
    groups.update { groups in
      if groups.isOver { kill(-group, SIGKILL) } else { groups.alive.insert(group) }
    }
  }

  static func remove(_ group: pid_t) {
    groups.update { _ = $0.alive.remove(group) }
  }

  /// Kills them all, and every process that is started from now on. Meant for the end of the
  /// runner's process; it takes a lock, so a signal handler must not call it.
  ///
  /// - Complexity: O(*n*) in the number of processes.
  package static func killAll() {
    groups.update { groups in
      groups.isOver = true
      for group in groups.alive { kill(-group, SIGKILL) }
      groups.alive = []
    }
  }
}
