import Testing

@Suite("ConformanceRunner new --adapter", .startsProcesses)
struct NewAdapterTests {
  /// Each kit: the program that starts its adapter and the file that it starts, the file to fill in, and how this
  /// calls the function of `map` with the value, and with tuples instead.
  private static let kits = [
    (
      KitTests.Kit.python, plainPython, "adapter.py", "streams.py", "function(value)",
      "function((1, [2])) and (1, [2])"
    ),
    (
      .javascript, "node", "adapter.js", "streams.js", "transform(value)",
      "transform({toJSON: () => [1, [2]], x: 0})"
    ),
    (
      .java, "sh", "start", "Adapter.java", "function.apply(value)",
      "new Object[] {1f, List.of(2L, function.apply(List.of(1, new int[] {2}))).subList(0, 1)}"
    ),
  ].filter { $0.0.isThere }

  @Test(
    "makes an adapter that passes its first fixture, and prints the next commands",
    arguments: kits.indices)
  func passes(_ number: Int) throws {
    let (kit, program, file, own, _, _) = Self.kits[number]
    try expect(
      """
      new --adapter \(kit.folder.lowercased()) 'my kit' ⇒ 0 made my kit/\(file) … /ConformanceRunner … Put your library into my kit/\(own): operators
      run ⇒ 0 No failures: 2 conform
      'my kit/fixtures' -i "\(program) 'my kit/\(file)'" ⇒ 0 No failures: 2 conform
      """, in: Folder())
  }

  @Test("runs a library that releases failed sources, and cases of other channels", .needsPython)
  func releases() throws {
    let folder = try Folder.withFewFixtures()
    try expect("new --adapter python kit ⇒ 0", in: folder)
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
          SPECIFICATIONS = ["mine", "_remember"]
          OPERATORS["_remember"] = lambda stream: stream
          """, to: "kit/streams.py")
      try expect(
        """
        kit/fixtures ⇒ 0 No failures: 2 conform
        Fixtures/_remember/caching.yaml:13 ⇒ 1 step 3 of 6
        """, in: folder, beginning: ["-i", "\(plainPython) kit/adapter.py"])
    }
  }

  @Test(
    "waits for a library after each timer, too",
    arguments: [
      (
        "python", "\(plainPython) kit/adapter.py", "streams.py",
        """

        import asyncio
        pending = []
        async def after_step():
            await asyncio.sleep(0)
            while pending:
                pending.pop(0)()
        def ticks(stream):
            def connect(observer):
                def tick(number=0):
                    observer.next(number)
                    pending.append(lambda: given.clock.schedule(1000, lambda: tick(number + 1)))
                given.clock.schedule(1000, tick)
                return lambda: None
            return Stream(connect)
        OPERATORS["ticks"] = ticks
        """
      ),
      (
        "javascript", "node kit/adapter.js", "streams.js",
        """

        const pending = [];
        module.exports.afterStep = async () => { while (pending.length > 0) pending.shift()(); };
        module.exports.operators.ticks = () => new Stream((observer) => {
          const tick = (number) => {
            observer.next(number);
            pending.push(() => given.clock.schedule(1000, () => tick(number + 1)));
          };
          given.clock.schedule(1000, () => tick(0));
          return () => {};
        });
        """
      ),
    ])
  func waits(_ kit: String, _ command: String, _ file: String, _ library: String) throws {
    let folder = try Folder()
    try expect("new --adapter \(kit) kit ⇒ 0", in: folder)
    try folder.write(folder.text("kit/\(file)") + library, to: "kit/\(file)")
    let spec = try folder.text("kit/fixtures/spec.yaml")
    try folder.write(
      spec.replacing("  map: function\n", with: "  map: function\n  ticks: ~\n"),
      to: "kit/fixtures/spec.yaml")
    let fixture = Sample.fixture(
      "name: n, clauses: [map], timeline: [{subscribe: a, expect: []}, "
        + "{advance: 3, expect: [a: 0, a: 1, a: 2]}, {advance: 1, expect: [a: 3]}]",
      spec: "mine", subject: "{operators: [ticks: ~]}")
    try folder.write(fixture, to: "kit/fixtures/x.yaml")
    try expect("kit/fixtures -i \"\(command)\" ⇒ 0 No failures: 3 conform", in: folder)
  }

  @Test(
    "blames the library for its errors, and the adapter for its own mistake",
    arguments: [
      (
        "python", "\(plainPython) kit/adapter.py", "streams.py",
        ("library.py", "def pop(list):\n    return list.pop()\n"),
        "import library\nOPERATORS['map'] = lambda stream, rows: stream.map(lambda value: CALL)\n",
        ("library.pop([])", "IndexError: pop from empty list", "library.py:2 in pop"), "[].pop()"
      ),
      (
        "javascript", "node kit/adapter.js", "streams.js",
        ("library.js", "exports.pop = (list) => {\n  throw new RangeError('empty');\n};\n"),
        "module.exports.operators.map = (stream, rows) => stream.map((value) => CALL);\n",
        (
          "require('./library.js').pop([])", "RangeError: empty", "library.js:2 in exports.pop"
        ), "[].at(0).value"
      ),
    ])
  func raises(
    _ kit: String, _ command: String, _ file: String, _ library: (String, String), _ own: String,
    _ call: (String, String, String), _ slip: String
  ) throws {
    let folder = try Folder()
    try expect("new --adapter \(kit) kit ⇒ 0", in: folder)
    try folder.write(library.1, to: "kit/\(library.0)")
    let streams = try folder.text("kit/\(file)")
    try folder.write(streams + own.replacing("CALL", with: call.0), to: "kit/\(file)")
    let raised = "my-library 0.1 raised \(call.1)"
    try expect(
      """
      kit/fixtures ⇒ 1 `map`: it raises “\(call.1)” at kit/\(call.2) (1 case) … clause map: …   \(raised) …     kit/\(call.2) …   step 2 of … (adapter frames: --all-failures) … fail … ¬kit/\(file):
      kit/fixtures --all-failures ⇒ 1 \(raised) …     kit/\(call.2) …     kit/\(file): … ¬(adapter frames
      kit/fixtures --reporter junit ⇒ 1 errors="0" … <failure message="\(raised)" type="failed">
      kit/fixtures --reporter tap ⇒ 1 \(raised) … severity: fail
      kit/fixtures --reporter json=r.json ⇒ 1
      """, in: folder, beginning: ["-i", command])
    try expect("report r.json ⇒ 1 \(raised) …     kit/\(call.2)", in: folder)
    try folder.write(streams + own.replacing("CALL", with: slip), to: "kit/\(file)")
    try expect(
      "kit/fixtures -i \"\(command)\" ⇒ 1 kit/\(file): … error: the adapter answered with error -32603 … ¬breaks map",
      in: folder)
  }

  @Test("names what streams in JavaScript do not export", .enabled(if: isInstalled("node")))
  func exports() throws {
    let folder = try Folder()
    try expect("new --adapter javascript kit ⇒ 0", in: folder)
    let streams = try folder.text("kit/streams.js")
    try folder.write(streams.replacing("  operators:", with: "  oprators:"), to: "kit/streams.js")
    try expect("run ⇒ 69 Error: the streams have no `operators`", in: folder)
  }

  @Test("emits tuples as lists, and calls functions of the case with them", arguments: kits.indices)
  func tuples(_ number: Int) throws {
    let (kit, program, file, own, call, tuples) = Self.kits[number]
    let folder = try Folder()
    let fixture = Sample.fixture(
      "name: a reaction to what is told, clauses: [map], "
        + "reactions: [{when: {a: [1, [2]]}, do: [{unsubscribe: a}]}], "
        + "timeline: [{subscribe: a, expect: [upstream: connect]}, "
        + "{emit: 1, expect: [a: [1, [2]], upstream: disconnect]}]",
      spec: "mine", subject: "{operators: [map: [[[1, [2]], [1, [2]]]]]}")
    try expect(
      """
      new --adapter \(kit.folder.lowercased()) kit ⇒ 0
      kit/fixtures/first.yaml ← \(inRow(fixture))
      """, in: folder)
    let streams = try folder.text("kit/\(own)").replacing(call, with: tuples)
    try folder.write(
      (kit.folder == "Java" ? "import java.util.*;\n" : "") + streams, to: "kit/\(own)")
    try expect("kit/fixtures -i \"\(program) kit/\(file)\" ⇒ 0", in: folder)
  }

  @Test(
    "prints the next commands with the path by which the executable was started",
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
    try expect(
      """
      $ PATH=.:$PATH; '\(path)' new --adapter python mine; '\(path)' new ⇒ 64 See '\(typed) new --help' … first fixture: …   \(typed) … Put
      """, in: folder)
  }

  @Test("overwrites nothing")
  func overwrites() throws {
    try expect(
      """
      new --adapter python mine ⇒ 64 `mine/given.py` exists; new never overwrites a file
      mine/given.py = mine
      $ ls mine ⇒ 0 given.py … ¬streams.py
      """, in: Folder(["mine/given.py": "mine"]))
  }
}
