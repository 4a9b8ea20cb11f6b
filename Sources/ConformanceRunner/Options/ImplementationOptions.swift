// The options for implementations and their time limits, the same in all commands.

import AdapterProtocol
import ArgumentParser
import Conformance
import ConformancePlatform

struct ImplementationOptions: ParsableArguments {
  @Option(
    name: [.customShort("i"), .customLong("implementation")],
    help: .value(
      "[label=]name-or-command",
      "`swift`, `literal`, a deviation that `audit` lists, a label of the project file, or an adapter's "
        + "command."),
    transform: { try AdapterCommand($0) })
  var implementation: [AdapterCommand] = []

  @OptionGroup var times: TimeOptions

  /// The implementations that are named.
  var named: [Contestant] { implementation.map { Contestant($0) } }

  /// The implementations of the command: those that are named, or else those of the project.
  private var meant: [Contestant] {
    implementation.isEmpty
      ? (Project.current?.defaults ?? []).compactMap { try? Contestant(named: $0) } : named
  }

  /// Refuses duplicate names, and unknown names that are near to a known one.
  func validateInProject() throws {
    Invocation.current.project?.own = meant.map(\.fixtures)
    let named = named
    let names = named.compactMap(\.knownName)
    for (index, name) in names.enumerated() where names[..<index].contains(name) {
      throw ValidationError(
        "two implementations are called `\(visible(name))`; give each a label of its own")
    }
    // Beside an adapter, a word may be a deviation that it serves.
    let hasAdapters = named.contains(where: \.isProgram)
    for one in named where one.isUnknown && !hasAdapters {
      if nearest(to: one.word, among: BuiltIn.names + Project.labels) != nil {
        throw BuiltIn.problem(with: one.word)
      }
    }
    if let project = Project.current {
      try project.check(
        implementation.isEmpty ? project.defaults : implementation.map { Name($0.text) })
    }
  }

  /// Refuses more than one implementation.
  func validateOne() throws {
    let count = implementation.count
    try refuse(if: count > 1, "--implementation is given once here, not \(count) times")
    try validateInProject()
  }

  /// The files that the commands of adapters name.
  var namedFiles: [String] {
    meant.filter(\.isProgram).map(\.command).flatMap { $0.words.map($0.path) }.filter {
      FileStatus(at: $0)?.isFolder == false
    }
  }

  /// Starts the adapters for a body, and ends them when the body returns or throws.
  ///
  /// - Parameters:
  ///   - processes: How many processes each may have.
  ///   - limits: What they may do.
  ///   - standard: The built-in implementations to use if none is named, also in place of those of the
  ///     project if these are built in. Without them, it is `swift`, and in place of none.
  ///   - count: How many the command takes. If one is missing, it is the last standard.
  ///   - use: Receives the implementations, in the order in which they are named, and a
  ///     cancellation by Ctrl-C, which ends them at once. The adapters may not be ready.
  /// - Throws: What `use` throws.
  func start(
    processes: Int = coreCount(), limits: AdapterLimits, standard: [Name]? = nil,
    count: Int? = nil, _ use: (inout Contestants, Cancellation) throws -> Void
  ) throws {
    try refuseUnquotedCommand()
    try Contestants.start(
      try chosen(standard, count), processes: processes, limits: times.replacing(in: limits), use)
  }

  /// Refuses a path that was probably meant as a word of the command before it: `-i node adapter.js`. The program
  /// alone would wait for input forever.
  func refuseUnquotedCommand() throws {
    let arguments = Invocation.current.arguments
    for (option, (text, word)) in zip(arguments, zip(arguments.dropFirst(), arguments.dropFirst(2)))
    where ["-i", "--implementation"].contains(option) {
      let path = CommandPath(argument: word).file
      guard let command = try? AdapterCommand(text), command.words.count == 1,
        Project.command(of: Name(text)) == nil, Contestant(command).isProgram,
        !path.hasSuffix(".yaml"), !path.hasSuffix(".yml")
      else { continue }
      let status = FileStatus(at: path)
      let isOther =
        status.map { !$0.isFolder && (try? Fixture.read(SourceText.read(path).get()).get()) == nil }
        ?? (FilePath(path).extension != nil)
      if !isOther { continue }
      let problem = status == nil ? "there is no file or folder" : "there is no fixture in"
      throw (status == nil ? Status.nothingSelected : .invalidFixture).saying(
        "\(problem) `\(visible(path))`\n  hint: write the command as one argument: \(option) '\(text) \(word)'"
      )
    }
  }

  /// The implementations that a command uses.
  private func chosen(_ standard: [Name]?, _ count: Int?) throws -> [Contestant] {
    let meant = meant
    if implementation.isEmpty, meant.allSatisfy({ $0.builtIn != nil }),
      standard != nil || meant.isEmpty
    {
      return try (standard ?? ["swift"]).map(Contestant.init(named:))
    }
    if let last = standard?.last, meant.count + 1 == count {
      return meant + [try Contestant(named: last)]
    }
    guard let count, meant.count != count, let project = Project.current else { return meant }
    let names = meant.map { "`\(visible($0.command.text))`" }.joined(separator: ", ")
    throw ValidationError(
      "`\(visible(project.fileName))` has \(names), and this command takes "
        + "\(count == 1 ? "one" : "two"): choose with -i")
  }
}

/// How long an adapter may take.
struct TimeOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: .value("n", "Seconds that an adapter has for a case (default: 10)."),
    transform: seconds)
  var timeout: Double?

  @Option(
    parsing: .unconditional,
    help: .value("n", "Seconds that an adapter has to start (default: 30)."),
    transform: seconds)
  var startTimeout: Double?

  private static let seconds = number(from: 0.001, to: 86_400)

  /// Limits with these times in place of theirs.
  func replacing(in limits: AdapterLimits) -> AdapterLimits {
    var limits = limits
    if let timeout { limits.timeout = .seconds(timeout) }
    if let startTimeout { limits.startTime = .seconds(startTimeout) }
    return limits
  }
}
