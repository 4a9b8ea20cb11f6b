// An operator to be applied: a table of the fixture as the function that it stands for.

/// An operator to be applied, with its argument in the form that an implementation needs.
///
/// ```swift
/// case "map":
///   let transform = try one.function()
///   stream = stream.tryMap { try transform($0) }
/// ```
///
/// If a function is called with a value that its table lacks, it throws and the case fails,
/// whatever the implementation does with the error.
public struct TestedOperator {
  /// The operator's name in its specification.
  public let name: Name

  /// The argument as it is written; `nil` where there is none.
  public let argument: Value?

  private let position: Int
  private let execution: Execution

  init(_ written: Subject.Operator, at position: Int, of execution: Execution) {
    (name, argument) = (written.name, written.argument)
    (self.position, self.execution) = (position, execution)
  }

  private func source(named name: Name) -> Source? { execution.source(named: name) }

  /// Takes note of a value that a table lacks.
  private var lack: (_ value: Value) -> Void {
    { [execution, position] in execution.note(lackOf: $0, in: position) }
  }

  /// Takes note of a value that no case has.
  private var refuse: (_ value: Value) throws(Thrown) -> Void {
    { [lack] value throws(Thrown) in
      guard value.unsayable != nil else { return }
      lack(value)
      throw Thrown(.null)
    }
  }

  /// An argument as it is written.
  ///
  /// - Parameter name: Its name; `nil` for the only one.
  /// - Returns: The argument; `nil` where it is left out.
  /// - Complexity: O(*n*) in the number of arguments.
  public func value(_ name: Name? = nil) -> Value? {
    guard let name else { return argument }
    guard case .map(let pairs)? = argument else { return nil }
    return pairs.first { $0.key == name }?.value
  }

  /// A number.
  ///
  /// - Parameter name: The argument's name; `nil` for the only one.
  /// - Returns: The number; `nil` where it is left out.
  /// - Throws: ``Unsupported`` where the argument is no number.
  public func number(_ name: Name? = nil) throws(Unsupported) -> Double? {
    try read("number", name) { if case .number(let number) = $0 { number } else { nil } }
  }

  /// A count.
  ///
  /// - Parameter name: The argument's name; `nil` for the only one.
  /// - Returns: The integer, from 0; `nil` where it is left out.
  /// - Throws: ``Unsupported`` where the argument is no count.
  public func count(_ name: Name? = nil) throws(Unsupported) -> Int? {
    try read("count", name) { value in
      guard case .number(let number) = value else { return nil }
      return Int(exactly: number).flatMap { $0 >= 0 ? $0 : nil }
    }
  }

  /// A time, as ``VirtualClock`` counts it.
  ///
  /// - Parameter name: The argument's name; `nil` for the only one.
  /// - Returns: The time in milliseconds, rounded to whole ones; `nil` where it is left out.
  /// - Throws: ``Unsupported`` where the argument is no time.
  public func milliseconds(_ name: Name? = nil) throws(Unsupported) -> Int? {
    try read("time", name, \.milliseconds)
  }

  /// A text.
  ///
  /// - Parameter name: The argument's name; `nil` for the only one.
  /// - Returns: The text; `nil` where it is left out.
  /// - Throws: ``Unsupported`` where the argument is no text.
  public func text(_ name: Name? = nil) throws(Unsupported) -> String? {
    try read("text", name) { if case .string(let text) = $0 { text } else { nil } }
  }

  /// A truth value.
  ///
  /// - Parameter name: The argument's name; `nil` for the only one.
  /// - Returns: The truth value; `nil` where it is left out.
  /// - Throws: ``Unsupported`` where the argument is no truth value.
  public func flag(_ name: Name? = nil) throws(Unsupported) -> Bool? {
    try read("truth value", name) { if case .bool(let flag) = $0 { flag } else { nil } }
  }

  /// A source that the argument names.
  ///
  /// - Parameter name: The argument's name; `nil` for the only one.
  /// - Returns: The source.
  /// - Throws: ``Unsupported`` where the argument names none.
  public func source(_ name: Name? = nil) throws(Unsupported) -> Source {
    guard case .string(let word)? = value(name), let source = source(named: Name(word)) else {
      throw missing("source", name)
    }
    return source
  }

  /// A callback: a function of the case, which writes each call down.
  ///
  /// - Parameter name: The argument's name; `nil` for the only one.
  /// - Returns: The function.
  /// - Throws: ``Unsupported`` where the argument names none.
  public func callback(_ name: Name? = nil) throws(Unsupported) -> () -> Void {
    guard case .string(let word)? = value(name) else { throw missing("callback", name) }
    return { [execution] in execution.call(Name(word)) }
  }

  /// An observer of the case, which writes down what it is told.
  ///
  /// - Parameter name: The argument's name; `nil` for the only one.
  /// - Returns: The observer, on all channels.
  /// - Throws: ``Unsupported`` where the argument names none.
  public func observer(_ name: Name? = nil) throws(Unsupported) -> Observer {
    guard case .string(let word)? = value(name) else { throw missing("observer", name) }
    return execution.observer(Name(word), .every)
  }

  /// A function of one value.
  ///
  /// - Parameter name: The argument's name; `nil` for the only one.
  /// - Returns: The function. It takes O(1), and throws what its table says.
  /// - Throws: ``Unsupported`` where the argument is no function.
  public func function(
    _ name: Name? = nil
  ) throws(Unsupported) -> (Value) throws(Thrown) -> Value {
    let table = try table(name, "function")
    return { value throws(Thrown) in try table.result(for: [value]) }
  }

  /// A function that is true for some values.
  ///
  /// - Parameter name: The argument's name; `nil` for the only one.
  /// - Returns: The function. It takes O(*n*) in the size of the value, and throws what its table says.
  /// - Throws: ``Unsupported`` where the argument is no predicate.
  public func predicate(
    _ name: Name? = nil
  ) throws(Unsupported) -> (Value) throws(Thrown) -> Bool {
    guard case .list(let items)? = value(name) else { throw missing("predicate", name) }
    let areRows = items.allSatisfy { if case .list = $0 { true } else { false } }
    guard areRows && !items.isEmpty else {
      let values = Set(items)
      return { [refuse] value throws(Thrown) in
        if values.contains(value) { return true }
        try refuse(value)
        return false
      }
    }
    let table = try table(name, "predicate")
    return { value throws(Thrown) in try table.result(for: [value]) == .bool(true) }
  }

  /// A function of the result so far and a value.
  ///
  /// - Parameter name: The argument's name; `nil` for the only one.
  /// - Returns: The function. It takes O(*n*) in the size of the values, and throws what its table says.
  /// - Throws: ``Unsupported`` where the argument is no reducer.
  public func reducer(
    _ name: Name? = nil
  ) throws(Unsupported) -> (_ soFar: Value, _ value: Value) throws(Thrown) -> Value {
    guard case .string(let word)? = value(name) else {
      let table = try table(name, "reducer", keys: 2)
      return { soFar, value throws(Thrown) in try table.result(for: [soFar, value]) }
    }
    guard ArgumentKind.reducers.contains(word) else { throw missing("reducer", name) }
    return { [lack] soFar, value throws(Thrown) in
      guard soFar.unsayable == nil, value.unsayable == nil else {
        lack(.list([soFar, value]))
        throw Thrown(.null)
      }
      if let result = ArgumentKind.reduced(by: word, soFar, value) { return result }
      lack(.list([soFar, value]))
      throw Thrown(.null)
    }
  }

  /// A function whose results are sources.
  ///
  /// - Parameter name: The argument's name; `nil` for the only one.
  /// - Returns: The function. It throws what its table says.
  /// - Throws: ``Unsupported`` where the argument is no source function.
  public func sourceFunction(
    _ name: Name? = nil
  ) throws(Unsupported) -> (Value) throws(Thrown) -> Source {
    let table = try table(name, "source function")
    return { value throws(Thrown) in
      if case .string(let word) = try table.result(for: [value]),
        let one = source(named: Name(word))
      {
        return one
      }
      lack(value)
      throw Thrown(.null)
    }
  }

  /// What is emitted for a value.
  ///
  /// - Parameter name: The argument's name; `nil` for the only one.
  /// - Returns: The function.
  /// - Throws: ``Unsupported`` where the argument is no operation.
  public func operation(
    _ name: Name? = nil
  ) throws(Unsupported) -> (Value) throws(Thrown) -> [Value] {
    let table = try table(name, "operation")
    return { value throws(Thrown) in
      guard case .list(let values) = try table.result(for: [value]) else { return [] }
      return values
    }
  }

  /// A dictionary; a key without a row has no value.
  ///
  /// - Parameter name: The argument's name; `nil` for the only one.
  /// - Returns: The look-up, in O(*n*) in the size of the value.
  /// - Throws: ``Unsupported`` where the argument is no dictionary.
  public func rows(_ name: Name? = nil) throws(Unsupported) -> (Value) -> Value? {
    let table = try table(name, "dictionary")
    return { [refuse] value in
      let row = table.rows[[value]]
      if row == nil { try? refuse(value) }
      return row?.result
    }
  }

  /// An argument as what it is; `nil` where it is left out.
  private func read<Content>(
    _ noun: String, _ name: Name?, _ content: (Value) -> Content?
  ) throws(Unsupported) -> Content? {
    guard let value = value(name) else { return nil }
    guard let content = content(value) else { throw missing(noun, name) }
    return content
  }

  private func table(
    _ name: Name?, _ noun: String, keys: Int = 1
  ) throws(Unsupported) -> Table {
    guard case .list(let items)? = value(name), let table = Table(items, keys: keys, lack: lack)
    else { throw missing(noun, name) }
    return table
  }

  private func missing(_ noun: String, _ argument: Name?) -> Unsupported {
    Unsupported(
      "a \(noun) as the argument\(argument.map { " `\($0)`" } ?? "") of `\(self.name)`")
  }
}

/// What a function of a fixture throws: the error that the row of its table says.
public struct Thrown: Error, Hashable, Sendable {
  /// The value of the error.
  public var value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// The rows of a table.
private struct Table {
  let rows: [[Value]: TableRow]
  let lack: (Value) -> Void

  /// Reads a table; `nil` where one of its rows is none.
  init?(_ items: [Value], keys: Int, lack: @escaping (Value) -> Void) {
    self.lack = lack
    var rows: [[Value]: TableRow] = [:]
    for item in items {
      guard let row = TableRow(item, keyCount: keys) else { return nil }
      rows[row.key] = row
    }
    self.rows = rows
  }

  func result(for key: [Value]) throws(Thrown) -> Value {
    guard let row = rows[key] else {
      lack(key.count == 1 ? key[0] : .list(key))
      throw Thrown(.null)
    }
    if row.isThrowing { throw Thrown(row.result) }
    return row.result
  }
}
