// How results are reported: the options of `run` and of `report`.

import ArgumentParser
import Conformance
import ConformancePlatform

enum ReporterName: String, CaseIterable {
  case pretty, tap, json, junit, github, html
}

/// A reporter, and the file that it writes to: `NAME[=FILE]`.
struct ReporterChoice {
  let name: ReporterName
  let file: CommandPath?

  init(_ text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    guard let name = ReporterName(rawValue: parts[0]) else {
      throw unknown("reporter", parts[0], among: ReporterName.allCases.map(\.rawValue))
    }
    try refuse(if: parts.last == "", "`\(visible(text))` names no file after the `=`")
    self.name = name
    file = parts.count > 1 ? CommandPath(argument: parts[1]) : nil
  }
}

struct ReporterOptions: ParsableArguments {
  @Option(
    help: .value(
      "name[=file]",
      "pretty (the default), tap, json, junit, github or html. Only one without a file. May be repeated."
    ),
    transform: ReporterChoice.init)
  var reporter: [ReporterChoice] = []

  @Flag(help: "Show every failure in full.")
  var allFailures = false

  @Flag(help: "Show every case, also if all implementations agree.")
  var allCases = false

  @Option(help: "Use colours; auto: at a terminal without NO_COLOR.")
  var color = ColorChoice.auto

  /// The files that reports are written to.
  var files: [String] { reporter.compactMap(\.file?.output) }

  /// Refuses two reports in one place.
  func validateFiles() throws {
    try refuse(
      if: reporter.count { $0.file == nil } > 1,
      "only one reporter may go to standard output; give the others a file")
    let files = files
    for (index, file) in files.enumerated() {
      guard let former = files[..<index].first(where: { areSameFile($0, file) }) else { continue }
      let names = former == file ? "" : ", which is `\(visible(former))`"
      throw ValidationError("two reporters write to `\(visible(file))`\(names)")
    }
  }

  /// Makes the reporters.
  ///
  /// - Returns: The reporters, whose files can be written.
  /// - Throws: An exit code if a file cannot be written. The reason has been printed.
  func reporters() throws -> Reporters {
    var choices = reporter.map { ($0.name, $0.file?.output) }
    // If all go to files, standard output has the results for a person.
    if choices.allSatisfy({ $0.1 != nil }) { choices.insert((.pretty, nil), at: 0) }
    return Reporters(
      outputs: try choices.map { name, path in
        let style = path == nil ? color.style : Style(isColored: false)
        return Reporters.Output(
          reporter: make(name, style), file: try path.map { try PartFile($0, replaces: true) })
      })
  }

  private func make(_ name: ReporterName, _ style: Style) -> any Reporter {
    switch name {
    case .pretty:
      TextReporter(style: style, showsAllCases: allCases, showsAllFailures: allFailures)
    case .tap: TAPReporter()
    case .json: JSONReporter(runnerVersion: ConformanceRunner.version)
    case .junit: JUnitReporter()
    case .github: GitHubReporter(pathInWorkspace: pathInWorkspace)
    case .html: HTMLReporter()
    }
  }
}

/// The reporters of a run, with their outputs.
struct Reporters {
  struct Output {
    var reporter: any Reporter
    let file: PartFile?

    /// Whether something of it is written to a file.
    var isKept: Bool { file != nil || (reporter is GitHubReporter && jobSummaryPath != nil) }

    func write(_ text: String) {
      if text.isEmpty { return }
      // GitHub must obey its own commands; no other text begins its lines.
      let text = reporter is GitHubReporter ? escapingBrackets(in: text) : withoutLogCommands(text)
      if let file { file.add(text) } else { printResult(text, isOwn: true) }
    }
  }

  fileprivate var outputs: [Output]

  /// Whether a report lists the cases that pass.
  var listsPassing: Bool { outputs.contains { $0.reporter.listsPassing } }

  /// Whether a report is still needed: it is written to a file, or standard output is open.
  var areWanted: Bool { Invocation.current.lostResults == nil || outputs.contains { $0.isKept } }

  mutating func report(_ result: FileResult, of summary: RunSummary) {
    for index in outputs.indices {
      let text = outputs[index].reporter.report(result, of: summary)
      outputs[index].write(text)
    }
  }

  /// Ends the reports. An interrupted run leaves no file, not even a former one.
  func end(_ summary: RunSummary) {
    for output in outputs {
      if summary.end == .interrupted, let file = output.file {
        printError("`\(visible(file.path))` is not written, because the run was interrupted")
        continue
      }
      output.write(output.reporter.end(summary))
      output.file?.finish()
    }
    // A job has one summary, however many reports there are.
    if let path = jobSummaryPath, outputs.contains(where: { $0.reporter is GitHubReporter }) {
      append(GitHubReporter.jobSummary(summary), to: path)
    }
  }
}

/// The file that GitHub Actions names for the summary of the job, if it does.
private var jobSummaryPath: String? {
  variable("GITHUB_STEP_SUMMARY").map { CommandPath(argument: $0).output }
}
