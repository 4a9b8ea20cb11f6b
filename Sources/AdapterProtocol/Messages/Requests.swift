// What the runner writes: requests, a message a line.

import Conformance

/// The version of the protocol that is spoken.
let protocolVersion = 1

/// A message from the runner to an adapter.
enum Request {
  case initialize(runnerVersion: String)
  case run(id: Int, Plan, deviation: Name?)
  case message(id: Int, KitMessage)
  case shutdown
}

/// The lines of messages to one process.
struct RequestLines: ~Copyable {
  private var text = JSONText()

  /// The subjects of the last plans: a search asks for the same few in very many requests.
  private var subjects: [(subject: Subject, text: [UInt8])] = []

  /// Takes what has been written, each message with a line break at its end, and goes on with nothing.
  mutating func take() -> [UInt8] { text.takeBytes() }

  /// Writes a message.
  mutating func append(_ request: Request) {
    if case .message(let id, let message) = request { return message.request(id: id, to: &text) }
    text.raw("{\"jsonrpc\":\"2.0\",")
    switch request {
    case .initialize(let version):
      text.raw("\"id\":0,\"method\":\"initialize\",\"params\":{\"protocol\":")
      text.integer(protocolVersion)
      text.raw(",\"runner\":{\"name\":\"ConformanceRunner\",\"version\":")
      text.string(version)
      text.raw("}}}\n")
    case .run(let id, let plan, let deviation):
      text.raw("\"id\":")
      text.integer(id)
      text.raw(",\"method\":\"run\",\"params\":")
      text.plan(plan, on: written(plan.subject), deviation: deviation)
      text.raw("}\n")
    case .shutdown: text.raw("\"method\":\"shutdown\"}\n")
    case .message: break
    }
  }

  private mutating func written(_ subject: Subject) -> [UInt8] {
    if let known = subjects.first(where: { $0.subject == subject }) { return known.text }
    var text = JSONText()
    text.subject(subject)
    if subjects.count == 4 { subjects.removeFirst() }
    let bytes = text.takeBytes()
    subjects.append((subject, bytes))
    return bytes
  }
}
