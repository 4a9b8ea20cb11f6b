// Whom a project trusts: where the links in it may lead.

import Conformance
import ConformancePlatform

extension Project {
  /// What links may lead to besides the paths of the command line: the project's folder, what its file names outside
  /// that, and the fixtures that came with the executable.
  ///
  /// - Parameter typed: The paths of the command line. Without one, and without a project, the working directory
  ///   stands for it.
  /// - Returns: The paths.
  static func folders(besides typed: [String]) -> [String] {
    let here = realPath(".") ?? "."
    let named = (current?.file.fixtures ?? []) + (current?.file.knownFailures ?? [])
    let outside = named.filter { path in
      let whole = lexicalPath(path.hasPrefix("/") ? path : "\(here)/\(path)")
      return part(of: whole, below: here) == nil
    }
    let installed = InstalledFixtures.location(of: InstalledFixtures.name)
    return (current == nil && !typed.isEmpty ? [] : ["."]) + outside
      + [installed].compactMap(\.self)
  }

  /// Refuses files from which a link leads elsewhere.
  ///
  /// - Parameters:
  ///   - paths: The files.
  ///   - typed: Those that the command line names, which may be links.
  /// - Throws: An exit code where there is one. The problems have been said.
  static func refuseLinks(among paths: [String], typed: [String]) throws {
    var bounds = LinkBounds(typed + folders(besides: typed))
    let problems = paths.filter { FileStatus(at: $0) != nil }.compactMap { bounds.refusal(of: $0) }
    printProblems(problems)
    if !problems.isEmpty { throw Status.invalidFixture.exitCode }
  }
}

extension FixtureFiles {
  /// Looks for fixtures that a user has named as every command does: here, and else among those that are installed.
  init(namedBy paths: [String], limits: ReadingLimits = ReadingLimits()) {
    self.init(
      at: paths, within: Project.folders(besides: paths), limits: limits,
      standIn: InstalledFixtures.location)
  }

  /// Looks for the fixtures that are meant without a path.
  static func ofProject(limits: ReadingLimits = ReadingLimits()) -> FixtureFiles {
    FixtureFiles(
      at: Project.fixtures, areNamed: false, within: Project.folders(besides: []), limits: limits,
      standIn: InstalledFixtures.location)
  }
}
