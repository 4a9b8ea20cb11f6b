// The operator _remember: one upstream subscription, shared, with the latest value kept.

extension MotionObservable {
  /// Caches the latest upstream value, and broadcasts each one synchronously to all observers.
  ///
  /// - **Connection.** The first observer subscribes upstream; then it is added to the observers;
  ///   then it receives the cached value, if there is one. So an upstream that emits 9, 10 and 11
  ///   while it connects gives the first observer 11, once. A later observer shares the upstream
  ///   subscription, and receives the cached value once.
  /// - **Broadcast.** A value goes to the observers that were subscribed when its broadcast began,
  ///   in the order in which they subscribed. An observer that unsubscribes meanwhile still
  ///   receives the value. An observer that subscribes meanwhile receives it as the cached value,
  ///   not from the broadcast. A value emitted during a broadcast is delivered to all observers
  ///   before the outer broadcast goes on.
  /// - **States** are broadcast in the same way, and are not cached.
  /// - **Disconnection.** When the last observer unsubscribes, so does the operator. The cached value
  ///   is kept: the next observer subscribes upstream again, and then receives the cached value.
  ///
  /// ```swift
  /// let position = drag._remember()
  /// let first = position.subscribe { layer.position = $0 }   // subscribes to drag
  /// let second = position.subscribe { log.append($0) }       // shares that subscription
  /// ```
  ///
  /// There is no reference cycle: releasing the stream and its subscriptions frees everything that
  /// upstream does not retain.
  ///
  /// Source: the `_remember` specification, from "Expose _remember API" to "On disconnection:
  /// remove the observer and unsubscribe if necessary". Sentences and pseudo-code differ for an
  /// observer that subscribes while upstream is still connecting or disconnecting. The operator
  /// then follows the sentence "Maintain a single upstream subscription so long as there is at
  /// least one downstream subscription". If one observer subscribes twice, each subscription
  /// removes its own entry, not the first of the two.
  ///
  /// - Returns: A stream that shares one subscription to this one.
  /// - Complexity: Subscribing is amortized O(1), unsubscribing is O(1), whatever the number of
  ///   observers. A broadcast to *n* observers is O(*n*) and allocates nothing.
  @inlinable
  public func _remember() -> MotionObservable<T> {
    let connection = RememberedConnection(to: self)
    return MotionObservable { observer in connection.add(observer) }
  }
}

/// The upstream end of a remembered stream: whether upstream is subscribed.
///
/// It owns the downstream end, and not the other way round: upstream holds on to the downstream end
/// through its observer, so a reference back would close a cycle.
@usableFromInline
final class RememberedConnection<T> {
  @usableFromInline let upstream: MotionObservable<T>
  @usableFromInline let downstream = RememberedBroadcast<T>()
  @usableFromInline var subscription: Subscription?
  @usableFromInline var isConnecting = false

  @inlinable
  init(to upstream: MotionObservable<T>) {
    self.upstream = upstream
  }

  /// "On connection": subscribe upstream if necessary, add the observer, emit the last value.
  @inlinable
  func add(_ observer: MotionObserver<T>) -> MotionObservable<T>.Disconnect {
    subscribeUpstreamIfNecessary()
    let place = downstream.observers.append(observer)
    if let lastValue = downstream.lastValue {
      observer.next(lastValue)
    }
    return { self.remove(at: place) }
  }

  @inlinable
  func subscribeUpstreamIfNecessary() {
    guard subscription == nil && !isConnecting else { return }
    isConnecting = true
    let downstream = downstream
    subscription = upstream.subscribe(
      next: { downstream.next($0) },
      state: { downstream.observers.state($0) })
    isConnecting = false
  }

  /// "On disconnection": remove the observer, unsubscribe upstream if it was the last.
  @inlinable
  func remove(at place: ObserverList<T>.Place) {
    downstream.observers.remove(at: place)
    if downstream.observers.isEmpty, let subscription {
      self.subscription = nil
      subscription.unsubscribe()
    }
  }
}

/// The downstream end of a remembered stream: the observers and the cached value.
@usableFromInline
final class RememberedBroadcast<T> {
  @usableFromInline let observers = ObserverList<T>()

  /// `nil` until upstream has emitted. If `T` is itself optional, a cached `nil` is a value.
  ///
  /// As in `ObserverList`, no accesses overlap.
  @exclusivity(unchecked) @usableFromInline var lastValue: T?

  @inlinable
  init() {}

  @inlinable
  func next(_ value: T) {
    // Releasing the former value may run code of its owner, so not while the cache is being changed.
    let former = lastValue
    lastValue = .some(value)
    withExtendedLifetime(former) {}
    observers.next(value)
  }
}
