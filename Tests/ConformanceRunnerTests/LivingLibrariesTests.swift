// `.ci/living`, in a checkout where the runner and the libraries are stubs.

import Foundation
import Testing

@Suite("`.ci/living`", .startsProcesses)
struct LivingLibrariesTests {
  /// A checkout with the script. Stubs note what they are asked for in `log`, and the libraries that `missing`
  /// names cannot be had. Nothing is installed.
  private static func checkout() throws -> Folder {
    let folder = try Folder(["missing": ""])
    // Another process writes them: what this one had open to write could not be started.
    let made = try execute(
      URL(filePath: "/bin/sh"), ["-ec", stubs, "sh", packageRoot.path], in: folder)
    #expect(made.status == 0, "\(made.errors)")
    return folder
  }

  private static let stubs = #"""
    mkdir -p bin tmp elsewhere/docs checkout/.ci
    cp "$1/.ci/living" checkout/.ci
    for library in RxJS RxPY RxJava OpenCombine; do
      mkdir -p checkout/Tests/LivingLibraries/$library
      cat >checkout/Tests/LivingLibraries/$library/serve <<'END'
    #!/bin/sh
    library=$(basename "$(dirname "$0")")
    echo "serve $library $*" >>"$FOLDER/log"
    grep -q $library "$FOLDER/missing" || exit 0
    echo "Type: install $library" >&2
    exit 1
    END
      chmod +x checkout/Tests/LivingLibraries/$library/serve
    done
    for program in apt-get sudo; do
      printf '#!/bin/sh\necho "%s $*" >>"$FOLDER/log"\nexit 1\n' $program >bin/$program
      chmod +x bin/$program
    done
    cat >bin/runner <<'END'
    #!/bin/sh
    echo "$*" >>"$FOLDER/log"
    for word; do
      case $word in html=*) [ -n "$NO_PAGE" ] || echo page >"${word#html=}" ;; esac
      [ "$former" != -i ] || [ -z "$GITHUB_STEP_SUMMARY" ] ||
        echo "| $word | 3 | 0 | 2 | 1 |" >>"$GITHUB_STEP_SUMMARY"
      former=$word
    done
    exit "$STATUS"
    END
    chmod +x bin/runner
    """#

  /// Runs the script from the folder `elsewhere`, with a folder for the page.
  private static func living(
    _ path: String?, _ options: String = "", in folder: Folder, environment: [String: String] = [:]
  ) throws -> Finished {
    let arguments = (path.map { [$0] } ?? []) + words(of: options)
    folder.working = "elsewhere"
    defer { folder.working = "" }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let root = folder.url.path
    return try execute(
      URL(filePath: "/bin/bash"), ["../checkout/.ci/living"] + arguments, in: folder,
      environment: [
        "PATH": "\(root)/bin:\(path)", "TMPDIR": "\(root)/tmp", "FOLDER": root, "STATUS": "0",
        "NO_PAGE": "", "RUNNER": "../bin/runner", "GITHUB_STEP_SUMMARY": "",
      ].merging(environment) { $1 })
  }

  /// What the stubs have been asked for.
  private static func log(of folder: Folder) -> [String] {
    ((try? folder.text("log")) ?? "").split(separator: "\n").map(String.init)
  }

  private static func names(in folder: Folder, _ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.appending(path: path).path)
      .filter { !$0.hasPrefix(".output-") && !$0.hasPrefix(".errors-") }.sorted()
  }

  private static let made = [".made-by-living", "index.html", "table.md"]

  // MARK: - The folder

  @Test("refuses a folder with files that it did not make, and writes through no link")
  func others() throws {
    let folder = try Self.checkout()
    let files = ["index.html", "table.md", "log.txt", ".hidden", "sub/notes.txt"]
    for (number, name) in files.enumerated() {
      try folder.write("mine", to: "elsewhere/\(number)/\(name)")
      let run = try Self.living("\(number)", in: folder)
      #expect(run.status == 73)
      #expect(
        run.errors.hasSuffix(
          "/\(number)` has files that .ci/living did not make: name a folder that is new or empty.\n"
        ))
      #expect(try folder.text("elsewhere/\(number)/\(name)") == "mine")
      #expect(try Self.names(in: folder, "elsewhere/\(number)").count == 1)
    }
    try folder.write("mine", to: "elsewhere/file")
    try folder.link("elsewhere/nowhere", to: "gone")
    for name in ["file", "nowhere"] { #expect(try Self.living(name, in: folder).status == 73) }
    #expect(!folder.exists("elsewhere/gone"))
    #expect(Self.log(of: folder).isEmpty)

    #expect(try Self.living("docs", in: folder).status == 0)
    try FileManager.default.removeItem(at: folder.url.appending(path: "elsewhere/docs/index.html"))
    try folder.link("elsewhere/docs/index.html", to: "../file")
    let run = try Self.living("docs", in: folder)
    #expect(run.status == 73)
    #expect(run.errors.contains("/docs/index.html` is not written over: "))
    #expect(try folder.text("elsewhere/file") == "mine")
  }

  @Test("makes the page in a folder that is new, empty or its own, and ends as the run does")
  func own() throws {
    let folder = try Self.checkout()
    for (path, made) in [
      ("docs", "elsewhere/docs"), ("new/er", "elsewhere/new/er"), ("./docs/", "elsewhere/docs"),
      ("\(folder.url.path)/whole", "whole"), (nil, "checkout/.build/living/page"),
    ] {
      #expect(try Self.living(path, in: folder).status == 0)
      #expect(try Self.names(in: folder, made) == Self.made)
      #expect(try folder.text("\(made)/index.html") == "page\n")
      #expect(folder.exists("checkout/.build") == (path == nil))
    }
    // It is made again, and what stands beside it stays.
    try folder.write("mine", to: "elsewhere/docs/log.txt")
    try folder.write("old", to: "elsewhere/docs/index.html")
    #expect(try Self.living("docs", in: folder, environment: ["STATUS": "1"]).status == 1)
    #expect(try folder.text("elsewhere/docs/index.html") == "page\n")
    #expect(try folder.text("elsewhere/docs/log.txt") == "mine")
    for (status, expected) in [("0", 70), ("69", 69)] as [(String, Int32)] {
      let run = try Self.living(
        "none", in: folder, environment: ["STATUS": status, "NO_PAGE": "1"])
      #expect(run.status == expected)
      #expect(run.errors.hasSuffix("The runner made no page.\n"))
    }
    #expect(try Self.names(in: folder, "elsewhere/none").isEmpty)
    #expect(try Self.names(in: folder, "tmp").isEmpty)
  }

  // MARK: - The libraries

  @Test("judges the libraries that are selected, and fails where one cannot be had, unless allowed")
  func selection() throws {
    let (all, others) = ("rxjs rxpy rx3 rxjava opencombine", "rxjs rxpy rx3 opencombine")
    for (missing, options, labels) in [
      ("", "", all), ("", "--only rxjs", "rxjs"), ("", "--only rx3,rxjs", "rxjs rx3"),
      ("", "--only=rxpy --only opencombine", "rxpy opencombine"),
      ("", "--without rxjs,rxjava", "rxpy rx3 opencombine"),
      ("", "--only rxjs,rxpy,rx3 --without rxpy --without=rx3 --allow-missing", "rxjs"),
      ("RxJava", "--allow-missing", others), ("RxJava", "--without rxjava", others),
      ("RxJava", "--only rxjs,rx3", "rxjs rx3"), ("RxJava", "", ""),
      ("RxJava", "--only rxjava", ""),
      ("RxJava", "--only rxjava --allow-missing", ""),
    ] {
      let folder = try Self.checkout()
      try folder.write(missing, to: "missing")
      let run = try Self.living("docs", options, in: folder)
      let isSelected =
        !missing.isEmpty && !options.contains("--without") && !options.contains("rx3")
      #expect(run.errors.contains("rxjava cannot be had. Type: install RxJava\n") == isSelected)
      let runs = Self.log(of: folder).filter { $0.hasPrefix("run ") }
      #expect(try Self.names(in: folder, "elsewhere/docs") == (labels.isEmpty ? [] : Self.made))
      if labels.isEmpty {
        #expect(run.status == 69 && runs.isEmpty)
        let hint = "because of rxjava: --allow-missing judges"
        #expect(!options.isEmpty || run.errors.contains(hint), "\(run.errors)")
        continue
      }
      #expect(run.status == 0, "\(run.errors)")
      let named = labels.split(separator: " ").map { "-i \($0)" }.joined(separator: " ")
      let line = "run Fixtures/ReactiveX --config .conformance.yaml \(named) --"
      #expect(runs.count == 2 && runs.allSatisfy { $0.hasPrefix(line) }, "\(runs)")
      let table = try folder.text("elsewhere/docs/table.md").split(separator: "\n").dropFirst(2)
      #expect(table.count == labels.split(separator: " ").count)
      #expect(table.allSatisfy { $0.hasSuffix(" | 4 | 3 | 1 | 2 |") }, "\(table)")
      #expect(run.output.contains(table.joined(separator: "\n")))
    }
  }

  @Test("refuses how it is used with 64, before it does anything")
  func misuse() throws {
    let folder = try Self.checkout()
    let none = "There is no library"
    for (options, message) in [
      ("--only rxjs,rxyp", "\(none) `rxyp`; there are rxjs, rxpy, rx3, rxjava, opencombine"),
      ("--without reactivex", "\(none) `reactivex`; there are rxjs, rxpy, rx3"),
      ("--without rxjs,rxpy,rx3,rxjava,opencombine", "No library is selected."),
      ("--only rxjs --without rxjs", "No library is selected."),
      ("--only", "--only takes labels: rxjs"), ("--only=", "--only takes labels: rxjs"),
      ("--missing", "There is no option `--missing`."), ("other", "There is one FOLDER."),
    ] {
      let run = try Self.living("docs", options, in: folder)
      #expect(run.status == 64)
      #expect(run.errors.hasPrefix(message), "\(run.errors)")
      #expect(
        run.errors.contains("# Usage: .ci/living [FOLDER] [--only LABEL,…] [--without LABEL,…]"))
      #expect(Self.log(of: folder).isEmpty)
    }
  }
}
