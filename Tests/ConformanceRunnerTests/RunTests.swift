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
      run.output.replacing(#/\d+\.\d{3} s/#, with: "0.000 s") == """
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
    #expect(run.output.contains(" passed, 0 failed, 0 skipped\n"))
  }

  @Test("with a spoiled expectation shows the picture, and exits 1")
  func spoiled() throws {
    let folder = try Folder(["Fixtures/x.yaml": Self.bad])
    let run = try conformanceRunner(in: folder)
    #expect(run.status == 1)
    #expect(
      run.output.replacing(#/\d+\.\d{3} s/#, with: "0.000 s") == """
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
  }

  @Test("with a broken clause index exits 65")
  func brokenIndex() throws {
    let folder = try Folder(["Fixtures/a.yaml": Self.good, "Fixtures/spec.yaml": "clauses: one"])
    let run = try conformanceRunner(in: folder)
    #expect(run.status == 65)
    #expect(run.errors.hasPrefix("Fixtures/spec.yaml:1:10: error: a list of clauses is expected"))
    #expect(run.output.contains("2 passed, 0 failed, 0 skipped"))
  }

  @Test(
    "with nothing to run says so, and exits 66",
    arguments: [
      (["empty"], "error: there is no fixture (*.yaml) in `empty`\n"),
      (
        ["index/spec.yaml"],
        """
        error: there is no fixture (*.yaml) in `index/spec.yaml`
          hint: a `spec.yaml` is checked with the fixtures of its folder; name that

        """
      ),
      (["missing.yaml"], "error: there is no file or folder `missing.yaml`\n"),
      (
        ["x.yaml", "--filter", "third"],
        "error: no case is selected: the file has none that the options ask for\n"
      ),
      (
        ["x.yaml", "--tag", "none"],
        "error: no case is selected: the file has none that the options ask for\n"
      ),
      (
        ["x.yaml", "--clause", "three"],
        "error: no case is selected: the file has none that the options ask for\n"
      ),
    ])
  func nothing(_ arguments: [String], _ errors: String) throws {
    let folder = try Folder([
      "x.yaml": Self.good, "empty/notes.txt": "", "empty/.x.yaml": Self.good,
      "index/spec.yaml": "clauses: [{id: one}]",
    ])
    let run = try conformanceRunner(arguments, in: folder)
    #expect(run.status == 66)
    #expect(run.errors == errors)
    #expect(run.output == "")
  }

  @Test("where no fixtures are, here or installed with the executable, says so, and exits 66")
  func noFixtures() throws {
    let folder = try Folder()
    // By a process of its own: while this one copies, what another test starts keeps the copy open.
    let run = try execute(
      URL(filePath: "/bin/sh"), ["-c", "cp '\(executable.path)' . && ./ConformanceRunner"],
      in: folder)
    #expect(run.status == 66)
    #expect(run.errors == "error: there is no file or folder `Fixtures`\n")
    #expect(run.output == "")
  }

  @Test("with one path at which there is nothing runs the others, and exits 66")
  func missingPath() throws {
    let folder = try Folder(["x.yaml": Self.good])
    let run = try conformanceRunner("x.yaml", "y.yaml", in: folder)
    #expect(run.status == 66)
    #expect(run.errors == "error: there is no file or folder `y.yaml`\n")
    #expect(run.output.contains("2 passed, 0 failed, 0 skipped"))
  }

  @Test(
    "selects cases",
    arguments: [
      (["--filter", "first"], 1), (["--filter", "sentence"], 2),
      (["--filter", "x.yaml › second*"], 1), (["--filter", "first", "--filter", "second"], 2),
      (["--tag", "state"], 1), (["--skip-tag", "state"], 1),
      (["--clause", "one", "--clause", "two"], 2), (["--clause", "two"], 1),
    ])
  func selection(_ arguments: [String], _ count: Int) throws {
    let folder = try Folder(["x.yaml": Self.good])
    let run = try conformanceRunner(["x.yaml"] + arguments, in: folder)
    #expect(run.status == 0)
    #expect(run.output.contains("\n\(count) passed, 0 failed, 0 skipped\n"))
  }

  @Test("--fail-fast stops at the first failure")
  func failFast() throws {
    let folder = try Folder(["a.yaml": Self.good, "b.yaml": Self.bad, "c.yaml": Self.bad])
    let run = try conformanceRunner(".", "--fail-fast", in: folder)
    #expect(run.status == 1)
    #expect(run.output.contains("./b.yaml:11:61"))
    #expect(!run.output.contains("c.yaml"))
    #expect(run.output.contains("3 passed, 1 failed, 0 skipped"))
    #expect(run.output.hasSuffix("stopped at the first failure (--fail-fast)\n"))
    for reporter in ["tap", "junit", "github", "html"] {
      let told = try conformanceRunner(".", "--fail-fast", "--reporter", reporter, in: folder)
      #expect(told.output.contains("stopped at the first failure (--fail-fast)"), "\(reporter)")
    }
    let listed = try conformanceRunner(
      ".", "--fail-fast", "--write-known-failures", "known.yaml", in: folder)
    #expect(
      listed.errors == """
        warning: `known.yaml` lists what failed before the run ended at a failure (--fail-fast)

        """)
  }

  @Test("warns of a tag to skip that is probably a slip, and of no other")
  func skippedTag() throws {
    let folder = try Folder(["x.yaml": Self.good])
    let slip = try conformanceRunner("x.yaml", "--skip-tag", "stat", in: folder)
    #expect(slip.output.contains("\n2 passed, 0 failed, 0 skipped\n"))
    #expect(
      slip.errors == """
        warning: no case has the tag `stat` that is to be skipped; did you mean `state`?

        """)
    for tag in ["state", "slow"] {
      #expect(try conformanceRunner("x.yaml", "--skip-tag", tag, in: folder).errors == "")
    }
  }

  @Test("writes the same whatever the number of jobs")
  func jobs() throws {
    var files: [String: String] = [:]
    for number in 0..<60 {
      files["Fixtures/\(number).yaml"] = [Self.good, Self.bad, Self.broken][number % 3]
    }
    let folder = try Folder(files)
    let texts = try ["1", "2", "8"].map { jobs in
      let run = try conformanceRunner("--jobs", jobs, in: folder)
      #expect(run.status == 65)
      return (run.output.replacing(#/\d+\.\d{3} s/#, with: ""), run.errors)
    }
    #expect(texts.allSatisfy { $0 == texts[0] })
  }

  @Test("a reaction that unsubscribes too early makes the fixture invalid")
  func prematureUnsubscription() throws {
    let folder = try Folder([
      "x.yaml": """
      format: 1
      spec: ReactiveProperty
      subject: {property: scoped, store: 5}
      cases:
        - name: n
          clauses: [c]
          reactions:
            - {when: {a: 5}, do: [{subscribe: b}]}
            - {when: {b: 5}, do: [{unsubscribe: b}]}
          timeline: [{subscribe: a, expect: [a: 5, b: 5]}]
      """
    ])
    #expect(try conformanceRunner("x.yaml", in: folder).status == 65)
  }

  @Test("is not green where a folder cannot be looked into")
  func unreadableFolder() throws {
    let folder = try Folder(["Fixtures/good.yaml": Self.good])
    let fixtures = folder.url.appending(path: "Fixtures").path
    // A name that is not UTF-8: the folder is there, and cannot be named.
    #expect(mkdir(Array(fixtures.utf8CString.dropLast()) + [47, -1, 100, 0], 0o700) == 0)
    let run = try conformanceRunner(in: folder)
    #expect(run.status == 65)
    #expect(run.errors.contains("error: the folder cannot be read: No such file or directory"))
    #expect(run.output.contains("2 passed, 0 failed, 0 skipped"))
  }

  @Test("ends with 70 where its results cannot be written")
  func unwritableOutput() throws {
    let folder = try Folder(["x.yaml": Self.good])
    let process = try start(["x.yaml"], in: folder, output: "/dev/full")
    process.process.waitUntilExit()
    #expect(process.process.terminationStatus == 70)
    #expect(
      try text(of: process.errors)
        == "error: the results cannot be written: No space left on device\n")
  }

  @Test("finds a fixture whose name begins with a combining mark")
  func combiningMark() throws {
    let folder = try Folder(["folder/\u{301}spec.yaml": Self.good])
    #expect(try conformanceRunner("folder", in: folder).status == 0)
  }

  @Test("says that a file is no fixture whose name ends almost as one", arguments: ["YAML", "Yml"])
  func almostFixture(_ ending: String) throws {
    let folder = try Folder(["Fixtures/x.yaml": Self.good, "Fixtures/y.\(ending)": Self.good])
    let run = try conformanceRunner(in: folder)
    #expect(run.status == 65)
    #expect(
      run.errors == """
        Fixtures/y.\(ending): error: the name of a fixture ends in `.yaml` or `.yml`, and this does not
          hint: call it `y.\(ending.lowercased())`

        """)
    #expect(run.output.contains("2 passed, 0 failed, 0 skipped"))
  }

  @Test("says that a clause index has almost the name of one", arguments: [".", "x.yaml"])
  func misnamedIndex(_ path: String) throws {
    let folder = try Folder(["x.yaml": Self.good, "spec.yml": "clauses: [{id: one}, {id: two}]\n"])
    let run = try conformanceRunner(path, in: folder)
    #expect(run.status == 65)
    #expect(
      run.errors == """
        spec.yml: error: this seems to be a clause index, and does not have the name of one
          hint: call it `spec.yaml`

        """)
  }

  @Test(
    "names a number that is out of bounds, also a negative one",
    arguments: [
      (["--timeout", "-1"], "--timeout is more than 0 seconds, and at most a day"),
      (["--jobs", "-1"], "--jobs is at least 1, not -1"),
      (["--shard", "-1/2"], "write I/N with I from 1 to N, such as 1/4"),
      (["explore", "--observers", "-1"], "--observers is from 1 to 5, not -1"),
      (["explore", "--random", "-1"], "lengths are from 0 to 20, and --random is not negative"),
    ])
  func negativeNumber(_ arguments: [String], _ problem: String) throws {
    let run = try conformanceRunner(arguments, in: try Folder())
    #expect(run.status == 64)
    #expect(run.errors.contains(problem))
  }

  @Test("says what may stand where no implementation is named", arguments: ["run", "record"])
  func unknownImplementation(_ command: String) throws {
    let run = try conformanceRunner(
      command, "-i", "no-such-program", in: try Folder(["Fixtures/x.yaml": Self.good]))
    #expect(run.status == 69)
    #expect(
      run.errors.contains(
        "\n  write `swift`, `literal`, a deviation that `audit` lists, or the command of an adapter"
      ))
  }

  @Test("takes any number of jobs")
  func manyJobs() throws {
    let folder = try Folder(["x.yaml": Self.good])
    #expect(try conformanceRunner("x.yaml", "--jobs", "\(Int.max)", in: folder).status == 0)
  }

  @Test("uses colours where it is told to, and not for a file")
  func color() throws {
    let folder = try Folder(["x.yaml": Self.bad])
    #expect(try !conformanceRunner("x.yaml", in: folder).output.contains("\u{1B}"))
    #expect(
      try conformanceRunner("x.yaml", "--color", "always", in: folder).output.contains("\u{1B}[31m")
    )
    #expect(
      try !conformanceRunner("x.yaml", "--color", "never", in: folder).output.contains("\u{1B}"))
  }

  @Test("suggests the command that a word was probably meant as")
  func slip() throws {
    let run = try conformanceRunner("covrage", "--require-all", in: Folder())
    #expect(run.status == 64)
    #expect(
      run.errors.hasPrefix(
        "error: there is no command, file or folder `covrage`; did you mean `coverage`?\n"))
    let help = try conformanceRunner("help", "covrage", in: Folder())
    #expect(help.status == 64)
    #expect(
      help.errors.hasPrefix("error: there is no command `covrage`; did you mean `coverage`?\n"))
    #expect(
      try conformanceRunner("help", "nope", in: Folder()).errors.hasPrefix(
        "error: there is no command `nope`; there are run, validate, list, "))
    #expect(try conformanceRunner("help", "coverage", in: Folder()).status == 0)
  }

  @Test(
    "refuses a wrong command line with 64",
    arguments: [
      ["--jobs", "0"], ["--jobs", "many"], ["--color", "blue"], ["--unknown"], ["--filter"],
      ["--filter", ""],
    ])
  func wrongCommandLine(_ arguments: [String]) throws {
    let run = try conformanceRunner(arguments, in: try Folder())
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix("error: "))
    #expect(run.output == "")
  }

  @Test("tells its version, its help and its completions")
  func help() throws {
    let folder = try Folder()
    #expect(try conformanceRunner("--version", in: folder).output == "0.1.0\n")
    let help = try conformanceRunner("--help", in: folder)
    #expect(help.status == 0)
    #expect(help.output.contains("SUBCOMMANDS:\n  run (default)"))
    let options = try conformanceRunner("run", "--help", in: folder).output
    for option in [
      "--filter", "--tag", "--skip-tag", "--clause", "--fail-fast", "--jobs", "--color",
    ] {
      #expect(options.contains(option))
    }
    for shell in ["bash", "zsh", "fish"] {
      let completions = try conformanceRunner("--generate-completion-script", shell, in: folder)
      #expect(completions.output.contains("skip-tag"))
    }
  }

  @Test("tells the help of a command on two screens", arguments: ["run", "audit", "explore"])
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
    try FileManager.default.createSymbolicLink(
      at: fixtures.appending(path: "loop"), withDestinationURL: fixtures)
    try FileManager.default.createSymbolicLink(
      atPath: fixtures.appending(path: "dangling.yaml").path, withDestinationPath: "nowhere")
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
      try FileManager.default.createSymbolicLink(
        atPath: folder.url.appending(path: link).path, withDestinationPath: target)
    }
    let run = try conformanceRunner("f", in: folder)
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("✓ f/t.yaml  2 passed\n✓ f/x.yaml  2 passed\n"))
  }
}
