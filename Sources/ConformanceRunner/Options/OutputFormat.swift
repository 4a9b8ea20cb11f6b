// How a command writes what it found out.

import ArgumentParser

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
}

/// Writes a result to standard output as JSON, with its keys in order.
func printJSON(_ value: some Encodable) throws {
  printResult(try json(value))
}

/// A value as JSON with its keys in order, and a line break at its end.
func json(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
}
