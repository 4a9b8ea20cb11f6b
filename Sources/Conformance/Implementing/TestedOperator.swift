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

  /// Records a value that a table lacks, and returns the error to throw for it.
  private func lack(of value: Value) -> Thrown {
    execution.note(lackOf: value, in: position)
    return Thrown(value: .null)
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
    try read("text", name, \.text)
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
    try required("source", name) { execution.source(named: Name($0.text ?? "")) }
  }

  /// The sources that the argument names: one, or several in their order.
  ///
  /// - Parameter name: The argument's name; `nil` for the only one.
  /// - Returns: The sources, at least one.
  /// - Throws: ``Unsupported`` where the argument names none.
  public func sources(_ name: Name? = nil) throws(Unsupported) -> [Source] {
    try required("list of sources", name) { value in
      let names = value.items ?? [value]
      let sources = names.compactMap { $0.name.flatMap(execution.source) }
      return sources.isEmpty || sources.count < names.count ? nil : sources
    }
  }

  /// A callback: a function of the case, which records each call.
  ///
  /// - Parameter name: The argument's name; `nil` for the only one.
  /// - Returns: The function.
  /// - Throws: ``Unsupported`` where the argument names none.
  public func callback(_ name: Name? = nil) throws(Unsupported) -> () -> Void {
    let callback = try required("callback", name) { $0.text.map { Name($0) } }
    return { execution.call(callback) }
  }

  /// An observer of the case, which records what it receives.
  ///
  /// - Parameter name: The argument's name; `nil` for the only one.
  /// - Returns: The observer, on all channels.
  /// - Throws: ``Unsupported`` where the argument names none.
  public func observer(_ name: Name? = nil) throws(Unsupported) -> Observer {
    try required("observer", name) { $0.text.map { execution.observer(Name($0), .every) } }
  }

  /// A function of one value.
  ///
  /// - Parameter name: The argument's name; `nil` for the only one.
  /// - Returns: The function. It takes O(1), and throws the errors of its table.
  /// - Throws: ``Unsupported`` where the argument is no function.
  public func function(
    _ name: Name? = nil
  ) throws(Unsupported) -> (Value) throws(Thrown) -> Value {
    let table = try table("function", name)
    return { value throws(Thrown) in try table([value]) }
  }

  /// A function of a value and its index, which counts from 0.
  ///
  /// - Parameter name: The argument's name; `nil` for the only one.
  /// - Returns: The function. It takes O(1), and throws the errors of its table.
  /// - Throws: ``Unsupported`` where the argument is no such function.
  public func indexedFunction(
    _ name: Name? = nil
  ) throws(Unsupported) -> (_ value: Value, _ index: Int) throws(Thrown) -> Value {
    let table = try table("function of a value and its index", name, keys: 2)
    return { value, index throws(Thrown) in try table([value, .number(Double(index))]) }
  }

  /// A function that is true for some values.
  ///
  /// - Parameter name: The argument's name; `nil` for the only one.
  /// - Returns: The function. It takes O(*n*) in the size of the value, and throws the errors of its table.
  /// - Throws: ``Unsupported`` where the argument is no predicate.
  public func predicate(
    _ name: Name? = nil
  ) throws(Unsupported) -> (Value) throws(Thrown) -> Bool {
    let items = try required("predicate", name, \.items)
    guard TableRow.areRows(ofPredicate: items) else {
      let values = Set(items)
      return { value throws(Thrown) in
        if values.contains(value) { return true }
        if value.unsayable != nil { throw lack(of: value) }
        return false
      }
    }
    let table = try table("predicate", name)
    return { value throws(Thrown) in try table([value]) == .bool(true) }
  }

  /// A function of the result so far and a value.
  ///
  /// - Parameter name: The argument's name; `nil` for the only one.
  /// - Returns: The function. It takes O(*n*) in the size of the values, and throws the errors of its table.
  /// - Throws: ``Unsupported`` where the argument is no reducer.
  public func reducer(
    _ name: Name? = nil
  ) throws(Unsupported) -> (_ soFar: Value, _ value: Value) throws(Thrown) -> Value {
    guard let word = value(name)?.text else {
      let table = try table("reducer", name, keys: 2)
      return { soFar, value throws(Thrown) in try table([soFar, value]) }
    }
    guard ArgumentKind.reducers.contains(word) else { throw missing("reducer", name) }
    return { soFar, value throws(Thrown) in
      guard soFar.unsayable == nil, value.unsayable == nil,
        let result = ArgumentKind.reduced(by: word, soFar, value)
      else { throw lack(of: .list([soFar, value])) }
      return result
    }
  }

  /// A function whose results are sources.
  ///
  /// - Parameter name: The argument's name; `nil` for the only one.
  /// - Returns: The function. It throws the errors of its table.
  /// - Throws: ``Unsupported`` where the argument is no source function.
  public func sourceFunction(
    _ name: Name? = nil
  ) throws(Unsupported) -> (Value) throws(Thrown) -> Source {
    let table = try table("source function", name)
    return { value throws(Thrown) in
      guard let word = try table([value]).text, let one = execution.source(named: Name(word))
      else { throw lack(of: value) }
      return one
    }
  }

  /// A function that returns the values to emit for a value.
  ///
  /// - Parameter name: The argument's name; `nil` for the only one.
  /// - Returns: The function.
  /// - Throws: ``Unsupported`` where the argument is no operation.
  public func operation(
    _ name: Name? = nil
  ) throws(Unsupported) -> (Value) throws(Thrown) -> [Value] {
    let table = try table("operation", name)
    return { value throws(Thrown) in try table([value]).items ?? [] }
  }

  /// A dictionary; a key without a row has no value.
  ///
  /// - Parameter name: The argument's name; `nil` for the only one.
  /// - Returns: The look-up, in O(*n*) in the size of the value.
  /// - Throws: ``Unsupported`` where the argument is no dictionary.
  public func rows(_ name: Name? = nil) throws(Unsupported) -> (Value) -> Value? {
    let rows = try rows("dictionary", name)
    return { value in
      let row = rows[[value]]
      if row == nil, value.unsayable != nil { _ = lack(of: value) }
      return row?.result
    }
  }

  /// An argument in its own form; `nil` where it is left out.
  private func read<Content>(
    _ noun: String, _ name: Name?, _ content: (Value) -> Content?
  ) throws(Unsupported) -> Content? {
    value(name) == nil ? nil : try required(noun, name, content)
  }

  /// An argument in its own form, which cannot be left out.
  private func required<Content>(
    _ noun: String, _ name: Name?, _ content: (Value) -> Content?
  ) throws(Unsupported) -> Content {
    guard let content = value(name).flatMap(content) else { throw missing(noun, name) }
    return content
  }

  /// The rows of a table, by the values that they are for.
  private func rows(
    _ noun: String, _ name: Name?, keys: Int = 1
  ) throws(Unsupported) -> [[Value]: TableRow] {
    let items = try required(noun, name, \.items)
    let rows = items.compactMap { TableRow($0, keyCount: keys) }
    if rows.count < items.count { throw missing(noun, name) }
    return Dictionary(rows.map { ($0.key, $0) }) { $1 }
  }

  /// A table as a function, which throws the error of a row, and for a value that it lacks.
  private func table(
    _ noun: String, _ name: Name?, keys: Int = 1
  ) throws(Unsupported) -> ([Value]) throws(Thrown) -> Value {
    let rows = try rows(noun, name, keys: keys)
    return { key throws(Thrown) in
      guard let row = rows[key] else { throw lack(of: key.count == 1 ? key[0] : .list(key)) }
      if row.isThrowing { throw Thrown(value: row.result) }
      return row.result
    }
  }

  private func missing(_ noun: String, _ argument: Name?) -> Unsupported {
    Unsupported(
      "a \(noun) as the argument\(argument.map { " `\($0)`" } ?? "") of `\(self.name)`")
  }
}

extension Value {
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
  fileprivate var items: [Value]? { if case .list(let items) = self { items } else { nil } }
}

/// The error that a function of a fixture throws: the one in the row of its table.
public struct Thrown: Error, Hashable, Sendable {
  /// The value of the error.
  public var value: Value
}
