// How a command writes what it found out.

import ArgumentParser
import Conformance

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

/// A value of the format as JSON with its keys in order, and a line break at its end.
func json(_ value: Value) -> String {
  var text = JSONText()
  text.indented(value)
  return text.take() + "\n"
}

/// A result as JSON with its keys in order, and a line break at its end.
func json(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
}
