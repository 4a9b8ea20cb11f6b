// What `-i` names: a label of the project, a built-in implementation, a deviation, or the command of an adapter.

import AdapterProtocol
import ArgumentParser
import Conformance
import ConformancePlatform
import ReactiveMotionConformance
import ReactiveXConformance

/// An implementation as the command line names it: `[LABEL=]NAME-OR-COMMAND`.
struct ImplementationChoice {
  let command: AdapterCommand
  let kind: Kind

  enum Kind {
    case builtIn(any Implementation)
    case adapter

    /// A word that is neither built in nor a program: possibly a deviation that an adapter serves.
    case word(Name)
  }

  /// The first word of the command, or the only one.
  let word: Name

  init(_ text: String) throws {
    var command = try AdapterCommand(text)
    if command.words.count == 1, let known = Project.command(of: Name(command.words[0])) {
      command.label = command.label ?? known.label
      command.words = try AdapterCommand(known.command).words
    } else {
      command.folder = Invocation.current.otherFolder
    }
    self.command = command
    word = Name(command.words[0])
    if command.words.count > 1 || word.text.contains("/") {
      kind = .adapter
    } else if let builtIn = BuiltIn.implementation(word) {
      kind = .builtIn(builtIn)
    } else {
      kind = isProgram(word) ? .adapter : .word(word)
    }
  }

  var isAdapter: Bool { if case .adapter = kind { true } else { false } }

  /// The name in reports, if it is known before the adapter is started.
  var name: Name? {
    if let label = command.label { return label }
    return isAdapter ? nil : word
  }

  /// The implementation, where it is built in.
  var builtIn: (any Implementation)? {
    if case .builtIn(let implementation) = kind { implementation } else { nil }
  }
}

/// The implementations that are part of this program.
enum BuiltIn {
  /// The implementation of a name: `swift`, `literal`, or that of a deviation; `nil` for others.
  static func implementation(_ name: Name) -> (any Implementation)? {
    switch name {
    case "swift": SwiftStreams()
    case "literal": Literal()
    default: deviation(name)?.candidate.local
    }
  }

  /// The deviations from all specifications.
  static let deviations = Deviation.all + ReactiveXDeviations.all

  /// The deviation of a name. Where two specifications have one, it is the first's; the other's has the
  /// specification before its name: `ReactiveProperty:iterates-live`.
  static func deviation(_ name: Name) -> Deviation? {
    deviations.first { $0.name == name || "\($0.specification):\($0.name)" == name }
  }

  /// The deviation of a name from one specification.
  static func deviation(_ name: Name, of specification: Name) -> Deviation? {
    deviations.first { $0.name == name && $0.concerns(specification) }
  }

  static var names: [Name] { ["swift", "literal"] + deviations.map(\.name) }

  /// What is wrong with a name that no implementation has.
  static func problem(with name: Name) -> ValidationError {
    let suggestion = orDidYouMean(name, among: names + Project.labels)
    return ValidationError("there is no implementation `\(visible(name))`\(suggestion)")
  }
}

/// Whether the PATH has a program of a name.
private func isProgram(_ name: Name) -> Bool {
  guard let path = getenv("PATH") else { return false }
  return String(cString: path).split(separator: ":", omittingEmptySubsequences: false).contains {
    access(systemPath("\($0.isEmpty ? "." : $0)/\(name)"), X_OK) == 0
  }
}
