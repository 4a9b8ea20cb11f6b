import Foundation
import Testing

/// The places that failures print, given back to the commands.
@Suite("A place on the command line", .startsProcesses)
struct PlaceTests {
  private static let flow = """
    format: 1
    spec: s
    subject: {operators: []}
    cases: [{name: one, clauses: [c], timeline: [subscribe: a]}, {name: two, clauses: [c],
      timeline: [subscribe: a]}]

    """

  @Test(
    "selects the case that stands there",
    arguments: [
      (["x.yaml:5"], ["first"]), (["x.yaml:8"], ["first"]), (["x.yaml:8:17"], ["first"]),
      (["x.yaml:9:5"], ["second"]), (["x.yaml:11:61"], ["second"]), (["x.yaml:11:61:"], ["second"]),
      (["x.yaml:10", "x.yaml:6"], ["first", "second"]), (["./x.yaml:10"], ["second"]),
      (["x.yaml:10", "x.yaml"], ["first", "second"]), (["x.yaml:10", "."], ["first", "second"]),
    ])
  func selection(_ paths: [String], _ names: [String]) throws {
    let folder = try Folder(["x.yaml": RunTests.good])
    let run = try conformanceRunner(paths, in: folder)
    #expect(run.status == 0)
    #expect(run.output.contains("\n\(names.count) passed, 0 failed, 0 skipped\n"))
    let list = try conformanceRunner(["list"] + paths, in: folder)
    let listed = list.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
    #expect(listed == names.map { "x.yaml › \($0) sentence" })
  }

  @Test(
    "tells cases on one line apart by the column",
    arguments: [("4", ["one", "two"]), ("4:9", ["one"]), ("4:62", ["two"]), ("5:13", ["two"])])
  func columns(_ place: String, _ names: [String]) throws {
    let folder = try Folder(["x.yaml": Self.flow])
    let list = try conformanceRunner("list", "x.yaml:\(place)", in: folder)
    let listed = list.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
    #expect(listed == names.map { "x.yaml › \($0)" })
  }

  @Test("is what a failure prints, and can be pasted")
  func pasting() throws {
    let folder = try Folder(["x.yaml": RunTests.bad])
    let run = try conformanceRunner("x.yaml", in: folder)
    let place = try #require(run.output.firstMatch(of: #/✗ (x\.yaml:\d+:\d+:)/#)).1
    let again = try conformanceRunner("x.yaml", String(place), in: folder)
    #expect(again.status == 1)
    let one = try conformanceRunner(String(place), in: folder)
    #expect(one.output.contains("\n0 passed, 1 failed, 0 skipped\n"))
    #expect(try conformanceRunner("show", String(place), in: folder).status == 0)
    let record = try conformanceRunner("record", "--all", String(place), in: folder)
    #expect(record.status == 0)
    #expect(try text(of: folder.url.appending(path: "x.yaml")) == RunTests.good)
  }

  @Test(
    "is an error where no case stands there",
    arguments: [
      ("x.yaml:12", "`x.yaml` has 11 lines, and no line 12"),
      ("x.yaml:0", "`x.yaml` has 11 lines, and no line 0"),
      ("x.yaml:99999999999999999999", "`x.yaml` has 11 lines, and no line 9223372036854775807"),
      ("x.yaml:2", "no case of `x.yaml` stands on line 2"),
      ("folder:2", "`folder` is a folder, and has no line 2"),
      ("y.yaml:2", "there is no file or folder `y.yaml`"),
    ])
  func nothing(_ place: String, _ problem: String) throws {
    let folder = try Folder(["x.yaml": RunTests.good, "folder/z.yaml": RunTests.good])
    for command in ["run", "list", "record"] {
      let run = try conformanceRunner(command, place, in: folder)
      #expect(run.status == 66, "\(command)")
      #expect(run.errors == "error: \(problem)\n", "\(command)")
      #expect(run.output == "")
    }
    #expect(try conformanceRunner("show", place, in: folder).status == 66)
  }

  @Test("is asked of a file by `show` and `explore --like`, and not of a folder")
  func folder() throws {
    let folder = try Folder(["folder/x.yaml": RunTests.good, "folder/y.yaml": RunTests.good])
    for command in [["show", "folder"], ["explore", "--like", "folder"]] {
      let run = try conformanceRunner(command, in: folder)
      #expect(run.status == 66)
      #expect(run.errors == "error: `folder` is a folder, and a fixture file is asked for\n")
    }
  }

  @Test("leaves the name of a file with a number behind a colon alone")
  func oddName() throws {
    let folder = try Folder(["x.yaml:5": RunTests.good])
    #expect(try conformanceRunner("x.yaml:5", in: folder).output.contains("\n2 passed"))
  }
}
