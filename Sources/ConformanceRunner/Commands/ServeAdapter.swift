// The command `adapter`: serve the built-in streams over the adapter protocol.

import AdapterProtocol
import ArgumentParser
import Conformance
import ConformancePlatform
import ReactiveMotionConformance

struct ServeAdapter: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "adapter",
    abstract: "Serve the built-in streams over the adapter protocol.",
    discussion: """
      Reads requests on standard input and answers on standard output, in JSON-RPC 2.0 with one message per \
      line, until `shutdown` or the end of the input. `run -i 'ConformanceRunner adapter'` has the same \
      results as `run -i swift`. A request may name a deviation.
      """)

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("What to serve: `swift`, `literal` or a deviation.", valueName: "name"))
  var implementation: Name = "swift"

  func validate() throws {
    if BuiltIn.implementation(implementation) == nil {
      throw BuiltIn.problem(with: implementation)
    }
  }

  func run() throws {
    guard let served = BuiltIn.implementation(implementation) else { return }
    let server = AdapterServer(
      served, version: ConformanceRunner.version,
      operators: KnownSpecification.builtIn.flatMap(\.operators), deviations: Deviation.served)
    do {
      try server.serve(read: readInput, write: writeOutput)
    } catch {
      throw Status.noThread()
    }
  }
}

/// Writes output. If that fails, the runner is gone, and nobody is left to tell.
@Sendable private func writeOutput(_ bytes: [UInt8]) {
  do { try write(bytes, to: .standardOutput) } catch { exit(Status.fault.rawValue) }
}

/// What comes in on standard input; empty at its end.
@Sendable private func readInput() -> [UInt8] {
  let input = try? [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
    count = try FileDescriptor.standardInput.read(into: UnsafeMutableRawBufferPointer(buffer))
  }
  return input ?? []
}
