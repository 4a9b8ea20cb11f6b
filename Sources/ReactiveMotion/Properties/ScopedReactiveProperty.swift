// A property of one object: read it, write it, and observe writes.

/// Reads a value.
///
/// Source: `ReactiveProperty`, "Option 1: Expose a concrete ScopedReactiveProperty API".
public typealias ScopedRead<T> = () -> T

/// Writes a value.
///
/// Source: `ReactiveProperty`, "Option 1: Expose a concrete ScopedReactiveProperty API".
public typealias ScopedWrite<T> = (T) -> Void

/// A value that can be read, written and observed.
///
/// The property stores nothing. It reads and writes through its two functions, and informs its
/// observers of each value that is written through it. If the value changes otherwise, the next
/// ``read()`` and the next new observer see the change.
///
/// ```swift
/// let opacity = ScopedReactiveProperty(
///   read: { layer.opacity }, write: { layer.opacity = $0 })
/// let subscription = opacity.subscribe { print($0) }   // prints the opacity of now
/// opacity.write(0.5)                                   // sets it, then prints 0.5
/// ```
///
/// Source: `ReactiveProperty`, "Option 1: Expose a concrete ScopedReactiveProperty API" and all
/// headings from "Expose subscribe APIs" on.
public final class ScopedReactiveProperty<T>: ScopedReadable, ScopedWritable {
  @usableFromInline let _read: ScopedRead<T>
  @usableFromInline let _write: ScopedWrite<T>
  @usableFromInline let observers = ObserverList<T>()

  /// Makes a property of a pair of functions.
  ///
  /// - Parameters:
  ///   - read: Returns the value as it is now.
  ///   - write: Stores a value.
  @inlinable
  public init(read: @escaping ScopedRead<T>, write: @escaping ScopedWrite<T>) {
    _read = read
    _write = write
  }

  /// Reads the value.
  ///
  /// Source: "Expose a read API" (should invoke the provided read function).
  ///
  /// - Returns: What the read function returns now; nothing is cached.
  /// - Complexity: That of the read function.
  @inlinable
  public func read() -> T {
    _read()
  }

  /// Writes a value, then informs all observers of it.
  ///
  /// The observers receive the written value, even if a read would now return another. The value
  /// goes to the observers that are subscribed when the write function returns, in the order of
  /// subscription. They may come and go meanwhile as in <doc:_remember>.
  ///
  /// Source: "Expose a write API".
  ///
  /// - Parameter value: The new value.
  /// - Complexity: That of the write function, and O(*n*) for *n* observers. Allocates nothing.
  @inlinable
  public func write(_ value: T) {
    _write(value)
    observers.next(value)
  }

  /// Informs all observers of a state.
  ///
  /// The state is not kept: an observer that subscribes later does not receive it.
  ///
  /// Source: "Expose a state API".
  ///
  /// - Parameter state: The state to send.
  /// - Complexity: O(*n*) for *n* observers. Allocates nothing.
  @inlinable
  public func state(_ state: MotionState) {
    observers.state(state)
  }

  /// Subscribes an observer, which at once receives the value that is read.
  ///
  /// Source: "Subscribe adds an observer to a list of observers", "Subscribe invokes the observer's
  /// next function with the current read value" and "Subscribe returns a Subscription instance".
  ///
  /// - Parameter observer: Receives the current value, then every value written and every state.
  /// - Returns: The subscription, whose `unsubscribe()` removes this observer and no other.
  /// - Complexity: Amortized O(1), and that of the read function; unsubscribing is O(1).
  @inlinable
  public func subscribe(_ observer: MotionObserver<T>) -> Subscription {
    let observers = observers
    let place = observers.append(observer)
    observer.next(read())
    return Subscription { observers.remove(at: place) }
  }

  /// Subscribes a function to each channel, or to the `next` channel alone, with an empty state function;
  /// `next` at once receives the value that is read.
  ///
  /// Source: "Expose subscribe APIs".
  ///
  /// - Parameters:
  ///   - next: Receives the current value, then every value written.
  ///   - state: Receives every state.
  /// - Returns: The subscription, whose `unsubscribe()` removes both functions.
  /// - Complexity: As ``subscribe(_:)``.
  @inlinable
  public func subscribe(
    next: @escaping (T) -> Void, state: @escaping (MotionState) -> Void = { _ in }
  ) -> Subscription {
    subscribe(MotionObserver(next: next, state: state))
  }

  /// The property as a stream, so that operators apply to it.
  ///
  /// ```swift
  /// let shared = opacity.asStream()._remember()
  /// ```
  ///
  /// - Returns: A stream whose subscriptions are subscriptions to this property.
  /// - Complexity: O(1).
  @inlinable
  public func asStream() -> MotionObservable<T> {
    MotionObservable { observer in self.subscribe(observer).unsubscribe }
  }
}

@available(*, unavailable, message: "A property belongs to the isolation it was made in.")
extension ScopedReactiveProperty: Sendable {}

/// The specification's name for the property that is read, written and observed without naming an
/// object: ``ScopedReactiveProperty``.
public typealias ReactiveProperty<T> = ScopedReactiveProperty<T>
