import Foundation
import Testing

@Suite("ConformanceRunner new --adapter", .startsProcesses)
struct NewAdapterTests {
  /// Each language: the program that starts its adapter, the file that it starts, the file to fill in, and what
  /// that calls the function of `map` with the value.
  private static let kits = [
    "python": ("python3", "adapter.py", "streams.py", "function"),
    "javascript": ("node", "adapter.js", "streams.js", "transform"),
    "java": ("sh", "start", "Adapter.java", "function.apply"),
  ]

  /// Whether this machine has what an adapter takes.
  private func hasWhatItTakes(_ language: String) -> Bool {
    switch language {
    case "java":
      isInstalled("javac") && FileManager.default.fileExists(atPath: "/usr/share/java/gson.jar")
    default: isInstalled(Self.kits[language]!.0)
    }
  }

  @Test(
    "makes an adapter that passes its first fixture, and says what to type next",
    arguments: kits.keys)
  func passes(_ language: String) throws {
    guard hasWhatItTakes(language), let (program, file, own, _) = Self.kits[language] else {
      return
    }
    let folder = try Folder()
    try expect(
      """
      new --adapter \(language) 'my kit' ⇒ 0 made my kit/\(file) … /ConformanceRunner … Then put your library into my kit/\(own), 
      run ⇒ 0 2 passed, 0 failed, 0 skipped
      'my kit/fixtures' -i "\(program) 'my kit/\(file)'" ⇒ 0 2 passed, 0 failed, 0 skipped
      """, in: folder)
  }

  @Test("judges a library that releases what has erred, and cases of other channels", .needsPython)
  func releases() throws {
    let folder = try Folder.withFewFixtures()
    #expect(try conformanceRunner("new", "--adapter", "python", "kit", in: folder).status == 0)
    let streams = try folder.text("kit/streams.py")
    for calls in ["error(problem); made.unsubscribe()", "made.unsubscribe(); error(problem)"] {
      try folder.write(
        streams + """

          class Releasing(Stream):
              def subscribe(self, next=ignore, error=ignore, completed=ignore):
                  def fail(problem):
                      \(calls)
                  made = super().subscribe(next, fail, completed)
                  return made
          source = Releasing
          OPERATORS["_remember"] = lambda stream: stream
          """, to: "kit/streams.py")
      try expect(
        """
        kit/fixtures ⇒ 0 2 passed, 0 failed, 0 skipped
        Fixtures/_remember/caching.yaml:13 ⇒ 1 step 3 of 6
        """, in: folder, beginning: ["-i", "\(plainPython) kit/adapter.py"])
    }
  }

  @Test(
    "tells tuples as lists, and calls functions of the case with them",
    arguments: [
      ("python", "function((1, [2])) and (1, [2])"),
      ("javascript", "function({toJSON: () => [1, [2]], x: 0})"),
      ("java", "new Object[] {1f, List.of(2L, function(List.of(1, new int[] {2}))).subList(0, 1)}"),
    ])
  func tuples(_ language: String, _ call: String) throws {
    guard hasWhatItTakes(language), let (program, start, own, name) = Self.kits[language] else {
      return
    }
    let folder = try Folder()
    #expect(try conformanceRunner("new", "--adapter", language, "kit", in: folder).status == 0)
    try folder.write(
      Sample.fixture(
        "name: a reaction to what is told, clauses: [map], "
          + "reactions: [{when: {a: [1, [2]]}, do: [{unsubscribe: a}]}], "
          + "timeline: [{subscribe: a, expect: [upstream: connect]}, "
          + "{emit: 1, expect: [a: [1, [2]], upstream: disconnect]}]",
        spec: "mine", subject: "{operators: [map: [[[1, [2]], [1, [2]]]]]}"),
      to: "kit/fixtures/first.yaml")
    let streams = try folder.text("kit/\(own)").replacing(
      "\(name)(value)", with: call.replacing("function(", with: "\(name)("))
    try folder.write(
      (language == "java" ? "import java.util.*;\n" : "") + streams, to: "kit/\(own)")
    let command = "\(language == "python" ? plainPython : program) kit/\(start)"
    try expect("kit/fixtures -i \"\(command)\" ⇒ 0", in: folder)
  }

  @Test(
    "says what to type next as the executable was started",
    arguments: [
      (".build/x86_64-linux/debug/ConformanceRunner", "swift run ConformanceRunner"),
      (".build/x86_64-linux/release/ConformanceRunner", "swift run -c release ConformanceRunner"),
      ("b n/ConformanceRunner", "'b n/ConformanceRunner'"),
      ("ConformanceRunner", "ConformanceRunner"),
    ])
  func program(_ path: String, _ typed: String) throws {
    let folders = path.split(separator: "/").dropLast().map(String.init)
    let folder = try Folder([(folders + ["x"]).joined(separator: "/"): ""])
    try folder.link(path, to: executable.path)
    let run = try execute(
      URL(filePath: "/bin/sh"),
      ["-c", "PATH=.:$PATH; '\(path)' new --adapter python mine; '\(path)' new"], in: folder)
    #expect(run.output.contains("\n  \(typed) mine/fixtures -i mine\n"))
    #expect(run.errors.contains("See '\(typed) new --help'"), "\(run.errors)")
  }

  @Test("overwrites nothing")
  func overwrites() throws {
    let folder = try Folder(["mine/given.py": "mine"])
    try expect(
      "new --adapter python mine ⇒ 64 `mine/given.py` exists; new never overwrites a file",
      in: folder)
    #expect(!folder.exists("mine/streams.py"))
    #expect(try folder.text("mine/given.py") == "mine")
  }
}
