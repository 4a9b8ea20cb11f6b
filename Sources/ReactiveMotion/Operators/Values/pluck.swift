// The operator pluck: a member of nested maps.

extension MotionObservable<[String: Any]> {
  /// Emits the member of nested maps at a path, and nothing if there is none.
  ///
  /// A member that is there is emitted whatever it is. A path leads through maps alone, not into lists or texts.
  ///
  /// ```swift
  /// let x = transforms.pluck("translate.x")
  /// ```
  ///
  /// Source: the `pluck` specification.
  ///
  /// - Parameter path: The keys of the nested maps, with dots between them.
  /// - Returns: A stream that connects upstream once for each subscription. States pass through it.
  /// - Complexity: That of looking up each key of the path. Allocates nothing for a value.
  public func pluck(_ path: String) -> MotionObservable<Any> {
    let keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    return _nextOperator { value, next in
      var member: Any = value
      for key in keys {
        guard let map = member as? [String: Any], let found = map[key] else { return }
        member = found
      }
      next(member)
    }
  }
}

extension MotionObservable {
  /// Emits the member of each value at a key path.
  ///
  /// ```swift
  /// let x = transforms.pluck(\.translate.x)
  /// ```
  ///
  /// Source: the `pluck` specification, for values whose members are known.
  ///
  /// - Parameter path: The way to the member.
  /// - Returns: A stream that connects upstream once for each subscription. States pass through it.
  /// - Complexity: That of the members on the way. Allocates nothing for a value.
  @inlinable
  public func pluck<Member>(_ path: KeyPath<T, Member>) -> MotionObservable<Member> {
    _map { $0[keyPath: path] }
  }
}
