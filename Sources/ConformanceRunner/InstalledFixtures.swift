// The fixtures that come with the executable, for those who have no copy of their own.

import Conformance
import ConformancePlatform

/// The folder of fixtures that was installed with the executable.
///
/// If there is no folder `Fixtures`, that name stands for it, so that a case has the same name on
/// every machine, in lists of known failures and in results.
enum InstalledFixtures {
  /// What the folder is called.
  static let name = "Fixtures"

  /// Where a path below `Fixtures` is among the installed fixtures; `nil` for another path, where there is
  /// a folder `Fixtures` here, and where none are installed.
  static func location(of path: String) -> String? {
    guard path == name || path.hasPrefix(name + "/"), FileStatus(at: name) == nil, let folder else {
      return nil
    }
    return folder + path.dropFirst(name.count)
  }

  /// `share/ConformanceRunner/Fixtures` beside the `bin` that the executable is in.
  private static var folder: String? {
    guard let executable = executablePath else { return nil }
    let above = executable.split(separator: "/").dropLast(2).map { "/" + $0 }.joined()
    let path = "\(above)/share/ConformanceRunner/\(name)"
    return FileStatus(at: path)?.isFolder == true ? path : nil
  }
}

extension FixtureFiles {
  /// Looks for fixtures as every command does: here, and else among those that are installed.
  init(namedBy paths: [String], limits: ReadingLimits = ReadingLimits()) {
    self.init(at: paths, limits: limits, standIn: InstalledFixtures.location)
  }
}
