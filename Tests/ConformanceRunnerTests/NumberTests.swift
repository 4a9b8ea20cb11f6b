import Foundation
import Testing

/// Numbers of which the arithmetic ends a process that does not look at them.
@Suite("Numbers from outside", .startsProcesses)
struct NumberTests {
  @Test(
    "end no command, whatever they are",
    arguments: [
      "run x.yaml --shard=N/1", "run x.yaml --shard=1/N", "run x.yaml --shard=N/N",
      "run x.yaml --jobs=N --limit steps=N --limit calls=N", "show x.yaml:N:N",
      "explore --observers=N --length=0 --reaction-length=0 --random=1",
      "explore --length=N --reaction-length=N --random=0 --jobs=N -i swift",
      "run x.yaml -i 'EXECUTABLE adapter' --timeout=N --start-timeout=N",
      "run x.yaml -i 'EXECUTABLE adapter' --jobs=N",
    ])
  func commandLine(_ command: String) throws {
    let folder = try Folder(["x.yaml": RunTests.good])
    let numbers = ["9223372036854775807", "-9223372036854775808"]
    for number in command.contains("timeout") ? numbers + ["1e308"] : numbers {
      let line = command.replacing("N", with: number)
        .replacing("EXECUTABLE", with: executable.path)
      let run = try conformanceRunner(words(of: line), in: folder)
      #expect([0, 1, 64, 65, 66].contains(run.status), "\(line): \(run.status) \(run.errors)")
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
    let results = try folder.text("r.json")
    // A name that no limit has bounds nothing.
    for limits in [#"{"nodes":20200000}"#, #"{"nodes":20200000,"rows":-1,"points":9}"#] {
      try folder.write(results.replacing(#"{"nodes":20200000}"#, with: limits), to: "r.json")
      #expect(try folder.text("r.json").contains(#""limits":\#(limits)"#))
      let report = try conformanceRunner(
        "report", "r.json", "--reporter", "json=s.json", "--baseline", "r.json", in: folder)
      #expect(report.status == 1, "\(report.errors)")
      #expect(report.output.contains("0 passed, 1 failed, 0 skipped\n"))
      #expect(try conformanceRunner("report", "s.json", in: folder).status == 1)
    }
    #expect(try conformanceRunner(["show", "x.yaml"] + limit, in: folder).status == 0)
  }
}
