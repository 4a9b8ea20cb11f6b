// What a subscription or a property stores.

/// A value that closures share.
///
/// No other code is called while it is being changed, so no accesses overlap. It does without run-time checks for
/// that.
@usableFromInline
final class Stored<Value> {
  @exclusivity(unchecked) @usableFromInline var value: Value

  @inlinable
  init(_ value: Value) {
    self.value = value
  }

  /// Stores a value. Releasing the former one may run code of its owner, so not while it is being changed.
  @inlinable
  func store(_ value: Value) {
    let former = self.value
    self.value = value
    withExtendedLifetime(former) {}
  }
}
