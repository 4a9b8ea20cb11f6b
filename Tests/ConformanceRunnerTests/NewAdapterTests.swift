import Foundation
import Testing

@Suite("ConformanceRunner new --adapter", .startsProcesses)
struct NewAdapterTests {
  /// Each language: the program that starts its adapter, the file that it starts, and the file to fill in.
  private static let kits = [
    "python": ("python3", "adapter.py", "streams.py"),
    "javascript": ("node", "adapter.js", "streams.js"), "java": ("sh", "start", "Adapter.java"),
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
    guard hasWhatItTakes(language), let (program, file, own) = Self.kits[language] else { return }
    let folder = try Folder()
    let made = try conformanceRunner("new", "--adapter", language, "my kit", in: folder)
    #expect(made.status == 0, "\(made.errors)")
    let command = "\(program) '\"my kit/\(file)\"'"
    #expect(made.output.contains("made my kit/\(file)\n"))
    #expect(made.output.contains("Then put your library into my kit/\(own), "))
    #expect(made.output.contains("/ConformanceRunner\n"), "\(made.output)")
    for arguments in [[], ["my kit/fixtures", "-i", command.replacing("'", with: "")]] {
      let run = try conformanceRunner(arguments, in: folder)
      #expect(run.status == 0, "\(run.output)\(run.errors)")
      #expect(run.output.contains("\n2 passed, 0 failed, 0 skipped\n"))
    }
  }

  @Test(
    "judges a library that releases what has erred, and cases of other channels",
    arguments: [
      (
        "python",
        """
        class Releasing(Stream):
            def subscribe(self, next=ignore, error=ignore, completed=ignore):
                def fail(problem):
                    CALLS
                made = super().subscribe(next, fail, completed)
                return made
        source = Releasing
        OPERATORS["_remember"] = lambda stream: stream
        """
      ),
      (
        "javascript",
        """
        class Releasing extends Stream {
          subscribe(next, error, completed) {
            const made = super.subscribe(next, (problem) => { CALLS; }, completed);
            return made;
          }
        }
        module.exports.source = (connect) => new Releasing(connect);
        module.exports.operators._remember = (stream) => stream;
        """
      ),
    ])
  func releases(_ language: String, _ library: String) throws {
    let isPython = language == "python"
    guard isInstalled(isPython ? "python3" : "node") else { return }
    let folder = try Folder.withFixtures()
    #expect(try conformanceRunner("new", "--adapter", language, "kit", in: folder).status == 0)
    let file = "kit/streams.\(isPython ? "py" : "js")"
    let command = isPython ? "\(plainPython) kit/adapter.py" : "node kit/adapter.js"
    let streams = try folder.text(file)
    for calls in ["error(problem); made.unsubscribe()", "made.unsubscribe(); error(problem)"] {
      try folder.write(streams + "\n" + library.replacing("CALLS", with: calls), to: file)
      try expect(
        """
        kit/fixtures -i "\(command)" ⇒ 0 2 passed, 0 failed, 0 skipped
        Fixtures/_remember/caching.yaml:13 -i "\(command)" ⇒ 1 step 3 of 6

        """, in: folder)
    }
  }

  private static let argument = "the argument of a function of the case has at"

  @Test(
    "tells tuples as lists, and names what a library calls a function of the case with that no case has",
    arguments: [
      ("python", "function((1, [2])) and (1, [2])", nil),
      (
        "python", "function()",
        "the implementation called a function of the case with 0 values, and it takes 1"
      ),
      ("python", "function([{1}])", "\(argument) `[0]` a set: {1} (set)"),
      // What is equal to 1 is no number of JSON for that.
      (
        "python", "function(__import__('decimal').Decimal(1))",
        "\(argument) `.` a number that is no double: Decimal('1') (Decimal)"
      ),
      ("javascript", "function({toJSON: () => [1, [2]], x: 0})", nil),
      ("javascript", "function()", "\(argument) `.` no value: undefined (undefined)"),
      (
        "javascript", "function(NaN)",
        "\(argument) `.` a number that is not finite: NaN (number)"
      ),
      (
        "java", "new Object[] {1f, List.of(2L, function(List.of(1, new int[] {2}))).subList(0, 1)}",
        nil
      ),
      (
        "java", "function(Map.of(1, 2))", "\(argument) `.` a key that is no text: 1 (Integer)"
      ),
    ] as [(String, String, String?)])
  func values(_ language: String, _ call: String, _ message: String?) throws {
    guard hasWhatItTakes(language), let (program, start, own) = Self.kits[language] else { return }
    let folder = try Folder()
    #expect(try conformanceRunner("new", "--adapter", language, "kit", in: folder).status == 0)
    try folder.write(
      """
      format: 1
      spec: mine
      cases:
      - name: a reaction to what is told
        clauses: [map]
        subject: {operators: [map: [[[1, [2]], [1, [2]]]]]}
        reactions: [{when: {a: [1, [2]]}, do: [{unsubscribe: a}]}]
        timeline:
        - {subscribe: a, expect: [upstream: connect]}
        - {emit: 1, expect: [a: [1, [2]], upstream: disconnect]}
      """, to: "kit/fixtures/first.yaml")
    let streams = try folder.text("kit/\(own)")
    // What each example calls the function of `map`, with the value.
    let names = ["python": "function", "javascript": "transform", "java": "function.apply"]
    let name = names[language]!
    let changed = call.replacing("function(", with: "\(name)(")
    try folder.write(
      (language == "java" ? "import java.util.*;\n" : "")
        + streams.replacing("\(name)(value)", with: changed), to: "kit/\(own)")
    let command = "\(language == "python" ? plainPython : program) kit/\(start)"
    let run = try conformanceRunner("kit/fixtures", "-i", command, in: folder)
    #expect(run.status == (message == nil ? 0 : 1), "\(run.output)\(run.errors)")
    if let message {
      let output = run.output.split { $0.isWhitespace }.joined(separator: " ")
      #expect(output.contains(message), "\(run.output)")
    }
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
    #expect(run.output.contains("\n  \(typed)\n"))
    #expect(run.errors.contains("See '\(typed) new --help'"), "\(run.errors)")
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
      --adapter ruby x ⇒ 64 'ruby' is invalid for '--adapter <language>' … python … javascript … java
      --adapter python x y ⇒ 64 --adapter takes a folder, and neither
      --adapter python ⇒ 64 spec-or-folder
      """, in: Folder(), beginning: ["new"])
  }
}
