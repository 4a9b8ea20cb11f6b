// The surroundings of a command: a folder and two streams. A command in a test has its own.

import Synchronization

/// The folder that relative paths start from, and the streams for results and for problems.
///
/// Commands with surroundings of their own run side by side in one process.
package final class Surroundings: Sendable {
  /// Those of the running command; by default, those of the process.
  @TaskLocal package static var current = Surroundings(
    folder: nil, output: .standardOutput, errors: .standardError)

  /// Results.
  package let output: FileDescriptor

  /// Errors and warnings.
  package let errors: FileDescriptor

  private let workingFolder: Mutex<String?>

  /// Makes surroundings.
  ///
  /// - Parameters:
  ///   - folder: The folder, as an absolute path; `nil` for the working directory of the process.
  ///   - output: The stream for results.
  ///   - errors: The stream for errors and warnings.
  package init(folder: String?, output: FileDescriptor, errors: FileDescriptor) {
    (self.output, self.errors) = (output, errors)
    workingFolder = Mutex(folder)
  }

  /// The folder, as an absolute path; `nil` for the working directory of the process.
  package var folder: String? {
    get { workingFolder.withLock { $0 } }
    set { workingFolder.withLock { $0 = newValue } }
  }
}

/// A path for the system, relative to the folder of the running command.
///
/// - Complexity: O(*n*) in the length of the path.
package func systemPath(_ path: String) -> String {
  guard !path.hasPrefix("/"), !path.isEmpty, let folder = Surroundings.current.folder else {
    return path
  }
  return "\(folder)/\(path)"
}

extension FileDescriptor {
  /// Whether it is a terminal.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// The number of columns of its terminal; `nil` if there is none, or it is unknown.
  package var columns: Int? {
    var size = winsize()
    guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
