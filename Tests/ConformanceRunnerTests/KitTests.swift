import Foundation
import Testing

@Suite("ConformanceRunner kit", .startsProcesses)
struct KitTests {
  /// What each message needs.
  private static let needs: [Set<String>] = {
    struct Message: Decodable { var needs: Set<String>? }
    let lines = try? text(of: URL(filePath: "\(AdapterTests.adapters)/messages.jsonl"))
    return (lines ?? "").split(separator: "\n").map {
      (try? JSONDecoder().decode(Message.self, from: Data($0.utf8)))?.needs ?? []
    }
  }()

  /// A kit of this project, with its sample library.
  struct Kit: Sendable {
    let folder: String
    let command: String
    let isThere: Bool

    /// What its sample library lacks.
    var lacks: Set<String> = []

    static let javascript = Kit(
      folder: "JavaScript", command: "node sample.js", isThere: isInstalled("node"),
      lacks: ["unsayable-decimal", "unsayable-twice"])
    static let python = Kit(
      folder: "Python", command: "\(plainPython) sample.py", isThere: isInstalled("python3"),
      lacks: ofJavaScript)
    static let java = Kit(
      folder: "Java", command: "./start Sample.java",
      isThere: isInstalled("javac")
        && ["\(AdapterTests.adapters)/Java/start", "/usr/share/java/gson.jar"].allSatisfy {
          FileManager.default.fileExists(atPath: $0)
        }, lacks: ofJavaScript.union(["state", "scoped", "unscoped"]))

    /// What no other language has of JavaScript, and what only Swift has.
    private static let ofJavaScript: Set = Set(
      ["symbol-key", "twice", "undefined", "hole", "index", "symbol"].map { "unsayable-\($0)" })

    static let all = [javascript, python, java].filter {
      isGate && $0.folder != "Java" || $0.isThere
    }

    /// A folder with its files, some of which are changed.
    func copy(_ changes: [(file: String, old: String, new: String)] = []) throws -> Folder {
      let kit = try Folder()
      let files = URL(filePath: "\(AdapterTests.adapters)/\(folder)")
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

  /// One thing that is broken, and the message that tells.
  struct Mistake: Sendable {
    let title: String
    let kit: Kit
    let file: String
    let old: String
    let new: String

    init(_ title: String, _ kit: Kit, _ file: String, _ old: String, _ new: String) {
      (self.title, self.kit, self.file, self.old, self.new) = (title, kit, file, old, new)
    }
  }

  private static let mistakes = [
    Mistake(
      "it refuses another version of the protocol", .javascript, "adapter.js",
      "(params?.protocol ?? 1) !== 1", "false"),
    Mistake(
      "it refuses a method that there is not", .python, "adapter.py",
      #"not in ("initialize", "run")"#, #"== "none""#),
    Mistake(
      "a reaction fires once", .javascript, "adapter.js",
      "!firing.includes(reaction)", "reaction"),
    Mistake(
      "reactions to one event fire one after the other, each with what it causes, and none anew",
      .python, "adapter.py",
      #"for actions in [self.waiting.pop(key)["do"] for key in firing]:"#,
      #"for actions in (self.waiting.pop(key)["do"] for key in firing):"#),
    Mistake(
      "a truth value is no number", .python, "given.py",
      " and isinstance(a, bool) == isinstance(b, bool)", ""),
    Mistake(
      "maps are equal without order, and lists with it", .javascript, "given.js",
      "const keys = Object.keys(a);",
      "if (!Array.isArray(a)) return JSON.stringify(a) === JSON.stringify(b);\n  const keys = Object.keys(a);"
    ),
    Mistake(
      "any text is a key of a map, and any name one of a source or an observer", .javascript,
      "given.js",
      "Object.fromEntries(parts)",
      "parts.reduce((all, [key, part]) => { all[key] = part; return all; }, {})"
    ),
    Mistake(
      "what is connected meanwhile misses the value", .javascript, "given.js",
      "[...this.#connections].values()", "this.#connections.values()"),
    Mistake(
      "what is disconnected meanwhile misses the value", .python, "given.py",
      "if not self.is_live:\n            return", "pass"),
    Mistake(
      "each connection does what its entry says, and further ones what the last says", .python,
      "given.py", "min(self.count, len(self.plans) - 1)", "self.count % len(self.plans)"),
    Mistake(
      "only the channels that are named are recorded", .javascript, "adapter.js",
      "if (!asked.includes(channel)) return", "if (channel === 'state') return"),
    Mistake(
      "operators are counted from 0, whoever makes something of the error", .python, "given.py",
      "made, operator = {}, -1", "made, operator = {}, 0"),
    Mistake(
      "the first value that is lacked counts", .javascript, "given.js",
      "given.fault ??= fault;", "given.fault = fault;"),
    Mistake(
      "what is due at one time comes in the order in which it was scheduled", .javascript,
      "given.js", "due <= timer.due", "due < timer.due"),
    Mistake(
      "a timer can be called off", .python, "given.py", "self._timers.remove(timer)", "pass"),
    Mistake(
      "a timer throws while another is due", .python, "given.py",
      "do_all(self._due(end))", "for action in self._due(end): action()"),
    Mistake(
      "a stream that two are made of is made once", .javascript, "given.js",
      "if (!operators) given.streams.set(name, made.get(name));", ""),
    Mistake(
      "connected twice and disconnected once, it is disconnected from the last", .javascript,
      "given.js", "this.#last = null;\n    last?.unsubscribe();", "last?.unsubscribe();"),
    Mistake(
      "a disconnect from within a connect that has not returned does nothing", .python,
      "given.py", "self.last, self.depth = None, self.depth + 1", "self.depth += 1"),
    Mistake(
      "of connects within each other, the outermost is the last", .javascript, "given.js",
      "if (this.#depth === 1) ", ""),
    Mistake(
      "numbers go on where an observer subscribes again", .python, "adapter.py",
      "        self.subscriptions[name] = self.one(to)",
      "        self.counts.pop(name, None)\n        self.subscriptions[name] = self.one(to)"),
    Mistake(
      "a stream is recorded, then observed, and then reacted to", .javascript, "adapter.js",
      "write([name, 'stream', key])", "(record(name, 'stream', key), true)"),
    Mistake(
      "what an observer throws leaves the emit, while another still receives", .javascript,
      "given.js",
      "    try {\n      action();\n    } catch (error) {\n      errors.push(error);\n    }",
      "    action();"),
    Mistake(
      "a source that is thrown at while it connects stops, and is not live", .python, "given.py",
      "connection.is_live = False\n            raise", "raise"),
    Mistake(
      "an observer that throws while the subject is made is not supported", .python, "adapter.py",
      "if self.has_thrown is None", "if False"),
    Mistake(
      "so it is in what a reaction that waited for the subject does", .javascript, "adapter.js",
      "  postponed.forEach(perform);", "  hasThrown = false;\n  postponed.forEach(perform);"),
    Mistake(
      "so it is in a step behind one that somebody threw in", .javascript, "adapter.js",
      "[index, trace[index] ?? [], false]", "[index, trace[index] ?? [], hasThrown]"),
    Mistake(
      "a value is recorded as it is at that moment", .python, "adapter.py",
      "given.recorded(event)", "event"),
    Mistake(
      "a reducer that is called with too few values is an error", .python, "given.py",
      "told = argument(values, 2)", "told = values = (0, *values)[-2:]"),
    Mistake(
      "an operator that there is not is not supported", .javascript, "adapter.js",
      "!Object.hasOwn(operators, name)", "!operators[name]"),
    Mistake(
      "no case knows of the one before", .python, "adapter.py",
      "        self.subscriptions = {}", "        self.subscriptions = KEPT"),
    // What JSON does not have.
    Mistake(
      "what JSON does not have is an error that names its kind", .javascript, "given.js",
      "Number.isFinite(value)", "true"),
    Mistake(named("an infinite number"), .python, "given.py", "isfinite(value) if", "True if"),
    Mistake(
      named("an integer that no double is"), .python, "given.py",
      "bits - (value & -value).bit_length() < 53", "True"),
    Mistake(
      named("an integer that no double is"), .javascript, "given.js", "typeof value === 'bigint'",
      "false"),
    Mistake(
      named("a decimal that no double is"), .python, "given.py",
      #"    "a number that is no double": Number,\#n"#, ""),
    Mistake(
      named("a text that was cut within a character"), .javascript, "given.js",
      "!HALF_A_CHARACTER.test(value)", "true"),
    Mistake(
      named("a key that was cut within a character"), .python, "given.py", " or not is_scalar(key)",
      ""),
    Mistake(
      named("a number as a key"), .python, "given.py", "made = dict(value) if",
      "made = {str(key): value[key] for key in value} if"),
    Mistake(
      named("a symbol as a key"), .javascript, "given.js",
      "Object.prototype.propertyIsEnumerable.call(value, key)", "false"),
    Mistake(
      named("what is undefined"), .javascript, "given.js", "value === null;\n", "value == null;\n"),
    Mistake(
      named("a hole in a list"), .javascript, "given.js", "value[index];", "value[index] ?? null;"),
    Mistake(
      named("a list that has a key"), .javascript, "given.js",
      "check('a list with a key', names[value.length]);", ";"),
    Mistake(named("a function"), .python, "given.py", #"    "a function": Callable,\#n"#, ""),
    Mistake(
      named("a symbol"), .javascript, "given.js",
      "  ['a symbol', (value) => typeof value === 'symbol'],\n", ""),
    Mistake(
      named("an error that is told as a value"), .python, "given.py",
      #"    "an error": BaseException,\#n"#, ""),
    Mistake(named("a date"), .javascript, "given.js", "  ['a date', types.isDate],\n", ""),
    Mistake(
      named("a promise"), .python, "given.py", #"hasattr(value, "add_done_callback")"#, "False"),
    Mistake(named("a set"), .javascript, "given.js", "  ['a set', types.isSet],\n", ""),
    Mistake(
      named("a number of bytes"), .javascript, "given.js",
      "types.isAnyArrayBuffer(value) || ArrayBuffer.isView(value)", "false"),
    Mistake(
      named("an object of a class"), .javascript, "given.js", "if (kind || !says) throw",
      "if (kind) throw"),
    Mistake(
      named("a list that contains itself"), .javascript, "given.js", "if (path.has(value))",
      "if (false)"),
    Mistake(
      named("a value that an answer has no room for"), .python, "given.py", "DEEPEST = 507",
      "DEEPEST = 700"),
    Mistake(
      named("a part that throws when it is read"), .javascript, "given.js",
      "problem instanceof Unsayable ? problem\n", "problem instanceof Error ? problem\n"),
    Mistake(
      "a key that is no word is quoted in a place", .python, "given.py",
      #"f"[{json.dumps(key, ensure_ascii=False)}]""#, #"f"[{key}]""#),
    Mistake(
      "the first value of a case that JSON does not have counts", .javascript, "given.js",
      "given.fault ??= {code: -32603, message: text", "given.fault = {code: -32603, message: text"),
    Mistake(
      "it is named in what a read returns", .javascript, "given.js",
      "event[0] === 'returns' || event[0] === 'throws' ? 1 : 2", "2"),
    Mistake(
      "it is named in a stream that an observer is told of", .python, "given.py",
      #"f"the value of {whose}""#, #"f"the value of `a`'s next""#),
    Mistake(
      "a table that is asked for it does not lack it", .javascript, "given.js",
      "const value = argument(called, count);", "const value = count === 1 ? called[0] : called;"),
    Mistake(
      "a predicate does not hold for it, and is no less wrong to be asked", .python, "given.py",
      "value = argument(values, 1)", "value = values[0]"),
    Mistake(
      "a reducer by name does not take it", .javascript, "given.js",
      "const told = argument(called, 2);", "const told = called;"),
    Mistake(
      "a reducer of rows does not lack it", .python, "given.py",
      "values[0] if count == 1 else values, ", "values[0] if count == 1 else values[1], "),
    Mistake(
      "a dictionary does not lack it", .python, "given.py", "told = argument([key], 1)",
      "told = key"),
  ]

  private static func named(_ thing: String) -> String { "\(thing) is named, with its place" }

  @Test(
    "tells what is wrong with a kit by its message",
    arguments: mistakes.filter { $0.kit.isThere || isGate })
  func wrong(_ mistake: Mistake) throws {
    let kit = try mistake.kit.copy([(mistake.file, mistake.old, mistake.new)])
    let run = try conformanceRunner("kit", mistake.kit.command, in: kit)
    #expect(run.status == 1)
    #expect(run.output.contains("✗ \(mistake.title)\n"), "\(run.output.suffix(2_000))")
  }

  @Test("draws the difference, and says what it skips")
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

  @Test("blames a message for what ends the adapter, and goes on", .needsPython)
  func misbehaving() throws {
    let title = "so it is behind streams of others"
    for (fault, sentence) in [
      ("sys.exit(3)", "the adapter exited with status 3 before it answered"),
      ("import time; time.sleep(60)", "the adapter was silent for 2 seconds (--timeout)"),
      ("print('hello')", "the adapter wrote a line that is not an object of JSON: `hello`"),
      ("print('{}')", "the adapter"),
    ] {
      let kit = try Kit.python.copy([
        (
          "adapter.py", "    given.begin()\n    try:",
          "    given.begin()\n    if 'no-such' in json.dumps(params): \(fault)\n    try:"
        )
      ])
      let run = try conformanceRunner("kit", Kit.python.command, "--timeout", "2", in: kit)
      #expect(run.status == 1 && run.errors == "", "\(run.errors)")
      #expect(run.output.contains("✗ \(title)\n    \(sentence)"), "\(run.output)")
      let skipped = Self.needs.count { !$0.isDisjoint(with: Kit.python.lacks) }
      #expect(run.output.hasSuffix(" right, 1 wrong, \(skipped) skipped\n"), "\(run.output)")
    }
  }

  @Test("takes the command of an adapter, and says why it does not start")
  func command() throws {
    try expect(
      """
      kit ⇒ 64 Missing expected argument '<command>'
      kit a b ⇒ 64 Unexpected argument 'b'
      kit swift ⇒ 64 `swift` is built in; write the command of an adapter
      kit cat --timeout 0 ⇒ 64 --timeout is more than 0 seconds, and at most a day
      kit nope-nope ⇒ 69 nope-nope: the adapter cannot be started: there is no program `nope-nope`
      kit "m=sh -c 'exit 3'" ⇒ 69 m: the adapter exited with status 3 before it answered `initialize`
      """, in: Folder())
  }
}
