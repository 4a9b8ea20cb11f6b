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

  /// Notes that the command ends with this status, unless a graver one is noted.
  ///
  /// - Parameter message: The reason; `nil` if it has been printed.
  func note(_ message: String? = nil) {
    if let message { printError(message) }
    Invocation.current.statuses.insert(self)
  }

  /// Notes problems of files, if there are any, and prints them.
  static func note(_ problems: [Diagnostic]) {
    printProblems(problems)
    if !problems.isEmpty { invalidFixture.note() }
  }

  /// Ends the command with the gravest status that is noted, if one is.
  static func throwNoted() throws {
    let noted = Invocation.current.statuses
    if let status = allCases.first(where: noted.contains) { throw status.exitCode }
  }

  /// Prints why a command ends with this status, and returns its exit code.
  func saying(_ message: String) -> ExitCode {
    printError(message)
    return exitCode
  }

  /// Notes the statuses of a run, and prints which implementations could not be started, or ran none of their cases.
  static func note(_ summary: RunSummary) {
    let fixtureErrors = summary.entries.contains { $0.tally.fixtureErrors > 0 }
    if summary.invalidFiles > 0 || fixtureErrors { invalidFixture.note() }
    for problem in summary.problems { unavailable.note(problem) }
    if summary.hasFailures { failure.note() }
    for entry in summary.entries where entry.isUnjudged {
      let isSaid = summary.unjudgedProblem(of: entry) == nil
      nothingSelected.note(isSaid ? nil : "no case ran with `\(visible(entry.name))`")
    }
  }

  /// The exit status of a case that did not end.
  init(of error: ExecutionError) { self = error.isOfFixture ? .invalidFixture : .failure }

  /// Prints that a command has been interrupted, and what it has not done.
  ///
  /// - Parameter rest: What it has not done; empty if there is nothing more to say.
  /// - Returns: The exit code.
  static func interrupted(before rest: String = "") -> ExitCode {
    printError("interrupted, and not complete" + (rest.isEmpty ? "" : ": \(rest)"))
    return ExitCode(Session.interruptedStatus)
  }
}
