// What the runner writes: requests, a message a line.

import Conformance

/// The version of the protocol that is spoken.
let protocolVersion = 1

/// The lines of messages to one process.
struct RequestLines: ~Copyable {
  private var text = JSONText()

  /// The subjects of the last plans: a search asks for the same few in very many requests.
  private var subjects: [(subject: Subject, text: [UInt8])] = []

  /// Takes what has been written, each message with a line break at its end, and goes on with nothing.
  mutating func take() -> [UInt8] { text.takeBytes() }

  /// Writes the request to say what it is.
  mutating func initialize(runnerVersion: String) {
    text.request("initialize", id: 0, InitializeParameters(runnerVersion: runnerVersion))
  }

  /// Writes the request to play a plan, or the message in place of one.
  mutating func run(_ assignment: Assignment, id: Int) {
    if let message = assignment.message { return message.request(id: id, to: &text) }
    let plan = assignment.plan
    text.request(
      "run", id: id,
      RunParameters(plan, on: written(plan.subject), deviation: assignment.deviation))
  }

  /// Writes that the process is to exit.
  mutating func shutdown() { text.request("shutdown", id: nil, nil as Value?) }

  private mutating func written(_ subject: Subject) -> [UInt8] {
    if let known = subjects.first(where: { $0.subject == subject }) { return known.text }
    var text = JSONText()
    subject.write(to: &text)
    if subjects.count == 4 { subjects.removeFirst() }
    let bytes = text.takeBytes()
    subjects.append((subject, bytes))
    return bytes
  }
}

extension JSONText {
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
