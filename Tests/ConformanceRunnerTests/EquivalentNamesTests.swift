import Foundation
import Testing

// What tells such names apart is tried where names and values are; here, each report is.
@Suite("Names that Unicode holds for equivalent", .startsProcesses)
struct EquivalentNamesTests {
  private static let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")

  /// A case named by the first passes, one by the second fails, and two more lack an operator each.
  private static let fixture = Sample.fixture(
    "name: \(composed), clauses: [\(composed)], timeline: [{subscribe: a, expect: [upstream: connect]}]",
    "name: \(decomposed), clauses: [\(decomposed)], timeline: [subscribe: a]",
    "name: one, clauses: [\(composed)], subject: {operators: [\(composed)]}, timeline: [{advance: 1}]",
    "name: other, clauses: [\(composed)], subject: {operators: [\(decomposed)]}, timeline: [{advance: 1}]"
  )

  private static let index = """
    name: s
    clauses: [{id: \(composed)}, {id: \(decomposed)}]
    operators: {\(composed): ~, \(decomposed): ~, _remember: ~}
    """

  @Test("are two in every report, of a run and of its results, and in a list of known failures")
  func reports() throws {
    let folder = try Folder(["x.yaml": Self.fixture, "spec.yaml": Self.index])
    let reporters = ["pretty", "tap", "json", "junit", "github", "html"]
    let reports = reporters.map { "--reporter \($0)=r.\($0)" }.joined(separator: " ")
    let lack = "does not have the operator `"
    let expected: [(reporter: String, parts: [String])] = [
      (
        "pretty",
        ["✗ x.yaml:6:", ": D\n", "\(lack)C`", "\(lack)D`", "1 of 2 clauses met, 1 failed"]
      ),
      ("tap", ["\nok 1 - x.yaml › C\n", "\nnot ok 2 - x.yaml › D\n", "\(lack)D`"]),
      ("json", [#"{"name":"C","line":5"#, #"{"name":"D","line":6"#]),
      ("junit", [#"<testcase name="C" classname"#, #"<testcase name="D" classname"#]),
      ("github", ["title=D::"]), ("html", [">C<", ">D<"]),
    ]
    for line in ["x.yaml \(reports) --write-known-failures k.yaml", "report main \(reports)"] {
      try expect("\(line) ⇒ 1", in: folder)
      for (reporter, parts) in expected {
        let report = try Data(folder.text("r.\(reporter)").utf8)
        for part in parts {
          let named = part.replacing("C", with: Self.composed).replacing("D", with: Self.decomposed)
          #expect(report.range(of: Data(named.utf8)) != nil, "\(reporter): \(named)")
        }
      }
      try folder.write(folder.text("r.json"), to: "main")
    }
    try expect(
      "x.yaml --known-failures k.yaml ⇒ 0 1 passed, 0 failed, 2 skipped, 1 known", in: folder)
  }
}
