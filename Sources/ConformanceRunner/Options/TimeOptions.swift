// How long an adapter may take, the same in all commands.

import AdapterProtocol
import ArgumentParser

struct TimeOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: .value("n", "Seconds that an adapter has for a case (default: 10)."),
    transform: seconds)
  var timeout: Double?

  @Option(
    parsing: .unconditional,
    help: .value("n", "Seconds that an adapter has to start (default: 30)."),
    transform: seconds)
  var startTimeout: Double?

  private static let seconds = number(from: 0.001, to: 86_400)

  /// Limits with these times in place of theirs.
  func replacing(in limits: AdapterLimits) -> AdapterLimits {
    var limits = limits
    if let timeout { limits.timeout = .seconds(timeout) }
    if let startTimeout { limits.startTime = .seconds(startTimeout) }
    return limits
  }
}
