// Whom a project trusts: whose project file is used, and where the links in it may lead.

import Conformance
import ConformancePlatform

extension Project {
  // MARK: - Project files that are found

  /// Why a project file that was found is not used. It names programs to start, so it must belong to the
  /// user or root, as `safe.directory` of git asks of a repository.
  ///
  /// - Parameter path: The file, from where the runner was started.
  /// - Returns: The reason, and how to use the file all the same; `nil` if it is used.
  static func refusal(ofFound path: String) -> InvalidFile? {
    let folder = folderAndName(of: path).folder
    var parts = [("this project file", path), ("the folder of this project file", folder)]
    let target = isLink(Name(path)) ? realPath(path) : nil
    if let target {
      parts += [
        ("the file that this project file links to", target),
        ("the folder that this project file links into", folderAndName(of: target).folder),
      ]
    }
    func refusal(_ message: String) -> InvalidFile {
      InvalidFile(path, message, hint: "if you trust it, name it: --config \(path)")
    }
    for (part, path) in parts {
      let status = try? Stat(systemPath(path), followTargetSymlink: false)
      if let user = status?.userID.rawValue, !trustedUsers.contains(user) {
        return refusal("\(part) belongs to \(name(ofUser: user)), and not to you or root")
      }
    }
    var bounds = LinkBounds([folder])
    return target == nil || bounds.contains(path)
      ? nil : refusal("this project file is a link that leads outside its folder")
  }

  /// Root, the user, and who has become root by `sudo`.
  private static let trustedUsers: Set<uid_t> = {
    let user = geteuid()
    let sudoer = getenv("SUDO_UID").flatMap { uid_t(String(cString: $0)) }
    return Set([0, user] + (user == 0 ? [sudoer].compactMap(\.self) : []))
  }()

  private static func name(ofUser id: uid_t) -> String {
    let user = "user \(id)"
    guard let entry = getpwuid(id), let name = entry.pointee.pw_name else { return user }
    return "`\(visible(String(cString: name)))` (\(user))"
  }

  // MARK: - Links

  /// The paths that links may lead to, besides those of the command line: the project's folder, paths outside it that
  /// its file names, and the fixtures that came with the executable.
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
  /// - Throws: `InvalidFile` if there is one.
  static func refuseLinks(among paths: [String], typed: [String]) throws {
    var bounds = LinkBounds(typed + folders(besides: typed))
    let problems = paths.filter { FileStatus(at: $0) != nil }.compactMap { bounds.refusal(of: $0) }
    if !problems.isEmpty { throw InvalidFile(problems: problems) }
  }
}

extension FixtureFiles {
  /// Looks for fixtures as every command does: those that a user has named, or else those of the project; here, or
  /// else among the installed ones.
  init(namedBy paths: [String] = [], limits: ReadingLimits? = ReadingLimits()) {
    self.init(
      at: paths.isEmpty ? Project.fixtures : paths, areNamed: !paths.isEmpty,
      within: Project.folders(besides: paths), limits: limits, standIn: InstalledFixtures.location)
  }
}
