// How the process ends.

import ArgumentParser

/// The exit statuses other than success, the gravest first.
///
/// A wrong command line, 64, is ArgumentParser's.
enum Status: Int32, CaseIterable {
  case fault = 70
  case invalidFixture = 65
  case failure = 1
  case nothingSelected = 66

  var exitCode: ExitCode { ExitCode(rawValue) }
}

extension Set<Status> {
  /// The gravest.
  var first: Status? { Status.allCases.first(where: contains) }
}
