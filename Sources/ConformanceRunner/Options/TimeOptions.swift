// How long an adapter may take, the same in all commands.

import AdapterProtocol
import ArgumentParser

struct TimeOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: .value("n", "Seconds that an adapter has for a case (default: 10)."))
  var timeout: Double?

  @Option(
    parsing: .unconditional,
    help: .value("n", "Seconds that an adapter has to start (default: 30)."))
  var startTimeout: Double?

  func validate() throws {
    for (option, time) in [("--timeout", timeout), ("--start-timeout", startTimeout)] {
      if let time, !(time > 0 && time <= 86_400) {
        throw ValidationError("\(option) is more than 0 seconds, and at most a day")
      }
    }
  }

  /// Limits with these times in place of theirs.
  func replacing(in limits: AdapterLimits) -> AdapterLimits {
    var limits = limits
    if let timeout { limits.timeout = .seconds(timeout) }
    if let startTimeout { limits.startTime = .seconds(startTimeout) }
    return limits
  }
}
