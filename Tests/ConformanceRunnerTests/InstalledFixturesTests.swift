// The fixtures that come with an installed executable.

import Foundation
import Testing

@Suite("The fixtures that come with the executable", .startsProcesses)
struct InstalledFixturesTests {
  /// A folder with the executable in `bin`, its fixtures in `share`, and an empty folder to work in.
  private static func installed(fixtures: Bool = true) throws -> Folder {
    let folder = try Folder()
    try folder.write(RunTests.good, to: "share/ConformanceRunner/Fixtures/s/x.yaml")
    if !fixtures {
      try FileManager.default.removeItem(at: folder.url.appending(path: "share"))
    }
    for path in ["bin", "work"] {
      try FileManager.default.createDirectory(
        at: folder.url.appending(path: path), withIntermediateDirectories: true)
    }
    // A file that this process had open to write could not be started.
    _ = try execute(
      URL(filePath: "/bin/cp"), [executable.path, "bin/ConformanceRunner"], in: folder)
    return folder
  }

  private static func run(_ arguments: String..., in folder: Folder) throws -> Finished {
    // It is started from elsewhere, through a link.
    let link = folder.url.appending(path: "work/runner")
    if !FileManager.default.fileExists(atPath: link.path) {
      try FileManager.default.createSymbolicLink(
        at: link, withDestinationURL: folder.url.appending(path: "bin/ConformanceRunner"))
    }
    let script = "cd work && exec ./runner \"$@\""
    return try execute(
      URL(filePath: "/bin/sh"), ["-c", script, "sh"] + arguments, in: folder)
  }

  @Test("are called `Fixtures` where there is no such folder, in every command")
  func names() throws {
    let folder = try Self.installed()
    let run = try Self.run(in: folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.hasPrefix("✓ Fixtures/s/x.yaml  2 passed\n"), "\(run.output)")
    let list = try Self.run("list", "--filter", "Fixtures/s/x.yaml › second*", in: folder)
    #expect(list.output.hasPrefix("Fixtures/s/x.yaml › second sentence\n"), "\(list.output)")
    for path in ["Fixtures/s", "Fixtures/s/x.yaml:9"] {
      #expect(try Self.run(path, in: folder).status == 0)
    }
    #expect(
      try Self.run("show", "Fixtures/s/x.yaml:9", in: folder).output.hasPrefix(
        "Fixtures/s/x.yaml:9:5: second sentence\n"))
    let known = "- {case: Fixtures/s/x.yaml › first sentence, implementation: swift, reason: r}\n"
    try folder.write(known, to: "work/known.yaml")
    let mended = try Self.run("--known-failures", "known.yaml", in: folder)
    #expect(mended.status == 1)
    #expect(mended.output.contains("✗ Fixtures/s/x.yaml:5:5: first sentence\n"))
  }

  @Test("give way to a folder `Fixtures`, and stand for no other name")
  func own() throws {
    let folder = try Self.installed()
    #expect(try Self.run("Fixture", in: folder).status == 66)
    let missing = try Self.run("Fixtures/t", in: folder)
    #expect(missing.status == 66)
    #expect(missing.errors.contains("there is no file or folder `Fixtures/t`\n"))
    try folder.write(RunTests.good, to: "work/Fixtures/own.yaml")
    let run = try Self.run(in: folder)
    #expect(run.output.hasPrefix("✓ Fixtures/own.yaml  2 passed\n"), "\(run.output)")
  }

  @Test("are missed where none were installed")
  func missing() throws {
    let run = try Self.run(in: Self.installed(fixtures: false))
    #expect(run.status == 66)
    #expect(run.errors.contains("there is no file or folder `Fixtures`\n"))
  }

  @Test("are never written to")
  func record() throws {
    let folder = try Self.installed()
    let path = folder.url.appending(path: "share/ConformanceRunner/Fixtures/s/x.yaml")
    let before = try text(of: path)
    try folder.write(
      before.replacing("a: 1", with: "a: 7"), to: "share/ConformanceRunner/Fixtures/s/x.yaml")
    let changed = try text(of: path)
    #expect(changed != before)
    let record = try Self.run("record", "--all", "Fixtures", in: folder)
    #expect(record.status == 73)
    #expect(
      record.errors == """
        error: `Fixtures/s/x.yaml` is not written: it came with the executable; copy `Fixtures` here to \
        record into it

        """)
    #expect(try text(of: path) == changed)
  }

  @Test("give a new fixture their clause index, and it is said that they are hidden by it")
  func new() throws {
    let folder = try Self.installed()
    let index = "name: s\nclauses: [{id: c}, {id: d}]\n"
    try folder.write(index, to: "share/ConformanceRunner/Fixtures/s/spec.yaml")
    #expect(try Self.run("schema", "--spec", "Fixtures/s/spec.yaml", in: folder).status == 0)
    let new = try Self.run("new", "s", "my own", in: folder)
    #expect(new.status == 0)
    #expect(
      new.errors == """
        `Fixtures` is made here, and no longer stands for the fixtures that came with the executable

        """)
    #expect(try folder.text("work/Fixtures/s/spec.yaml") == index)
    let run = try Self.run("Fixtures", in: folder)
    #expect(run.output.hasPrefix("✓ Fixtures/s/my-own.yaml  1 passed\n"), "\(run.output)")
    #expect(try Self.run("new", "s", "another", in: folder).errors == "")
  }
}
