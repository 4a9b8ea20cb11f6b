// One command line: what was typed, where, and what belongs to it until it has ended.

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

  /// How the executable was started, for the commands that are to be typed next: by its name, by a path, or
  /// by `swift run`, which passes the path of the product.
  let program: String

  /// What its results come from.
  let origin: RunOrigin

  /// Where the runner was started.
  let startFolder = realPath(".") ?? "."

  private let state = Monitor(State())

  /// What turns out in the course of it.
  struct State {
    /// The project that it is in; `nil` where it has none.
    var project: Project?

    /// Why its project file is not valid, where it is not.
    var invalidProject: InvalidFile?

    /// How the command ends, as far as that is noted: with the gravest of these.
    var statuses: Set<Status> = []

    /// Why results could not be written to standard output, once they could not.
    var lostResults: (any Error)?
  }

  subscript<Value: Sendable>(
    dynamicMember path: WritableKeyPath<State, Value> & Sendable
  ) -> Value {
    get { state.read { $0[keyPath: path] } }
    set { state.update { $0[keyPath: path] = newValue } }
  }

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
    Session.removeDue(of: self)
    return failure.map(ConformanceRunner.tell) ?? 0
  }
}

/// The first argument of the process that is not UTF-8, and so names no file here, with its bytes written out.
private var argumentNotInUTF8: String? {
  (1..<max(1, Int(CommandLine.argc))).lazy
    .compactMap { CommandLine.unsafeArgv[$0] }
    .first { String(validatingCString: $0) == nil }.map { escaped($0) }
}
