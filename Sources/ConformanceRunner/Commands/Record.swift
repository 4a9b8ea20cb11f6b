// The command `record`: write what an implementation does into the `expect` of the fixtures.

import ArgumentParser
import Conformance
import ReactiveMotionConformance

struct Record: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write what an implementation does into the `expect` of fixtures.",
    discussion: """
      Runs the cases, shows the difference, and writes it. Everything else in the files keeps every \
      byte, and so does an `expect` that is already right. A file is written whole or not at all; one \
      that changes meanwhile, or that is a link, is left alone.

      What is written is what the implementation does, right or wrong: read it before you keep it.

      Exit status: 0; 1 if --check finds something to write, or a case could not be played; 65 a \
      fixture is not valid, or cannot be changed; 66 there is none; 73 a file could not be written.
      """)

  @OptionGroup var selection: SelectionOptions

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("What to record: `swift`, `literal` or a deviation.", valueName: "name"))
  var implementation = "swift"

  @Flag(
    exclusivity: .exclusive,
    help: "Write only missing expectations (the default), or replace those that differ, too.")
  var extent = Extent.missing

  @Flag(help: "Show what would be written, and exit 1 if there is something.")
  var check = false

  enum Extent: String, EnumerableFlag {
    case missing, all
  }

  func validate() throws {
    _ = try implementationNamed(implementation)
  }

  func run() throws {
    var (fixtures, statuses) = selection.read()
    var runner = Runner(implementation: try implementationNamed(implementation))
    runner.selection = selection.selection
    runner.executionLimits = selection.limits.execution
    if fixtures.isEmpty && statuses.isEmpty {
      printError(selection.nothingSelected(fileCount: 0))
      statuses.insert(.nothingSelected)
    }
    for fixture in fixtures {
      do throws(ThreadError) {
        statuses.formUnion(record(fixture, try runner.run(fixture)))
      } catch {
        throw Status.noThread()
      }
    }
    try Status.exit(with: statuses)
  }

  private func record(_ fixture: Fixture, _ result: FileResult) -> Set<Status> {
    guard case .ran(_, let results) = result.content else { return [] }
    let path = fixture.source.path
    var statuses: Set<Status> = []
    let traces = fixture.cases.map { testCase -> Trace? in
      switch results.first(where: { $0.testCase.name == testCase.name })?.outcome {
      case .failed(let trace, _): return trace
      case .passed, .known, .mended, nil: return nil
      case .skipped(let reason):
        printResult(
          "\(visible(path)): not recorded: \(visible(testCase.name)): \(visible(reason))\n")
      case .erred(let error):
        printError("\(visible(path)): \(visible(testCase.name)): \(visible(error.message))")
        statuses.insert(.failure)
      }
      return nil
    }
    do throws(Diagnostic) {
      let recording = try Recording(
        of: traces, into: fixture, replacesAll: extent == .all, limits: selection.limits.reading)
      if recording.changes.isEmpty { return statuses }
      printResult(difference(recording, path))
      let steps = recording.stepCount == 1 ? "1 step" : "\(recording.stepCount) steps"
      if check {
        printResult("\(visible(path)): \(steps) to record\n")
        statuses.insert(.failure)
      } else if !isBelow(path, selection.meantPaths) {
        printError(
          "`\(visible(path))` is not written: a link leads outside the paths that are meant")
        statuses.insert(.unwritable)
      } else if replaceFile(path, fixture.source.bytes, with: recording.source.bytes) {
        printResult("\(visible(path)): \(steps) recorded\n")
      } else {
        statuses.insert(.unwritable)
      }
    } catch {
      printProblems([error])
      statuses.insert(.invalidFixture)
    }
    return statuses
  }

  private func difference(_ recording: Recording, _ path: String) -> String {
    var lines: [String] = []
    for change in recording.changes {
      lines.append("@@ \(visible(path)):\(change.line) @@")
      let kept = zip(change.old, change.new).prefix { $0 == $1 }.count
      lines += change.old[..<kept].map { "  \(visible($0))" }
      lines += change.old[kept...].map { "- \(visible($0))" }
      lines += change.new[kept...].map { "+ \(visible($0))" }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
