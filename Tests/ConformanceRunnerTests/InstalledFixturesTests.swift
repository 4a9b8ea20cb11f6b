// The fixtures that come with an installed executable.

import Foundation
import Testing

@Suite("The fixtures that come with the executable", .startsProcesses)
struct InstalledFixturesTests {
  /// A folder with the executable in `bin`, its fixtures in `share`, and an empty folder to work in.
  private static func installed(fixtures: [String: String] = ["x.yaml": Sample.good]) throws
    -> Folder
  {
    let folder = try Folder(["bin/.keep": "", "work/.keep": ""])
    for (name, content) in fixtures {
      try folder.write(content, to: "share/ConformanceRunner/Fixtures/s/\(name)")
    }
    // A file that this process had open to write could not be started.
    _ = try execute(
      URL(filePath: "/bin/cp"), [executable.path, "bin/ConformanceRunner"], in: folder)
    // It is started from elsewhere, through a link.
    try folder.link("work/runner", to: "../bin/ConformanceRunner")
    return folder
  }

  private static func run(_ line: String, in folder: Folder) throws -> Finished {
    try execute(
      URL(filePath: "/bin/sh"), ["-c", "cd work && exec ./runner \"$@\"", "sh"] + words(of: line),
      in: folder)
  }

  /// Expects that a command ends with a status, and what its errors and output begin with.
  private static func expect(
    _ line: String, _ status: Int32, _ begins: String, in folder: Folder,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let run = try run(line, in: folder)
    #expect(run.status == status, sourceLocation: sourceLocation)
    let text = run.errors + run.output
    #expect(text.hasPrefix(begins), "\(text)", sourceLocation: sourceLocation)
  }

  @Test("are called `Fixtures` where there is no such folder, in every command")
  func names() throws {
    let folder = try Self.installed()
    let known = "- {case: Fixtures/s/x.yaml › first sentence, implementation: swift, reason: r}\n"
    try folder.write(known, to: "work/known.yaml")
    for (line, status, begins) in [
      ("run", 0, "✓ Fixtures/s/x.yaml  2 passed\n"),
      ("list --filter 'Fixtures/s/x.yaml › second*'", 0, "Fixtures/s/x.yaml › second sentence\n"),
      ("Fixtures/s", 0, "✓ Fixtures/s/x.yaml  2 passed\n"),
      ("Fixtures/s/x.yaml:9", 0, "✓ Fixtures/s/x.yaml  1 passed\n"),
      ("show Fixtures/s/x.yaml:9", 0, "Fixtures/s/x.yaml:9:5: second sentence\n"),
      ("--known-failures known.yaml", 1, "swift passes 1 case that is listed as known to fail."),
    ] as [(String, Int32, String)] {
      try Self.expect(line, status, begins, in: folder)
    }
  }

  @Test("give way to a folder `Fixtures`, stand for no other name, and are missed where none are")
  func own() throws {
    let folder = try Self.installed()
    let none = "error: there is no file or folder `Fixture"
    try Self.expect("Fixture", 66, none, in: folder)
    try Self.expect("Fixtures/t", 66, none + "s/t`\n", in: folder)
    try folder.write(Sample.good, to: "work/Fixtures/own.yaml")
    try Self.expect("run", 0, "✓ Fixtures/own.yaml  2 passed\n", in: folder)
    try Self.expect("run", 66, none + "s`\n", in: Self.installed(fixtures: [:]))
  }

  @Test("are never written to")
  func record() throws {
    let folder = try Self.installed(fixtures: ["x.yaml": Sample.bad])
    try Self.expect(
      "record --all Fixtures", 73,
      """
      error: `Fixtures/s/x.yaml` is not written: it came with the executable; copy `Fixtures` here to record \
      into it

      """, in: folder)
    #expect(try folder.text("share/ConformanceRunner/Fixtures/s/x.yaml") == Sample.bad)
  }

  @Test("give a new fixture their clause index, and it is said that they are hidden by it")
  func new() throws {
    let index = "name: s\nclauses: [{id: c}, {id: d}]\n"
    let folder = try Self.installed(fixtures: ["x.yaml": Sample.good, "spec.yaml": index])
    #expect(try Self.run("schema --spec Fixtures/s/spec.yaml", in: folder).status == 0)
    try Self.expect(
      "new s 'my own'", 0,
      "`Fixtures` is made here, and no longer stands for the fixtures that came with the executable\n",
      in: folder)
    #expect(try folder.text("work/Fixtures/s/spec.yaml") == index)
    try Self.expect("Fixtures", 0, "✓ Fixtures/s/my-own.yaml  1 passed\n", in: folder)
    #expect(try Self.run("new s another", in: folder).errors == "")
  }
}
