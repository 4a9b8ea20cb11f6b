// The operators that compute values from values, as on their pages.
//
// Some take values of one kind, and cases emit no others to them. Other values are dropped.

import Conformance

extension LiteralObservable {
  /// "A value is replaced by the one that the dictionary has for it", or dropped.
  func rewrite(_ rows: [(key: Value, value: Value)]) -> LiteralObservable {
    _nextOperator { value, next in
      if let row = rows.first(where: { $0.key == value }) { next(row.value) }
    }
  }

  func numbers(_ transform: @escaping (Double) -> Value) -> LiteralObservable {
    _nextOperator { value, next in if let number = value.number { next(transform(number)) } }
  }

  func points(_ transform: @escaping (LiteralPoint) -> Value) -> LiteralObservable {
    _nextOperator { value, next in if let point = value.point { next(transform(point)) } }
  }

  /// "The member of nested maps at a dot-delimited path is emitted, even if it is null."
  func pluck(_ path: String) -> LiteralObservable {
    let keys = path.split(separator: ".", omittingEmptySubsequences: false).map { Name(String($0)) }
    return _nextOperator { value, next in
      var member: Value? = value
      for key in keys {
        if case .map(let pairs)? = member {
          member = pairs.first { $0.key == key }?.value
        } else {
          member = nil
        }
      }
      if let member { next(member) }
    }
  }
}

extension LiteralObservable {
  /// "A number is emitted as a text, in its shortest decimal form." "The text has no exponent": a
  /// description has one only from 2^54 on, and below 0.0001.
  static func text(of number: Double) -> String {
    Int64(exactly: number).map(String.init) ?? number.description
  }
}

extension LiteralGiven {
  /// The rows of a dictionary.
  func rows() throws(Unsupported) -> [(key: Value, value: Value)] {
    guard case .list(let rows) = try value() else { return try needed(nil) }
    return rows.compactMap { row in
      if case .list(let pair) = row, pair.count == 2 { (pair[0], pair[1]) } else { nil }
    }
  }
}
