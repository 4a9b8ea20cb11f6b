// A property that holds its own value.

/// Makes a property that holds its own value.
///
/// ```swift
/// let isEnabled = createProperty(withInitialValue: true)
/// ```
///
/// Source: the `createProperty` specification.
///
/// - Parameter value: The value that it begins with.
/// - Returns: The property, which nothing else can write.
/// - Complexity: O(1).
@inlinable
public func createProperty<T>(withInitialValue value: T) -> ReactiveProperty<T> {
  let stored = Stored(value)
  return ReactiveProperty(read: { stored.value }, write: { stored.store($0) })
}
