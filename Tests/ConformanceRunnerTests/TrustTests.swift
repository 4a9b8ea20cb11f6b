import Foundation
import Testing

@Suite("Whom the runner trusts", .startsProcesses)
struct TrustTests {
  private static let secret = "TOPSECRET: a-value\n"
  private static let refusal = "not read, as a link leads outside the paths that are named"

  /// A project `p`, and what stands outside it.
  private static func project(_ file: String = "") throws -> Folder {
    let folder = try Folder([
      "p/.git": "", "p/.conformance.yaml": file, "p/F/x.yaml": RunTests.good,
      "p/one.yaml": RunTests.good, "out/o.yaml": RunTests.good, "out/secret": secret,
      "lists/known.yaml": "[]",
    ])
    folder.working = "p"
    return folder
  }

  @Test(
    "no report shows a file that a link leads to",
    arguments: ["run", "validate", "list", "show", "record", "coverage", "audit"])
  func excerpts(_ command: String) throws {
    let folder = try Self.project()
    try FileManager.default.removeItem(at: folder.url.appending(path: "p/.conformance.yaml"))
    for (link, target) in [
      ("F/a.yaml", "../../out/secret"), ("F/b.yaml", "/proc/self/environ"), ("F/c", "../../out"),
      ("F/spec.yaml", "../../out/secret"),
    ] {
      try folder.link("p/\(link)", to: target)
    }
    let path = command == "show" ? "F/x.yaml" : "F"
    let reports = ["json", "junit", "tap", "github", "html"]
    let run = try conformanceRunner(
      [command, path]
        + (command == "run" ? reports.flatMap { ["--reporter", "\($0)=\($0)"] } : []), in: folder,
      environment: ["A_NAME": "TOPSECRET"])
    #expect(run.status == 65)
    #expect(run.errors.contains("F/spec.yaml: error: \(Self.refusal)"), "\(run.errors)")
    #expect(command == "show" || run.errors.contains("F/c: error: \(Self.refusal)"))
    let written = try reports.filter { folder.exists("p/\($0)") }.map { try folder.text("p/\($0)") }
    #expect(written.count == (command == "run" ? reports.count : 0))
    for text in written + [run.errors, run.output] { #expect(!text.contains("TOPSECRET")) }
  }

  @Test("links are followed within the project, and out of it where the command line names them")
  func project() throws {
    let folder = try Self.project()
    for (link, target) in [
      ("F/in.yaml", "../one.yaml"), ("away", "../out"), ("known.yaml", "../lists/known.yaml"),
      ("lists", "../lists"),
      ("sub", "../out"),
    ] {
      try folder.link("p/\(link)", to: target)
    }
    func expect(_ file: String, _ rows: String) throws {
      try folder.write(file, to: "p/.conformance.yaml")
      try ConformanceRunnerTests.expect(rows, in: folder)
    }
    try expect(
      "fixtures: [F]",
      """
      list ⇒ 0 F/in.yaml
      list F ⇒ 0 F/in.yaml
      list away ⇒ 0 away/o.yaml
      list F/x.yaml away/o.yaml ⇒ 0 away/o.yaml
      F --known-failures known.yaml ⇒ 0
      """)
    // What the project file names may stand outside, but a link of the project does not lead there.
    try expect("fixtures: [../out]", "list ⇒ 0 ../out/o.yaml")
    try expect("known-failures: ../lists/known.yaml", "F ⇒ 0")
    try expect(
      "fixtures: [F, away, sub/o.yaml]",
      """
      list ⇒ 65 away: error: \(Self.refusal) … sub/o.yaml: error: \(Self.refusal)
      list away ⇒ 0 away/o.yaml
      """)
    try expect("fixtures: [F, sub/../p/F]", "list ⇒ 0 F/x.yaml")
    try expect("fixtures: sub/../out", "list ⇒ 65 sub/../out: error: \(Self.refusal)")
    for list in ["known.yaml", "lists/known.yaml", "[sub/../lists/known.yaml]"] {
      try expect(
        "known-failures: \(list)",
        """
        F ⇒ 65 known.yaml: error: \(Self.refusal) … name it itself
        F --known-failures known.yaml ⇒ 0
        audit F/x.yaml --known-failures known.yaml ⇒ 0
        """)
    }
  }

  @Test("without a project, what stands for all fixtures leads nowhere else")
  func standardFolder() throws {
    let folder = try Folder(["out/o.yaml": RunTests.good, "in/a/i.yaml": RunTests.good])
    folder.working = "in"
    try folder.link("in/Fixtures", to: "../out")
    try expect(
      """
      list ⇒ 65 Fixtures: error: \(Self.refusal)
      list Fixtures ⇒ 0 Fixtures/o.yaml
      """, in: folder)
    try FileManager.default.removeItem(at: folder.url.appending(path: "in/Fixtures"))
    try folder.link("in/Fixtures", to: "a")
    try expect("list ⇒ 0 Fixtures/i.yaml", in: folder)
  }
}
