// What the runner writes: requests, a message a line.

import Conformance

/// The version of the protocol that is spoken.
let protocolVersion = 1

/// A message from the runner to an adapter.
enum Request {
  case initialize(runnerVersion: String)
  case run(id: Int, Plan, deviation: String?)
  case shutdown

  /// The message, with a line break at its end.
  var line: [UInt8] {
    var text = JSONText()
    text.raw("{\"jsonrpc\":\"2.0\",")
    switch self {
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
      text.plan(plan, deviation: deviation)
      text.raw("}\n")
    case .shutdown: text.raw("\"method\":\"shutdown\"}\n")
    }
    return text.bytes
  }
}
