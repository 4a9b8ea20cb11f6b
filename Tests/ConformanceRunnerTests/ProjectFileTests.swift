import Foundation
import Testing

@Suite("A project file", .startsProcesses)
struct ProjectFileTests {
  private static let content = """
    fixtures: [cases, one.yaml]
    implementations:
      good: swift
      bad: "swift"
      where: sh -c 'echo in $(pwd)/. >&2'
      served: "'\(executable.path)' adapter"
    default-implementations: [good]
    known-failures: known.yaml
    watch: notes

    """

  /// A repository with a project two folders above the working directory.
  private static func project(_ content: String = content) throws -> Folder {
    let folder = try Folder([
      ".git": "gitdir: elsewhere\n", ".conformance.yaml": content, "cases/x.yaml": Sample.good,
      "one.yaml": Sample.bad, "notes/a.txt": "", "sub/own/y.yaml": Sample.good,
      "known.yaml": """
      - {case: one.yaml › second sentence, implementation: good, reason: to be mended}
      """,
    ])
    folder.working = "sub/own"
    return folder
  }

  @Test("is found from a folder below, and names the fixtures, implementations and known failures")
  func isFound() throws {
    let known = "  ~ second sentence: known failure: to be mended (any failure)"
    let run =
      "run ⇒ 0 ✓ cases/x.yaml  2 conform … ✓ one.yaml  1 conforms, 1 known to fail … \(known) … "
      + "No new failures: 3 conform, 1 is known to fail … 4 cases in 2 files, 1 of 2 clauses met, 1 failed, "
    try expect(
      """
      cd .
      \(run)
      cd sub/own
      \(run)
      list ⇒ 0 cases/x.yaml › first sentence … one.yaml › first sentence
      validate ⇒ 0 2 files valid
      coverage ⇒ 0 _remember … 2 cases
      coverage -i good ⇒ 0 2 cases
      record --check ⇒ 0 cases/x.yaml: nothing to record … one.yaml: 1 step with another
      audit --filter x.yaml ⇒ 0 known mistakes caught by 2 cases
      show cases/x.yaml:5 ⇒ 0 cases/x.yaml:5:5: first sentence
      show cases/x.yaml:5 -i served ⇒ 0 served conforms
      explore --length 1 --reaction-length 0 --random 0 ⇒ 0 swift against literal
      """, in: Self.project())
  }

  @Test("resolves typed paths in the working directory, and names cases from its folder")
  func typedPaths() throws {
    try expect(
      """
      list y.yaml ⇒ 0 sub/own/y.yaml › first sentence
      list . ⇒ 0 sub/own/y.yaml › first sentence
      list ../../cases ⇒ 0 cases/x.yaml › first sentence
      list HERE/cases ⇒ 0 cases/x.yaml › first sentence
      list cases/x.yaml:5 ⇒ 0 cases/x.yaml › first sentence
      list nowhere ⇒ 66 there is no file or folder `sub/own/nowhere`
      y.yaml -i good --reporter json=out.json --known-failures ../../known.yaml ⇒ 0 1 entry is for files
      y.yaml -i swift --reporter json=../../.conformance.yaml ⇒ 73 it is one of the files that are read
      ../../one.yaml --write-known-failures new.yaml --known-failures none.yaml ⇒ 65 sub/own/none.yaml: error
      ../../one.yaml --write-known-failures new.yaml ⇒ 0 known to fail
      audit ../../one.yaml -i good --known-failures ../../known.yaml ⇒ 0 1 case left out
      show y.yaml:5 --svg out.svg ⇒ 0
      sub/own/out.json ∋ "path":"sub/own/y.yaml"
      sub/own/new.yaml ∋ implementation: good
      sub/own/out.svg ∋ <svg
      """, in: Self.project())
  }

  @Test("starts its adapters in its folder, and a typed one in the working directory")
  func workingFolders() throws {
    let folder = try Self.project()
    let root = folder.url.lastPathComponent
    try expect(
      """
      sub/own/here ← #!/bin/sh\\necho in $(pwd)/. >&2\\n
      $ chmod +x here ⇒ 0
      -i where y.yaml ⇒ 69 where: … /\(root)/.
      -i mine=where y.yaml ⇒ 69 mine: … /\(root)/.
      -i 'sh -c "echo in $(pwd)/. >&2"' y.yaml ⇒ 69 /\(root)/sub/own/.
      -i ./here y.yaml ⇒ 69 ./here: … /\(root)/sub/own/.
      """, in: folder)
  }

  @Test("gives way to the command line, and is looked for no further than the repository")
  func lookup() throws {
    // Without a repository, nothing above the working directory is looked at.
    try expect(
      """
      mine.yaml ← []
      sub/other.yaml ← fixtures: own\\n
      deep/.conformance.yml ← fixtures: none\\n
      broken/.conformance.yaml ← fixtures: [
      broken/deep/.git ←
      folder/.conformance.yaml/y.yaml ← fixtures: y.yaml\\n
      linked.yaml → sub/other.yaml
      cd sub/own
      -i bad ⇒ 1 ✗ one.yaml:11:
      -i good --known-failures ../../mine.yaml ⇒ 1 ✗ one.yaml:11:
      list --config ../other.yaml ⇒ 0 own/y.yaml › first sentence
      list --config=../other.yaml ⇒ 0 own/y.yaml › first sentence
      list --config ../../linked.yaml ⇒ 65 ../../linked.yaml:1:11: error: there is no file or folder `own`
      list --config ../gone.yaml ⇒ 65 ../gone.yaml: error: the file cannot be read: No such file
      list --config .. ⇒ 65 ..: error: this is not a regular file
      list --config '' ⇒ 64 --config is the name of a file
      list --config a --config b ⇒ 64 --config is given twice
      report --config a ⇒ 64 Unknown option '--config'
      cd deep
      list ⇒ 65 .conformance.yml: error: this seems to be a project file … hint: call it `.conformance.yaml`
      list --config .conformance.yml ⇒ 65 .conformance.yml:1:11: error: there is no file or folder `none`
      cd broken/deep
      list ⇒ 66 there are no fixtures in this folder: no `Fixtures`, and no `.conformance.yaml`
      cd folder
      list ⇒ 65 .conformance.yaml: error: this is not a regular file
      cd broken
      list ⇒ 65 .conformance.yaml:1:11: error: the file ends within a list or map
      --help ⇒ 0 USAGE
      --generate-completion-script bash ⇒ 0 config
      schema ⇒ 0 $schema
      cd sub
      $ rm ../.git ⇒ 0
      list own ⇒ 0 own/y.yaml › first sentence
      """, in: Self.project())
  }

  @Test("starts no command if no case is run")
  func readsOnly() throws {
    let folder = try Self.project("fixtures: cases\nimplementations: {a: touch a, b: touch b}\n")
    try expect(
      """
      validate ⇒ 0
      list ⇒ 0
      show cases/x.yaml ⇒ 0
      schema ⇒ 0
      coverage ⇒ 0
      new spec name --folder made ⇒ 0
      record ⇒ 64 `.conformance.yaml` has `a`, `b`, and this command takes one: choose with -i
      """, in: folder)
    #expect(!folder.exists("a") && !folder.exists("b"))
    // Without a choice in the file, all are meant.
    try expect("run ⇒ 69 a: … b:", in: folder)
    #expect(folder.exists("a") && folder.exists("b"))
  }

  @Test(
    "names two to explore, or one and the transcription, and the deviations to audit",
    .needsPython)
  func laboratory() throws {
    let search = "explore --length 1 --reaction-length 0 --random 0"
    let content = Self.content.replacing(Adapters.swift, with: Adapters.deviating)
    func file(_ defaults: String) -> String {
      ".conformance.yaml ← " + inRow(content.replacing("[good]", with: "[\(defaults)]"))
    }
    try expect(
      """
      \(file("served"))
      \(search) ⇒ 0 only literal has `_nextOperator` … served against literal
      audit ../../cases ⇒ 0 left out … of 3 known mistakes
      \(file("bad, served"))
      \(search) ⇒ 0 only bad has `_nextOperator` … bad against served
      \(file("bad, served, good"))
      \(search) ⇒ 64 has `bad`, `served`, `good`, and … takes two
      .conformance.yaml ← \(inRow(Self.content))
      -i serve ⇒ 64 there is no implementation `serve`; did you mean `served`?
      -i served -i serve ⇒ 69 did you mean `served`?
      -i served -i 'served=sh x' ⇒ 64 two implementations are called `served`
      """, in: Self.project())
  }

  @Test("is refused with the place of each mistake")
  func mistakes() throws {
    let folder = try Self.project(
      """
      fixture: cases
      fixtures: [cases, nowhere, ""]
      fixtures: cases
      implementations:
        literal: node a.js
        never-replays: node a.js
        a b: node a.js
        quote: node 'a.js
        empty: ""
        labelled: l=node a.js
        labelled: node b.js
        number: 3
        list: [node, a.js]
      default-implementations: [swift, swift]
      known-failures: [cases, gone.yaml]
      watch: []
      """)
    folder.working = "sub"
    let lines = try conformanceRunner("list", in: folder).errors.split(separator: "\n").filter {
      $0.hasPrefix("../.conformance.yaml:") || $0.hasPrefix("  hint: ")
    }
    #expect(
      lines.map { $0.replacing("../.conformance.yaml:", with: "") }.joined(separator: "\n") == """
        1:1: error: a project file has no key `fixture`
          hint: did you mean `fixtures`?
        2:19: error: there is no file or folder `nowhere`
        2:28: error: a path is empty
        3:1: error: the key `fixtures` occurs twice in this map
        5:3: error: `literal` is the name of a built-in implementation or a deviation, not a label
          hint: choose another
        6:3: error: `never-replays` is the name of a built-in implementation or a deviation, not a label
          hint: choose another
        7:3: error: a label has letters, digits, `.`, `_` and `-` alone
        8:10: error: the quote ' is not closed
        9:10: error: there is no command
        10:13: error: this begins with a label, `l=`, and has one before the colon
        11:3: error: the key `labelled` occurs twice in this map
        12:11: error: the command of an adapter, or a name, is expected, and `3` is a number
          hint: put it in quotes: "3"
        13:9: error: the command of an adapter, or a name, is expected, and this is a list
        14:34: error: `swift` is listed twice
        15:18: error: `cases` is a folder, and a list of known failures is a file
        15:25: error: there is no file or folder `gone.yaml`
        16:8: error: this list is empty
          hint: leave the key out
        """)
    folder.working = ""
    let project = ".conformance.yaml ←"
    try expect(
      """
      \(project) # nothing\\n
      list cases ⇒ 0 cases/x.yaml
      \(project) default-implementations: swift
      cases ⇒ 0 No failures: 2 conform
      \(project) fixtures: &a [cases]\\nwatch: *a
      list ⇒ 0 cases/x.yaml
      \(project) implementations: {}
      list ⇒ 65 1:18: error: this map is empty
      \(project) implementations:
      list ⇒ 65 a map of labels to implementations is expected
      \(project) - a
      list ⇒ 65 1:1: error: a project file is expected, and this is a list
      \(project) fixtures: {a: b}
      list ⇒ 65 1:11: error: a path is expected, and this is a map
      \(project) fixtures: !!set {a}
      list ⇒ 65 is not of the core schema
      \(project) ---\\n---\\n
      list ⇒ 65 a second document begins here
      \(project) implementations: {mine: {comand: x}}
      list ⇒ 65 1:26: error: an implementation has no key `comand` … did you mean `command`?
      \(project) implementations: {mine: x}\\ndefault-implementations: mime
      list ⇒ 65 2:26: error: `mime` is neither a label of `implementations` nor built in … did you mean `mine`?
      """, in: folder)
  }

  @Test("refuses a label that is the name of a deviation if it is used")
  func deviation() throws {
    let refusal = "65 .conformance.yaml:2:3: error: `never-replays` is the name of a built-in"
    let file = #"implementations:\n  never-replays: node a.js\nfixtures: [x.yaml]\n"#
    try expect(
      """
      .conformance.yaml ← \(file)
      run ⇒ \(refusal)
      .conformance.yaml ← \(file)default-implementations: [swift]
      run -i never-replays ⇒ \(refusal)
      run ⇒ 0 No failures: 2 conform
      """, in: Folder(["x.yaml": Sample.good]))
  }

  @Test("is what the action for GitHub runs, unless its inputs name something else")
  func action() throws {
    let folder = try Self.project()
    folder.working = ""
    let judged = try judge([:], in: folder)
    #expect(judged.status == 0, "\(judged.errors)")
    #expect(judged.output == "good: No new failures: 3 conform, 1 is known to fail\n")
    try folder.write("[]", to: "none.yaml")
    let failed = try judge(
      [
        "IMPLEMENTATION": "good\n\nother=swift\n", "KNOWN_FAILURES": "none.yaml",
        "FIXTURES": "one.yaml\ncases", "RESULTS": "results.json",
        "ARGUMENTS": "--no-skips\n--jobs=1",
      ], in: folder)
    #expect(failed.status == 1, "\(failed.errors)")
    #expect(failed.output.hasPrefix("::error file=one.yaml,line=11,col=61,title=good%3A second"))
    #expect(failed.output.contains("\nother: 1 of 4 cases fails: 3 conform\n"), "\(failed.output)")
    #expect(
      try folder.text("summary.md").contains(
        #/## ❌ Conformance\n\n[^`]+```\ngood +1 of 4 cases fails: 3 conform[^`]+\ngood fails 1 of 4 cases/#
      ))
    #expect(folder.exists("results.json"))
    try FileManager.default.removeItem(at: folder.url.appending(path: ".conformance.yaml"))
    let unsaid = try judge([:], in: folder)
    #expect(unsaid.status == 64)
    #expect(unsaid.output.hasPrefix("::error::name what to test in .conformance.yaml"))
  }

  @Test("is made with the first fixture, and gets a label for each new adapter", .needsPython)
  func made() throws {
    try expect(
      """
      new _remember "first one" ⇒ 0 made .conformance.yaml
      list ⇒ 0 Fixtures/_remember/first-one.yaml
      new _remember "second one" ⇒ 0 made Fixtures/_remember/second-one.yaml
      new --adapter python mine ⇒ 0 added `mine` to .conformance.yaml … ConformanceRunner mine/fixtures
      new --adapter python 'two words' ⇒ 0 added `python` to … ConformanceRunner 'two words/fixtures' -i python
      mine/fixtures -i mine ⇒ 0 No failures: 2 conform
      -i python 'two words/fixtures' ⇒ 0 No failures: 2 conform
      .conformance.yaml ∋ fixtures: [Fixtures]\\n\\n# The implementations, each by its label for -i. Without -i, all of them are run.\\n# implementations:\\n#   mine: python3 mine/adapter.py\\nimplementations:\\n  mine: python3 mine/adapter.py\\n  python: "python3 'two words/adapter.py'"\\n
      """, in: Folder())
    // Fixtures that run without a path still do.
    try expect(
      """
      new _remember "no first" ⇒ 0 made Fixtures/_remember/no-first.yaml
      new --adapter python a/kit ⇒ 0 made .conformance.yaml … ConformanceRunner a/kit/fixtures
      a/kit/fixtures ⇒ 0 a/kit/fixtures/first.yaml  2 conform
      .conformance.yaml ∋ \\nfixtures: [Fixtures, a/kit/fixtures]\\n … implementations:\\n  kit: python3 a/kit/adapter.py\\n
      """, in: Folder(["Fixtures/x.yaml": Sample.good]))
  }

  @Test(
    "keeps its form when a label is added, or is left alone",
    arguments: [
      ("", "implementations:\n  kit: COMMAND\n"),
      ("# one\nfixtures: .", "# one\nfixtures: .\nimplementations:\n  kit: COMMAND"),
      (
        "implementations:\r\n    a:  x  # why\r\n\r\nwatch: .\r\n",
        "implementations:\r\n    a:  x  # why\r\n    kit: COMMAND\r\n\r\nwatch: .\r\n"
      ),
      (
        "implementations:\n  kit: x\ndefault-implementations: [swift, kit]\n",
        "implementations:\n  kit: x\n  python: COMMAND\ndefault-implementations: [swift, kit]\n"
      ), ("implementations: {a: x}\n", nil), ("{watch: .}", nil),
    ] as [(String, String?)])
  func added(_ content: String, _ added: String?) throws {
    let command = "python3 kit/adapter.py"
    let folder = try Folder([".conformance.yaml": content])
    let made = try conformanceRunner("new", "--adapter", "python", "kit", in: folder)
    #expect(made.status == 0)
    #expect(
      try folder.text(".conformance.yaml")
        == added?.replacing("COMMAND", with: command) ?? content)
    #expect(made.errors.contains("    kit: \(command)\n") == (added == nil))
    let typed = "ConformanceRunner kit/fixtures -i '\(command)'"
    #expect(made.output.contains(typed) == (added == nil))
  }

  @Test(
    "places a new fixture in the folder of its specification, and is not written through a link")
  func folderOfSpecification() throws {
    let folder = try Folder([
      ".git": "", ".conformance.yaml": "fixtures: [Fixtures/s, mine/fixtures]",
      "Fixtures/s/spec.yaml": "name: s\nclauses: [{id: c}]\n", "mine/fixtures/.keep": "",
    ])
    try expect(
      """
      new s one ⇒ 0 made Fixtures/s/one.yaml
      new t two ⇒ 0 made mine/fixtures/t/spec.yaml
      linked/real.yaml ← fixtures: .\\n
      linked/.conformance.yaml → real.yaml
      cd linked
      new --adapter python kit ⇒ 73 it is a link, or not a regular file … kit: python3 kit/adapter.py
      """, in: folder)
  }
}
