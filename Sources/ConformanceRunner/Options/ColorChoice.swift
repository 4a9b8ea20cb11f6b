// Whether there are colours.

import ArgumentParser
import ConformancePlatform

enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  var isColored: Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto: isatty(STDOUT_FILENO) == 1 && (getenv("NO_COLOR").map { $0.pointee == 0 } ?? true)
    }
  }
}
