// What is under test, as an implementation has made it.

/// What each action does to one stream or property under test.
///
/// What the subject does not have does nothing: the decoder has refused it.
struct TestedSubject {
  /// The name of one of several, or of a store of an unscoped property; `nil` for the only one.
  var name: Name?
  var subscribe: Subscribe = { _ in {} }

  /// Reads a property, or a stream, whose value is in a list: an empty one where there is none.
  var read: () -> Value? = { nil }
  var write: (Value) -> Void = { _ in }
  var state: (State) -> Void = { _ in }

  /// Connects a stream that is connected by itself, and returns what gives the connection up.
  var connect: () -> () -> Void = { {} }
}
