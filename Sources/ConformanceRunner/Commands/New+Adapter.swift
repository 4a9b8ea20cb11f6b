// The command `new --adapter`: an adapter in another language, to fill in.

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
  /// - Throws: Where it is outside the project, or a file is there already or cannot be written. Then none of
  ///   those that stood there has changed.
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
    let lines =
      [
        "", "Next, see it pass its first fixture:",
        "  " + style.command(visible(shellCommand([Style.plainProgram] + arguments))),
      ]
      + style.foldedName(
        "Then put your library into \(visible("\(folder)/\(files[0].path)")), and write fixtures for it."
      )
    printResult(lines.joined(separator: "\n") + "\n")
  }
}
