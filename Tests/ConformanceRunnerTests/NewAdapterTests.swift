import Foundation
import Testing

@Suite("ConformanceRunner new --adapter", .startsProcesses)
struct NewAdapterTests {
  @Test(
    "makes an adapter that passes its first fixture, and says what to type next",
    arguments: [("python", "python3", "adapter.py"), ("javascript", "node", "adapter.js")])
  func passes(_ language: String, _ program: String, _ file: String) throws {
    guard isInstalled(program) else { return }
    let folder = try Folder()
    let made = try conformanceRunner("new", "--adapter", language, "my kit", in: folder)
    #expect(made.status == 0, "\(made.errors)")
    let command = "\(program) '\"my kit/\(file)\"'"
    #expect(made.output.contains("made my kit/\(file)\n"))
    #expect(made.output.contains("ConformanceRunner 'my kit/fixtures' -i "), "\(made.output)")
    let run = try conformanceRunner(
      "my kit/fixtures", "-i", command.replacing("'", with: ""), in: folder)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("\n2 passed, 0 failed, 0 skipped\n"))
  }

  @Test("overwrites nothing")
  func overwrites() throws {
    let folder = try Folder(["mine/given.py": "mine"])
    let run = try conformanceRunner("new", "--adapter", "python", "mine", in: folder)
    #expect(run.status == 64)
    #expect(run.errors.contains("`mine/given.py` exists; new never overwrites a file"))
    #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/mine/streams.py"))
    #expect(try folder.text("mine/given.py") == "mine")
  }

  @Test("takes a folder and a language that there is")
  func wrong() throws {
    try expect(
      """
      --adapter ruby x ⇒ 64 'ruby' is invalid for '--adapter <language>'
      --adapter python x y ⇒ 64 --adapter takes a folder, and neither
      --adapter python ⇒ 64 spec-or-folder
      """, in: Folder(), beginning: ["new"])
  }
}
