/// A stream of values and states: what is connected is told of both, and returns its disconnection.
public struct Stream<Value, State> {
  /// Connects a receiver, and returns its disconnection.
  public typealias Connect = (Receiver) -> () -> Void

  /// What is told of values and states.
  public struct Receiver {
    /// Receives a value.
    public var next: (Value) -> Void

    /// Receives a state.
    public var state: (State) -> Void

    /// Makes a receiver.
    public init(next: @escaping (Value) -> Void, state: @escaping (State) -> Void = { _ in }) {
      self.next = next
      self.state = state
    }
  }

  let connect: Connect

  /// Makes a stream.
  public init(connect: @escaping Connect) {
    self.connect = connect
  }

  /// Subscribes, and returns the function that unsubscribes.
  public func subscribe(_ receiver: Receiver) -> () -> Void {
    let disconnect = connect(receiver)
    var isSubscribed = true
    return {
      guard isSubscribed else { return }
      isSubscribed = false
      disconnect()
    }
  }

  /// One connection for all subscribers, the latest value for those that come later.
  public func remembered() -> Stream {
    let memory = Memory(self)
    return Stream { memory.add($0) }
  }
}

private final class Memory<Value, State> {
  private let upstream: Stream<Value, State>
  private var receivers: [(id: Int, receiver: Stream<Value, State>.Receiver)] = []
  private var lastID = 0
  private var latest: Value?
  private var unsubscribe: (() -> Void)?

  init(_ upstream: Stream<Value, State>) {
    self.upstream = upstream
  }

  func add(_ receiver: Stream<Value, State>.Receiver) -> () -> Void {
    if receivers.isEmpty {
      unsubscribe = upstream.subscribe(
        Stream.Receiver(
          next: { value in
            self.latest = value
            for (_, receiver) in self.receivers { receiver.next(value) }
          },
          state: { state in
            for (_, receiver) in self.receivers { receiver.state(state) }
          }))
    }
    lastID += 1
    let id = lastID
    receivers.append((id, receiver))
    if let latest { receiver.next(latest) }
    return { self.remove(id) }
  }

  private func remove(_ id: Int) {
    receivers.removeAll { $0.id == id }
    guard receivers.isEmpty else { return }
    unsubscribe?()
    unsubscribe = nil
  }
}
