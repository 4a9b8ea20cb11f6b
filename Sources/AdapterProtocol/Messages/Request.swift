// What the runner writes: requests, a message a line.

import Conformance

/// The version of the protocol that is spoken.
let protocolVersion = 1

extension JSONText {
  /// Writes the request to say what the adapter is.
  mutating func initialize(runnerVersion: String) {
    request("initialize", id: 0, InitializeParameters(runnerVersion: runnerVersion))
  }

  /// Writes the request to play a plan, or the message in place of one.
  mutating func run(_ assignment: Assignment, id: Int) {
    if let message = assignment.message { return message.request(id: id, to: &self) }
    request("run", id: id, RunParameters(assignment.plan, deviation: assignment.deviation))
  }

  /// Writes that the adapter is to exit.
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

/// The parameters of `initialize`.
struct InitializeParameters: JSONObject {
  private(set) var version: Int?
  private var runner: Value?

  init() {}

  init(runnerVersion: String) {
    version = protocolVersion
    runner = ["name": "ConformanceRunner", "version": .string(runnerVersion)]
  }

  mutating func members<Form: JSONForm & ~Copyable>(_ form: inout Form) throws(Form.Failure) {
    try form("protocol", &version)
    try form("runner", &runner)
  }
}
