// A property of every object of a type, and its narrowing to one of them.

/// Reads the value of an object.
///
/// Source: `ReactiveProperty`, "Option 2: Expose a concrete UnscopedReactiveProperty API".
public typealias UnscopedRead<O, T> = (O) -> T

/// Writes the value of an object.
///
/// Source: `ReactiveProperty`, "Option 2: Expose a concrete UnscopedReactiveProperty API".
public typealias UnscopedWrite<O, T> = (O, T) -> Void

/// A value that can be read from, and written to, any object of a type.
///
/// ```swift
/// let opacity = UnscopedReactiveProperty<Layer, Double>(
///   read: { layer in layer.opacity }, write: { layer, value in layer.opacity = value })
/// opacity.write(layer, 0.5)
/// let ofOneLayer = opacity.scoped(to: layer)   // can be observed
/// ```
///
/// Source: `ReactiveProperty`, "Option 2: Expose a concrete UnscopedReactiveProperty API".
public final class UnscopedReactiveProperty<O, T>: UnscopedReadable, UnscopedWritable {
  @usableFromInline let _read: UnscopedRead<O, T>
  @usableFromInline let _write: UnscopedWrite<O, T>

  /// Makes a property of a pair of functions.
  ///
  /// - Parameters:
  ///   - read: Returns an object's value as it is now.
  ///   - write: Stores a value in an object.
  @inlinable
  public init(read: @escaping UnscopedRead<O, T>, write: @escaping UnscopedWrite<O, T>) {
    _read = read
    _write = write
  }

  /// Reads an object's value.
  ///
  /// - Parameter object: The object to read from.
  /// - Returns: What the read function returns for the object now; nothing is cached.
  /// - Complexity: That of the read function.
  @inlinable
  public func read(_ object: O) -> T {
    _read(object)
  }

  /// Writes an object's value.
  ///
  /// - Parameters:
  ///   - object: The object to write to.
  ///   - value: The object's new value.
  /// - Complexity: That of the write function.
  @inlinable
  public func write(_ object: O, _ value: T) {
    _write(object, value)
  }

  /// Narrows the property to one object, so that it can be observed.
  ///
  /// Each call makes a property with observers of its own. They are informed only of values that
  /// are written through that property.
  ///
  /// - Parameter object: The object to read from and write to. The property keeps it.
  /// - Returns: The property of that object.
  /// - Complexity: O(1).
  @inlinable
  public func scoped(to object: O) -> ScopedReactiveProperty<T> {
    let read = _read
    let write = _write
    return ScopedReactiveProperty(read: { read(object) }, write: { write(object, $0) })
  }
}

@available(*, unavailable, message: "A property belongs to the isolation it was made in.")
extension UnscopedReactiveProperty: Sendable {}
