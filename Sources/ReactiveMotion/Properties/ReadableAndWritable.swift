// What a property can do: be read and be written, with or without naming an object.

/// Something whose value can be read.
///
/// Source: `ReactiveProperty`, "Option 1: Expose a concrete ScopedReactiveProperty API".
public protocol ScopedReadable<T> {
  /// The type of the value.
  associatedtype T

  /// Reads the value.
  ///
  /// - Returns: The value as it is now.
  func read() -> T
}

/// Something whose value can be written.
///
/// Source: `ReactiveProperty`, "Option 1: Expose a concrete ScopedReactiveProperty API".
public protocol ScopedWritable<T> {
  /// The type of the value.
  associatedtype T

  /// Writes the value.
  ///
  /// - Parameter value: The new value.
  func write(_ value: T)
}

/// Something that can be read from any object of a type.
///
/// Source: `ReactiveProperty`, "Option 2: Expose a concrete UnscopedReactiveProperty API".
public protocol UnscopedReadable<O, T> {
  /// The type of the objects.
  associatedtype O

  /// The type of the value.
  associatedtype T

  /// Reads the value of an object.
  ///
  /// - Parameter object: The object to read from.
  /// - Returns: The object's value as it is now.
  func read(_ object: O) -> T
}

/// Something that can be written to any object of a type.
///
/// Source: `ReactiveProperty`, "Option 2: Expose a concrete UnscopedReactiveProperty API".
public protocol UnscopedWritable<O, T> {
  /// The type of the objects.
  associatedtype O

  /// The type of the value.
  associatedtype T

  /// Writes the value of an object.
  ///
  /// - Parameters:
  ///   - object: The object to write to.
  ///   - value: The object's new value.
  func write(_ object: O, _ value: T)
}
