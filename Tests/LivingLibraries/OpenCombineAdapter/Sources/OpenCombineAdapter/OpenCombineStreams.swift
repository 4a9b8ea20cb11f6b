// OpenCombine's streams, as far as the fixtures go: what its users write for `_remember` and for a property.

import Conformance
import OpenCombine

/// `_remember` as a multicast through a subject that keeps the latest value, with reference counting;
/// `ReactiveProperty` as such a subject over its store.
struct OpenCombineStreams: Implementation {
  let name = "OpenCombine"

  /// OpenCombine knows values, and no states.
  let channels: Channels = [.next]
  let hasReleases = false

  func stream(_ subject: TestedStream) throws(Unsupported) -> Subscribe {
    let source = subject.upstream
    var stream = AnyPublisher(SourcePublisher(source: source))
    for one in subject.operators {
      switch (one.name, one.argument) {
      case ("_remember", nil): stream = Self.remembered(stream)
      case ("startWith", let value?): stream = Self.remembered(AnyPublisher(stream.prepend(value)))
      default: throw Unsupported("the operator `\(one.name)`")
      }
    }
    return { [stream] observer in
      let subscription = stream.sink { observer.next($0) }
      return { subscription.cancel() }
    }
  }

  private static func remembered(
    _ stream: AnyPublisher<Value, Never>
  ) -> AnyPublisher<Value, Never> {
    // The subject has a value from the start: `nil` stands for none.
    AnyPublisher(
      stream.map(Optional.some).multicast(subject: CurrentValueSubject<Value?, Never>(nil))
        .autoconnect().compactMap { $0 })
  }
}

/// A source of the engine as a publisher, which is connected by each subscriber.
private struct SourcePublisher: Publisher {
  typealias Output = Value
  typealias Failure = Never

  let source: Source

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Value, Downstream.Failure == Never {
    let connection = Connection(subscriber)
    subscriber.receive(subscription: connection)
    connection.connect(to: source)
  }
}

/// A connection of a source. Demand is taken for unlimited.
private final class Connection<Downstream: Subscriber>: Subscription
where Downstream.Input == Value, Downstream.Failure == Never {
  private var subscriber: Downstream?
  private var disconnect: (() -> Void)?
  private var isCancelled = false

  init(_ subscriber: Downstream) {
    self.subscriber = subscriber
  }

  func connect(to source: Source) {
    if isCancelled { return }
    let disconnect = source.connect(next: { [weak self] in _ = self?.subscriber?.receive($0) })
    if isCancelled { disconnect() } else { self.disconnect = disconnect }
  }

  func request(_ demand: Subscribers.Demand) {}

  func cancel() {
    isCancelled = true
    subscriber = nil
    let disconnect = disconnect
    self.disconnect = nil
    disconnect?()
  }
}
