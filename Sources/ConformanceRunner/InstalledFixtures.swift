// The fixtures that come with the executable, for those who have no copy of their own.

import Conformance
import ConformancePlatform

/// The folder of fixtures that was installed with the executable.
///
/// If there is no folder `Fixtures`, that name stands for it, so that a case has the same name on
/// every machine, in lists of known failures and in results.
enum InstalledFixtures {
  /// The name of the folder.
  static let name = "Fixtures"

  /// Where a path below `Fixtures` is among the installed fixtures; `nil` for another path, if there is
  /// a folder `Fixtures` here, or if none are installed.
  static func location(of path: String) -> String? {
    guard path == name || path.hasPrefix(name + "/"), FileStatus(at: name) == nil, let folder else {
      return nil
    }
    return folder + path.dropFirst(name.count)
  }

  /// What is at a path, here or among the installed fixtures.
  static func status(of path: String) -> FileStatus? {
    FileStatus(at: location(of: path) ?? path)
  }

  /// `share/ConformanceRunner/Fixtures` beside the `bin` that the executable is in.
  private static var folder: String? {
    guard let executable = executablePath else { return nil }
    let above = executable.split(separator: "/").dropLast(2).map { "/" + $0 }.joined()
    let path = "\(above)/share/ConformanceRunner/\(name)"
    return FileStatus(at: path)?.isFolder == true ? path : nil
  }
}

/// A hint at the fixture or folder that was probably meant by a path that leads nowhere, as the end of a
/// message: the nearest name in the last folder that exists. Empty if none is near.
func orDidYouMean(pathNear path: String) -> String {
  var folder = path.hasPrefix("/") ? "/" : ""
  var parts = path.split(separator: "/")[...]
  while let part = parts.popFirst() {
    let next = folder + part
    if InstalledFixtures.status(of: next) != nil {
      folder = next + "/"
      continue
    }
    let location = folder.isEmpty ? "." : InstalledFixtures.location(of: folder) ?? folder
    let meant = ((try? entries(ofFolder: location)) ?? []).filter {
      $0.isNamed && ($0.isFolder || $0.name.hasSuffix(".yaml") || $0.name.hasSuffix(".yml"))
    }
    // Too many names are near a short one.
    guard part.count > 3, let near = nearest(to: part, among: meant.lazy.map(\.name)) else { break }
    let whole = ([folder + near] + parts.map(String.init)).joined(separator: "/")
    let isThere = InstalledFixtures.status(of: whole) != nil
    return "; did you mean `\(visible(isThere ? whole : folder + near))`?"
  }
  return ""
}
