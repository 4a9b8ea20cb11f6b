// The files that no command removes or replaces.

import Foundation
import Testing

@Suite("A file that nobody named is kept", .startsProcesses)
struct KeptFilesTests {
  /// A repository whose project file is not valid, with files that reports could be written to.
  private static func invalidProject() throws -> Folder {
    try Folder([
      ".git": "gitdir: elsewhere\n", ".conformance.yaml": "fixturez: [x]\n", "notes.txt": "former",
      "x.yaml": Sample.good, "Fixtures/y.yaml": Sample.good, "own/notes.txt": "former",
      "other.yaml": "fixturez: [x]\n", "known.yaml": "[]\n",
    ])
  }

  /// Command lines, each with its status.
  static let lines = """
    validate x.yaml --reporter json=notes.txt ⇒ 64
    list x.yaml --reporter=json=notes.txt ⇒ 64
    show x.yaml --reporter json=notes.txt ⇒ 64
    record x.yaml --reporter tap=notes.txt ⇒ 64
    audit x.yaml --reporter json=notes.txt ⇒ 64
    coverage --reporter json=notes.txt ⇒ 64
    explore --reporter json=notes.txt ⇒ 64
    new s --reporter json=notes.txt ⇒ 64
    x.yaml --reporter --reporter=json=notes.txt ⇒ 64
    x.yaml --filter --reporter=json=notes.txt ⇒ 64
    x.yaml --write-known-failures --reporter json=notes.txt ⇒ 64
    x.yaml -- --reporter=json=notes.txt ⇒ 65 conformance.yaml:1:1: error: 
    x.yaml --watch --reporter json=notes.txt ⇒ 65 conformance.yaml:1:1: error: 
    x.yaml --reporter json=x.yaml ⇒ 65 conformance.yaml:1:1: error: 
    Fixtures --reporter json=Fixtures/y.yaml ⇒ 65 conformance.yaml:1:1: error: 
    run --reporter json=Fixtures/y.yaml ⇒ 65 conformance.yaml:1:1: error: 
    x.yaml --reporter json=.conformance.yaml ⇒ 65 conformance.yaml:1:1: error: 
    x.yaml --config other.yaml --reporter json=./other.yaml ⇒ 65 other.yaml:1:1: error: 
    x.yaml -i 'sh notes.txt' --reporter json=notes.txt ⇒ 65 conformance.yaml:1:1: error: 
    x.yaml --known-failures known.yaml --reporter json=known.yaml ⇒ 65 conformance.yaml:1:1: error: 
    """

  @Test(
    "by a command without reports, by a wrong command line, and by a run without that report"
  )
  func others() throws {
    let folder = try Self.invalidProject()
    let former = try Self.contents(of: folder)
    for line in Self.lines.split(separator: "\n") {
      try expect(String(line), in: folder)
      #expect(try Self.contents(of: folder) == former, "\(line)")
    }
  }

  @Test(
    "unless it is the report of a run, relative to the folder in which that was typed",
    arguments: ["run ../x.yaml --reporter json=notes.txt", "../x.yaml --reporter=junit=notes.txt"])
  func formerReport(_ line: String) throws {
    let folder = try Self.invalidProject()
    var kept = try Self.contents(of: folder)
    kept["own/notes.txt"] = nil
    try expect("cd own\n\(line) ⇒ 65", in: folder)
    #expect(try Self.contents(of: folder) == kept)
  }

  /// The contents of each file of a folder, without the outputs of the commands that ran there.
  private static func contents(of folder: Folder) throws -> [String: String] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
    let files = names.filter { name in
      var isFolder: ObjCBool = false
      let path = folder.url.appending(path: name).path
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        && !isFolder.boolValue && !name.contains(".output-") && !name.contains(".errors-")
    }
    return try Dictionary(uniqueKeysWithValues: files.map { ($0, try folder.text($0)) })
  }

  // MARK: - Read-only

  /// A folder with files that nobody may write to.
  private static func readOnly(_ files: String...) throws -> Folder {
    let folder = try Folder(["x.yaml": Sample.bad, "known.yaml": "[]\n"])
    for file in files {
      if !folder.exists(file) { try folder.write("fixtures: [x.yaml]\n", to: file) }
      chmod(folder.url.appending(path: file).path, 0o444)
    }
    return folder
  }

  /// Runs the executable as somebody for whom permissions count: root has a capability to ignore them.
  private static func run(_ line: String, in folder: Folder) throws -> Finished {
    guard geteuid() == 0 else { return try conformanceRunner(words(of: line), in: folder) }
    let drop = ["--bounding-set=-dac_override", "--inh-caps=-dac_override", executable.path]
    return try execute(#require(installed("setpriv")), drop + words(of: line), in: folder)
  }

  private static let canTry = geteuid() != 0 || isInstalled("setpriv")

  @Test(
    "by whoever may not write to it", .enabled(if: canTry, "setpriv is not installed"),
    arguments: [
      ("record x.yaml --all", "x.yaml"),
      ("x.yaml --write-known-failures known.yaml", "known.yaml"),
      ("x.yaml --reporter json=r.json", "r.json"), ("report r.json --reporter tap=r.tap", "r.tap"),
      ("new --adapter python mine", ".conformance.yaml"),
    ])
  func readOnly(_ line: String, _ file: String) throws {
    let folder = try Self.readOnly(file)
    if line.hasPrefix("report") { try expect("x.yaml --reporter json=r.json ⇒ 1", in: folder) }
    let former = try Self.contents(of: folder)
    let run = try Self.run(line, in: folder)
    #expect(run.status == 73, "\(run.output)")
    #expect(
      run.errors.contains("error: `\(file)` cannot be written: it is read-only\n"), "\(run.errors)")
    let now = try Self.contents(of: folder)
    #expect(now[file] == former[file])
    #expect(!now.keys.contains { $0.hasSuffix(".part") })
  }

  @Test(
    "also if a run writes no report", .enabled(if: canTry, "setpriv is not installed"),
    arguments: ["nofile", "x.yaml --filter none", "x.yaml --known-failures x.yaml"])
  func readOnlyReport(_ line: String) throws {
    let folder = try Self.readOnly("r.json")
    _ = try Self.run("\(line) --reporter json=r.json", in: folder)
    #expect(try folder.text("r.json") == "fixtures: [x.yaml]\n")
  }

  @Test("but root may write to what is read-only", .enabled(if: geteuid() == 0, "not root"))
  func root() throws {
    try expect(
      "record x.yaml --all ⇒ 0\nx.yaml = \(inRow(Sample.good))", in: Self.readOnly("x.yaml"))
  }
}
