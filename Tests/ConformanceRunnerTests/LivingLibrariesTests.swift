// `.ci/living`, in a checkout where the runner and the libraries are stubs.

import Foundation
import Testing

@Suite("`.ci/living`", .startsProcesses)
struct LivingLibrariesTests {
  /// A checkout with the script. Stubs log their requests in `log`, and the libraries that `missing` names are
  /// not available. Nothing is installed.
  private static func checkout() throws -> Folder {
    let folder = try Folder(["missing": ""])
    // Another process writes them: a file that this one had open for writing could not be started.
    let made = try execute(
      URL(filePath: "/bin/sh"), ["-ec", stubs, "sh", packageRoot.path], in: folder)
    #expect(made.status == 0, "\(made.errors)")
    folder.working = "elsewhere"
    return folder
  }

  private static let stubs = #"""
    mkdir -p bin tmp elsewhere/docs checkout/.ci
    cp "$1/.ci/living" checkout/.ci
    for library in RxJS RxPY RxJava OpenCombine Chromium; do
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
        echo "| $word | 3 | 0 | 2 | 1 | 1 of 2 |" >>"$GITHUB_STEP_SUMMARY"
      former=$word
    done
    exit "$STATUS"
    END
    cat >bin/living <<'END'
    #!/bin/sh
    export FOLDER="${0%/bin/living}" STATUS="${STATUS:-0}" RUNNER=../bin/runner
    export PATH="$FOLDER/bin:$PATH" TMPDIR="$FOLDER/tmp" GITHUB_STEP_SUMMARY=
    exec bash ../checkout/.ci/living "$@"
    END
    # Without it, Chromium is left out.
    printf '#!/bin/sh\n' >bin/chromium
    chmod +x bin/runner bin/living bin/chromium
    """#

  /// The requests to the stubs.
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
      try expect(
        """
        elsewhere/\(number)/\(name) ← mine
        $ HERE/bin/living \(number) ⇒ 73 /\(number)` has files that .ci/living did not make: name a folder that is new or empty.
        elsewhere/\(number)/\(name) = mine
        """, in: folder)
      #expect(try Self.names(in: folder, "elsewhere/\(number)").count == 1)
    }
    try expect(
      """
      elsewhere/file ← mine
      elsewhere/nowhere → gone
      $ HERE/bin/living file ⇒ 73
      $ HERE/bin/living nowhere ⇒ 73
      """, in: folder)
    #expect(!folder.exists("elsewhere/gone") && Self.log(of: folder).isEmpty)
    try expect(
      """
      $ HERE/bin/living docs && rm docs/index.html && ln -s ../file docs/index.html ⇒ 0
      $ HERE/bin/living docs ⇒ 73 /docs/index.html` is not written over: 
      elsewhere/file = mine
      """, in: folder)
  }

  @Test("makes the page in a folder that is new, empty or its own, and ends as the run does")
  func own() throws {
    let folder = try Self.checkout()
    for (path, made) in [
      ("docs", "elsewhere/docs"), ("new/er", "elsewhere/new/er"), ("./docs/", "elsewhere/docs"),
      ("HERE/whole", "whole"), ("", "checkout/.build/living/page"),
    ] {
      try expect("$ HERE/bin/living \(path) ⇒ 0\n\(made)/index.html = page\\n", in: folder)
      #expect(try Self.names(in: folder, made) == Self.made)
      #expect(folder.exists("checkout/.build") == path.isEmpty)
    }
    // It is made again, and other files beside it stay.
    try expect(
      """
      elsewhere/docs/log.txt ← mine
      elsewhere/docs/index.html ← old
      $ STATUS=1 HERE/bin/living docs ⇒ 1
      elsewhere/docs/index.html = page\\n
      elsewhere/docs/log.txt = mine
      $ NO_PAGE=1 HERE/bin/living none ⇒ 70 The runner made no page.
      $ NO_PAGE=1 STATUS=69 HERE/bin/living none ⇒ 69 The runner made no page.
      """, in: folder)
    for empty in ["elsewhere/none", "tmp"] { #expect(try Self.names(in: folder, empty).isEmpty) }
  }

  // MARK: - The libraries

  @Test("runs the selected libraries, and fails if one is not available, unless allowed")
  func selection() throws {
    let (all, others) = (
      "rxjs rxpy rx3 rxjava opencombine chromium", "rxjs rxpy rx3 opencombine chromium"
    )
    let missed = "rxjava is not available. Type: install RxJava"
    let hint = "without rxjava: --allow-missing runs"
    for (missing, options, labels, says) in [
      ("", "", all, ""), ("", "--only rxjs", "rxjs", ""), ("", "--only rx3,rxjs", "rxjs rx3", ""),
      ("", "--only=rxpy --only opencombine", "rxpy opencombine", ""),
      ("", "--without rxjs,rxjava", "rxpy rx3 opencombine chromium", ""),
      ("", "--only rxjs,rxpy,rx3 --without rxpy --without=rx3 --allow-missing", "rxjs", ""),
      ("RxJava", "--allow-missing", others, missed), ("RxJava", "--without rxjava", others, ""),
      ("RxJava", "--only rxjs,rx3", "rxjs rx3", ""), ("RxJava", "", "", "\(missed) … \(hint)"),
      ("RxJava", "--only rxjava", "", missed),
      ("RxJava", "--only rxjava --allow-missing", "", missed),
    ] {
      let folder = try Self.checkout()
      let labels = labels.split(separator: " ")
      let parts =
        [says.isEmpty ? "¬not available" : says]
        + labels.map { _ in " | 2 of 2 | 1 of 2 | 1 | 2 |" }
      try expect(
        """
        missing ← \(missing)
        $ HERE/bin/living docs \(options) ⇒ \(labels.isEmpty ? 69 : 0) \(parts.joined(separator: " … "))
        """, in: folder)
      let runs = Self.log(of: folder).filter { $0.hasPrefix("run ") }
      #expect(try Self.names(in: folder, "elsewhere/docs") == (labels.isEmpty ? [] : Self.made))
      #expect(runs.count == (labels.isEmpty ? 0 : 2))
      let named = labels.map { "-i \($0)" }.joined(separator: " ")
      let line = "run Fixtures/ReactiveX --config .conformance.yaml \(named) --"
      #expect(runs.allSatisfy { $0.hasPrefix(line) }, "\(runs)")
      if labels.isEmpty { continue }
      let table = try folder.text("elsewhere/docs/table.md").split(separator: "\n").dropFirst(2)
      #expect(table.count == labels.count && table.allSatisfy { $0.hasSuffix(parts[1]) })
    }
  }

  @Test("refuses a wrong command line with 64, before it does anything")
  func misuse() throws {
    let folder = try Self.checkout()
    let none = "There is no library"
    let usage = "# Usage: .ci/living [FOLDER] [--only LABEL,…] [--without LABEL,…]"
    let labels = "rxjs, rxpy, rx3, rxjava, opencombine, chromium"
    try expect(
      """
      --only rxjs,rxyp ⇒ 64 \(none) `rxyp`; there are \(labels) … \(usage)
      --without reactivex ⇒ 64 \(none) `reactivex`; there are \(labels) … \(usage)
      --without rxjs,rxpy,rx3,rxjava,opencombine,chromium ⇒ 64 No library is selected. … \(usage)
      --only rxjs --without rxjs ⇒ 64 No library is selected. … \(usage)
      --only ⇒ 64 --only takes labels: rxjs … \(usage)
      --only= ⇒ 64 --only takes labels: rxjs … \(usage)
      --missing ⇒ 64 There is no option `--missing`. … \(usage)
      other ⇒ 64 There is one FOLDER. … \(usage)
      """.split(separator: "\n").map { "$ HERE/bin/living docs \($0)" }.joined(separator: "\n"),
      in: folder)
    #expect(Self.log(of: folder).isEmpty)
  }
}
