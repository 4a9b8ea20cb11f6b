// Serves OpenCombine to the runner over standard input and output.

import AdapterProtocol

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

let server = AdapterServer(
  OpenCombineStreams(), version: "0.14", operators: ["_remember", "startWith"])
try server.serve(
  read: {
    [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      count = max(0, read(0, buffer.baseAddress!, buffer.count))
    }
  },
  write: { bytes in
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { write(1, $0.baseAddress!, $0.count) }
      if written <= 0 { return }
      rest = rest.dropFirst(written)
    }
  })
