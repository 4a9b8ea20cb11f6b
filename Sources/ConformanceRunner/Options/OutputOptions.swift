// How a command writes its results: with or without colours, as text or as JSON.

import ArgumentParser
import Conformance
import ConformancePlatform

enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  /// How results are written to standard output.
  var style: Style {
    let output = Surroundings.current.output
    let isFit = output.isTerminal && !isTerminalDumb && variable("NO_COLOR") == nil
    return Style(
      isColored: self == .always || self == .auto && isFit, width: output.columns,
      program: Invocation.current.program)
  }
}

enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json

  /// Writes a result to standard output, in this format.
  func print(_ text: @autoclosure () -> String, _ value: @autoclosure () -> Value) {
    printResult(self == .text ? text() : jsonText(value()))
  }
}

extension ArgumentHelp {
  /// The help of an option or argument, with the name of its value.
  static func value(_ name: String, _ text: String) -> ArgumentHelp {
    ArgumentHelp(text, valueName: name)
  }
}
