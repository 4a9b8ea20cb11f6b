// The options that select fixtures and cases, for every command with paths.

import ArgumentParser
import Conformance
import ConformancePlatform

struct SelectionOptions: ParsableArguments {
  @Argument(
    help: .value(
      "path",
      "Fixture files or folders (default: the project's, or Fixtures), or FILE:LINE[:COLUMN] for the case "
        + "there."),
    completion: .file())
  var paths: [CommandPath] = []

  @Option(
    help: .value(
      "pattern",
      "Only cases whose `file › name` matches or contains it."))
  var filter: [String] = []

  @Option(help: .value("tag", "Only cases with this tag. May be repeated."))
  var tag: [Name] = []

  @Option(help: .value("tag", "No cases with this tag."))
  var skipTag: [Name] = []

  @Option(help: .value("id", "Only cases that cite this clause."))
  var clause: [Name] = []

  @Option(help: .value("id", "No cases that cite it."))
  var skipClause: [Name] = []

  @Option(help: .value("tier", "Only cases of this tier."))
  var tier: [Name] = []

  @Option(help: .value("tier", "No cases of this tier."))
  var skipTier: [Name] = []

  @Option(help: Project.help, completion: .file(extensions: ["yaml"]))
  var config: String?

  @Option(help: LimitChoice.help, transform: LimitChoice.init)
  var limit: [LimitChoice] = []

  func validate() throws {
    try refuse(if: filter.contains(""), "--filter needs a pattern, and this one is empty")
  }

  /// The paths of the selected fixtures and clause indexes. No file is read.
  var fixturePaths: [String] {
    FixtureFiles(namedBy: paths.map(\.file), limits: nil).paths.map(\.text)
  }

  /// Looks for the fixtures, and prints the problems.
  func find() -> FoundFixtures {
    var found = FoundFixtures(namedBy: paths, limit)
    let words: [(kind: Selection.Condition.Kind, words: [Name], skipped: [Name])] = [
      (.pattern, filter.map { Name($0) }, []), (.tag, tag, skipTag),
      (.clause, clause, skipClause), (.tier, tier, skipTier),
    ]
    found.selection.require(
      words.flatMap { kind, words, skipped in
        words.map { Selection.Condition(kind, $0) }
          + skipped.map { Selection.Condition(kind, $0, skips: true) }
      }, in: found.indexes)
    return found
  }
}

extension Name: ExpressibleByArgument {
  /// Takes a word of the command line for a name.
  public init(argument: String) { self.init(argument) }
}
