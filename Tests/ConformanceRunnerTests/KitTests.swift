import Foundation
import Testing

@Suite("ConformanceRunner kit", .startsProcesses)
struct KitTests {
  /// The features that each message needs.
  private static let needs: [Set<String>] = {
    struct Message: Decodable { var needs: Set<String>? }
    let lines = try? text(of: URL(filePath: "\(Adapters.folder)/messages.jsonl"))
    return (lines ?? "").split(separator: "\n").map {
      (try? JSONDecoder().decode(Message.self, from: Data($0.utf8)))?.needs ?? []
    }
  }()

  /// A kit of this project, with its sample library.
  struct Kit: Sendable {
    let folder: String
    let program: String
    let sample: String
    let isThere: Bool

    /// The features that its sample library lacks.
    let lacks: Set<String>

    var command: String { "\(program) \(sample)" }

    static let javascript = Kit(
      folder: "JavaScript", program: "node", sample: "sample.js", isThere: isInstalled("node"),
      lacks: ["unsayable-decimal", "unsayable-twice"])
    static let python = Kit(
      folder: "Python", program: plainPython, sample: "sample.py",
      isThere: isInstalled("python3"), lacks: ofJavaScript)
    static let java = Kit(
      folder: "Java", program: "./start", sample: "Sample.java",
      isThere: isInstalled("javac")
        && ["\(Adapters.folder)/Java/start", "/usr/share/java/gson.jar"].allSatisfy {
          FileManager.default.fileExists(atPath: $0)
        }, lacks: ofJavaScript.union(["state", "scoped", "unscoped"]))

    /// Features that only JavaScript has, and those that only Swift has.
    private static let ofJavaScript: Set = Set(
      ["symbol-key", "twice", "undefined", "hole", "index", "symbol"].map { "unsayable-\($0)" })

    static let all = [javascript, python, java].filter {
      isGate && $0.folder != "Java" || $0.isThere
    }

    /// A folder with its files, with changes to some.
    func copy(_ changes: [(file: String, old: String, new: String)] = []) throws -> Folder {
      let kit = try Folder()
      let files = URL(filePath: "\(Adapters.folder)/\(folder)")
      for name in try FileManager.default.contentsOfDirectory(atPath: files.path) {
        try FileManager.default.copyItem(
          at: files.appending(path: name), to: kit.url.appending(path: name))
      }
      for (file, old, new) in changes {
        let text = try kit.text(file)
        #expect(text.contains(old), "\(file) has no longer: \(old)")
        try kit.write(text.replacing(old, with: new), to: file)
      }
      return kit
    }
  }

  @Test("finds nothing wrong with the kits", arguments: Kit.all)
  func right(_ kit: Kit) throws {
    let run = try conformanceRunner("kit", kit.command, in: kit.copy())
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    let skipped = Self.needs.count { !$0.isDisjoint(with: kit.lacks) }
    #expect(!Self.needs.isEmpty)
    #expect(
      run.output.hasSuffix(
        "\(Self.needs.count - skipped) right, 0 wrong, \(skipped) skipped\n"), "\(run.output)")
  }

  /// Mistakes: the message that finds each, a file, a text in it, and the replacement. Answers to all messages are
  /// compared alike, so some are enough.
  private static let mistakes = #"""
    it refuses another version of the protocol ⇐ adapter.js: (params?.protocol ?? 1) !== 1 → false
    a reaction fires once ⇐ adapter.js: !firing.includes(reaction) → reaction
    reactions to one event fire one after the other, each with its effects, and none a second time ⇐ adapter.py: for actions in [self.waiting.pop(key)["do"] for key in firing]: → for actions in (self.waiting.pop(key)["do"] for key in firing):
    a truth value is no number ⇐ given.py:  and isinstance(a, bool) == isinstance(b, bool) →
    maps are equal without order, and lists with it ⇐ given.js: const keys = Object.keys(a); → if (!Array.isArray(a)) return JSON.stringify(a) === JSON.stringify(b);\n  const keys = Object.keys(a);
    an observer that is connected during a value misses the value ⇐ given.js: [...this.#connections].values() → this.#connections.values()
    an observer that is disconnected during a value misses the value ⇐ given.py: if not self.is_live:\n            return → pass
    each connection does what its entry lists, and further ones what the last one lists ⇐ given.py: min(self.count, len(self.plans) - 1) → self.count % len(self.plans)
    operators are counted from 0, even if another handles the error ⇐ given.py: made, operator = {}, -1 → made, operator = {}, 0
    timers that are due at the same time fire in the order in which they were scheduled ⇐ given.js: due <= timer.due → due < timer.due
    a timer throws while another is due ⇐ given.py: do_all(self._due(end, action)) → for one in self._due(end, action): one()
    a stream that two are made of is made once ⇐ given.js: if (!operators) given.streams.set(name, made.get(name)); →
    an error thrown by an observer leaves the emit, and the other observer still receives the value ⇐ given.js:     try {\n      action();\n    } catch (error) {\n      errors.push(error);\n    } →     action();
    a source whose observer throws while it connects stops, and is not live ⇐ given.py: connection.is_live = False\n            raise → raise
    a predicate of lists that are not rows is true for these lists ⇐ given.js: entries.every(isPredicateRow) → entries.every(Array.isArray)
    a predicate of lists that are not rows is true for these lists ⇐ given.py: all(map(is_predicate_row, entries)) → all(isinstance(entry, list) for entry in entries)
    no case depends on the one before ⇐ adapter.py:         self.subscriptions = {} →         self.subscriptions = KEPT
    the first value of a case that JSON lacks is reported ⇐ given.js: given.fault ??= {code: -32603, message: text → given.fault = {code: -32603, message: text
    a table that is called with a value that JSON lacks does not lack a row ⇐ given.js: const value = argument(called, count); → const value = count === 1 ? called[0] : called;
    """#

  struct Mistake: Sendable, CustomTestStringConvertible {
    let title: String
    let change: (file: String, old: String, new: String)

    var kit: Kit { change.file.hasSuffix("py") ? .python : .javascript }
    var testDescription: String { "\(title): \(change.file)" }
  }

  /// The mistakes of the table that can be tried.
  private static let tried: [Mistake] = {
    mistakes.split(separator: "\n").map { line in
      let match = line.wholeMatch(of: #/(.+) ⇐ (\S+): (.+) → ?(.*)/#)!
      let (old, new) = (match.3.replacing("\\n", with: "\n"), match.4.replacing("\\n", with: "\n"))
      return Mistake(
        title: String(match.1), change: (String(match.2), String(old), String(new)))
    }.filter { $0.kit.isThere || isGate }
  }()

  @Test("finds each mistake of a kit by a message", arguments: tried)
  func wrong(_ mistake: Mistake) throws {
    let kit = try mistake.kit.copy([mistake.change])
    let run = try conformanceRunner("kit", mistake.kit.command, in: kit)
    #expect(run.status == 1)
    #expect(run.output.contains("✗ \(mistake.title)\n"), "\(run.output.suffix(2_000))")
  }

  @Test("draws the difference, and names the skipped messages")
  func report() throws {
    let kit = try Kit.javascript.copy([
      ("adapter.js", "write(['throws', ...contentOf(error)]);", "write(['throws', 1]);"),
      ("sample.js", "'calls', ", ""), ("sample.js", "given.rows(argument)", "null"),
    ])
    let skipped = Self.needs.count { $0.contains("calls") }
    let run = try conformanceRunner("kit", "node sample.js", in: kit)
    #expect(run.status == 1)
    #expect(
      run.output.contains(
        """
        ✗ of two errors, the first leaves
            subject: {"sources":{"upstream":{}},"operators":[]}
            reactions: [{"when":["a","next",5],"do":[{"action":"throw","value":{"x":[1]}}]},{"when":["b","next",5],"do":[{"action":"throw","value":"second"}]}]
            step 3 of 3: {"action":"emit","source":"upstream","value":5}
                  a: 5
                  b: 5
                − throws: {x: [1]}   expected, never came
                + throws: 1          came instead

        """), "\(run.output)")
    #expect(
      run.output.contains(
        #"    answered: {"error":{"code":-32603,"message":"Cannot read properties of null"#),
      "\(run.output)")
    #expect(
      run.output.contains("\n\(skipped) skipped: sample-js does not have `calls`\n"),
      "\(run.output)")
  }

  @Test("blames the message at which the adapter ends, and goes on", .needsPython)
  func misbehaving() throws {
    for (fault, sentence) in [
      ("sys.exit(3)", "the adapter exited with status 3 before it answered"),
      ("import time; time.sleep(600)", "the adapter was silent for 2 seconds (--timeout)"),
      ("print('hello')", "the adapter wrote a line that is not an object of JSON: `hello`"),
      ("print('{}')", "the adapter"),
    ] {
      let begin = "    given.begin()\n    try:"
      let kit = try Kit.python.copy([
        (
          "adapter.py", begin,
          begin.replacing(
            "    try", with: "    if 'no-such' in json.dumps(params): \(fault)\n    try")
        )
      ])
      // A machine may be too slow for other messages, too.
      let isSilent = sentence.contains("silent")
      try expect(
        """
        kit "\(Kit.python.command)"\(isSilent ? " --timeout 2" : "") ⇒ 1 ✗ an unknown operator after the streams of others is not supported …     \(sentence)\(isSilent ? "" : " …  right, 1 wrong, ")
        """, in: kit)
    }
  }

  @Test("a library without releases receives nothing after the end", arguments: Kit.all)
  func ended(_ kit: Kit) throws {
    let words = [
      "Python": ("PROPERTIES = {", "RELEASES = False\nPROPERTIES = {"),
      "JavaScript": ("  channels,\n", "  channels,\n  releases: false,\n"),
      "Java": (".serve();", ".withoutReleases().serve();"),
    ]
    let (old, new) = try #require(words[kit.folder])
    let spec =
      "name: S\nchannels: [next, error, completed]\noperators: {unguarded: ~}\nclauses: [{id: c}]\n"
    let fixture = Sample.fixture(
      "name: n, clauses: [c], reactions: [{when: {a.error: boom}, do: [{emit: 1}]}], "
        + "timeline: [{subscribe: a, expect: [upstream: connect]}, "
        + "{error: boom, expect: [a.error: boom, a: 1]}, {emit: 2}]",
      spec: "S", subject: "{operators: [unguarded: ~]}")
    // What is emitted during the end still comes.
    try expect(
      """
      spec.yaml ← \(inRow(spec))
      x.yaml ← \(inRow(fixture))
      x.yaml -i "\(kit.command)" ⇒ 0 No failures: 1 conforms
      """, in: kit.copy([(kit.sample, old, new)]))
    try expect(
      """
      spec.yaml ← \(inRow(spec))
      x.yaml ← \(inRow(fixture))
      x.yaml -i "\(kit.command)" ⇒ 1 + a: 2
      """, in: kit.copy())
  }

  @Test("compares reported errors only if the specification says so")
  func reports() throws {
    let folder = try Kit.javascript.copy()
    let library = try folder.text("sample.js")
    let spec =
      "name: S\nchannels: [next, error, completed]\noperators: {guard: ~}\nclauses: [{id: c}]\n"
    let steps =
      "[{subscribe: a, expect: [upstream: connect]}, {emit: 0, expect: [a: 0REPORTED]}, "
      + "{emit: 1, expect: [a: 1]}]"
    let text =
      "format: 1\nspec: S\nsubject: {operators: [guard: ~]}\ncases:\n  - {name: n, clauses: [c], "
      + "reactions: [{when: {a: 0}, do: [{throw: boom}]}], timeline: \(steps)}\n"
    try folder.write(spec, to: "spec.yaml")
    try folder.write(library.replacing("'reports'", with: ""), to: "silent.js")
    try folder.write(text.replacing("REPORTED", with: ", reported: boom"), to: "tells.yaml")
    try folder.write(text.replacing("REPORTED", with: ""), to: "x.yaml")
    try expect(
      """
      x.yaml -i 'node sample.js' ⇒ 0 No failures: 1 conforms
      tells.yaml -i 'node sample.js' ⇒ 65 the specification `S` does not say that errors are reported
      spec.yaml ← \(inRow(spec))reports: true\\n
      x.yaml -i 'node sample.js' ⇒ 1 an error is reported … + reported: boom … reported  … ┊  ⚑boom!
      tells.yaml -i 'node sample.js' ⇒ 0 No failures: 1 conforms
      tells.yaml -i 'node silent.js' ⇒ 66 sample-js does not have reports of errors that nobody receives
      x.yaml -i 'node silent.js' ⇒ 1 + reported: boom
      """, in: folder)
  }

  @Test("runs a library as the page on the words of libraries shows")
  func thrown() throws {
    let page = packageRoot.appending(
      path: "Sources/FixtureFormat/FixtureFormat.docc/LibraryWords.md")
    let examples = try text(of: page).matches(of: #/(?s)```yaml\n(.+?)\n```/#).map(\.1)
    let cases = examples.dropFirst().enumerated().map { number, body in
      "  - name: n\(number)\n    clauses: [c]\n    \(body.replacing("\n", with: "\n    "))\n"
    }
    let last = try #require(cases.dropLast().last)
    let folder = try Kit.javascript.copy()
    try folder.write(String(examples[0]), to: "spec.yaml")
    try folder.write("format: 1\nspec: S\ncases:\n\(cases.joined())", to: "all.yaml")
    try folder.write("format: 1\nspec: S\ncases:\n\(last)", to: "x.yaml")
    let library = try folder.text("sample.js")
    let call = "tapped[channel]?.(value);"
    #expect(library.contains(call) && library.contains("'throws', "))
    try folder.write(library.replacing(call, with: "try { \(call) } catch {}"), to: "catches.js")
    try folder.write(library.replacing("'throws', ", with: ""), to: "older.js")
    try expect(
      """
      all.yaml -i 'node sample.js' ⇒ 0 No failures: \(cases.count) conform
      x.yaml -i 'node catches.js' ⇒ 1 − throws: boom … + a: 0
      x.yaml -i 'node older.js' ⇒ 66 sample-js does not have observers that throw
      explore --like x.yaml -i 'node catches.js' -i 'right=node sample.js' --length 2 --reaction-length 2 --random 0 ⇒ 1 do: [{throw: boom}]
      """, in: folder)
  }
}
