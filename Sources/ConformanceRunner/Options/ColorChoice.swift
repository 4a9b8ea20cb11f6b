// Whether there are colours.

import ArgumentParser
import Conformance
import ConformancePlatform

enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  var isColored: Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto:
      Surroundings.current.output.isTerminal && !Terminal.isDumb
        && (getenv("NO_COLOR").map { $0.pointee == 0 } ?? true)
    }
  }

  /// How results are written to standard output.
  var style: Style {
    Style(
      isColored: isColored, width: Surroundings.current.output.columns,
      program: Invocation.current.program)
  }
}
