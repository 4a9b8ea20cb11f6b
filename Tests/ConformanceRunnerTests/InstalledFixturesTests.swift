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
    // Copied by another process: a file that this one had open for writing could not be started.
    _ = try execute(
      URL(filePath: "/bin/cp"), [executable.path, "bin/ConformanceRunner"], in: folder)
    // It is started from elsewhere, through a link.
    try folder.link("work/runner", to: "../bin/ConformanceRunner")
    folder.working = "work"
    return folder
  }

  @Test("are called `Fixtures` if there is no such folder, in every command")
  func names() throws {
    try expect(
      """
      work/known.yaml ← - {case: Fixtures/s/x.yaml › first sentence, implementation: swift, reason: r}
      $ ./runner run ⇒ 0 ✓ Fixtures/s/x.yaml  2 conform
      $ ./runner list --filter 'Fixtures/s/x.yaml › second*' ⇒ 0 Fixtures/s/x.yaml › second sentence
      $ ./runner Fixtures/s ⇒ 0 ✓ Fixtures/s/x.yaml  2 conform
      $ ./runner Fixtures/s/x.yaml:9 ⇒ 0 ✓ Fixtures/s/x.yaml  1 conforms
      $ ./runner show Fixtures/s/x.yaml:9 ⇒ 0 Fixtures/s/x.yaml:9:5: second sentence
      $ ./runner --known-failures known.yaml ⇒ 1 swift passes 1 case that is listed as known to fail.
      """, in: Self.installed())
  }

  @Test("give way to a folder `Fixtures`, have no other name, and are reported if missing")
  func own() throws {
    let none = "error: there is no file or folder `Fixture"
    try expect(
      """
      $ ./runner Fixture ⇒ 66 \(none)
      $ ./runner Fixtures/t ⇒ 66 \(none)s/t`
      work/Fixtures/own.yaml ← \(inRow(Sample.good))
      $ ./runner run ⇒ 0 ✓ Fixtures/own.yaml  2 conform
      """, in: Self.installed())
    try expect(
      "$ ./runner run ⇒ 66 error: there are no fixtures in this folder: no `Fixtures`, and no `.conformance.yaml`",
      in: Self.installed(fixtures: [:]))
  }

  @Test("are never written to")
  func record() throws {
    try expect(
      """
      $ ./runner record --all Fixtures ⇒ 73 error: `Fixtures/s/x.yaml` is not written: it came with the executable; copy `Fixtures` here to record into it
      share/ConformanceRunner/Fixtures/s/x.yaml = \(inRow(Sample.bad))
      """, in: Self.installed(fixtures: ["x.yaml": Sample.bad]))
  }

  @Test("give a new fixture their clause index, and stay visible beside it")
  func new() throws {
    let index = "name: s\nclauses: [{id: c}, {id: one}, {id: two}]\n"
    try expect(
      """
      $ ./runner schema --spec Fixtures/s/spec.yaml ⇒ 0
      $ ./runner new s 'my own' ⇒ 0 made s/my-own.yaml
      work/s/spec.yaml = \(inRow(index))
      $ ./runner ⇒ 0 ✓ Fixtures/s/x.yaml  2 conform … ✓ s/my-own.yaml  1 conforms
      $ ./runner new s another ⇒ 0 made s/another.yaml … ¬Add
      $ ./runner new t other ⇒ 0 Add `t` to `fixtures` in `.conformance.yaml` … made t/other.yaml
      """,
      in: Self.installed(fixtures: [
        "x.yaml": Sample.good.replacing("_remember\n", with: "s\n"), "spec.yaml": index,
      ]))
  }
}
