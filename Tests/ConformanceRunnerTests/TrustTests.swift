import Foundation
import Testing

@Suite("The trust of the runner", .startsProcesses)
struct TrustTests {
  private static let secret = "TOPSECRET: a-value\n"
  private static let refusal = "not read, as a link leads outside the paths that are named"

  /// A project `p`, and files outside it.
  private static func project(_ file: String = "") throws -> Folder {
    let folder = try Folder([
      "p/.git": "", "p/.conformance.yaml": file, "p/F/x.yaml": Sample.good,
      "p/one.yaml": Sample.good, "out/o.yaml": Sample.good, "out/secret": secret,
      "lists/known.yaml": "[]",
    ])
    folder.working = "p"
    return folder
  }

  // MARK: - Links

  @Test(
    "no report shows a file that a link leads to",
    arguments: ["run", "validate", "list", "show", "record", "coverage", "audit"])
  func excerpts(_ command: String) throws {
    let folder = try Self.project()
    try FileManager.default.removeItem(at: folder.url.appending(path: "p/.conformance.yaml"))
    for (link, target) in [
      "a.yaml": "../../out/secret", "b.yaml": "/proc/self/environ", "c": "../../out",
      "spec.yaml": "../../out/secret",
    ] { try folder.link("p/F/\(link)", to: target) }
    let reports = command == "run" ? ["json", "junit", "tap", "github", "html"] : []
    let run = try conformanceRunner(
      [command, command == "show" ? "F/x.yaml" : "F"]
        + reports.flatMap { ["--reporter", "\($0)=\($0)"] }, in: folder)
    #expect(run.status == 65)
    #expect(run.errors.contains("F/spec.yaml: error: \(Self.refusal)"), "\(run.errors)")
    #expect(command == "show" || run.errors.contains("F/c: error: \(Self.refusal)"))
    for text in try [run.errors, run.output] + reports.map({ try folder.text("p/\($0)") }) {
      #expect(!text.contains("TOPSECRET") && !text.contains("PATH="))
    }
  }

  @Test("links are followed within the project, and out of it if the command line names them")
  func project() throws {
    let folder = try Self.project()
    for (link, target) in [
      "F/in.yaml": "../one.yaml", "away": "../out", "known.yaml": "../lists/known.yaml",
      "lists": "../lists", "sub": "../out",
    ] { try folder.link("p/\(link)", to: target) }
    let project = "p/.conformance.yaml ←"
    // The project file may name paths outside, but a link of the project does not lead there.
    try expect(
      """
      \(project) fixtures: [F]
      list ⇒ 0 F/in.yaml
      list F ⇒ 0 F/in.yaml
      list away ⇒ 0 away/o.yaml
      list F/x.yaml away/o.yaml ⇒ 0 away/o.yaml
      F --known-failures known.yaml ⇒ 0
      \(project) fixtures: [../out]
      list ⇒ 0 ../out/o.yaml
      \(project) known-failures: ../lists/known.yaml
      F ⇒ 0
      \(project) fixtures: [F, away, sub/o.yaml]
      list ⇒ 65 away: error: \(Self.refusal) … sub/o.yaml: error: \(Self.refusal)
      list away ⇒ 0 away/o.yaml
      \(project) fixtures: [F, sub/../p/F]
      list ⇒ 0 F/x.yaml
      \(project) fixtures: sub/../out
      list ⇒ 65 sub/../out: error: \(Self.refusal)
      """, in: folder)
    for list in ["known.yaml", "lists/known.yaml", "[sub/../lists/known.yaml]"] {
      try expect(
        """
        \(project) known-failures: \(list)
        F ⇒ 65 known.yaml: error: \(Self.refusal) … name it itself
        F --known-failures known.yaml ⇒ 0
        audit F/x.yaml --known-failures known.yaml ⇒ 0
        """, in: folder)
    }
  }

  @Test("without a project, a link in place of `Fixtures` is not followed elsewhere")
  func standardFolder() throws {
    let folder = try Folder(
      ["out/o.yaml": Sample.good, "in/a/i.yaml": Sample.good],
      links: ["in/Fixtures": "../out", "in/a/Fixtures": "."])
    try expect(
      """
      cd in
      list ⇒ 65 Fixtures: error: \(Self.refusal)
      list Fixtures ⇒ 0 Fixtures/o.yaml
      cd in/a
      list ⇒ 0 Fixtures/i.yaml
      """, in: folder)
  }

  @Test("a project file that is a link leads nowhere else, unless it is named")
  func linkedProject() throws {
    let outside = "is a link that leads outside its folder"
    func links(to target: String) -> String {
      "$ ln -sf \(target) ../.conformance.yaml ⇒ 0"
    }
    try expect(
      """
      cd p/F
      \(links(to: "conf/real.yaml"))
      list ⇒ 0 F/x.yaml
      \(links(to: "../p/conf/../conf/real.yaml"))
      list ⇒ 0 F/x.yaml
      \(links(to: "../out/real.yaml"))
      list ⇒ 65 \(outside) … name it: --config ../.conformance.yaml
      new s x ⇒ 65 \(outside)
      list --config ../.conformance.yaml ⇒ 0 F/x.yaml
      \(links(to: "../out/secret"))
      list ⇒ 65 \(outside)
      \(links(to: "/dev/zero"))
      list ⇒ 65 \(outside)
      \(links(to: "gone.yaml"))
      list ⇒ 65 the file cannot be read: No such file
      """,
      in: Folder([
        "p/.git": "", "p/F/x.yaml": Sample.good, "p/conf/real.yaml": "fixtures: F\n",
        "out/real.yaml": "fixtures: F\n", "out/secret": Self.secret,
      ]))
  }

  // MARK: - Owners

  /// Gives a file, and not what it links to, to a user.
  private static func give(_ path: String, in folder: Folder, to user: uid_t) {
    #expect(lchown(folder.url.appending(path: path).path, user, user) == 0)
  }

  @Test(
    "a project file of another user is not obeyed, unless it is named",
    .enabled(if: getuid() == 0, "only root gives files away"),
    arguments: [
      (["p/.conformance.yaml"], "this project file belongs to `nobody` (user 65534)"),
      (["p"], "the folder of this project file belongs to `nobody` (user 65534)"),
      (["p", "p/.git", "p/.conformance.yaml"], "belongs to `nobody` (user 65534)"),
    ])
  func stranger(_ given: [String], _ message: String) throws {
    let folder = try Self.project(
      "implementations: {x: touch EXECUTED}\nfixtures: F\nknown-failures: ../lists/known.yaml\n")
    for path in given { Self.give(path, in: folder, to: 65534) }
    folder.working = "p/F"
    let told = "../.conformance.yaml: error: … \(message), and not to you or root"
    try expect(
      """
      run ⇒ 65 \(told) … hint: if you trust it, name it: --config ../.conformance.yaml
      x.yaml ⇒ 65 \(told)
      list ⇒ 65 \(told)
      record ⇒ 65 \(told)
      new s x ⇒ 65 \(told)
      new --adapter python kit ⇒ 65 \(told)
      """, in: folder)
    #expect(!folder.exists("p/EXECUTED") && !folder.exists("p/F/kit"))
    #expect(!folder.exists("p/Fixtures") && !folder.exists("p/F/Fixtures"))
    try expect(
      """
      list --config ../.conformance.yaml ⇒ 0 F/x.yaml › first sentence
      run --config ../.conformance.yaml ⇒ 69 x:
      """, in: folder)
    #expect(folder.exists("p/EXECUTED"))
    // A user who became root by `sudo` is obeyed as root is, and nobody else.
    try expect(
      """
      SUDO_UID=65534 list ⇒ 0
      SUDO_UID=65533 list ⇒ 65
      SUDO_UID= list ⇒ 65
      SUDO_UID=-1 list ⇒ 65
      SUDO_UID=65534x list ⇒ 65
      """, in: folder)
  }

  @Test(
    "a project file of another user is not obeyed through links either, nor by another name",
    .enabled(if: getuid() == 0, "only root gives files away"))
  func strangersLinks() throws {
    for (given, message) in [
      (".conformance.yaml", "this project file belongs to"),
      ("conf/real.yaml", "the file that this project file links to belongs to"),
      ("conf", "the folder that this project file links into belongs to"),
    ] {
      let folder = try Folder(
        ["p/.git": "", "p/F/x.yaml": Sample.good, "p/conf/real.yaml": "fixtures: F\n"],
        links: ["p/.conformance.yaml": "conf/real.yaml"])
      try expect("cd p\nlist ⇒ 0 F/x.yaml", in: folder)
      Self.give("p/\(given)", in: folder, to: 65534)
      try expect(
        """
        list ⇒ 65 .conformance.yaml: error: \(message) … --config .conformance.yaml
        list --config .conformance.yaml ⇒ 0 F/x.yaml
        """, in: folder)
    }
    let folder = try Folder([".git": "", ".conformance.yml": ""])
    try expect("list ⇒ 65 this seems to be a project file", in: folder)
    Self.give(".conformance.yml", in: folder, to: 4_000_000)
    try expect("list ⇒ 65 this project file belongs to user 4000000, and not", in: folder)
  }

  @Test(
    "a user obeys root's project files and their own",
    .enabled(if: getuid() == 0 && isInstalled("setpriv"), "only root becomes another user"),
    arguments: [(65534, 0), (0, 0), (65533, 65), (1, 65)] as [(uid_t, Int32)])
  func user(_ owner: uid_t, _ status: Int32) throws {
    let folder = try Self.project("fixtures: F")
    for path in ["p", "p/.conformance.yaml"] { Self.give(path, in: folder, to: owner) }
    func asOther(_ argument: String) throws -> Finished {
      try execute(
        installed("setpriv")!, ["--reuid=65534", "--clear-groups", executable.path, argument],
        in: folder, environment: ["SUDO_UID": "1"])
    }
    // The folder of the build may be closed to others.
    guard try asOther("--version").status == 0 else { return }
    let run = try asOther("list")
    #expect(run.status == status, "\(run.errors)")
  }

  @Test(
    "the action names the project file, as a container may run as another user",
    .enabled(if: getuid() == 0, "only root gives files away"))
  func action() throws {
    let folder = try Self.project("fixtures: F")
    Self.give("p", in: folder, to: 65534)
    #expect(try judge([:], in: folder).status == 0)
    #expect(try judge(["ARGUMENTS": "--config=.conformance.yaml"], in: folder).status == 0)
    try FileManager.default.removeItem(at: folder.url.appending(path: "p/.conformance.yaml"))
    try folder.link("p/.conformance.yaml", to: "../out/secret")
    let linked = try judge([:], in: folder)
    #expect(linked.status == 65)
    #expect(!(linked.output + linked.errors).contains("TOPSECRET"))
  }

  // MARK: - New files

  @Test(
    "`new` writes within the project alone, or within the working directory, wherever links lead",
    arguments: [".conformance.yaml", "notes"])
  func new(_ projectFile: String) throws {
    let folder = try Folder(
      [
        "p/\(projectFile)": "", "p/mine/.keep": "", "p/Fixtures/.keep": "", "out/.keep": "",
        "out/secret": Self.secret, "p/G/s/.keep": "",
      ],
      links: [
        "p/away": "../out", "p/Fixtures/s": "../../out", "p/mine/fixtures": "../../out",
        "p/gone": "../none", "p/in": "mine", "p/G/s/spec.yaml": "../../../out/secret",
        "p/loop": "loop",
      ])
    folder.working = "p"
    let outside =
      "leads outside the \(projectFile == "notes" ? "working directory" : "project"), and `new`"
    try expect(
      """
      new s name ⇒ 73 `Fixtures/s` \(outside) writes only within that
      new s name --folder away ⇒ 73 `away` \(outside)
      new s name --folder away/deep ⇒ 73 `away/deep` \(outside)
      new s name --folder gone ⇒ 73 `gone` \(outside)
      new s name --folder loop ⇒ 73 `loop` \(outside)
      new s name --folder ../out ⇒ 73 `../out` \(outside)
      new s name --folder HERE/out ⇒ 73 out` \(outside)
      new s name --folder '' ⇒ 73 `/s` \(outside)
      new s name --folder none/../away ⇒ 73 `none/../away` \(outside)
      new s name --folder none/../../out ⇒ 73 `none/../../out` \(outside)
      new --adapter python ../out ⇒ 73 `../out` \(outside)
      new --adapter python away ⇒ 73 `away` \(outside)
      new --adapter python away/../p/away/kit ⇒ 73 kit` \(outside)
      new --adapter python mine ⇒ 73 `mine/fixtures` \(outside)
      new --adapter python in ⇒ 73 `in/fixtures` \(outside)
      new s name --folder G ⇒ 65 G/s/spec.yaml: error: \(Self.refusal)
      """, in: folder)
    let files = FileManager.default
    let root = folder.url.path
    #expect(try Set(files.contentsOfDirectory(atPath: "\(root)/out")) == [".keep", "secret"])
    #expect(
      try files.contentsOfDirectory(atPath: "\(root)/p/mine").sorted() == [".keep", "fixtures"])
    #expect(!folder.exists("none") && !folder.exists("p/none"))
    // Links within are followed, and a whole path to the inside is as good as a short one.
    try expect(
      """
      new s name --folder in ⇒ 0 made in/s/name.yaml
      new s other --folder HERE/p/mine ⇒ 0 made
      new s more --folder none/../mine ⇒ 0 made none/../mine/s/more.yaml
      new --adapter python in/kit ⇒ 0 made in/kit/streams.py
      """, in: folder)
  }
}
