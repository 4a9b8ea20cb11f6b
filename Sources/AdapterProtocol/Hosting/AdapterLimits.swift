// What an adapter may do before it is given up.

import Conformance

/// The bounds of what an adapter may do.
package struct AdapterLimits: Sendable {
  /// The time that may pass without an answer while requests are open.
  package var timeout: Duration = .seconds(10)

  /// How long it may take from its start until it has said what it is.
  package var startTime: Duration = .seconds(30)

  /// How long it may take to exit once it has been told to.
  var shutdownTime: Duration { min(timeout, .seconds(5)) }

  /// The longest line that is read, in bytes.
  package var lineSize = 16 << 20

  /// How many events of one step it may answer with.
  package var events = FixedLimit.events.most

  /// How often it is started afresh in one run.
  package var restarts = 32

  /// The bounds that fit any sane adapter.
  package init() {}

  /// The bounds by name.
  package static let named: [NamedLimit<AdapterLimits>] = [
    NamedLimit("restarts", \.restarts)
  ]
}
