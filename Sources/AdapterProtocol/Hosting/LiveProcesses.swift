// The processes of all adapters, for a runner that must end at once.

import Conformance
import ConformancePlatform

/// The live process groups.
package enum LiveProcesses {
  /// `nil` once they have been killed: later ones are killed at their start.
  private static let groups = Monitor<Set<pid_t>?>([])

  static func add(_ group: pid_t) {
    groups.update { groups in
      if groups?.insert(group) == nil { kill(-group, SIGKILL) }
    }
  }

  static func remove(_ group: pid_t) {
    groups.update { _ = $0?.remove(group) }
  }

  /// Kills them all, and every process that is started from now on. Meant for the end of the
  /// runner's process. It takes a lock, so a signal handler must not call it.
  ///
  /// - Complexity: O(*n*) in the number of processes.
  package static func killAll() {
    groups.update { groups in
      for group in groups ?? [] { kill(-group, SIGKILL) }
      groups = nil
    }
  }
}
