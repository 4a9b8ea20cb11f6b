// The stream or property under test, as an implementation has made it.

/// The functions that actions call on one stream or property under test.
///
/// Functions that the subject does not have do nothing: the decoder has refused such actions.
struct TestedSubject {
  /// The name of one of several, or of a store of an unscoped property; `nil` for the only one.
  var name: Name?
  var subscribe: Subscribe = { _ in {} }

  /// Reads a property, or a stream, whose value is in a list: an empty one where there is none.
  var read: () -> Value? = { nil }
  var write: (Value) -> Void = { _ in }
  var state: (State) -> Void = { _ in }

  /// Connects a connectable stream, and returns the function that disconnects it.
  var connect: () -> () -> Void = { {} }
}
