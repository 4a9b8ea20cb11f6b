// The operators that remember what came before, each subscription for itself: dedupe, ignoreUntil.

extension MotionObservable where T: Equatable {
  /// Leaves out each value that equals the one emitted before it.
  ///
  /// As ``MotionObservable/dedupe(by:)``, by `==`.
  ///
  /// Source: the `dedupe` specification.
  ///
  /// - Returns: A stream that connects upstream once for each subscription. States pass through it.
  /// - Complexity: That of a comparison. Allocates nothing for a value.
  @inlinable
  public func dedupe() -> MotionObservable<T> {
    // As `dedupe(by:)` does it, without a call of a function for each value.
    MotionObservable { observer in
      let (next, latest) = (observer.next, Stored<T?>(nil))
      return self.subscribe(
        next: { value in
          if let latest = latest.value, latest == value { return }
          latest.store(value)
          next(value)
        }, state: observer.state
      ).unsubscribe
    }
  }

  /// Leaves out all values before the first one that equals an expected one.
  ///
  /// That one and all after it are emitted. Each subscription waits for itself, which the specification's code
  /// leaves open.
  ///
  /// ```swift
  /// let afterExit = events.ignoreUntil(.onExit)
  /// ```
  ///
  /// Source: the `ignoreUntil` specification.
  ///
  /// - Parameter expected: The value to wait for.
  /// - Returns: A stream that connects upstream once for each subscription. States pass through it.
  /// - Complexity: That of a comparison. Allocates nothing for a value.
  @inlinable
  public func ignoreUntil(_ expected: T) -> MotionObservable<T> {
    MotionObservable { observer in
      let (next, hasCome) = (observer.next, Stored(false))
      return self.subscribe(
        next: { value in
          if !hasCome.value {
            guard value == expected else { return }
            hasCome.value = true
          }
          next(value)
        }, state: observer.state
      ).unsubscribe
    }
  }
}

extension MotionObservable {
  /// Leaves out each value that equals the one emitted before it, by a comparison of your own.
  ///
  /// Each subscription has a storage of its own, which the specification's code leaves open. A value is stored before
  /// it is emitted, so that one emitted re-entrantly is compared with it.
  ///
  /// ```swift
  /// let moves = positions.dedupe { abs($0 - $1) < 0.5 }
  /// ```
  ///
  /// Source: the `dedupe` specification.
  ///
  /// - Parameter areEqual: Whether the value emitted before and the new one are equal.
  /// - Returns: A stream that connects upstream once for each subscription. States pass through it.
  /// - Complexity: That of a comparison. Allocates nothing for a value.
  @inlinable
  public func dedupe(by areEqual: @escaping (T, T) -> Bool) -> MotionObservable<T> {
    MotionObservable { observer in
      let (next, latest) = (observer.next, Stored<T?>(nil))
      return self.subscribe(
        next: { value in
          if let latest = latest.value, areEqual(latest, value) { return }
          latest.store(value)
          next(value)
        }, state: observer.state
      ).unsubscribe
    }
  }
}
