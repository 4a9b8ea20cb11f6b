// The arguments with which an operator is searched for deviations.

import Conformance

extension OperatorWord {
  /// The operator as fixtures may write it, with several arguments that may show a mistake, and
  /// with and without optional ones.
  ///
  /// - Parameter channels: The channels of the specification: what throws needs one for errors.
  /// - Returns: The variants, each once; ``example`` comes first.
  func examples(with channels: Channels) -> [String] {
    var examples = [String(example.dropFirst(2))]
    if standsAlone { examples.append("\(name)") }
    for isWhole in [false, true] {
      let given = arguments.filter { isWhole || !$0.isOptional || $0.name == nil }
      for (varied, argument) in given.enumerated() {
        let (others, throwing) = argument.kind.furtherExamples
        for content in [argument.kind.example] + others
          + (channels.contains(.error) ? throwing : [])
        {
          var contents = given.map(\.kind.example)
          contents[varied] = content
          examples.append(text(Array(zip(given, contents))))
        }
      }
    }
    var seen: Set<String> = []
    return examples.filter { seen.insert($0).inserted }
  }
}

extension ArgumentKind {
  /// More of them than its example, as a slip may show on these alone, and where the specification has errors.
  fileprivate var furtherExamples: (others: [String], throwing: [String]) {
    switch self {
    case .number: (["2", "0", "-1"], [])
    case .count: (["2", "3", "0"], [])
    case .seconds: (["1.5"], [])
    case .flag: (["false"], [])
    case .function: (["[[1, 0], [2, ~]]"], ["[[1, 10], [2, throws, boom]]"])
    case .predicate: (["[1]"], ["[[1, true], [2, throws, boom]]"])
    case .reducer: (["append", "latest"], [])
    case .sourceFunction: ([], ["[[1, other], [2, throws, boom]]"])
    case .point: (["{x: 0, y: -1}"], [])
    case .numberOrPoint: (["1"], [])
    case .value, .text, .source, .operation, .rows, .callback, .observer: ([], [])
    }
  }
}
