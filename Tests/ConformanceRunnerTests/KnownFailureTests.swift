import Testing

/// Cases in which an observer receives 1, and each expects a value. They stand on lines 5, 6 and so on.
private func cases(_ expected: KeyValuePairs<String, Int>) -> String {
  Sample.fixture(spec: "_remember")
    + expected.map { name, value in
      "  - {name: \(name), clauses: [one], timeline: [{subscribe: a, expect: [upstream: connect]}, "
        + "{emit: 1, expect: [a: \(value)]}]}\n"
    }.joined()
}

/// An entry for such a case.
private func entry(
  _ title: String, _ statement: String = "", _ name: String = "swift", reason: String = "issue 12"
) -> String {
  "- case: \(title)\n  implementation: \(name)\n  reason: \(reason)\n"
    + statement.split(separator: ";").map { "  \($0)\n" }.joined()
}

@Suite("A failure that is known exactly", .startsProcesses, .needsPython)
struct KnownDifferenceTests {
  private static let otherwise = "known failure that changed"

  @Test("is compared with the failure, and a statement that does not fit its case is an error")
  func statements() throws {
    func known(_ statement: String) -> String {
      "k.yaml ← " + inRow(entry("x.yaml › n", statement))
    }
    try expect(
      """
      \(known("step: 2;actual: [a: 1]"))
      ⇒ 0 1 is known to fail
      \(known("step: 2;actual: [a: 3]"))
      ⇒ 1 ✗ x.yaml:5: … n: \(Self.otherwise)
      \(known("step: 1;actual: []"))
      ⇒ 1 \(Self.otherwise): it is known to fail in step 1 with nothing: issue 12
      \(known("error: the adapter"))
      ⇒ 1 known to fail with the error `the adapter`: issue 12
      \(known("error-contains: the"))
      ⇒ 1 known to fail with an error that contains `the`: issue 12
      \(known("skipped: later"))
      ⇒ 1 \(Self.otherwise): it is known not to be run: issue 12
      \(known(""))
      ⇒ 0 known to fail … n: known failure: issue 12 (any failure)
      \(known("step: 3;actual: []"))
      ⇒ 65 k.yaml:4:9: error: the case has 2 steps, and no step 3
      \(known("step: 2;actual: [b: 1]"))
      ⇒ 65 k.yaml:5:12: error: no observer, source or store of this case is called `b`
      \(known("step: 2;error: e"))
      ⇒ 65 k.yaml:5:3: error: a known failure has `step` and `actual`, or
      """, in: Folder(["x.yaml": cases(["n": 2])]),
      beginning: ["x.yaml", "--known-failures", "k.yaml"])
  }

  @Test("may be an error, which is known whole, or by a part that its author chose")
  func errors() throws {
    let folder = try Folder(["x.yaml": Sample.reads([2])])
    let run = "x.yaml -i \"bad=\(misbehaving("exits"))\""
    func known(_ error: String) -> String {
      "l.yaml ← " + inRow(entry("x.yaml › case 1", error, "bad"))
    }
    try expect(
      """
      \(run) --write-known-failures k.yaml ⇒ 1
      k.yaml ∋   error: the adapter exited with status 3 before it answered
      \(known("error-contains: status 3"))
      \(run) --known-failures l.yaml ⇒ 66 1 known to fail
      \(known("error-contains: status 4"))
      \(run) --known-failures l.yaml ⇒ 1 \(Self.otherwise)
      \(known("error: the adapter exited"))
      \(run) --known-failures l.yaml ⇒ 1 \(Self.otherwise)
      """, in: folder)
  }

  @Test("is shown in every report with its known failure")
  func reporters() throws {
    let folder = try Folder([
      "x.yaml": cases(["n": 2]), "k.yaml": entry("x.yaml › n", "step: 2;actual: [a: 3]"),
    ])
    let (came, known) = (
      "step 2 of 2: `a: 2` never came, `a: 1` came",
      "it is known to fail in step 2 with `a: 3`: issue 12"
    )
    try expect(
      """
      pretty ⇒ 1 \(Self.otherwise): \(known)
      github ⇒ 1 ::\(Self.otherwise): \(came); known to fail in step 2
      junit ⇒ 1 <failure message="\(Self.otherwise): step 2 of 2
      tap ⇒ 1   message: "\(Self.otherwise): step 2 of 2
      html ⇒ 1 <p>\(Self.otherwise): \(known)</p>
      json ⇒ 1 "known":{"reason":"issue 12","step":2,"actual":[["a","next",3]]}
      """, in: folder, beginning: words(of: "x.yaml --known-failures k.yaml --reporter"))
  }

  @Test("is worse than a baseline in which the case failed alike, unless that is allowed")
  func baseline() throws {
    let folder = try Folder(["x.yaml": cases(["n": 2, "m": 3])])
    let run = "x.yaml --no-diagnosis -i"
    let changed =
      "✗ failing differently: x.yaml › n  (i)  step 2 of 2: `a: 2` never came, `a: 1` came, was step 2 of 2: "
      + "`a: 2` never came, `a: 1`, `a: 1` came"
    try expect(
      """
      \(run) i=swift --reporter json=a ⇒ 1
      \(run) i=broadcasts-twice --reporter json=b ⇒ 1
      report b --baseline b --require-not-worse ⇒ 0 ✗ still failing: x.yaml › n … 2 still failing, 0 added, 0 removed
      report a --baseline b ⇒ 1 \(changed) … 0 still failing, 0 added, 0 removed, 2 failing differently
      report a --baseline b --require-not-worse ⇒ 1 2 failing differently
      report a --baseline b --require-not-worse --allow-changed ⇒ 0 \(changed)
      report a --baseline b --allow-changed ⇒ 64 --allow-changed needs --require-not-worse
      """, in: folder)
  }

  @Test("is left out of an audit, and counted")
  func audit() throws {
    let folder = try Folder([
      "f/x.yaml": cases(["n": 2, "m": 1]),
      "f/k.yaml": entry("f/x.yaml › n", "step: 2;actual: [a: 1]", "literal")
        + entry("f/x.yaml › n"),
      "l.yaml": entry("f/x.yaml › n", "error: e", "literal"),
      "m.yaml": entry("f/x.yaml › o", "", "literal"), "y.yaml": cases(["n": 2]),
      "z.yaml": entry("y.yaml › n", "", "literal"),
    ])
    let count = "1 case left out, as known failures of the reference"
    try expect(
      """
      f --known-failures f/k.yaml ⇒ 0 1 entry is for implementations that are not in this run … \(count) … caught by 1 case
      f --known-failures f/k.yaml --format json ⇒ 0 1 entry is for … "cases" : 1, … "known" : [
      f/x.yaml --known-failures l.yaml ⇒ 1 left out, because the reference does not pass them
      f/x.yaml --known-failures m.yaml ⇒ 65 there is no case `f/x.yaml › o`
      y.yaml --known-failures z.yaml ⇒ 66 the reference is known to fail every case that it plays
      """, in: folder, beginning: ["audit"])
  }
}

@Suite("ConformanceRunner run --known-failures", .startsProcesses)
struct KnownFailureTests {
  private static func entry(_ title: String, _ implementation: String = "swift") -> String {
    "- {case: \"\(title)\", implementation: \(implementation), reason: issue 12}\n"
  }

  private static let second = entry("x.yaml › second sentence")

  @Test("passes while what is known to fail fails, and fails when it passes")
  func known() throws {
    let folder = try Folder([
      "x.yaml": Sample.bad, "k.yaml": Self.second,
      "l.yaml": Self.entry("x.yaml › first sentence") + Self.second,
    ])
    try expect(
      """
      k.yaml ⇒ 0 ✓ x.yaml  1 conforms, 1 known to fail …   ~ second sentence: known failure: issue 12 (any failure) … No new failures: 1 conforms, 1 is known to fail … 2 cases in 1 file, 1 of 2 clauses met, 1 failed, 
      k.yaml --fail-fast ⇒ 0
      k.yaml --reporter tap ⇒ 0 not ok 2 - x.yaml › second sentence # TODO issue 12 (any failure)
      l.yaml ⇒ 1 ✗ x.yaml:5:5: first sentence …   clause one …   it passes, and is listed as known to fail: issue 12 …   hint: take its entry out of the known failures
      """, in: folder, beginning: ["x.yaml", "--known-failures"])
  }

  @Test("a file has one identity, however a list and a run name it")
  func spelling() throws {
    let folder = try Folder(["f/x.yaml": Sample.bad, "g/notes": ""])
    try folder.link("link", to: "f")
    let known = "⇒ 0 No new failures: 1 conforms, 1 is known to fail"
    for (path, name) in [
      ("f", "./f/x.yaml"), ("./f/", "f/x.yaml"), ("f/x.yaml", "f//x.yaml"), ("f", "g/../f/x.yaml"),
      ("HERE/f", "link/x.yaml"), ("link", "\(folder.url.path)/f/x.yaml"),
    ] {
      try folder.write(Self.entry("\(name) › second sentence"), to: "k.yaml")
      try expect("\(path) --known-failures k.yaml \(known)", in: folder)
    }
  }

  @Test("an entry that matches nothing fails the run, and one for another run is counted")
  func unmatched() throws {
    let folder = try Folder(["x.yaml": Sample.bad, "other.yaml": Sample.good, "y.yaml": Sample.bad])
    func known(_ entries: String...) -> String { "k.yaml ← " + inRow(entries.joined()) }
    let slip = "k.yaml:1:3: error: there is no"
    try expect(
      """
      \(known(Self.entry("x.yaml › second sentenc")))
      ⇒ 65 \(slip) case `x.yaml › second sentenc` … did you mean `x.yaml › second sentence`?
      \(known(Self.entry("z.yaml › second sentence")))
      ⇒ 65 \(slip) file `z.yaml` … did you mean
      \(known(Self.entry("nowhere/of/all › second sentence")))
      ⇒ 65 \(slip) file `nowhere/of/all` … take the entry out
      \(known(Self.entry("second sentence")))
      ⇒ 65 k.yaml:1:3: error: `second sentence` names no case … write `file › name`, as `list` prints it
      \(known(Self.entry("x.yaml › second sentence", "swfit")))
      ⇒ 1 k.yaml: note: 1 entry is for implementations that are not in this run: `swfit`; did you mean `swift`?
      \(known(Self.entry("x.yaml › a", "js"), Self.entry("x.yaml › b", "java")))
      ⇒ 1 k.yaml: note: 2 entries are for implementations that are not in this run: `java`, `js`
      \(known(Self.entry("other.yaml › a")))
      ⇒ 1 k.yaml: note: 1 entry is for files that are not in this run
      \(known(Self.entry("a"), Self.entry("a")))
      ⇒ 65 this case is listed for this implementation on line 1 too
      l.yaml ← \(Self.entry("y.yaml › second sentence"))
      \(known(Self.second, Self.entry("x.yaml › third")))
      y.yaml --known-failures l.yaml ⇒ 65 k.yaml:2:3: error: there is no case `x.yaml › third` … if cases were removed from the suite, `run --write-known-failures FILE` updates the list … No new failures: 2 conform, 2 are known to fail
      \(known("# nothing\n\n"))
      ⇒ 1
      \(known("[]\n"))
      ⇒ 1
      \(known("{}\n"))
      ⇒ 65 k.yaml:1:1: error:
      \(known("- {case: a, implementation: swift}\n"))
      ⇒ 65 a known failure needs the key `reason`
      \(known("- {case: a, implementation: b, reasn: c}\n"))
      ⇒ 65 did you mean `reason`?
      \(known("- {case: a, implementation: b, reason: ' '}\n"))
      ⇒ 65 1:40: error: a reason is empty
      """, in: folder, beginning: ["x.yaml", "--known-failures", "k.yaml"])
  }

}

@Suite("ConformanceRunner run --write-known-failures", .startsProcesses)
struct KnownFailureUpdateTests {
  private static let suite = cases(["kept": 2, "worse": 2, "mended": 1, "new": 5])

  private static let head = "# What we live with.\n\n# Until 2.0.\n"
  private static let worse = entry("x.yaml › worse", "step: 2;actual: [a: 3] # once")
  private static let kept = "\n" + entry("./x.yaml › kept", reason: "'it is so' # since 1.0")
  private static let mended = "# Soon.\n" + entry("x.yaml › mended")
  private static let others =
    entry("x.yaml › mended", "", "other")
    + "- {case: y.yaml › not judged, implementation: swift, reason: r}\n"
  private static let gone = entry("x.yaml › renamed") + entry("gone.yaml › n")
  private static let new = """
    - case: "x.yaml › new"
      implementation: swift
      reason: "step 2 of 2: `a: 5` never came, `a: 1` came"
      step: 2
      actual: [a: 1]

    """

  /// The entry as it is written anew, below its comment.
  private static var worseNow: String {
    "# once\n" + entry("\"x.yaml › worse\"", "step: 2;actual: [a: 1]")
  }

  private func folder(_ list: String) throws -> Folder {
    try Folder(["x.yaml": Self.suite, "y.yaml": cases(["not judged": 2]), "k.yaml": list])
  }

  @Test("updates a few lines of a list, after which the run is green")
  func update() throws {
    let old = Self.head + Self.worse + Self.kept + Self.mended + Self.others
    let folder = try folder(old + Self.gone)
    let update = "x.yaml --write-known-failures k.yaml"
    let now = Self.head + Self.worseNow + Self.kept + Self.others
    let (expected, gone) = (inRow(now + Self.new), inRow(entry("gone.yaml › n")))
    let notes = "k.yaml: note: 1 entry is for implementations that are not in this run"
    // The author removes entries for files that the run does not have. After that, nothing more is written, also if
    // a file stands among the fixtures.
    try expect(
      """
      x.yaml --known-failures k.yaml ⇒ 65 there is no case `x.yaml › renamed` … there is no file `gone.yaml`
      \(update) --known-failures ./k.yaml ⇒ 65 there is no file `gone.yaml` … `k.yaml` is updated: 1 added, 1 changed, 2 taken out
      x.yaml --known-failures k.yaml ⇒ 65 there is no file `gone.yaml`
      k.yaml = \(inRow(now))\(gone)\(inRow(Self.new))
      k.yaml ← \(expected)
      x.yaml --known-failures k.yaml ⇒ 0 \(notes) … No new failures: 1 conforms, 3 are known to fail
      \(update) ⇒ 0 \(notes)
      . --filter kept --write-known-failures k.yaml ⇒ 0 \(notes)
      k.yaml = \(expected)
      """, in: folder)
  }

  @Test("keeps the entries of cases that did not run, or that another list has")
  func untouched() throws {
    let list = Self.worse + Self.mended + Self.others + entry("x.yaml › renamed")
    let folder = try folder(list)
    let stated = entry("x.yaml › new", "step: 2;actual: []") + entry("x.yaml › kept")
    let other = entry("f/x.yaml › n") + entry("f/y.yaml › n")
    // A list that names no file of the run was made elsewhere.
    try expect(
      """
      l.yaml ← \(inRow(stated))
      m.yaml ← \(inRow(other))
      x.yaml --filter kept --known-failures l.yaml --write-known-failures k.yaml ⇒ 65 there is no case `x.yaml › renamed`
      x.yaml -i i=swift --filter mended --write-known-failures k.yaml ⇒ 0 5 entries are for implementations
      k.yaml = \(inRow(list))
      x.yaml --fail-fast --known-failures l.yaml --write-known-failures k.yaml ⇒ 1 1 changed, 1 taken out … before the run ended at a failure
      x.yaml --known-failures l.yaml --write-known-failures k.yaml ⇒ 1 `x.yaml › new` does not fail as another list states, and that list is not updated … 1 taken out
      k.yaml = \(inRow(Self.worseNow + Self.others))
      x.yaml --filter new --write-known-failures m.yaml ⇒ 65 there is no file `f/x.yaml`
      m.yaml = \(inRow(other + Self.new))
      """, in: folder)
  }

  @Test("replaces a reason that a run had written, and keeps that of a person")
  func reasons() throws {
    let statement = "step: 2;actual: [a: 3]"
    let written = "\"step 2 of 2: `a: 2` never came, `a: 3` came\""
    let folder = try folder(
      entry("x.yaml › worse", statement, reason: written)
        + entry("x.yaml › kept", "error: the adapter", reason: "the adapter exited"))
    let reason = "\"step 2 of 2: `a: 2` never came, `a: 1` came\""
    let list = ["worse", "kept"].map {
      entry("\"x.yaml › \($0)\"", "step: 2;actual: [a: 1]", reason: reason)
    }
    try expect(
      """
      x.yaml --write-known-failures k.yaml ⇒ 1
      k.yaml = \(inRow(list.joined() + Self.new))
      """, in: folder)
  }

  @Test("writes nothing if a list cannot be kept")
  func refusals() throws {
    let shared =
      "- {case: x.yaml › mended, implementation: swift, reason: &r r}\n"
      + "- {case: x.yaml › kept, implementation: swift, reason: *r}\n"
    let folder = try folder(shared)
    let other = inRow(entry("x.yaml › kept", "error: e", "a"))
    try expect(
      """
      l.yaml ← \(other)
      link → k.yaml
      a.sh ← echo '# mine' >> l.yaml\\nexec \(Adapters.swift)\\n
      x.yaml --write-known-failures k.yaml ⇒ 65 k.yaml:1:58: error: an alias refers to this … `k.yaml` is not written
      x.yaml --write-known-failures link ⇒ 73 `link` cannot be written: it is a link
      x.yaml --write-known-failures y.yaml ⇒ 65 y.yaml:1:1: error: a list of known failures is expected
      x.yaml --jobs 1 -i 'a=sh a.sh' --write-known-failures l.yaml ⇒ 1 `l.yaml` is not written: it has changed meanwhile
      k.yaml = \(inRow(shared))
      l.yaml = \(other)# mine\\n
      """, in: folder)
  }

  @Test("names files from the folder of the list, also with line breaks, and no other of that name")
  func names() throws {
    let list =
      entry("x.yaml › mended") + entry("deep/x.yaml › n", reason: "issue 77")
      + entry("x.yaml › gone")
    let folder = try Folder([
      "k.yaml": list, "x.yaml": Self.suite, "other/x.yaml": Self.suite,
      "f/a\n \u{85}b.yaml": Sample.bad,
    ])
    try expect(
      """
      cd other
      x.yaml --filter mended --write-known-failures ../k.yaml ⇒ 65 is not changed: from the folder of the list, that is another file
      HERE/f --write-known-failures l.yaml ⇒ 1
      ../f --known-failures l.yaml ⇒ 0
      k.yaml = \(inRow(list))
      other/l.yaml ∋ - case: "../f/
      """, in: folder)
  }

  @Test("is not begun if no case ran, and is if one implementation of two ran")
  func unjudged() throws {
    let folder = try Folder(["x.yaml": Sample.bad])
    let write = ["x.yaml", "--write-known-failures", "known.yaml"]
    try expect(
      """
      -i nope-nope ⇒ 69 `known.yaml` is not written, because no case ran
      --tag none ⇒ 66 no case is selected
      """, in: folder, beginning: write)
    #expect(!folder.exists("known.yaml"))
    try expect(
      "-i nope-nope -i swift ⇒ 69 nope-nope\nknown.yaml ∋ case", in: folder, beginning: write)
  }
}

@Suite("The statement of a known failure", .startsProcesses)
struct StatedFailureTests {
  /// Two cases; those of an adapter whose answers `sed` changes, by one of some programs.
  private func folder(_ programs: [String: String]) throws -> Folder {
    let folder = try Folder([
      "x.yaml": Sample.fixture(
        "name: one, clauses: [c], timeline: [{subscribe: a, expect: [upstream: connect]}, "
          + "{emit: 1, expect: [a: 1]}, {emit: 2, expect: [a: 2]}, {emit: 3, expect: [a: 3]}]",
        "name: two, clauses: [c], timeline: [{subscribe: b, expect: [upstream: connect]}]"),
      "x.sh": "\(Adapters.swift) | sed -u -f $1.sed",
    ])
    for (name, program) in programs { try folder.write(program, to: "\(name).sed") }
    return folder
  }

  private static func run(_ program: String) -> String {
    "x.yaml --no-diagnosis -i 'x=sh x.sh \(program)'"
  }

  /// A program that changes the first value of the first case, or its error.
  private static func told(_ event: String) -> String { #"s/\["a","next",1\]/\#(event)/"# }
  private static func erring(_ message: String) -> String {
    #"/"next",1/s/"result".*/"error":{"code":-32000,"message":"\#(message)"}}/"#
  }

  private static let silent = #"s/\["a","next",[123]\]//g"#

  // The tests of comparing failures check that a message is compared whole.
  @Test(
    "is every step from the first difference on, and the message of an error",
    arguments: [
      (told(""), told("") + #";s/"next",3/"next",4/"#), (told(""), silent),
      (told(""), told(#"["a","next",9]"#)),
      (erring(#"\\nexpected 1, got 2"#), erring(#"\\nexpected 1, got 20"#)),
    ])
  func whole(_ known: String, _ other: String) throws {
    try expect(
      """
      \(Self.run("known")) --write-known-failures k.yaml --reporter json=b ⇒ 1
      \(Self.run("known")) --known-failures k.yaml ⇒ 0 1 is known to fail
      \(Self.run("other")) --known-failures k.yaml --reporter json=n ⇒ 1 known failure that changed
      report n --baseline b --require-not-worse ⇒ 1 1 failing differently
      report b --baseline b --require-not-worse ⇒ 0 0 removed
      """, in: folder(["known": known, "other": other]))
  }

  @Test("does not cover a case that is skipped or not answered, unless it says so")
  func skipped() throws {
    let folder = try folder([
      "lacks": #"s/"operators":\[[^]]*\]/"operators":[]/"#, "fails": Self.silent,
    ])
    let one = inRow(entry("x.yaml › one", "step: 2;actual: [];later: {3: [], 4: []}", "x"))
    let skips = "skipped: 'is to come'"
    try expect(
      """
      k.yaml ← \(one)
      skips.yaml ← \(inRow(entry("x.yaml › one", skips, "x")))
      both.yaml ← \(one)  \(skips)\\n
      short.yaml ← - {case: x.yaml › one, implementation: x, \(skips)}\\n
      \(Self.run("fails")) --known-failures k.yaml ⇒ 0 1 is known to fail
      \(Self.run("lacks")) --known-failures k.yaml ⇒ 1 known failure that changed … known to fail in step 2 with nothing … skipped: 
      \(Self.run("lacks")) --known-failures k.yaml --write-known-failures k.yaml ⇒ 1
      \(Self.run("lacks")) --known-failures skips.yaml ⇒ 66 2 not offered
      \(Self.run("lacks")) --known-failures short.yaml ⇒ 66 2 not offered
      \(Self.run("lacks")) --known-failures both.yaml ⇒ 66 2 not offered
      \(Self.run("fails")) --known-failures both.yaml ⇒ 0 1 is known to fail
      \(Self.run("fails")) --known-failures skips.yaml ⇒ 1 known not to be run
      k.yaml = \(one)
      """, in: folder)
  }

  @Test("is stated once: a second entry is an error with both places")
  func twice() throws {
    let folder = try folder(["fails": Self.silent])
    let statement = "step: 2;actual: [];later: {3: [], 4: []}"
    let stated = inRow(entry("x.yaml › one", statement, "x"))
    let run = Self.run("fails")
    let says = "error: this case is listed for this implementation at"
    try expect(
      """
      k.yaml ← \(inRow(entry("./x.yaml › one", "", "x")))\(stated)
      l.yaml ← \(stated)
      m.yaml ← \(stated.replacing("x.yaml", with: "\(folder.url.path)/x.yaml"))
      \(run) --known-failures k.yaml ⇒ 65 k.yaml:4:3: \(says) `k.yaml:1:3`, too
      \(run) --known-failures l.yaml --known-failures m.yaml ⇒ 65 m.yaml:1:3: \(says) `l.yaml:1:3`, too
      \(run) --known-failures l.yaml --known-failures ./l.yaml ⇒ 0 1 is known to fail
      """, in: folder)
  }

  @Test("names one case, also if a file has the separator in its name")
  func separators() throws {
    let folder = try Folder([
      "a › b.yaml": cases(["c": 2]), "a": cases(["b.yaml › c": 3]),
    ])
    let run = "a 'a › b.yaml' --no-diagnosis"
    let title = "a › b.yaml › c"
    try expect(
      """
      \(run) --write-known-failures k.yaml ⇒ 1
      \(run) --known-failures k.yaml ⇒ 0 No new failures: 2 are known to fail
      k.yaml ∋ file: "a › b.yaml"\\n
      k.yaml ∋ file: a\\n
      l.yaml ← \(inRow(entry("'\(title)'")))
      \(run) --known-failures l.yaml ⇒ 65 `\(title)` could mean 2 cases
      \(run) --reporter json=b ⇒ 1
      a --no-diagnosis --reporter json=n ⇒ 1
      report n --baseline b --require-not-worse ⇒ 1 1 still failing, 0 added, 1 removed
      """, in: folder)
  }

  @Test("is not written if no list can state it, and the former statement stays")
  func unstated() throws {
    // An answer may be nested as deep as a fixture, and stands deeper in a list.
    let deep = String(repeating: "[", count: 62) + String(repeating: "]", count: 62)
    let folder = try folder(["deep": Self.told(#"["a","next",\#(deep)]"#)])
    let former = inRow(entry("x.yaml › one", "step: 2;actual: []", "x"))
    try expect(
      """
      k.yaml ← \(former)
      \(Self.run("deep")) --write-known-failures k.yaml ⇒ 1 `x.yaml › one` is not written: a list cannot state how it fails, and its former entry stays
      \(Self.run("deep")) --write-known-failures l.yaml ⇒ 1 `x.yaml › one` is not written: a list cannot state how it fails
      k.yaml = \(former)
      l.yaml ∋ \\n[]\\n
      """, in: folder)
  }
}
