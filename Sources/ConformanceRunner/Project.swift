// The project that a command is in: its file, found upwards from the working directory, and its folder.

import AdapterProtocol
import ArgumentParser
import Conformance
import ConformancePlatform

/// A project: a folder with a project file, which has the defaults of the command line.
///
/// A command that knows its project works in the project's folder, so that cases, adapters and lists of known
/// failures are named from there. Paths of the command line start where they were typed.
struct Project: Sendable {
  /// The content of its file.
  let file: ProjectFile

  /// The name of its file in its folder.
  let fileName: String

  /// The fixtures that each implementation of the command has for itself; `nil` for one that has none.
  var own: [[String]?] = []

  /// The project of the command; `nil` if it has none.
  static var current: Project? { Invocation.current.project }

  static let help = ArgumentHelp(
    "The project file (default: \(ProjectFile.name)).", valueName: "file")

  /// Finds the project of a command, reads its file, and goes to its folder.
  ///
  /// - Parameters:
  ///   - config: The file, if the command line names it.
  ///   - mayBeMissing: Whether paths of the file may lead nowhere yet.
  /// - Throws: Why the file is not valid. Then nothing has changed.
  fileprivate static func enter(
    _ config: String?, sparing mayBeMissing: @escaping (_ isKnownFailures: Bool) -> Bool
  ) throws {
    if config == "" { throw ValidationError("--config is the name of a file") }
    let former = Surroundings.current.folder
    Surroundings.current.folder = Invocation.current.startFolder
    do {
      let path = try config ?? found()
      // A watched file may be missing for a moment while it is saved.
      if path == nil, let current {
        throw InvalidFile(current.fileName, "the file is gone")
      }
      Invocation.current.project = try path.map { try read($0, sparing: mayBeMissing) }
    } catch {
      Surroundings.current.folder = former
      throw error
    }
  }

  /// The path of a project file in the folder where the runner was started, or above it.
  private static func found() throws(InvalidFile) -> String? {
    var folders = (0..<max(1, Invocation.current.startFolder.split(separator: "/").count + 1)).map {
      String(repeating: "../", count: $0)
    }
    let root = folders.firstIndex { fileExists("\($0).git") }
    folders.removeSubrange(((root ?? 0) + 1)...)
    let paths = folders.flatMap { [$0 + ProjectFile.name, $0 + ProjectFile.misnamed] }
    guard let path = paths.first(where: fileExists) else { return nil }
    if let refusal = refusal(ofFound: path) { throw refusal }
    if path.hasSuffix(ProjectFile.misnamed) {
      throw InvalidFile(
        path, "this seems to be a project file, and does not have the name of one",
        hint: "call it `\(ProjectFile.name)`")
    }
    return path
  }

  /// Reads a project file, and goes to its folder.
  private static func read(
    _ path: String, sparing mayBeMissing: @escaping (_ isKnownFailures: Bool) -> Bool
  ) throws(InvalidFile) -> Project {
    let text = try SourceText.read(path).get()
    let (folder, name) = folderAndName(of: path)
    guard let whole = realPath(folder), access(whole, X_OK) == 0 else {
      throw InvalidFile(path, "its folder cannot be entered: \(Errno.last)")
    }
    Surroundings.current.folder = whole
    func read(builtIn: [Name]) -> Result<ProjectFile, InvalidFile> {
      let checks = ProjectFile.Checks(
        builtIn: builtIn, label: problem(withLabel:), command: problem(withCommand:), path: check)
      return ProjectFile.read(text, checks)
    }
    func check(_ path: String, _ isKnownFailures: Bool) -> String? {
      if mayBeMissing(isKnownFailures) { return nil }
      let status = InstalledFixtures.status(of: path)
      if status == nil { return "there is no file or folder `\(path)`" }
      return isKnownFailures && status?.isFolder == true
        ? "`\(path)` is a folder, and a list of known failures is a file" : nil
    }
    // Making deviations takes time: only a mistake, or a label that may be one, needs them.
    var file = read(builtIn: BuiltIn.references)
    if case .failure = file { file = read(builtIn: BuiltIn.names) }
    return Project(file: try file.get(), fileName: name)
  }

  /// Refuses a project file in which a label that the command uses is the name of a deviation.
  func check(_ names: [Name]) throws(InvalidFile) {
    let labels = names.filter { Self.command(of: $0) != nil }
    guard labels.contains(where: BuiltIn.mayBeDeviation) else { return }
    _ = try ProjectFile.read(file.source, ProjectFile.Checks(builtIn: BuiltIn.names)).get()
  }

  static func problem(withLabel text: String) -> String? {
    (try? AdapterCommand("\(text)=command"))?.label == Name(text)
      ? nil : "a label has letters, digits, `.`, `_` and `-` alone"
  }

  private static func problem(withCommand text: String) -> String? {
    do throws(AdapterCommand.Problem) {
      return try AdapterCommand(text).label.map {
        "this begins with a label, `\($0)=`, and has one before the colon"
      }
    } catch {
      return error.description
    }
  }

  // MARK: - Meaning

  /// The fixtures of a command without a path.
  static var fixtures: [String] {
    let own = current?.own ?? []
    let usual = current?.file.fixtures.map(paths) ?? [InstalledFixtures.name]
    return (own.isEmpty || own.contains(nil) ? usual : []) + own.flatMap { $0 ?? [] }
  }

  /// Paths of the project file, as results name files and folders.
  static func paths(_ paths: [String]) -> [String] {
    paths.map { FixtureFiles.normalized(path($0, typedIn: nil)) }
  }

  /// The implementations of a run without `-i`, as `-i` takes them.
  var defaults: [Name] { file.defaults ?? file.implementations.map(\.label) }

  /// The implementation of a label.
  static func command(of label: Name) -> ProjectFile.Implementation? {
    current?.file.implementations.first { $0.label == label }
  }

  /// The labels of the project.
  static var labels: [Name] { current?.file.implementations.map(\.label) ?? [] }

  /// A path, relative to the folder of the project.
  fileprivate static func path(_ path: String, typedIn folder: String?) -> String {
    let isAbsolute = path.hasPrefix("/")
    guard current != nil, !path.isEmpty, let here = realPath("."),
      let whole = isAbsolute ? path : folder.map({ "\($0)/\(path)" })
    else { return path }
    if let part = pathBelow(here, whole) { return part.isEmpty ? "." : part }
    return isAbsolute ? path : relativePath(to: whole)
  }
}

/// A command that works in its project, which decides what its options mean.
protocol ProjectCommand: ParsableCommand {
  /// The project file, if the command line names it.
  var config: String? { get }

  /// Whether paths of the project file, of known failures or of fixtures, may lead nowhere yet.
  func mayBeMissing(isKnownFailures: Bool) -> Bool

  /// Validates the options with their meaning in the project.
  func validateInProject() throws
}

extension ProjectCommand {
  func mayBeMissing(isKnownFailures: Bool) -> Bool { false }

  func validateInProject() throws {}

  /// Enters the project, which decides what the options mean, and validates them. The problems of a project file
  /// are printed later, if the command line is right.
  func validate() throws {
    Invocation.current.invalidProject = nil
    do {
      try Project.enter(config, sparing: mayBeMissing)
      try validateInProject()
    } catch let invalid as InvalidFile {
      Invocation.current.invalidProject = invalid
    }
  }
}

/// A path of the command line. One to read may have a place after it.
struct CommandPath: ExpressibleByArgument {
  let typed: String

  init(argument: String) { typed = argument }

  /// The path to write to, relative to the folder of the project.
  var output: String { Project.path(typed, typedIn: Invocation.current.otherFolder) }

  /// The path to read, relative to the folder of the project. A path that leads nowhere from where it was typed may be
  /// so already, because output names it so.
  var path: String {
    guard Project.current != nil, !typed.isEmpty, !typed.hasPrefix("/") else { return output }
    func isThere(_ path: String) -> Bool { fileExists(Self.place(path)?.path.text ?? path) }
    let isInProject = isThere(typed) || InstalledFixtures.location(of: typed) != nil
    return isInProject && !isThere("\(Invocation.current.startFolder)/\(typed)") ? typed : output
  }

  /// The place, if the path has a line.
  var place: FixturePlace? { Self.place(path) }

  /// The file or folder, without the place.
  var file: String { place?.path.text ?? path }

  /// Reads a place. A file of that very name comes first. A folder has no lines.
  private static func place(_ text: String) -> FixturePlace? {
    guard !fileExists(text), let place = FixturePlace(text),
      InstalledFixtures.status(of: place.path.text)?.isFolder != true
    else { return nil }
    return place
  }
}
