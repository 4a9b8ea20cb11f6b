// Requests to a server in this process, for tests.

import AdapterProtocol
import Conformance

extension AdapterServer {
  /// Serves requests, and returns what is answered.
  func answers(to requests: [UInt8]) throws -> [UInt8] {
    let input = Monitor(requests)
    let output = Monitor<[UInt8]>([])
    try serve {
      input.update { input in
        defer { input = [] }
        return input
      }
    } write: { bytes in
      output.update { $0 += bytes }
    }
    return output.read(\.self)
  }
}
