import Foundation
import Testing

@Suite("ConformanceRunner run", .startsProcesses)
struct RunTests {
  static let good = """
    format: 1
    spec: _remember
    subject: {operators: [_remember]}
    cases:
      - name: first sentence
        clauses: [one]
        tags: [state]
        timeline: [{subscribe: a, expect: [upstream: connect]}]
      - name: second sentence
        clauses: [two]
        timeline: [{subscribe: a, expect: [upstream: connect]}, {emit: 1, expect: [a: 1]}]
    """
  static let bad = good.replacing("[a: 1]", with: "[a: 2]")
  static let broken = good.replacing("subscribe: a", with: "subscrib: a")

  @Test("with conforming fixtures prints a line a file and a summary, and exits 0")
  func conforming() throws {
    let folder = try Folder(["Fixtures/b.yaml": Self.good, "Fixtures/a/c.yml": Self.good])
    let run = try conformanceRunner(in: folder)
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(
      withoutTime(run.output) == """
        ✓ Fixtures/a/c.yml  2 passed
        ✓ Fixtures/b.yaml  2 passed

        4 passed, 0 failed, 0 skipped
        4 cases in 2 files, 2 of 2 clauses met, 0.000 s
        the clauses of 2 files are not checked: there is no clause index

        """)
  }

  @Test("passes the fixtures of this project, from its root and without arguments")
  func ownFixtures() throws {
    let run = try conformanceRunner(in: Folder.withFixtures())
    #expect(run.status == 0, "\(run.output)")
    #expect(
      run.output.contains(
        #/\n- ReactiveX  (\d+) skipped in \d+ files: swift does not have the streams of `ReactiveX`\n/#
      ))
    #expect(
      run.output.contains(#/\n\d+ passed, 0 failed, \d+ skipped\n- \d+ of \d+ cases judged\n/#))
  }

  @Test("with a spoiled expectation shows the picture, and exits 1")
  func spoiled() throws {
    let folder = try Folder(["Fixtures/x.yaml": Self.bad])
    let run = try conformanceRunner(in: folder)
    #expect(run.status == 1)
    #expect(
      withoutTime(run.output) == """
        swift fails 1 of 2 cases. No known mistake explains it.
          the transcription of the specification does the same in 1 case, whose expectation is to be doubted; first: Fixtures/x.yaml:9

        ✗ Fixtures/x.yaml  1 passed, 1 failed

        ✗ Fixtures/x.yaml:11:61: second sentence
          subject: {operators: [_remember]}
          clause two

          step 2 of 2
          11 │ timeline: [{subscribe: a, expect: [upstream: connect]}, {emit: 1, expect: [a: 2]}]

            − a: 2   expected, never came
            + a: 1   came instead

                             1    2
          upstream           ┬    1
          a        expected  ┝────2────
                   actual    ┝────1────
                                  ▲

        1 passed, 1 failed, 0 skipped
        2 cases in 1 file, 1 of 2 clauses met, 1 failed, 0.000 s
        the clauses of 1 file are not checked: there is no clause index

        """)
  }

  @Test("with a broken fixture names the place, runs the others, and exits 65")
  func broken() throws {
    let folder = try Folder([
      "Fixtures/a.yaml": Self.good, "Fixtures/b.yaml": Self.broken, "Fixtures/c.yaml": Self.bad,
    ])
    let run = try conformanceRunner(in: folder)
    #expect(run.status == 65)
    #expect(
      run.errors.split(separator: "\n").first
        == "Fixtures/b.yaml:8:17: error: a step has no key `subscrib`")
    #expect(
      run.output.contains(
        "✓ Fixtures/a.yaml  2 passed\n✗ Fixtures/b.yaml  not valid: 2 problems\n"))
    #expect(run.output.contains("✗ Fixtures/c.yaml:11:61: second sentence"))
    #expect(run.output.hasSuffix("1 file not valid, and not run\n"))
    let alone = try conformanceRunner("Fixtures/b.yaml", in: folder)
    #expect(
      alone.output.hasSuffix("\n0 passed, 0 failed, 0 skipped\n1 file not valid, and not run\n"))
  }

  @Test("with nothing to run says so, and exits 66")
  func nothing() throws {
    let folder = try Folder([
      "x.yaml": Self.good, "empty/notes.txt": "", "empty/.x.yaml": Self.good,
      "index/spec.yaml": "clauses: [{id: one}]",
    ])
    try expect(
      """
      empty ⇒ 66 error: there is no fixture (*.yaml) in `empty`
      index/spec.yaml ⇒ 66 hint: a `spec.yaml` is checked with the fixtures of its folder; name that
      missing.yaml ⇒ 66 error: there is no file or folder `missing.yaml`
      ./emty ⇒ 66 error: there is no file or folder `emty`; did you mean `empty`?
      indx/spec.yaml:2 ⇒ 66 error: there is no file or folder `indx/spec.yaml`; did you mean `index/spec.yaml`?
      show indx/none.yaml ⇒ 66 error: there is no fixture file `indx/none.yaml`; did you mean `index`?
      x.yaml --filter third ⇒ 66 error: no case is selected: the file has none that the options ask for
      x.yaml missing.yaml ⇒ 66 there is no file or folder `missing.yaml` … 2 passed, 0 failed, 0 skipped
      """, in: folder)
  }

  @Test("selects cases")
  func selection() throws {
    try expect(
      """
      --filter first ⇒ 0 1 passed
      --filter "x.yaml › second*" ⇒ 0 1 passed
      --filter first --filter second ⇒ 0 2 passed
      --tag state ⇒ 0 1 passed
      --skip-tag state ⇒ 0 1 passed
      --clause one --clause two ⇒ 0 2 passed
      --skip-tag stat ⇒ 0 no case has the tag `stat` that is to be skipped; did you mean `state`? … 2 passed
      --skip-tag slow ⇒ 0 2 passed
      """, in: Folder(["x.yaml": Self.good]), beginning: ["x.yaml"])
  }

  @Test("--fail-fast stops at the first failure, and says so in every report")
  func failFast() throws {
    let folder = try Folder(["a.yaml": Self.good, "b.yaml": Self.bad, "c.yaml": Self.bad])
    let run = try conformanceRunner(".", "--fail-fast", in: folder)
    #expect(!run.output.contains("c.yaml"))
    try expect(
      """
      . ⇒ 1 ./b.yaml:11:61 … 3 passed, 1 failed, 0 skipped … stopped at the first failure (--fail-fast)
      . --reporter tap ⇒ 1 stopped at the first failure (--fail-fast)
      . --reporter junit ⇒ 1 stopped at the first failure (--fail-fast)
      . --reporter github ⇒ 1 stopped at the first failure (--fail-fast)
      . --reporter html ⇒ 1 stopped at the first failure (--fail-fast)
      . --write-known-failures k.yaml ⇒ 1 `k.yaml` lists what failed before the run ended at a failure (--fail-fast)
      """, in: folder, beginning: ["--fail-fast"])
  }

  @Test("writes the same whatever the number of jobs")
  func jobs() throws {
    var files: [String: String] = [:]
    for number in 0..<60 {
      files["Fixtures/\(number).yaml"] = [Self.good, Self.bad, Self.broken][number % 3]
    }
    let folder = try Folder(files)
    let texts = try ["1", "8"].map { jobs in
      let run = try conformanceRunner("--jobs", jobs, in: folder)
      #expect(run.status == 65)
      return (withoutTime(run.output), run.errors)
    }
    #expect(texts[0] == texts[1])
  }

  @Test("is not green where a folder cannot be looked into")
  func unreadableFolder() throws {
    let folder = try Folder(["Fixtures/good.yaml": Self.good])
    let fixtures = folder.url.appending(path: "Fixtures").path
    // A name that is not UTF-8: the folder is there, and cannot be named.
    #expect(mkdir(Array(fixtures.utf8CString.dropLast()) + [47, -1, 100, 0], 0o700) == 0)
    let file = #""$(printf 'Fixtures/a\377.yaml')""#
    let shell = { (command: String) in
      try execute(URL(filePath: "/bin/sh"), ["-c", command], in: folder)
    }
    #expect(try shell("cp Fixtures/good.yaml \(file)").status == 0)
    let run = try conformanceRunner(in: folder)
    #expect(run.status == 65)
    #expect(
      run.errors.contains(#"Fixtures/a\xFF.yaml: error: the name of this file is not UTF-8"#))
    #expect(run.errors.contains(#"Fixtures/\xFFd: error: the name of this folder is not UTF-8"#))
    #expect(run.output.contains("2 passed, 0 failed, 0 skipped"))
    let named = try shell("'\(executable.path)' \(file)")
    #expect(named.status == 64)
    #expect(
      named.errors.hasPrefix(#"error: the argument `Fixtures/a\xFF.yaml` is not UTF-8"# + "\n"))
  }

  @Test("finds a fixture whose name begins with a combining mark")
  func combiningMark() throws {
    let folder = try Folder(["folder/\u{301}spec.yaml": Self.good])
    #expect(try conformanceRunner("folder", in: folder).status == 0)
  }

  @Test("says how a file is to be called that has almost the name of a fixture or an index")
  func almostNames() throws {
    let folder = try Folder([
      "YAML/y.YAML": Self.good, "Yml/y.Yml": Self.good, "x.yaml": Self.good,
      "spec.yml": "clauses: []",
    ])
    try expect(
      """
      YAML ⇒ 65 y.YAML: error: the name of a fixture ends in `.yaml` or `.yml`, and this … call it `y.yaml`
      Yml ⇒ 65 y.Yml: error: the name of a fixture ends in `.yaml` or `.yml`, and this … call it `y.yml`
      x.yaml ⇒ 65 spec.yml: error: this seems to be a clause index, and does not … call it `spec.yaml` … 2 passed
      . ⇒ 65 call it `spec.yaml` … 2 passed
      """, in: folder)
  }

  @Test("uses colours where it is told to, and not for a file")
  func color() throws {
    let folder = try Folder(["x.yaml": Self.bad])
    for (option, isColored) in [([], false), (["--color", "always"], true)] {
      let run = try conformanceRunner(["x.yaml"] + option, in: folder)
      #expect(run.output.contains("\u{1B}[31m") == isColored)
    }
  }

  @Test("refuses a wrong command line with 64, and suggests what was probably meant")
  func wrongCommandLine() throws {
    try expect(
      """
      covrage --require-all ⇒ 64 there is no command, file or folder `covrage`; did you mean `coverage`?
      help covrage ⇒ 64 error: there is no command `covrage`; did you mean `coverage`?
      help nope ⇒ 64 error: there is no command `nope`; there are run, validate, list,
      help coverage ⇒ 0
      --jobs many ⇒ 64 error:
      --color blue ⇒ 64 error:
      --unknown ⇒ 64 error:
      --filter ⇒ 64 error:
      --filter '' ⇒ 64 error:
      --timeout -1 ⇒ 64 --timeout is more than 0 seconds, and at most a day
      --start-timeout 0 ⇒ 64 --start-timeout is more than 0 seconds, and at most a day
      --jobs -1 ⇒ 64 --jobs is at least 1, not -1
      --shard -1/2 ⇒ 64 write I/N with I from 1 to N, such as 1/4
      explore --observers -1 ⇒ 64 --observers is from 1 to 5, not -1
      explore --random -1 ⇒ 64 lengths are from 0 to 20, and --random is not negative
      """, in: Folder())
  }

  @Test("tells its version, its help and its completions")
  func help() throws {
    try expect(
      """
      --help ⇒ 0 SUBCOMMANDS: … run (default)
      run --help ⇒ 0 --filter … --tag … --skip-tag … --clause … --color … --fail-fast … --jobs
      --generate-completion-script bash ⇒ 0 skip-tag
      --generate-completion-script zsh ⇒ 0 skip-tag
      --generate-completion-script fish ⇒ 0 skip-tag
      """, in: Folder())
  }

  @Test("tells the version that the changelog has last, and that the action is said to take")
  func version() throws {
    let version = try conformanceRunner("--version", in: Folder()).output.dropLast()
    let changelog = try text(of: packageRoot.appending(path: "CHANGELOG.md"))
    #expect(try #require(changelog.firstMatch(of: #/(?m)^## (\d.*)$/#)).1 == version)
    let article = packageRoot.appending(path: "Sources/Conformance/Conformance.docc/GateInCI.md")
    let step = try #require(try text(of: article).firstMatch(of: #/(?m)^ +version: (.+)$/#))
    #expect(step.1 == version)
  }

  @Test(
    "tells the help of a command on two screens", arguments: ["run", "audit", "explore", "kit"])
  func lengthOfHelp(_ command: String) throws {
    let help = try conformanceRunner(command, "--help", in: try Folder()).output
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 50)
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test("reads odd files without hanging")
  func oddFiles() throws {
    let folder = try Folder([
      "Fixtures/empty.yaml": "", "Fixtures/folder.yaml/x.yaml": Self.good,
      "Fixtures/unfinished.yaml": String(Self.good.dropLast()),
    ])
    let fixtures = folder.url.appending(path: "Fixtures")
    #expect(mkfifo(fixtures.appending(path: "pipe.yaml").path, 0o600) == 0)
    try folder.link("Fixtures/loop", to: ".")
    try folder.link("Fixtures/dangling.yaml", to: "nowhere")
    let run = try conformanceRunner(in: folder)
    #expect(run.status == 65)
    let firstLines = run.errors.split(separator: "\n").filter { $0.contains(": error: ") }
    #expect(
      firstLines == [
        "Fixtures/dangling.yaml: error: this cannot be looked at: No such file or directory",
        "Fixtures/empty.yaml:1:1: error: the file is empty",
        "Fixtures/pipe.yaml: error: this is not a regular file",
        "Fixtures/unfinished.yaml:11:15: error: the list that begins here does not end",
      ])
    #expect(run.output.contains("✓ Fixtures/folder.yaml/x.yaml  2 passed"))
  }

  @Test("takes a file for itself, and not for a link to it that stands before it in the folder")
  func linkBesideFile() throws {
    let folder = try Folder(["f/t.yaml": Self.good, "other/x.yaml": Self.good])
    for (link, target) in [
      ("f/a.yaml", "t.yaml"), ("f/u.yaml", "t.yaml"), ("f/x.yaml", "../other/x.yaml"),
    ] {
      try folder.link(link, to: target)
    }
    let run = try conformanceRunner("f", "other", in: folder)
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("✓ f/t.yaml  2 passed\n✓ f/x.yaml  2 passed\n"))
  }
}
