// Where a command works: a folder, and two streams. The process has one of each; a command in a test has its own.

import Synchronization

/// The folder that relative paths lead from, and the streams for results and for what is wrong.
///
/// Commands with surroundings of their own run side by side in one process.
package final class Surroundings: Sendable {
  /// Those of the running command; those of the process unless a task has others.
  @TaskLocal package static var current = Surroundings(
    folder: nil, output: .standardOutput, errors: .standardError)

  /// Results.
  package let output: FileDescriptor

  /// What is wrong.
  package let errors: FileDescriptor

  private let workingFolder: Mutex<String?>

  /// Makes surroundings.
  ///
  /// - Parameters:
  ///   - folder: The folder, as a path that begins at the root; `nil` for the working directory of the process.
  ///   - output: The stream for results.
  ///   - errors: The stream for what is wrong.
  package init(folder: String?, output: FileDescriptor, errors: FileDescriptor) {
    (self.output, self.errors) = (output, errors)
    workingFolder = Mutex(folder)
  }

  /// The folder, as a path that begins at the root; `nil` for the working directory of the process.
  package var folder: String? {
    get { workingFolder.withLock { $0 } }
    set { workingFolder.withLock { $0 = newValue } }
  }
}

/// A path as the system is to be asked for it: from the folder of the running command.
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

  /// How many columns its terminal has; `nil` where there is none, or where it does not say.
  package var columns: Int? {
    var size = winsize()
    guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
