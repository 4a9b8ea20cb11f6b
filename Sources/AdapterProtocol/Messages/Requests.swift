// What the runner writes: requests, a message a line.

import Conformance

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The version of the protocol that is spoken.
public let protocolVersion = 1

/// A request of JSON-RPC 2.0, or a notification where it has no id.
struct Request<Parameters: Encodable>: Encodable {
  var jsonrpc = "2.0"
  var id: Int?
  var method: String
  var params: Parameters?
}

/// The parameters of `initialize`.
struct InitializeParameters: Encodable {
  struct Runner: Encodable {
    var name = "ConformanceRunner"
    var version: String
  }

  var `protocol` = protocolVersion
  var runner: Runner
}

/// A message as a line of JSON.
func line(_ message: some Encodable) throws -> [UInt8] {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.withoutEscapingSlashes]
  return [UInt8](try encoder.encode(message)) + [UInt8(ascii: "\n")]
}
