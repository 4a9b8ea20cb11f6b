// The command `report`: one report of several runs' results.

import ArgumentParser
import Conformance
import ConformancePlatform

struct Report: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Make one report out of the results of several runs.",
    discussion: """
      Merges results that `run --reporter json=FILE` wrote: of several parts of a suite (--shard), of \
      several platforms, or both. The report is the same as that of one run. With --baseline, it also shows \
      the changes since an earlier run.

      Exit status: as for one run; also 1 if a run was interrupted, 65 if a file is not valid or results do \
      not fit together, 69 if a part is missing or has another selection, and 73 if a report could not be \
      written. With --require-not-worse, a failure counts only if the baseline does not have it. A case of \
      the baseline that is missing, newly skipped or not run, or that fails differently, counts as one; \
      --allow-removed accepts missing cases, --allow-changed other failures.
      """)

  @Argument(
    help: .value("result.json", "Results, as --reporter json writes them."),
    completion: .file(extensions: ["json"]))
  var results: [String]

  @OptionGroup var reporting: ReporterOptions

  @Flag(help: "Leave out the diagnoses of the results.")
  var noDiagnosis = false

  @Option(
    help: .value("result.json", "Show the changes since these results."),
    completion: .file(extensions: ["json"]))
  var baseline: String?

  @Flag(help: "Fail if a case was skipped.")
  var noSkips = false

  @Flag(help: "With --baseline: exit 1 only if something got worse.")
  var requireNotWorse = false

  @Flag(help: "With --require-not-worse: cases of the baseline may be missing.")
  var allowRemoved = false

  @Flag(help: "With --require-not-worse: cases that failed may fail differently.")
  var allowChanged = false

  func validate() throws {
    try reporting.validateFiles()
    try refuse(if: requireNotWorse && baseline == nil, "--require-not-worse needs --baseline")
    try refuse(if: allowRemoved && !requireNotWorse, "--allow-removed needs --require-not-worse")
    try refuse(if: allowChanged && !requireNotWorse, "--allow-changed needs --require-not-worse")
  }

  func run() throws {
    let inputs = results + (baseline.map { [$0] } ?? [])
    Invocation.current.expect(reporting.files, sparing: inputs)
    var results = try read(results)
    if noSkips { results.run.allowsSkips = false }
    results.hasDiagnoses = !noDiagnosis
    var comparison = try baseline.map { BaselineComparison(of: results, with: try read([$0])) }
    comparison?.allowsRemoved = allowRemoved
    comparison?.allowsChanged = allowChanged
    let summary = try results.summary { file, _ throws(RunResults.Problem) in
      try comparison?.add(file)
    }
    try comparison?.finish()
    var reporters = try reporting.reporters()
    try results.summary { file, summary in
      if case .invalid(let invalid) = file.content { printProblems(invalid.problems) }
      reporters.report(file, of: summary)
    }
    reporters.end(summary)
    if let comparison {
      let isShown = reporting.reporter.allSatisfy { $0.file != nil || $0.name == .pretty }
      let text = comparison.text(style: isShown ? reporting.color.style : Style(isColored: false))
      // A program reads another report on standard output.
      if isShown { printResult("\n" + text) } else { printAside(text) }
    }
    Status.note(summary)
    if let comparison, requireNotWorse {
      // Cases that fail may have failed before; other problems still count.
      Invocation.current.statuses.remove(.failure)
      let isWhole = summary.end == .complete && !summary.hasRefusedSkips
      if !comparison.isNotWorse || !isWhole { Status.failure.note() }
      if comparison.isNotWorse, summary.end == .atFailure {
        printError("a run was stopped at its first failure, so the cases after it are not known")
      }
    }
    if summary.end == .interrupted {
      Status.failure.note("a run was interrupted, and its results are not complete")
    }
    if summary.cases == 0 && summary.invalidFiles == 0 {
      Status.nothingSelected.note("no case was run in any of the results")
    }
  }

  /// How large a file of results may be, in bytes.
  private static let mostBytes = 1 << 30

  /// Reads results, and merges them.
  private func read(_ paths: [String]) throws -> RunResults {
    RunResults(
      merging: try paths.map { path in
        let (file, size) = try openRegularFile(path).get()
        if size > Self.mostBytes {
          throw Status.invalidFixture.saying("\(visible(path)): more than 1 GiB")
        }
        do throws(RunResults.Problem) {
          return try RunResults(reading: file, size: size, origin: path)
        } catch {
          throw Status.invalidFixture.saying("\(visible(path)): \(error.description)")
        }
      })
  }
}
