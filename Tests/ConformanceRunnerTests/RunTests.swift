import Foundation
import Testing

@Suite("ConformanceRunner run", .startsProcesses)
struct RunTests {
  @Test("passes the fixtures of this project, from its root and without arguments")
  func ownFixtures() throws {
    let run = try conformanceRunner(in: Folder.withFixtures())
    #expect(run.status == 0, "\(run.output)")
    #expect(
      run.output.contains(
        #/\nNo failures: \d+ conform\n- \d+ cases belong to specifications that swift does not claim\n/#
      ))
  }

  // The README has the whole output.
  @Test("with a spoiled expectation shows what is wrong, the picture and the counts, and exits 1")
  func spoiled() throws {
    let doubt =
      "the transcription of the specification does the same in 1 case, whose expectation is"
    try expect(
      """
      run ⇒ 1 swift fails 1 of 2 cases. …   \(doubt) doubtful; first: Fixtures/x.yaml:9 … ✗ Fixtures/x.yaml  1 conforms, 1 fails … ✗ Fixtures/x.yaml:11:61: second sentence … 1 of 2 cases fails: 1 conforms … 1 of 2 clauses met, 1 failed … the clauses of 1 file are not checked: there is no clause index
      """, in: Folder(["Fixtures/x.yaml": Sample.bad]))
  }

  @Test("runs the named, found and selected fixtures, or exits 66 with a message")
  func selection() throws {
    let stopped = "stopped at the first failure (--fail-fast)"
    // If a file has almost the name of a fixture or an index, the right name is suggested.
    try expect(
      """
      empty ⇒ 66 error: there is no fixture (*.yaml) in `empty`
      index/spec.yaml ⇒ 66 hint: a `spec.yaml` is checked with the fixtures of its folder; name that
      missing.yaml ⇒ 66 error: there is no file or folder `missing.yaml`
      ./emty ⇒ 66 error: there is no file or folder `emty`; did you mean `empty`?
      indx/spec.yaml:2 ⇒ 66 error: there is no file or folder `indx/spec.yaml`; did you mean `index/spec.yaml`?
      show indx/none.yaml ⇒ 66 error: there is no file or folder `indx/none.yaml`; did you mean `index`?
      x.yaml --filter third ⇒ 66 error: no case is selected: the file has none that the options ask for
      x.yaml missing.yaml ⇒ 66 there is no file or folder `missing.yaml` … No failures: 2 conform
      x.yaml --filter first ⇒ 0 No failures: 1 conforms
      x.yaml --filter "x.yaml › second*" ⇒ 0 No failures: 1 conforms
      x.yaml --filter first --filter "*› second*" ⇒ 0 No failures: 2 conform
      x.yaml --filter x.yaml --tag state --clause one ⇒ 0 No failures: 1 conforms
      x.yaml --tag state --clause two ⇒ 66 no case is selected
      x.yaml --tag state ⇒ 0 No failures: 1 conforms
      x.yaml --skip-tag state ⇒ 0 No failures: 1 conforms
      x.yaml --clause one --clause two ⇒ 0 No failures: 2 conform
      x.yaml --skip-tag stat ⇒ 0 no case has the tag `stat` that is to be skipped; did you mean `state`? … 2 conform
      x.yaml --skip-tag slow ⇒ 0 No failures: 2 conform
      f ⇒ 65 f/b.yaml:8:17: error: a step has no key `subscrib` … ✓ f/a.yaml  2 conform … ✗ f/b.yaml  not valid: 2 problems … ✗ f/c.yaml:11:61: second sentence … 1 file not valid, and not run
      f/b.yaml ⇒ 65 No case ran … 1 file not valid, and not run
      --fail-fast g ⇒ 1 g/b.yaml:11:61 … 1 of 4 cases fails: 3 conform … \(stopped) … ¬c.yaml
      --fail-fast g --reporter tap ⇒ 1 \(stopped)
      --fail-fast g --reporter junit ⇒ 1 \(stopped)
      --fail-fast g --reporter github ⇒ 1 \(stopped)
      --fail-fast g --reporter html ⇒ 1 \(stopped)
      --fail-fast g --write-known-failures k.yaml ⇒ 1 `k.yaml` lists what failed before the run ended at a failure (--fail-fast)
      n/YAML ⇒ 65 y.YAML: error: the name of a fixture ends in `.yaml` or `.yml`, and this … call it `y.yaml`
      n/Yml ⇒ 65 y.Yml: error: the name of a fixture ends in `.yaml` or `.yml`, and this … call it `y.yml`
      n/x.yaml ⇒ 65 spec.yml: error: this seems to be a clause index, and does not … call it `spec.yaml` … 2 conform
      n ⇒ 65 call it `spec.yaml` … 2 conform
      m ⇒ 0 ✓ m/a/c.yml  2 conform … ✓ m/b.yaml  2 conform … No failures: 4 conform … 4 cases in 2 files, 2 of 2 clauses met,
      f/c.yaml ⇒ 1 ¬\u{1B}
      f/c.yaml --color always ⇒ 1 \u{1B}[31m
      """,
      in: Folder([
        "x.yaml": Sample.good, "empty/notes.txt": "", "empty/.x.yaml": Sample.good,
        "index/spec.yaml": "clauses: [{id: one}]", "f/a.yaml": Sample.good,
        "f/b.yaml": Sample.broken,
        "f/c.yaml": Sample.bad, "g/a.yaml": Sample.good, "g/b.yaml": Sample.bad,
        "g/c.yaml": Sample.bad, "m/a/c.yml": Sample.good, "m/b.yaml": Sample.good,
        "n/YAML/y.YAML": Sample.good, "n/Yml/y.Yml": Sample.good,
        "n/x.yaml": Sample.good, "n/spec.yml": "clauses: []",
      ]))
  }

  @Test("is not green if a folder cannot be read")
  func unreadableFolder() throws {
    let folder = try Folder(["Fixtures/good.yaml": Sample.good])
    let fixtures = folder.url.appending(path: "Fixtures").path
    // A name that is not UTF-8: the folder is there, and cannot be named.
    #expect(mkdir(Array(fixtures.utf8CString.dropLast()) + [47, -1, 100, 0], 0o700) == 0)
    let file = #""$(printf 'Fixtures/a\377.yaml')""#
    try expect(
      #"""
      $ cp Fixtures/good.yaml \#(file) ⇒ 0
      run ⇒ 65 Fixtures/\xFFd: error: the name of this folder is not UTF-8 … Fixtures/a\xFF.yaml: error: the name of this file is not UTF-8 … No failures: 2 conform
      $ "$runner" \#(file) ⇒ 64 error: the argument `Fixtures/a\xFF.yaml` is not UTF-8
      """#, in: folder)
  }

  @Test("prints its version, which the changelog and the action have, its help and its completions")
  func help() throws {
    let version = try conformanceRunner("--version", in: Folder()).output.dropLast()
    for (document, mark) in [
      ("CHANGELOG.md", "\n## \(version)\n"),
      ("Sources/Conformance/Conformance.docc/GateInCI.md", " version: \(version)\n"),
    ] {
      #expect(try text(of: packageRoot.appending(path: document)).contains(mark), "\(document)")
    }
    try expect(
      """
      --help ⇒ 0 SUBCOMMANDS: … run (default)
      run --help ⇒ 0 --filter … --tag … --skip-tag … --clause … --color … --fail-fast … --jobs
      --generate-completion-script bash ⇒ 0 skip-tag
      --generate-completion-script zsh ⇒ 0 skip-tag
      --generate-completion-script fish ⇒ 0 skip-tag
      """, in: Folder())
    for command in ["run", "audit", "explore", "kit"] {
      let help = try conformanceRunner(command, "--help", in: Folder()).output
      let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(
        lines.count <= 50 && lines.allSatisfy { $0.count <= 80 }, "on two screens: \(command)")
    }
  }

  @Test("reads odd files without hanging, and takes a file for itself, not for a link to it")
  func oddFiles() throws {
    let folder = try Folder(
      [
        "Fixtures/empty.yaml": "", "Fixtures/folder.yaml/x.yaml": Sample.good,
        "Fixtures/unfinished.yaml": String(Sample.good.dropLast()), "f/t.yaml": Sample.good,
        "other/x.yaml": Sample.good, "mark/\u{301}spec.yaml": Sample.good,
      ],
      links: [
        "Fixtures/loop": ".", "Fixtures/dangling.yaml": "nowhere", "f/a.yaml": "t.yaml",
        "f/u.yaml": "t.yaml", "f/x.yaml": "../other/x.yaml",
      ])
    #expect(mkfifo(folder.url.appending(path: "Fixtures/pipe.yaml").path, 0o600) == 0)
    try expect(
      """
      Fixtures ⇒ 65 Fixtures/dangling.yaml: error: this cannot be accessed: No such file or directory … Fixtures/empty.yaml:1:1: error: the file is empty … Fixtures/pipe.yaml: error: this is not a regular file … Fixtures/unfinished.yaml:11:15: error: the list that begins here does not end … ✓ Fixtures/folder.yaml/x.yaml  2 conform … ¬loop
      f other ⇒ 0 ✓ f/t.yaml  2 conform … ✓ f/x.yaml  2 conform … ¬a.yaml
      mark ⇒ 0 No failures: 2 conform
      """, in: folder)
  }

}
