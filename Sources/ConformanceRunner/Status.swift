// How the process ends.

import ArgumentParser
import Conformance

/// The exit statuses other than success, the gravest first.
///
/// A wrong command line, 64, is ArgumentParser's.
enum Status: Int32, CaseIterable {
  case fault = 70
  case invalidFixture = 65
  case unavailable = 69
  case failure = 1
  case nothingSelected = 66
  case unwritable = 73

  var exitCode: ExitCode { ExitCode(rawValue) }

  /// Takes note that the command ends so, if nothing graver is noted.
  ///
  /// - Parameter message: Why; `nil` where that has been said.
  func note(_ message: String? = nil) {
    if let message { printError(message) }
    Invocation.current.statuses.insert(self)
  }

  /// Takes note of problems of files, if there are any, and says which.
  static func note(_ problems: [Diagnostic]) {
    printProblems(problems)
    if !problems.isEmpty { invalidFixture.note() }
  }

  /// Ends the command with the gravest status that is noted, if one is.
  static func throwNoted() throws {
    let noted = Invocation.current.statuses
    if let status = allCases.first(where: noted.contains) { throw status.exitCode }
  }

  /// Says why a command ends so, and returns how it ends.
  func saying(_ message: String) -> ExitCode {
    printError(message)
    return exitCode
  }

  /// Takes note of what a run comes to, and says which implementations could not be started or were not judged by any
  /// of their cases.
  static func note(_ summary: RunSummary) {
    let fixtureErrors = summary.entries.contains { $0.tally.fixtureErrors > 0 }
    if summary.invalidFiles > 0 || fixtureErrors { invalidFixture.note() }
    for problem in summary.problems { unavailable.note(problem) }
    if summary.hasFailures { failure.note() }
    for entry in summary.entries where entry.isUnjudged {
      let isSaid = summary.unjudgedProblem(of: entry) == nil
      nothingSelected.note(isSaid ? nil : "nothing was judged with `\(visible(entry.name))`")
    }
  }

  /// The exit status of a case that could not be played to its end.
  init(of error: ExecutionError) { self = error.isOfFixture ? .invalidFixture : .failure }

  /// Says that a command has been interrupted, and what it has not come to.
  ///
  /// - Parameter rest: What that is, behind a colon; empty where nothing more is to be said.
  /// - Returns: How the command ends.
  static func interrupted(before rest: String = "") -> ExitCode {
    printError("interrupted, and not complete" + (rest.isEmpty ? "" : ": \(rest)"))
    return ExitCode(Session.interruptedStatus)
  }
}
