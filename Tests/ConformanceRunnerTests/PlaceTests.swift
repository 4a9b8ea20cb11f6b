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
      (["x.yaml:9:5"], ["second"]), (["x.yaml:11:61:"], ["second"]), (["./x.yaml:10"], ["second"]),
      (["x.yaml:10", "x.yaml:6"], ["first", "second"]),
      (["x.yaml:10", "x.yaml"], ["first", "second"]), (["x.yaml:10", "."], ["first", "second"]),
    ])
  func selection(_ paths: [String], _ names: [String]) throws {
    #expect(
      try Self.list(paths, in: RunTests.good) == names.map { "x.yaml › \($0) sentence" })
  }

  @Test(
    "tells cases on one line apart by the column",
    arguments: [("4", ["one", "two"]), ("4:9", ["one"]), ("4:62", ["two"]), ("5:13", ["two"])])
  func columns(_ place: String, _ names: [String]) throws {
    #expect(try Self.list(["x.yaml:\(place)"], in: Self.flow) == names.map { "x.yaml › \($0)" })
  }

  /// The cases of a fixture that are listed.
  private static func list(_ paths: [String], in fixture: String) throws -> [String] {
    try conformanceRunner(["list"] + paths, in: Folder(["x.yaml": fixture])).output
      .split(separator: "\n").filter { !$0.hasPrefix(" ") }.map(String.init)
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
    #expect(try folder.text("x.yaml") == RunTests.good)
  }

  @Test("is an error where no case stands there, or where a folder is")
  func nothing() throws {
    let folder = try Folder([
      "x.yaml": RunTests.good, "folder/y.yaml": RunTests.good, "folder/z.yaml": RunTests.good,
    ])
    try expect(
      """
      run x.yaml:12 ⇒ 66 error: `x.yaml` has 11 lines, and no line 12
      run x.yaml:0 ⇒ 66 error: `x.yaml` has 11 lines, and no line 0
      run x.yaml:99999999999999999999 ⇒ 66 has 11 lines, and no line 9223372036854775807
      run x.yaml:2 ⇒ 66 error: no case of `x.yaml` stands on line 2
      run folder:2 ⇒ 66 error: `folder` is a folder, and has no line 2
      run y.yaml:2 ⇒ 66 error: there is no file or folder `y.yaml`
      list x.yaml:12 ⇒ 66 error: `x.yaml` has 11 lines, and no line 12
      record x.yaml:12 ⇒ 66 error: `x.yaml` has 11 lines, and no line 12
      show x.yaml:12 ⇒ 66 error: `x.yaml` has 11 lines, and no line 12
      show folder ⇒ 66 error: `folder` is a folder, and a fixture file is asked for
      explore --like folder ⇒ 66 error: `folder` is a folder, and a fixture file is asked for
      """, in: folder)
  }

  @Test("leaves the name of a file with a number behind a colon alone")
  func oddName() throws {
    let folder = try Folder(["x.yaml:5": RunTests.good])
    #expect(try conformanceRunner("x.yaml:5", in: folder).output.contains("\n2 passed"))
  }
}
