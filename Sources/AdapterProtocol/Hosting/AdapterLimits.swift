// The limits of an adapter.

import Conformance

/// The limits of an adapter.
package struct AdapterLimits: Sendable {
  /// The time that may pass without an answer while requests are open.
  package var timeout: Duration = .seconds(10)

  /// The time from its start until it must have answered `initialize`.
  package var startTime: Duration = .seconds(30)

  /// The time that it has to exit after `shutdown`.
  var shutdownTime: Duration { min(timeout, .seconds(5)) }

  /// The longest line that is read, in bytes.
  package var lineSize = 16 << 20

  /// The number of events in the answer to one step.
  package var events = FixedLimit.events.most

  /// The number of restarts in one run.
  package var restarts = 32

  /// Limits that fit any sane adapter.
  package init() {}

  /// The limits by name.
  package static let named: [NamedLimit<AdapterLimits>] = [
    NamedLimit("restarts", \.restarts)
  ]
}
