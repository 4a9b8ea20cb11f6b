// One command line: its words, its folder, and its state until it ends.

import ArgumentParser
import Conformance
import ConformancePlatform

/// A command line that is being run. The process has one; tests have many, side by side.
@dynamicMemberLookup
final class Invocation: Sendable {
  /// The one that runs.
  @TaskLocal static var current = Invocation(CommandLine.arguments)

  /// The arguments, without the name of the program.
  let arguments: [String]

  /// How the executable was started, for the commands that messages suggest: by its name, by a path, or
  /// by `swift run`, which passes the path of the product.
  let program: String

  /// The origin of its results.
  let origin: RunOrigin

  /// Where the runner was started.
  let startFolder = realPath(".") ?? "."

  private let state = Monitor(State())

  /// Its state while it runs.
  struct State {
    /// The project that it is in; `nil` if it has none.
    var project: Project?

    /// Why its project file is not valid; `nil` if it is.
    var invalidProject: InvalidFile?

    /// The exit statuses noted so far. The command ends with the gravest.
    var statuses: Set<Status> = []

    /// Why results could not be written to standard output, once they could not.
    var lostResults: (any Error)?

    /// Whether the last line on standard error is one of progress.
    var hasLine = false

    /// The files to remove at its end: those that are not put in place yet, and former reports that it has not
    /// replaced.
    fileprivate var dueFiles: Set<String> = []

    /// The reports that it must not write, because it reads them.
    var inputs: Set<String> = []

    /// The first signal that asked the process to end.
    var signal: CInt = 0

    /// Cancels the command then, if it ends by its own means.
    var interruption: Cancellation?

    mutating func removeDueFiles() {
      for path in dueFiles { unlink(path) }
      dueFiles = []
    }
  }

  subscript<Value: Sendable>(
    dynamicMember path: WritableKeyPath<State, Value> & Sendable
  ) -> Value {
    get { state.read { $0[keyPath: path] } }
    set { state.update { $0[keyPath: path] = newValue } }
  }

  /// Changes the state, one thread at a time.
  func update<Result: Sendable>(_ body: (inout State) -> Result) -> Result { state.update(body) }

  /// Takes a command line.
  ///
  /// - Parameter words: Its words, the name of the program first.
  init(_ words: [String]) {
    arguments = Array(words.dropFirst())
    program = Self.program(words.first ?? "")
    origin = RunOrigin(
      date: currentDate(), command: ["ConformanceRunner"] + arguments,
      runner: ConformanceRunner.version)
  }

  private static func program(_ typed: String) -> String {
    let parts = typed.split(separator: "/")
    if parts.count == 4, parts[0] == ".build", parts[1].contains("-") {
      if parts[2] == "debug" { return "swift run \(parts[3])" }
      if parts[2] == "release" { return "swift run -c release \(parts[3])" }
    }
    return typed.isEmpty ? "ConformanceRunner" : shellWord(typed)
  }

  /// Where the runner was started, if that is not the working directory.
  var otherFolder: String? {
    self.project == nil || realPath(".") == startFolder ? nil : startFolder
  }

  /// Runs it.
  ///
  /// - Returns: The status to end with.
  func run() -> Int32 {
    var failure: (any Error)?
    do {
      if let argument = argumentNotInUTF8 {
        throw ValidationError("the argument `\(visible(argument))` is not UTF-8")
      }
      try ConformanceRunner.run(arguments)
    } catch {
      failure = error
    }
    Progress.clear()
    update { $0.removeDueFiles() }
    return failure.map(ConformanceRunner.tell) ?? 0
  }

  // MARK: - Files

  /// Opens a new file, which is removed at the end unless it has another name by then.
  ///
  /// - Throws: The error of the system.
  func openPartFile(_ path: String) throws -> FileDescriptor {
    try update { state in
      Result {
        let file = try FileDescriptor.open(
          path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
          permissions: .newFile)
        state.dueFiles.insert(path)
        return file
      }
    }.get()
  }

  /// Has former reports removed at the end unless they have been replaced: they must not be taken for its own.
  ///
  /// - Parameters:
  ///   - paths: The files that are to be written. Those that could not be replaced stay: read-only ones, and
  ///     those that are no regular files.
  ///   - inputs: The files that are read, which stay.
  func expect(_ paths: [String], sparing inputs: [String]) {
    let read = Set(paths.filter { isAny(of: inputs, $0) })
    let due = paths.filter {
      (try? Stat(systemPath($0), followTargetSymlink: false).type) == .regular && isWritable($0)
    }
    self.dueFiles.formUnion(Set(due).subtracting(read).map(systemPath))
    self.inputs.formUnion(read)
  }

  /// Keeps such a file.
  func settle(_ path: String) { self.dueFiles.remove(systemPath(path)) }
}

/// The first argument of the process that is not UTF-8, and so names no file here, with its bytes written out.
private var argumentNotInUTF8: String? {
  (1..<max(1, Int(CommandLine.argc))).lazy
    .compactMap { CommandLine.unsafeArgv[$0] }
    .first { String(validatingCString: $0) == nil }.map { escaped($0) }
}
