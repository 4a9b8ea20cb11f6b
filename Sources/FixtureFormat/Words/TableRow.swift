// The rows of the tables that stand for functions.

/// The word before the error of a row that fails.
package let throwsName: Name = "throws"

/// What begins the event of an error that is reported.
package let reportedName: Name = "reported"

/// A row of a table: its keys, and the result.
///
/// > Source: the fixture format, "Arguments of operators".
package struct TableRow {
  /// Its keys; for a reducer, the result so far and the next value.
  package let key: [Value]

  /// The result, or the error that it fails with.
  package let result: Value

  /// Whether it fails.
  package let isThrowing: Bool

  /// Reads a row; `nil` if a value is not a row.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - keyCount: The number of keys.
  package init?(_ value: Value, keyCount: Int) {
    guard case .list(let cells) = value, let last = cells.last else { return nil }
    isThrowing = cells.count == keyCount + 2 && cells[keyCount] == .string(throwsName)
    guard isThrowing || cells.count == keyCount + 1 else { return nil }
    (key, result) = (Array(cells[..<keyCount]), last)
  }

  /// Reads a row of a table whose kind may not be known; `nil` if a value is not a row.
  package init?(_ value: Value, of kind: ArgumentKind?) {
    guard let row = Self.readings(of: value, as: kind).first else { return nil }
    self = row
  }

  /// The rows that a value may be, in a table whose kind may not be known.
  ///
  /// A predicate may be a list of values, which may be lists: only those that give a truth value,
  /// or fail, are rows.
  package static func readings(of value: Value, as kind: ArgumentKind?) -> [TableRow] {
    let keyCounts = if let kind { [kind.table?.keyCount].compactMap(\.self) } else { [1, 2] }
    return keyCounts.compactMap { TableRow(value, keyCount: $0) }.filter {
      if kind != .predicate || $0.isThrowing { return true }
      return if case .bool = $0.result { true } else { false }
    }
  }

  /// Whether a predicate is a function: each of its items is a row. Otherwise it holds for its items.
  ///
  /// - Complexity: O(*n*) in the number of items.
  package static func areRows(ofPredicate items: [Value]) -> Bool {
    !items.isEmpty && items.allSatisfy { TableRow($0, of: .predicate) != nil }
  }
}
