// The executable: its commands, of which `run` is the default.

import ArgumentParser

@main
struct ConformanceRunner: ParsableCommand {
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "ConformanceRunner",
    abstract: "Tells whether an implementation of a stream specification conforms to it.",
    discussion: """
      Fixtures are YAML files of timelines: who subscribes, what is emitted, and exactly what must \
      become observable at each step. They are run against the built-in Swift streams, or against \
      implementations in any language through adapters, and each difference is shown with its place \
      and a marble picture.

      Exit status: 0 every selected case conformed; 1 a case failed; 64 the command line is wrong; \
      65 a fixture is not valid; 66 no fixture or no case was selected; 69 an adapter could not be \
      started; 70 a fault of the runner; 73 a file could not be written.

      To have your shell complete commands and options, put the output of \
      `ConformanceRunner --generate-completion-script zsh` (or bash, or fish) where it looks for \
      completions.
      """,
    version: version,
    subcommands: [
      Run.self, Validate.self, List.self, Show.self, New.self, Record.self, Schema.self,
      CoverageCommand.self, AuditCommand.self, Explore.self, Report.self, ServeAdapter.self,
    ],
    defaultSubcommand: Run.self)
}
