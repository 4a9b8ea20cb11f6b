// The requests that the runner writes, one message a line.

import Conformance

/// The version of the protocol.
let protocolVersion = 1

extension JSONText {
  /// Writes the request for the adapter's introduction.
  mutating func initialize(runnerVersion: String) {
    let runner: Value = ["name": "ConformanceRunner", "version": .string(runnerVersion)]
    let version = Value.number(Double(protocolVersion))
    request("initialize", id: 0, ["protocol": version, "runner": runner] as Value)
  }

  /// Writes the notification to exit.
  mutating func shutdown() { request("shutdown", id: nil, nil as Value?) }

  /// Writes a request as a line; without an id, a notification.
  mutating func request(_ method: Name, id: Int?, _ parameters: some JSONWritable) {
    raw("{\"jsonrpc\":\"2.0\"")
    also("id", id)
    also("method", method)
    also("params", parameters)
    raw("}\n")
  }
}
