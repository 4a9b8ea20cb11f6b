import Foundation
import Testing

/// Numbers of which the arithmetic ends a process that does not look at them.
private let numbers = [
  "9223372036854775807", "-9223372036854775808", "1e308", "99999999999999999999999999",
]

@Suite("Numbers from outside", .startsProcesses)
struct NumberTests {
  @Test(
    "end no command, whatever they are",
    arguments: [
      ["run", "x.yaml", "--shard=N/1"], ["run", "x.yaml", "--shard=1/N"],
      ["run", "x.yaml", "--shard=N/N"], ["run", "x.yaml", "--jobs=N"],
      ["run", "x.yaml", "--limit", "steps=N"], ["run", "x.yaml", "--limit", "calls=N"],
      ["show", "x.yaml:N:N"], ["list", "x.yaml:N"],
      ["explore", "--observers=N", "--length=0", "--reaction-length=0", "--random=1"],
      ["explore", "--length=N", "--reaction-length=N", "--random=0", "--jobs=N", "-i", "swift"],
    ])
  func commandLine(_ arguments: [String]) throws {
    let folder = try Folder(["x.yaml": RunTests.good])
    for number in numbers {
      let run = try conformanceRunner(
        arguments.map { $0.replacing("N", with: number) }, in: folder)
      #expect([0, 1, 64, 65, 66].contains(run.status), "\(number): \(run.status) \(run.errors)")
    }
  }

  @Test(
    "end no command that starts an adapter",
    arguments: ["--timeout=", "--start-timeout=", "--jobs="])
  func adapters(_ option: String) throws {
    let folder = try Folder(["x.yaml": RunTests.good])
    for number in numbers {
      let run = try conformanceRunner(
        "x.yaml", "-i", "\(executable.path) adapter", option + number, in: folder)
      #expect([0, 1, 64].contains(run.status), "\(number): \(run.status) \(run.errors)")
    }
  }

  @Test(
    "in results end no report",
    arguments: [
      "\"index\":1", "\"count\":1", "\"line\":5", "\"column\":5", "\"selected\":2", "\"step\":null",
      "\"version\":1,", "\"steps\":20000", "\"index\":null",
    ])
  func results(_ member: String) throws {
    let folder = try Folder(["x.yaml": RunTests.bad])
    _ = try conformanceRunner(
      "x.yaml", "-i", "swift", "--limit", "steps=20000", "--reporter", "json=r.json", in: folder)
    var text = try text(of: folder.url.appending(path: "r.json"))
    // One case that erred in a step.
    text = text.replacing(
      #"{"outcome":"passed"}"#,
      with: #"{"outcome":"erred","error":{"message":"m","step":null,"events":[],"details":[]}}"#)
    #expect(text.contains(member), "\(text)")
    let name = member.prefix { $0 != ":" }
    let end = member.hasSuffix(",") ? "," : ""
    for number in numbers {
      try folder.write(text.replacing(member, with: "\(name):\(number)\(end)"), to: "n.json")
      let run = try conformanceRunner(
        "report", "n.json", "--reporter", "html=h", "--reporter", "github", in: folder)
      #expect(
        [1, 65, 69].contains(run.status), "\(member), \(number): \(run.status) \(run.errors)")
    }
  }

  @Test("that raise a limit go with a fixture into its results")
  func limits() throws {
    let folder = try Folder([
      "x.yaml": """
      format: 1
      spec: s
      subject: {operators: [\(String(repeating: "_remember, ", count: 101))]}
      cases: [{name: n, clauses: [c], timeline: [{subscribe: a, expect: [a: 1]}]}]

      """
    ])
    #expect(try conformanceRunner("x.yaml", in: folder).status == 65)
    let limit = ["--limit", "nodes=20200000"]
    let run = try conformanceRunner(["x.yaml", "--reporter", "json=r.json"] + limit, in: folder)
    #expect(run.status == 1, "\(run.errors)")
    let results = try text(of: folder.url.appending(path: "r.json"))
    // Results may have names that a limit no longer has.
    for limits in [#"{"nodes":20200000}"#, #"{"operators":101,"rows":-1,"points":9}"#] {
      try folder.write(results.replacing(#"{"nodes":20200000}"#, with: limits), to: "r.json")
      #expect(try text(of: folder.url.appending(path: "r.json")).contains(#""limits":\#(limits)"#))
      let report = try conformanceRunner(
        "report", "r.json", "--reporter", "json=s.json", "--baseline", "r.json", in: folder)
      #expect(report.status == 1, "\(report.errors)")
      #expect(report.output.contains("0 passed, 1 failed, 0 skipped\n"))
      #expect(try conformanceRunner("report", "s.json", in: folder).status == 1)
    }
    #expect(try conformanceRunner(["show", "x.yaml"] + limit, in: folder).status == 0)
  }
}
