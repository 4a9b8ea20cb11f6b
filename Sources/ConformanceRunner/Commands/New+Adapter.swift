// The command `new --adapter`: an adapter in another language, to fill in, and its label in the project file.

import Adapters
import ArgumentParser
import Conformance

extension AdapterKit: ExpressibleByArgument {}

extension New {
  /// Makes an adapter in a folder: the kit, a short file to fill in, and a first fixture that it passes.
  ///
  /// - Parameters:
  ///   - kit: The kit of a language.
  ///   - folder: The folder, which may exist.
  /// - Throws: If it is outside the project, or a file exists or cannot be written. Files that exist are not
  ///   changed.
  func makeAdapter(_ kit: AdapterKit, in folder: String) throws {
    try requireInProject([folder, "\(folder)/fixtures"])
    let files = kit.files
    for file in files { try refuseExisting("\(folder)/\(file.path)", by: "new") }
    try createFolder("\(folder)/fixtures")
    for file in files {
      var text = String(decoding: file.bytes, as: UTF8.self)
      if file.path.hasSuffix("first.yaml") {
        text = "# yaml-language-server: $schema=\(Self.schemaName)\n" + text
      }
      try make("\(folder)/\(file.path)", text)
    }
    try makeSchema(in: "\(folder)/fixtures")
    let arguments = try enlist(
      shellCommand(kit.command(in: folder)), in: folder, kit,
      fixtures: FixtureFiles.normalized("\(folder)/fixtures"))
    let style = ColorChoice.never.style
    func command(_ arguments: [String]) -> String {
      style.command(visible(shellCommand([Style.plainProgram] + arguments)))
    }
    let implementation = arguments.drop { $0 != "-i" }
    let lines =
      [
        "", "To see it pass its first fixture:", "  " + command(arguments),
        "To list the fixtures:", "  " + command(["list", InstalledFixtures.name]),
        "To test your library with those of ReactiveX:",
        "  " + command(["\(InstalledFixtures.name)/ReactiveX"] + implementation), "",
      ]
      + style.foldedName(
        "Put your library into \(visible("\(folder)/\(files[0].path)")): operators that it lists, by their names in "
          + "the fixtures, are tested; others are skipped. Name the specifications that it implements there."
      )
    printResult(lines.joined(separator: "\n") + "\n")
  }

  // MARK: - The project file

  /// Makes a project file, if the working directory has no project and the fixtures are below it.
  ///
  /// - Parameters:
  ///   - fixtures: The fixtures that it names.
  ///   - implementation: The only implementation that it names.
  /// - Returns: Whether it was made.
  /// - Throws: What `createFile` throws.
  @discardableResult
  func makeProject(
    fixtures: [String], implementation: ProjectFile.Implementation? = nil
  ) throws -> Bool {
    let fixtures = fixtures.map(FixtureFiles.normalized)
    let areBelow = fixtures.allSatisfy {
      !$0.hasPrefix("/") && !$0.split(separator: "/").contains("..")
    }
    guard Project.current == nil, areBelow else { return false }
    try make(
      ProjectFile.name, ProjectFile.text(fixtures: fixtures, implementation: implementation))
    return true
  }

  /// Gives a new adapter a label in the project file, or prints what to write there.
  ///
  /// - Parameters:
  ///   - command: The command of the adapter.
  ///   - folder: The folder of the adapter.
  ///   - kit: Its language.
  ///   - fixtures: The folder of its first fixture.
  /// - Returns: The arguments that run its first fixture with it.
  /// - Throws: An exit code if the project file cannot be written. The reason has been printed.
  func enlist(
    _ command: String, in folder: String, _ kit: AdapterKit, fixtures: String
  ) throws -> [String] {
    let implementation = ProjectFile.Implementation(label: label(folder, kit), command: command)
    let arguments = [fixtures, "-i", implementation.label.text]
    guard let project = Project.current else {
      // The fixtures of a command without a path stay its fixtures.
      let others = FileStatus(at: InstalledFixtures.name)?.isFolder == true
      let all = (others ? [InstalledFixtures.name] : []) + [fixtures]
      let isMade = try makeProject(fixtures: all, implementation: implementation)
      return isMade ? arguments : [fixtures, "-i", command]
    }
    let text = project.file.text(adding: implementation)
    if let text, replaceFile(project.fileName, project.file.source.bytes, with: text) {
      printResult("added `\(implementation.label)` to \(visible(project.fileName))\n")
      return arguments
    }
    printNote(
      """
      Give the adapter a label in `\(visible(project.fileName))` by hand:
        implementations:
          \(visible(implementation.line))
      """)
    if text != nil { throw Status.unwritable.exitCode }
    return [fixtures, "-i", command]
  }

  /// An unused label for an adapter: the name of its folder, if that can be a label, or of its language.
  private func label(_ folder: String, _ kit: AdapterKit) -> Name {
    let known = BuiltIn.names + Project.labels
    let own = realPath(folder).map { folderAndName(of: $0).name } ?? ""
    let names = [own, kit.rawValue] + (2...(known.count + 2)).map { "\(kit.rawValue)-\($0)" }
    return names.lazy.filter { Project.problem(withLabel: $0) == nil }.map { Name($0) }
      .first { !known.contains($0) }!
  }
}
