// The command `adapter`: serve the built-in streams over the adapter protocol.

import AdapterProtocol
import ArgumentParser
import Conformance
import ReactiveMotionConformance
import ReactiveXConformance

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
    help: .value("name", "What to serve: `swift`, `literal` or a deviation."))
  var implementation: Name = "swift"

  func run() throws {
    guard let served = BuiltIn.implementation(implementation) else {
      throw BuiltIn.problem(with: implementation)
    }
    var operators = KnownSpecification.builtIn.flatMap(\.operators)
    if !(served is SwiftStreams) {
      operators += ReactiveXStreams.operators.filter { !operators.contains($0) }
    }
    let server = AdapterServer(
      served, version: ConformanceRunner.version, operators: operators,
      deviations: BuiltIn.deviations)
    try server.serve()
  }
}
