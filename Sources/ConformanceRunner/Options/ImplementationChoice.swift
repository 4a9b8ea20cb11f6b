// What `-i` names: a built-in implementation, a deviation, or the command of an adapter.

import AdapterProtocol
import ArgumentParser
import Conformance
import ConformancePlatform
import ReactiveMotionConformance

/// An implementation as the command line names it: `[LABEL=]NAME-OR-COMMAND`.
struct ImplementationChoice {
  let command: AdapterCommand
  let kind: Kind

  enum Kind {
    case builtIn(any Implementation)
    case adapter

    /// A word that is neither built in nor a program: possibly a deviation that an adapter serves.
    case word(String)
  }

  init(_ text: String) throws {
    command = try AdapterCommand(text)
    let word = command.words[0]
    if command.words.count > 1 || word.contains("/") {
      kind = .adapter
    } else if let builtIn = BuiltIn.implementation(word) {
      kind = .builtIn(builtIn)
    } else {
      kind = isProgram(word) ? .adapter : .word(word)
    }
  }

  var isAdapter: Bool { if case .adapter = kind { true } else { false } }

  /// The name in reports, if it is known before the adapter is started.
  var name: String? {
    if let label = command.label { return label }
    return isAdapter ? nil : command.words[0]
  }

  /// The implementation, where it is built in.
  var builtIn: (any Implementation)? {
    if case .builtIn(let implementation) = kind { implementation } else { nil }
  }
}

/// The implementations that are part of this program.
enum BuiltIn {
  /// The implementation of a name: `swift`, `literal`, or that of a deviation; `nil` for others.
  static func implementation(_ name: String) -> (any Implementation)? {
    switch name {
    case "swift": SwiftStreams()
    case "literal": LiteralStreams()
    default: deviation(name)?.candidate.local
    }
  }

  /// The deviation of a name. Where two specifications have one, it is the first's; the other's has the
  /// specification before its name: `ReactiveProperty:iterates-live`.
  static func deviation(_ name: String) -> Deviation? {
    Deviation.all.first { $0.name == name || "\($0.specification):\($0.name)" == name }
  }

  /// The deviation of a name from one specification.
  static func deviation(_ name: String, of specification: String) -> Deviation? {
    Deviation.all.first { $0.name == name && $0.concerns(specification) }
  }

  static var names: [String] { ["swift", "literal"] + Deviation.all.map(\.name) }

  /// What is wrong with a name that no implementation has.
  static func problem(with name: String) -> ValidationError {
    let suggestion = orDidYouMean(name, among: names)
    return ValidationError("there is no implementation `\(visible(name))`\(suggestion)")
  }
}

/// Whether the PATH has a program of a name.
private func isProgram(_ name: String) -> Bool {
  guard let path = getenv("PATH") else { return false }
  return String(cString: path).split(separator: ":", omittingEmptySubsequences: false).contains {
    access("\($0.isEmpty ? "." : $0)/\(name)", X_OK) == 0
  }
}
