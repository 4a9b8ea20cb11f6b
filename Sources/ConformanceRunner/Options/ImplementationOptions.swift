// Which implementations a command is about: the option `-i`, the same in all of them.

import AdapterProtocol
import ArgumentParser
import Conformance
import ConformancePlatform
import Laboratory

struct ImplementationOptions: ParsableArguments {
  @Option(
    name: [.customShort("i"), .customLong("implementation")],
    help: ArgumentHelp(
      "`swift`, `literal`, a deviation that `audit` lists, a label of the project file, or an adapter's "
        + "command.",
      valueName: "[label=]name-or-command"),
    transform: { try ImplementationChoice($0) })
  var implementation: [ImplementationChoice] = []

  @OptionGroup var times: TimeOptions

  /// Those that are meant: the ones that are named, or else those of the project.
  var meant: [ImplementationChoice] {
    implementation.isEmpty
      ? (Project.current?.defaults ?? []).compactMap { try? ImplementationChoice($0.text) }
      : implementation
  }

  func validate() throws {
    let names = implementation.compactMap(\.name)
    for (index, name) in names.enumerated() where names[..<index].contains(name) {
      throw ValidationError(
        "two implementations are called `\(visible(name))`; give each a label of its own")
    }
    // Beside an adapter, a word may be a deviation that it serves.
    if implementation.contains(where: \.isAdapter) { return }
    for case .word(let word) in implementation.map(\.kind)
    where nearest(to: word, among: BuiltIn.names + Project.labels) != nil {
      throw BuiltIn.problem(with: word)
    }
  }

  /// Refuses more than one implementation.
  func validateOne() throws {
    if implementation.count > 1 {
      throw ValidationError(
        "--implementation is given once here, not \(implementation.count) times")
    }
  }

  /// The built-in deviations among them, with what they are called.
  var deviations: [(name: Name, deviation: Deviation)] {
    implementation.filter { $0.builtIn != nil }.compactMap { choice in
      BuiltIn.deviation(choice.word).map { (choice.word, $0) }
    }
  }

  /// Refuses a built-in deviation that deviates from another specification than a subject's.
  func validate(for explored: ExploredSubject) throws {
    for (name, deviation) in deviations where !deviation.concerns(explored.specification) {
      let other = BuiltIn.deviation(name, of: explored.specification).map {
        "; `\($0.specification):\($0.name)` is one of `\($0.specification)`"
      }
      throw explored.refusal(of: name, deviation, hint: other ?? "")
    }
  }

  /// The files that the commands of adapters name.
  var namedFiles: [String] {
    meant.filter(\.isAdapter).flatMap { $0.command.words.map($0.command.path) }.filter {
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
  ///   - count: How many the command takes. Where one is lacking, it is the last standard.
  ///   - use: Receives the implementations, in the order in which they are named, and a
  ///     cancellation by Ctrl-C, which ends them at once. The adapters may not be ready.
  /// - Returns: What `use` returns.
  /// - Throws: What `use` throws.
  func start<Result>(
    processes: Int = coreCount(), limits: AdapterLimits, standard: [Name]? = nil,
    count: Int? = nil, _ use: (inout Contestants, Cancellation) throws -> Result
  ) throws -> Result {
    try refuseUnquotedCommand()
    let interrupt = Session.interruption()
    var contestants = start(
      try chosen(standard, count), processes: processes, limits: limits)
    let started = contestants
    defer { started.stop() }
    return try interrupt.perform({ try use(&contestants, interrupt) }, onCancel: { started.stop() })
  }

  /// Refuses a path that is taken for that of a fixture, and was probably to be a word of the command before
  /// it: `-i node adapter.js`. The program alone would wait for what nobody writes.
  func refuseUnquotedCommand() throws {
    let arguments = Invocation.current.arguments
    for (index, word) in arguments.enumerated().dropFirst(2)
    where ["-i", "--implementation"].contains(arguments[index - 2]) {
      let text = arguments[index - 1]
      let path = MeantPath(Project.inputPath(word)).path
      guard let choice = try? ImplementationChoice(text), choice.isAdapter,
        Project.command(of: Name(text)) == nil,
        choice.command.words.count == 1, !path.hasSuffix(".yaml"), !path.hasSuffix(".yml")
      else { continue }
      let hint = "write the command as one argument: \(arguments[index - 2]) '\(text) \(word)'"
      let status = FileStatus(at: path)
      if status == nil, FilePath(path).extension != nil {
        printError("there is no file or folder `\(visible(path))`\n  hint: \(visible(hint))")
        throw Status.nothingSelected.exitCode
      }
      guard status?.isFolder == false,
        case .failure(var invalid) = SourceText.read(path).flatMap({ Fixture.read($0) })
      else { continue }
      let last = invalid.problems.count - 1
      invalid.problems[last].hint = [invalid.problems[last].hint, hint].compactMap(\.self)
        .joined(separator: "; or ")
      printProblems(invalid.problems)
      throw Status.invalidFixture.exitCode
    }
  }

  /// Those that a command uses.
  private func chosen(_ standard: [Name]?, _ count: Int?) throws -> [ImplementationChoice] {
    let meant = meant
    if implementation.count > 1 || (implementation.count == 1 && count != 2) { return meant }
    if implementation.isEmpty, meant.allSatisfy({ $0.builtIn != nil }),
      standard != nil || meant.isEmpty
    {
      return try (standard ?? ["swift"]).map { try ImplementationChoice($0.text) }
    }
    if let last = standard?.last, meant.count + 1 == count {
      return meant + [try ImplementationChoice(last.text)]
    }
    guard let count, meant.count != count, let project = Project.current else { return meant }
    let names = meant.map { "`\(visible($0.command.text))`" }.joined(separator: ", ")
    throw ValidationError(
      "`\(visible(project.fileName))` has \(names) to judge, and this command takes "
        + "\(count == 1 ? "one" : "two"): say with -i which")
  }

  private func start(
    _ chosen: [ImplementationChoice], processes: Int, limits: AdapterLimits
  ) -> Contestants {
    let limits = times.replacing(in: limits)
    return Contestants(
      entries: chosen.map { choice in
        if let builtIn = choice.builtIn {
          return .builtIn(name: choice.name!, word: choice.word, builtIn)
        }
        let adapter = Adapter(
          choice.command, processes: processes, limits: limits,
          runnerVersion: ConformanceRunner.version)
        if case .word(let word) = choice.kind, chosen.contains(where: \.isAdapter) {
          return .served(deviation: word, name: choice.name!, unless: adapter)
        }
        adapter.start()
        return .adapter(adapter)
      })
  }
}
