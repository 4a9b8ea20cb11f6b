// The arguments with which an operator is searched for deviations.

import Conformance

extension OperatorWord {
  /// The operator with several arguments that may show a mistake, optional ones among them.
  ///
  /// - Parameter index: Its specification: what throws needs a channel for errors.
  /// - Returns: The operator in each form, once.
  func examples(by index: ClauseIndex) -> [Subject.Operator] {
    let mayThrow = index.channels?.contains(.error) ?? false
    let whole = arguments.map { ($0, $0.kind.example) }
    let texts =
      [text(whole)]
      + arguments.indices.flatMap { varied in
        let (others, throwing) = arguments[varied].kind.furtherExamples
        return (others + (mayThrow ? throwing : [])).map { content in
          var given = whole
          given[varied].1 = content
          return text(given)
        }
      }
    return texts.flatMap { (try? Subject.Operator.read($0, by: index).get()) ?? [] }
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
