/// A stream of values and states: what is connected is told of both, and returns its disconnection.
public struct Stream<Value, State> {
  /// Connects what receives values and what receives states, and returns their disconnection.
  public typealias Connect = (
    _ next: @escaping (Value) -> Void, _ state: @escaping (State) -> Void
  ) -> () -> Void

  let connect: Connect

  /// Makes a stream.
  public init(connect: @escaping Connect) {
    self.connect = connect
  }

  /// Subscribes, and returns the function that unsubscribes.
  public func subscribe(
    next: @escaping (Value) -> Void, state: @escaping (State) -> Void = { _ in }
  ) -> () -> Void {
    var disconnect: (() -> Void)? = connect(next, state)
    return { disconnect.take()?() }
  }

  /// One connection for all subscribers, the latest value for those that come later.
  public func remembered() -> Stream {
    let memory = Memory(self)
    return Stream { memory.add($0, $1) }
  }
}

private final class Memory<Value, State> {
  private let upstream: Stream<Value, State>
  private var receivers: [(id: Int, next: (Value) -> Void, state: (State) -> Void)] = []
  private var lastID = 0
  private var latest: Value?
  private var unsubscribe: (() -> Void)?

  init(_ upstream: Stream<Value, State>) {
    self.upstream = upstream
  }

  func add(_ next: @escaping (Value) -> Void, _ state: @escaping (State) -> Void) -> () -> Void {
    if receivers.isEmpty {
      unsubscribe = upstream.subscribe { value in
        self.latest = value
        for one in self.receivers { one.next(value) }
      } state: { state in
        for one in self.receivers { one.state(state) }
      }
    }
    lastID += 1
    let id = lastID
    receivers.append((id, next, state))
    if let latest { next(latest) }
    return { self.remove(id) }
  }

  private func remove(_ id: Int) {
    receivers.removeAll { $0.id == id }
    if receivers.isEmpty { unsubscribe.take()?() }
  }
}
