// How a command writes what it found out.

import ArgumentParser
import Conformance

enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
}

/// Writes a result to standard output as JSON, with its keys in order.
func printJSON(_ value: Value) {
  printResult(json(value))
}

/// A value as JSON with its keys in order, and a line break at its end.
func json(_ value: Value) -> String {
  var text = JSONText()
  text.indented(value)
  return text.take() + "\n"
}
