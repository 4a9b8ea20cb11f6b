// Fixtures, and an adapter, that many tests play.

import Foundation
import Testing

enum Sample {
  /// Two cases that pass, on lines 5 and 9.
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

  /// The same with a second case that fails.
  static let bad = good.replacing("[a: 1]", with: "[a: 2]")

  /// The same with a mistake in each case.
  static let broken = good.replacing("subscribe: a", with: "subscrib: a")

  /// The same with a step that expects nothing yet.
  static let unrecorded = good.replacing(", expect: [a: 1]", with: "")

  /// A fixture of cases, each written as a map without its braces. The first stands on line 5.
  static func fixture(
    _ cases: String..., spec: String = "s", subject: String = "{operators: [_remember]}"
  ) -> String {
    "format: 1\nspec: \(spec)\nsubject: \(subject)\ncases:\n"
      + cases.map { "  - {\($0)}\n" }.joined()
  }

  /// Cases that read a property, called `case 1` and so on, each four lines after the other. An adapter that
  /// returns the stored value passes them.
  static func reads(_ values: [Int], isRecorded: Bool = true) -> String {
    "format: 1\nspec: s\ncases:\n"
      + zip(1..., values).map { number, value in
        """
          - name: case \(number)
            clauses: [read]
            subject: {property: unscoped, stores: {left: \(value)}}
            timeline: [{read: left\(isRecorded ? ", expect: [returns: \(value)]" : "")}]

        """
      }.joined()
  }
}

/// The command of the adapter that does one thing wrong if a case reads 2. Each of its processes has a line
/// in a file.
func misbehaving(_ fault: String) -> String {
  let script = packageRoot.appending(path: "Tests/ConformanceRunnerTests/misbehave.py").path
  return "\(plainPython) '\(script)' '\(fault)' processes"
}

/// Expects that no process is left of the adapters that have misbehaved in a folder.
func expectNoProcess(of folder: Folder) throws {
  for process in try folder.text("processes").split(separator: "\n").compactMap({ pid_t($0) }) {
    // The system removes a killed process in its own time; one that is not killed lives for ten minutes.
    let start = ContinuousClock.now
    while isThere(process), ContinuousClock.now - start < .seconds(300) { usleep(10_000) }
    #expect(!isThere(process), "process \(process) is still there")
  }
}

/// Whether a process still runs: one that only awaits its parent (a zombie) does not.
private func isThere(_ process: pid_t) -> Bool {
  let status = (try? text(of: URL(filePath: "/proc/\(process)/stat"))) ?? ""
  return kill(process, 0) == 0 && !status.contains(") Z ")
}

/// The commands of the adapters of this project.
enum Adapters {
  /// The folders of the kits.
  static let folder = packageRoot.appending(path: "Sources/Adapters").path

  static let python = "\(plainPython) '\(folder)/Python/adapter.py'"

  /// The adapter in Python with the deviations that it serves.
  static let deviating = "\(plainPython) '\(folder)/Python/deviations.py'"

  /// The built-in streams, served by the executable that is tested.
  static let swift = "'\(executable.path)' adapter"

  /// A folder with the kit of a language, other files, and streams with errors, completion and time in place of
  /// its own.
  static func ending(
    _ language: String = "Python", _ suffix: String = "py", adding files: [String: String] = [:]
  ) throws -> Folder {
    let streams = packageRoot.appending(path: "Tests/ConformanceRunnerTests/Ending")
    let folder = try Folder([
      "streams.\(suffix)": text(of: streams.appending(path: "streams.\(suffix)"))
    ])
    for file in ["adapter.\(suffix)", "given.\(suffix)"] {
      try folder.write(text(of: URL(filePath: "\(Self.folder)/\(language)/\(file)")), to: file)
    }
    for (file, content) in files { try folder.write(content, to: file) }
    return folder
  }
}

/// Runs the script of the action for GitHub with some inputs, by the variables that it has them in.
func judge(_ inputs: [String: String], in folder: Folder) throws -> Finished {
  let names = ["CONFIG", "IMPLEMENTATION", "FIXTURES", "KNOWN_FAILURES", "RESULTS", "ARGUMENTS"]
  let summary = folder.url.appending(path: "summary.md").path
  return try execute(
    packageRoot.appending(path: ".github/actions/conformance/judge"), [executable.path], in: folder,
    environment: Dictionary(uniqueKeysWithValues: names.map { ($0, "") })
      .merging(["GITHUB_STEP_SUMMARY": summary]) { $1 }.merging(inputs) { $1 })
}
