// The command `record`: write what an implementation does into the `expect` of the fixtures.

import ArgumentParser
import Conformance

struct Record: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Write what an implementation does into the `expect` of fixtures.",
    discussion: """
      Runs the cases, shows the changes, and writes them. Nothing else in the files changes. Files that are \
      links, or that change meanwhile, are left alone. So are cases that the implementation does not support \
      or does not play to their end, and cases with releases that it does not report. Cases that share steps \
      through aliases, with events that a fixture cannot express, or with a comment that would be lost are \
      left alone. Everything that is left alone is listed.

      The result is what the implementation does, right or wrong: read it before you keep it.

      Exit status: 1 --check found something to write, a case could not be played, or an event cannot be \
      expressed; 65 a fixture is not valid, or cannot be changed; 66 there is none; 69 the adapter could not \
      be started; 73 a file could not be written; else 0.
      """)

  @OptionGroup var selection: SelectionOptions

  @OptionGroup var implementations: ImplementationOptions

  @Flag(
    exclusivity: .exclusive,
    help: "Write only missing expectations, or also replace those that differ.")
  var extent = Extent.missing

  @Flag(help: "Only show the changes, and exit 1 if there are any.")
  var check = false

  enum Extent: String, EnumerableFlag {
    case missing, all
  }

  var config: String? { selection.config }

  func validateInProject() throws {
    try implementations.validateOne()
  }

  func run() throws {
    try implementations.start(limits: selection.limit.adapters, count: 1, run(with:_:))
  }

  private func run(with contestants: inout Contestants, _ interrupt: Cancellation) throws {
    let found = selection.find()
    try contestants.waitUntilAllReady(interrupt)
    var runner = found.runner(of: contestants.candidates)
    runner.keepsWhole = true
    var selectedCases = 0
    var hasPlayed = false
    try runner.run(found.files, cancellation: interrupt) { result in
      selectedCases += result.selectedCases
      if case .ran(_, let results) = result.content, results.contains(where: \.isJudged) {
        hasPlayed = true
      }
      // An interrupted file is not recorded in part.
      if result.unfinishedCases == 0 { record(result, below: found.paths) }
      return true
    }
    if interrupt.isCancelled { throw Status.interrupted() }
    found.printSlips()
    contestants.finishSayingFaults()
    if selectedCases == 0 {
      found.noteNothing()
    } else if !hasPlayed && !Invocation.current.statuses.contains(.failure) {
      Status.nothingSelected.note(
        "none of the \(counted(selectedCases, "case")) could be run")
    }
  }

  private func record(_ result: FileResult, below paths: [String]) {
    guard case .ran(let fixture, let results) = result.content else {
      return Status.note(result.problems)
    }
    if results.isEmpty { return }
    let path = fixture.source.path
    let played = Dictionary(uniqueKeysWithValues: results.map { ($0.testCase.place, $0) })
    let traces = fixture.cases.map { played[$0.place].flatMap { trace($0, in: fixture) } }
    do throws(Diagnostic) {
      let recording = try Recording(
        of: traces, into: fixture, replacesAll: extent == .all, limits: selection.limit.reading)
      for one in recording.unsayable {
        Status.failure.note(
          "\(visible(path)): not recorded: \(visible(fixture.cases[one.position].name)): a "
            + "fixture cannot express an event: \(visible(one.problem))")
      }
      Status.note(recording.refusals)
      write(recording, into: fixture, below: paths)
    } catch {
      Status.note([error])
    }
  }

  /// The events to record for a case, step by step; `nil` to leave the case alone, after saying
  /// why.
  private func trace(_ result: CaseResult, in fixture: Fixture) -> Recording.PartialTrace? {
    let (path, testCase) = (fixture.source.path, result.testCase)
    func leaveOut(_ reason: String) {
      printResult("\(visible(path)): not recorded: \(visible(testCase.name)): \(reason)\n")
    }
    switch result.outcome.ending {
    case .failed(_, let comparison) where !comparison.rule.hasReleases && testCase.mayRelease:
      leaveOut("a connection may end by itself, and this implementation does not report releases")
    case .failed(let trace, let comparison):
      // A step with an allowed behaviour stays as it is written.
      return zip(testCase.steps, trace).map { step, events in
        if comparison.rule.isSame(comparison.expectation(of: step), events) { return nil }
        if extent == .all, step.expected.allowsReadings {
          printNote(
            "\(visible(path)):\(step.place.line): the recorded events replace an `either`; write it again if "
              + "the specification leaves a choice")
        }
        return events
      }
    case .passed, .notRun: break
    case .skipped(let reason): leaveOut(visible(reason))
    case .erred(var error):
      let place = testCase.place
      error.details += error.excerpt(of: fixture.source)
      let text = error.text(of: testCase.name)
      printAside("\(visible(path)):\(place.line):\(place.column): error: \(text)\n")
      Status(of: error).note()
    }
    return nil
  }

  /// Writes the recording of a file, and prints what is left out.
  private func write(_ recording: Recording, into fixture: Fixture, below paths: [String]) {
    let path = fixture.source.path
    if !recording.kept.isEmpty {
      let lines = recording.kept.prefix(10).map { "\($0.line)" }.joined(separator: ", ")
      let more = recording.kept.count > 10 ? ", …" : ""
      printResult(
        "\(visible(path)): \(counted(recording.kept.count, "step")) with another `expect` kept, on "
          + "\(recording.kept.count == 1 ? "line" : "lines") \(lines)\(more) (--all replaces it)\n")
    }
    if recording.changes.isEmpty {
      if recording.refusals.isEmpty && recording.unsayable.isEmpty {
        printResult("\(visible(path)): nothing to record\n")
      }
      return
    }
    printResult(difference(recording, path))
    let steps = counted(recording.stepCount, "step")
    if check {
      printResult("\(visible(path)): \(steps) to record\n")
      Status.failure.note()
    } else if InstalledFixtures.location(of: path.text) != nil {
      Status.unwritable.note(
        "`\(visible(path))` is not written: it came with the executable; copy `\(InstalledFixtures.name)` "
          + "here to record into it")
    } else if !isBelow(path.text, paths) {
      Status.unwritable.note(
        "`\(visible(path))` is not written: a link leads outside the selected paths")
    } else if replaceFile(path.text, fixture.source.bytes, with: recording.source.bytes) {
      printResult("\(visible(path)): \(steps) recorded\n")
    }
  }

  private func difference(_ recording: Recording, _ path: Name) -> String {
    var lines: [String] = []
    for change in recording.changes {
      lines.append("@@ \(visible(path)):\(change.line) @@")
      let kept = zip(change.old, change.new).prefix { $0.utf8.elementsEqual($1.utf8) }.count
      lines += change.old[..<kept].map { "  \(visible($0))" }
      lines += change.old[kept...].map { "- \(visible($0))" }
      lines += change.new[kept...].map { "+ \(visible($0))" }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
