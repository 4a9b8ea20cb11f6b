// The project that a command is in: its file, found upwards from the working directory, and its folder.

import AdapterProtocol
import ArgumentParser
import Conformance
import ConformancePlatform

/// A project: a folder with a project file, which says what is meant where the command line does not.
///
/// A command that knows its project works in the project's folder, so that cases, adapters and lists of known
/// failures are named from there. What the command line names is looked for where that was typed.
struct Project: Sendable {
  /// What its file says.
  let file: ProjectFile

  /// What its file is called in its folder.
  let fileName: String

  /// The project of the command; `nil` where it has none.
  static var current: Project? { Invocation.current.project }

  /// The commands that work in the project.
  private static let commands: [any ParsableCommand.Type] = [
    Run.self, Validate.self, List.self, Show.self, New.self, Record.self, CoverageCommand.self,
    AuditCommand.self, Explore.self,
  ]

  static let help = ArgumentHelp(
    "The project file (default: \(ProjectFile.name)).", valueName: "file")

  /// Finds the project of a command line, reads its file, and goes to its folder. That is done before the
  /// options are read, as it decides what they mean.
  ///
  /// - Throws: Why the file is not valid. Then everything is as it was.
  static func enter(for command: any ParsableCommand.Type, _ arguments: [String]) throws {
    guard commands.contains(where: { $0 == command }) else { return }
    let former = Surroundings.current.folder
    Surroundings.current.folder = Invocation.current.startFolder
    // Lists that are to be written, and fixtures that are to be made, need not be there yet.
    let isNew = command == New.self
    let begins = arguments.contains { $0.split(separator: "=").first == "--write-known-failures" }
    let path = path(in: arguments)
    if case .success("") = path { throw ValidationError("--config is the name of a file") }
    let found = path.flatMap { path -> Result<Project?, InvalidFile> in
      guard let path else {
        // While it is watched, it may be between two versions.
        return current == nil
          ? .success(nil) : .failure(InvalidFile(problems: [current!.isGone]))
      }
      return read(path) { isNew || (begins && $0) }.map(\.self)
    }
    switch found {
    case .success(let project): Invocation.current.project = project
    case .failure(let invalid):
      Surroundings.current.folder = former
      throw invalid
    }
  }

  /// The path of the file, from where the runner was started.
  private static func path(in arguments: [String]) -> Result<String?, InvalidFile> {
    let options = arguments.prefix { $0 != "--" }
    for (index, option) in options.enumerated() {
      if option == "--config" { return .success(options.dropFirst(index + 1).first) }
      if option.hasPrefix("--config=") { return .success(String(option.dropFirst(9))) }
    }
    var folders = (0..<max(1, Invocation.current.startFolder.split(separator: "/").count + 1)).map {
      String(repeating: "../", count: $0)
    }
    let root = folders.firstIndex { fileExists("\($0).git") }
    folders.removeSubrange(((root ?? 0) + 1)...)
    let paths = folders.flatMap { [$0 + ProjectFile.name, $0 + ProjectFile.misnamed] }
    guard let path = paths.first(where: fileExists) else { return .success(nil) }
    let isMisnamed = path.hasSuffix(ProjectFile.misnamed)
    let problem =
      refusal(ofFound: path)
      ?? (isMisnamed
        ? Diagnostic(
          path: Name(path),
          message: "this seems to be a project file, and does not have the name of one",
          hint: "call it `\(ProjectFile.name)`") : nil)
    return problem.map { .failure(InvalidFile(problems: [$0])) } ?? .success(path)
  }

  private var isGone: Diagnostic {
    Diagnostic(path: Name(fileName), message: "the file is gone")
  }

  /// Reads a project file, and goes to its folder.
  private static func read(
    _ path: String, sparing mayBeMissing: @escaping (_ isKnownFailures: Bool) -> Bool
  ) -> Result<Project, InvalidFile> {
    SourceText.read(path).flatMap { text in
      let (folder, name) = folderAndName(of: path)
      guard let whole = realPath(folder), access(whole, X_OK) == 0 else {
        return .failure(
          InvalidFile(problems: [
            Diagnostic(
              path: Name(path), message: "its folder cannot be entered: \(Errno.last)")
          ]))
      }
      Surroundings.current.folder = whole
      let checks = ProjectFile.Checks(builtIn: BuiltIn.names, label: problem(withLabel:)) {
        problem(withCommand: $0)
      } path: { path, isKnownFailures in
        if mayBeMissing(isKnownFailures) { return nil }
        let status = FileStatus(at: InstalledFixtures.location(of: path) ?? path)
        if status == nil { return "there is no file or folder `\(path)`" }
        return isKnownFailures && status?.isFolder == true
          ? "`\(path)` is a folder, and a list of known failures is a file" : nil
      }
      return ProjectFile.read(text, checks).map { Project(file: $0, fileName: String(name)) }
    }
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

  // MARK: - What it means

  /// The fixtures that are meant without a path.
  static var fixtures: [String] {
    current?.file.fixtures?.map { FixtureFiles.normalized(path($0, typedIn: nil)) }
      ?? [InstalledFixtures.name]
  }

  /// The implementations that are judged without `-i`, as `-i` takes them.
  var defaults: [Name] { file.defaults ?? file.implementations.map(\.label) }

  /// What a label stands for, as `-i` takes it.
  static func command(of label: Name) -> ProjectFile.Implementation? {
    current?.file.implementations.first { $0.label == label }
  }

  /// The labels that there are.
  static var labels: [Name] { current?.file.implementations.map(\.label) ?? [] }

  // MARK: - Paths of the command line

  /// A path to write to, as it is called from the folder of the project.
  static func outputPath(_ path: String) -> String {
    self.path(path, typedIn: Invocation.current.otherFolder)
  }

  /// A path to read, which may have a place behind it, as it is called from the folder of the project. What
  /// is not where it was typed may be so called already: output names it so.
  static func inputPath(_ path: String) -> String {
    guard current != nil, !path.isEmpty, !path.hasPrefix("/") else { return outputPath(path) }
    func isThere(_ path: String) -> Bool { fileExists(MeantPath(path).path) }
    let isInProject = isThere(path) || InstalledFixtures.location(of: path) != nil
    return isInProject && !isThere("\(Invocation.current.startFolder)/\(path)")
      ? path : outputPath(path)
  }

  private static func path(_ path: String, typedIn folder: String?) -> String {
    let isAbsolute = path.hasPrefix("/")
    guard current != nil, !path.isEmpty, let here = realPath("."),
      let whole = isAbsolute ? path : folder.map({ "\($0)/\(path)" })
    else { return path }
    if let part = pathBelow(here, whole) { return part.isEmpty ? "." : part }
    return isAbsolute ? path : relativePath(to: whole)
  }
}
