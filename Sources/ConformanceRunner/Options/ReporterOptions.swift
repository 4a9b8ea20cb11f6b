// How results are reported: the options of `run` and of `report`.

import ArgumentParser
import Conformance

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

enum ReporterName: String, CaseIterable {
  case pretty, tap, json, junit, github, html
}

/// A reporter, and the file that it writes to: `NAME[=FILE]`.
struct ReporterChoice {
  let name: ReporterName
  let file: String?

  init(_ text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let word = String(parts[0])
    guard let name = ReporterName(rawValue: word) else {
      let names = ReporterName.allCases.map(\.rawValue)
      let hint =
        didYouMean(word, among: names) ?? "there are \(names.joined(separator: ", "))"
      throw ValidationError("there is no reporter `\(visible(word))`; \(hint)")
    }
    self.name = name
    file = parts.count > 1 ? String(parts[1]) : nil
    if file == "" { throw ValidationError("`\(visible(text))` names no file behind the `=`") }
  }
}

struct ReporterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How to report: pretty (the default), tap, json, junit, github or html, to standard output or to "
        + "a file. May be repeated; only one may go to standard output.",
      valueName: "name[=file]"),
    transform: { try ReporterChoice($0) })
  var reporter: [ReporterChoice] = []

  @Option(help: "Whether to use colours; auto is for a terminal, unless NO_COLOR is set.")
  var color = ColorChoice.auto

  func validate() throws {
    if reporter.count(where: { $0.file == nil }) > 1 {
      throw ValidationError("only one reporter may go to standard output; give the others a file")
    }
    let files = reporter.compactMap(\.file)
    for (index, file) in files.enumerated() where files[..<index].contains(file) {
      throw ValidationError("two reporters write to `\(visible(file))`")
    }
  }

  /// Makes the reporters.
  ///
  /// - Parameters:
  ///   - names: The implementations that take part.
  ///   - shard: Which part of the cases is run.
  ///   - inputs: Files that are read, over which no report is written.
  /// - Returns: The reporters, whose files have been made sure of.
  /// - Throws: An exit code where a file cannot be written. The reason has been said.
  func reporters(
    for names: [String], shard: Shard = .all, sparing inputs: [String]
  ) throws -> Reporters {
    // Where all go to files, standard output has the results for a person.
    let choices = reporter.isEmpty || reporter.allSatisfy { $0.file != nil }
    var outputs: [Reporters.Output] = []
    if choices { outputs.append(Reporters.Output(pretty(for: names), file: nil)) }
    for choice in reporter {
      do {
        let file = try choice.file.map { try ReportFile($0, sparing: inputs) }
        outputs.append(Reporters.Output(make(choice, names, shard), file: file))
      } catch {
        for output in outputs { output.file?.abandon() }
        throw error
      }
    }
    return Reporters(outputs: outputs)
  }

  private func pretty(for names: [String], isColored: Bool? = nil) -> any Reporter {
    let style = Style(isColored: isColored ?? color.isColored)
    return names.count > 1
      ? MatrixReporter(names: names, style: style) : PrettyReporter(style: style)
  }

  private func make(
    _ choice: ReporterChoice, _ names: [String], _ shard: Shard
  ) -> any Reporter {
    switch choice.name {
    case .pretty: pretty(for: names, isColored: choice.file == nil ? nil : false)
    case .tap: TAPReporter(names: names)
    case .json: JSONReporter(runnerVersion: ConformanceRunner.version, shard: shard)
    case .junit: JUnitReporter(names: names)
    case .github: GitHubReporter(names: names)
    case .html: HTMLReporter(names: names)
    }
  }
}

/// The reporters of a run, with where they write to.
struct Reporters {
  struct Output {
    var reporter: any Reporter
    let file: ReportFile?

    init(_ reporter: any Reporter, file: ReportFile?) {
      self.reporter = reporter
      self.file = file
    }

    func write(_ text: String) {
      if text.isEmpty { return }
      if let file { file.add(text) } else { printResult(text) }
    }
  }

  private var outputs: [Output]

  init(outputs: [Output]) {
    self.outputs = outputs
  }

  /// Whether a report has each case that passes.
  var listsPassing: Bool { outputs.contains { $0.reporter.listsPassing } }

  mutating func report(_ result: FileResult) {
    for index in outputs.indices {
      let text = outputs[index].reporter.report(result)
      outputs[index].write(text)
    }
  }

  /// Ends the reports. What was interrupted leaves no file.
  ///
  /// - Returns: How that went.
  func end(_ summary: RunSummary) -> Set<Status> {
    var statuses: Set<Status> = []
    for output in outputs {
      if summary.end == .interrupted, let file = output.file {
        file.abandon()
        printError("`\(visible(file.path))` is not written, because the run was interrupted")
        continue
      }
      output.write(output.reporter.end(summary))
      if let file = output.file, !file.finish() { statuses.insert(.unwritable) }
      if let github = output.reporter as? GitHubReporter, !addJobSummary(github, summary) {
        statuses.insert(.unwritable)
      }
    }
    return statuses
  }

  /// Adds the summary of the job to the file that GitHub Actions names, if it does.
  private func addJobSummary(_ github: GitHubReporter, _ summary: RunSummary) -> Bool {
    guard let name = getenv("GITHUB_STEP_SUMMARY"), name.pointee != 0 else { return true }
    let path = String(cString: name)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    let isWritten = descriptor >= 0 && write(github.jobSummary(summary), to: descriptor)
    let error = errno
    if descriptor >= 0 { close(descriptor) }
    if !isWritten {
      printError("`\(visible(path))` cannot be written: \(String(cString: strerror(error)))")
    }
    return isWritten
  }

  /// Leaves all files as they were.
  func abandon() {
    for output in outputs { output.file?.abandon() }
  }
}
