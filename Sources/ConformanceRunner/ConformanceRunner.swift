// The executable: its commands; `run` is the default.

import ArgumentParser
import Conformance
import ConformancePlatform
import Laboratory

@main
struct ConformanceRunner: ParsableCommand {
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "ConformanceRunner",
    abstract: "Check whether an implementation of a stream specification conforms to it.",
    discussion: """
      Fixtures are YAML files of timelines: who subscribes, what is emitted, and exactly which events must \
      happen at each step. They are run against the built-in Swift streams, or against implementations in \
      any language through adapters. Each difference is shown with its place and a marble picture.

      Exit status: 0 no selected case failed; 1 a case failed; 64 the command line is wrong; 65 a fixture \
      is not valid; 66 nothing was selected, or no case of an implementation could be run; 69 an adapter \
      could not be started; 70 a fault of the runner; 73 a file could not be written; 129, 130 or 143 the \
      run was interrupted. If several apply, the first of 70, 65, 69, 1, 66, 73 is used.

      For completion of commands and options, save the output of \
      `ConformanceRunner --generate-completion-script zsh` (or bash, or fish) where your shell looks for \
      completions.
      """,
    version: version,
    subcommands: [
      Run.self, Validate.self, List.self, Show.self, New.self, Record.self, Schema.self,
      CoverageCommand.self, AuditCommand.self, Explore.self, Report.self, ServeAdapter.self,
      Kit.self,
    ],
    defaultSubcommand: Run.self)

  static func main() { Session.run() }

  /// Prints an error, and returns the exit status.
  static func tell(_ error: any Error) -> Int32 {
    switch error {
    // After parsing, the usage of the command would not help.
    case let refusal as ValidationError:
      printError(refusal.message)
      return ExitCode.validationFailure.rawValue
    case let problem as SubjectNames.Problem:
      printError(problem.message)
      return ExitCode.validationFailure.rawValue
    case let invalid as InvalidFile:
      printProblems(invalid.problems)
      return Status.invalidFixture.rawValue
    case let problem as RunResults.Problem:
      return Status.invalidFixture.saying(problem.description).rawValue
    case is ThreadError:
      return Status.fault.saying("the system has no thread left to run cases on").rawValue
    case let failure as Exploration.Failure:
      printError(failure.description)
      switch failure {
      case .noThread: return Status.fault.rawValue
      case .unsupported: return ExitCode.validationFailure.rawValue
      case .unplayed: return Status.failure.rawValue
      }
    default: break
    }
    let status = exitCode(for: error)
    var message = fullMessage(for: error)
    if !status.isSuccess {
      let program = Invocation.current.program
      message.replace("See '\(Style.plainProgram) ", with: "See '\(program) ")
    }
    if message.hasPrefix(parserHead) {
      printError(String(message.dropFirst(parserHead.count)))
    } else if !message.isEmpty {
      status.isSuccess
        ? printResult("\(message)\n", isOwn: true) : printAside("\(visibleLines(message))\n")
    }
    return status.rawValue
  }

  /// Runs a command line.
  static func run(_ arguments: [String]) throws {
    if let slip = slip(in: arguments) { throw slip }
    var command = try command(of: arguments)
    if command is any ProjectCommand, let invalid = Invocation.current.invalidProject {
      // No run will replace its former reports.
      (command as? Run)?.expectReports(sparing: invalid.problems.map(\.path.text))
      throw invalid
    }
    try command.run()
    try Status.throwNoted()
  }

  /// The command of a command line, with its options.
  ///
  /// Parsing only the options of this command takes a third of the time. The parser of all commands handles help, the
  /// version and errors.
  private static func command(of arguments: [String]) throws -> any ParsableCommand {
    let named = configuration.subcommands.first { $0._commandName == arguments.first }
    let meant = named ?? Run.self
    let rest = Array(arguments.dropFirst(named == nil ? 0 : 1))
    if arguments.first != "help", let command = try? meant.parseAsRoot(rest),
      type(of: command) == meant
    {
      return command
    }
    return try parseAsRoot(arguments)
  }

  /// The prefix of the parser's errors; all other errors begin in lower case.
  private static let parserHead = "Error: "

  /// An error that the parser does not find: an option that is given twice, where it silently takes the last value, or
  /// an unknown command, which it takes for a path.
  private static func slip(in arguments: [String]) -> ValidationError? {
    var given: Set<Substring> = []
    for name in arguments.prefix(while: { $0 != "--" }).map({ $0.prefix { $0 != "=" } })
    where singleOptions.contains(name) && !given.insert(name).inserted {
      return ValidationError("\(name) is given twice, and only one can count")
    }
    let commands = configuration.subcommands.compactMap { $0._commandName } + ["help"]
    let asksForHelp = arguments.first == "help"
    guard let word = arguments.dropFirst(asksForHelp ? 1 : 0).first, !word.hasPrefix("-"),
      !commands.contains(word)
    else { return nil }
    if asksForHelp { return unknown("command", word, among: commands) }
    guard !word.contains("/"), !fileExists(CommandPath(argument: word).file),
      let suggestion = didYouMean(word, among: commands)
    else { return nil }
    return ValidationError("there is no command, file or folder `\(visible(word))`; \(suggestion)")
  }

  /// The options that take one value in every command.
  private static let singleOptions: Set<Substring> = [
    "--adapter", "--baseline", "--color", "--config", "--folder", "--format", "--jobs", "--length",
    "--like", "--max-differences", "--minutes", "--observers", "--output", "--random",
    "--reaction-length", "--seed", "--shard", "--spec", "--start-timeout", "--subject", "--svg",
    "--timeout", "--write-known-failures",
  ]
}
