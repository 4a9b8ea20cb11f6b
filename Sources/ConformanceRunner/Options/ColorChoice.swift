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
      isatty(STDOUT_FILENO) == 1 && !Terminal.isDumb
        && (getenv("NO_COLOR").map { $0.pointee == 0 } ?? true)
    }
  }

  /// How results are written to standard output.
  var style: Style {
    Style(
      isColored: isColored, width: Terminal.width(of: STDOUT_FILENO), program: Session.program)
  }
}
