// The implementations that a name stands for.

import ArgumentParser
import Conformance
import ReactiveMotionConformance

/// The implementation of a name: `swift`, `literal`, or that of a deviation.
func implementationNamed(_ name: String) throws -> any Implementation {
  switch name {
  case "swift": return SwiftStreams()
  case "literal": return LiteralStreams()
  default: break
  }
  if let deviation = Deviation.all.first(where: { $0.name == name }) {
    return deviation.implementation
  }
  let names = ["swift", "literal"] + Deviation.all.map(\.name)
  let suggestion = orDidYouMean(name, among: names)
  throw ValidationError("there is no implementation `\(visible(name))`\(suggestion)")
}
