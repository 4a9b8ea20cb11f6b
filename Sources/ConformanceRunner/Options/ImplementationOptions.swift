// Which implementations take part in a run, and the processes of those that are adapters.

import AdapterProtocol
import ArgumentParser
import Conformance
import ReactiveMotionConformance

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

struct ImplementationOptions: ParsableArguments {
  @Option(
    name: [.customShort("i"), .customLong("implementation")],
    help: ArgumentHelp(
      "`swift`, the built-in streams (the default), or the command of an adapter, split into words as "
        + "a shell would but run without one. May be repeated, to run several side by side.",
      valueName: "[label=]command"),
    transform: { try AdapterCommand($0) })
  var implementation: [AdapterCommand] = []

  @Option(
    help: ArgumentHelp(
      "How long an adapter may take for one case (default: 10).", valueName: "seconds"))
  var timeout: Double?

  func validate() throws {
    if let timeout, !(timeout > 0 && timeout <= 86_400) {
      throw ValidationError("--timeout is more than 0 seconds, and at most a day")
    }
    let names = implementation.compactMap { $0.label ?? ($0.isBuiltIn ? "swift" : nil) }
    for (index, name) in names.enumerated() where names[..<index].contains(name) {
      throw ValidationError("two implementations are called `\(visible(name))`; give them labels")
    }
  }

  /// Starts the adapters, without waiting until they are ready.
  ///
  /// - Parameters:
  ///   - processes: How many processes each may have.
  ///   - limits: What they may do.
  /// - Returns: The implementations, in the order in which they are named.
  func start(processes: Int, limits: AdapterLimits) -> Contestants {
    // An adapter that no longer reads is no reason to end.
    signal(SIGPIPE, SIG_IGN)
    var limits = limits
    if let timeout { limits.timeout = .seconds(timeout) }
    if implementation.isEmpty { return Contestants(entries: [.builtIn(name: "swift")]) }
    return Contestants(
      entries: implementation.map { command in
        if command.isBuiltIn { return .builtIn(name: command.label ?? "swift") }
        let adapter = Adapter(
          command, processes: processes, limits: limits,
          runnerVersion: ConformanceRunner.version)
        adapter.start()
        return .adapter(adapter)
      })
  }
}

extension AdapterCommand {
  fileprivate var isBuiltIn: Bool { words == ["swift"] }
}

/// The implementations of a run.
struct Contestants: Sendable {
  enum Entry: Sendable {
    case builtIn(name: String)
    case adapter(Adapter)
  }

  /// In the order in which they were named.
  private(set) var entries: [Entry]

  init(entries: [Entry]) {
    self.entries = entries
  }

  /// Whether there are any whose start takes a while.
  var hasAdapters: Bool {
    entries.contains { if case .adapter = $0 { true } else { false } }
  }

  /// Waits until the adapters are ready, and leaves out those that are not to be had.
  ///
  /// - Returns: Why they are not.
  mutating func waitUntilReady() -> [String] {
    var problems: [String] = []
    entries.removeAll { entry in
      guard case .adapter(let adapter) = entry else { return false }
      do throws(ExecutionError) {
        try adapter.waitUntilReady()
        return false
      } catch {
        let lines = ["\(visible(adapter.name)): \(visible(error.message))"]
        problems.append((lines + error.details.map { "  \(visible($0))" }).joined(separator: "\n"))
        return true
      }
    }
    return problems
  }

  /// What is judged, each by a name of its own.
  var candidates: [Candidate] {
    var names: Set<String> = []
    return entries.map { entry in
      let name: String =
        switch entry {
        case .builtIn(let name): name
        case .adapter(let adapter): adapter.name
        }
      var own = name
      var count = 1
      while !names.insert(own).inserted {
        count += 1
        own = "\(name) (\(count))"
      }
      return switch entry {
      case .builtIn: Candidate(SwiftStreams(), name: own)
      case .adapter(let adapter): Candidate(adapter, name: own)
      }
    }
  }

  /// Has the adapters end, and waits until they have.
  ///
  /// - Returns: What each implementation did wrong outside any case.
  func finish() -> [[ExecutionError]] {
    entries.map { entry in
      if case .adapter(let adapter) = entry { adapter.finish() } else { [] }
    }
  }

  /// Ends the adapters at once, and waits until they have ended.
  func stop() {
    for case .adapter(let adapter) in entries { adapter.stop() }
  }
}
