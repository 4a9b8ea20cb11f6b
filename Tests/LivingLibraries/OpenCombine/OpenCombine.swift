// OpenCombine for the fixtures of ReactiveX: its operators by their names there. `serve` beside this file starts it.
// swift-format-ignore-file
import AdapterProtocol
import Conformance
#if canImport(Combine)
  import Combine
  let library = (name: "Combine", version: "of macOS")
#else
  import OpenCombine
  let library = (name: "OpenCombine", version: "0.14")
#endif
typealias Stream = any Publisher<Value, any Error>
typealias Former = AnyPublisher<Value, any Error>
typealias Published = Publishers.Multicast<Former, PassthroughSubject<Value, any Error>>

@main struct Streams: Implementation {
  let name = library.name
  let channels: Channels = [.next, .error, .completed]
  let hasReleases = false
  let features: Set<Feature> = [.streamsOfStreams, .calls, .connectable, .whileConnected, .subjects]

  static func main() throws { try AdapterServer(Streams(), version: library.version).serve() }
  func stream(_ subject: TestedStream) throws(Unsupported) -> Subscribe { try connectableStream(subject).subscribe }
  func connectableStream(_ subject: TestedStream) throws(Unsupported) -> TestedConnectableStream {
    var (stream, held): (Stream, [any Cancellable]) = (subject.upstream, [])
    for one in subject.operators { stream = try one.on(Former(stream), stream, subject.clock) }
    if let one = stream as? any Combining { subject.isCalled(by: one.take) }
    let observe: Subscribe = { [s = Former(stream)] in s.sink(receiveCompletion: $0.end, receiveValue: $0.next).cancel }
    let connect = { [stream] in
      held.append((stream as! Published).connect())
      return held.last!.cancel
    }
    return (subscribe: observe, connect: connect)
  }
}

extension TestedOperator {
  func on(_ s: Former, _ stream: Stream, _ clock: VirtualClock) throws(Unsupported) -> Stream {
    switch name {
    case "just": Just(try its(value())).setFailureType(to: (any Error).self)
    case "empty": Empty<Value, any Error>()
    case "never": Empty<Value, any Error>(completeImmediately: false)
    case "error": Fail<Value, any Error>(error: Notification.error(try its(value())))
    case "from": Publishers.Sequence<[Value], any Error>(sequence: try its(items))
    case "defer":
      try Deferred { [call = callback("calls"), other = source("with")] in
        call()
        return other
      }
    case "map": s.tryMap(try function())
    case "filter": s.tryFilter(try predicate())
    case "scan": s.tryScan(try its(value("seed")), try reducer("with"))
    case "reduce": s.tryReduce(try its(value("seed")), try reducer("with"))
    case "take": s.prefix(try its(count()))
    case "skip": s.dropFirst(try its(count()))
    case "elementAt": s.output(at: try its(count()))
    case "first": s.first()
    case "last": s.last()
    case "takeWhile": s.tryPrefix(while: try predicate())
    case "skipWhile": s.tryDrop(while: try predicate())
    case "takeUntil": s.prefix(untilOutputFrom: try source())
    case "skipUntil": s.drop(untilOutputFrom: try source())
    case "distinctUntilChanged" where argument == nil: s.removeDuplicates()
    case "distinctUntilChanged" where value("key") == nil: s.tryRemoveDuplicates(by: try equality())
    case "ignoreElements": s.ignoreOutput().map { (_: Never) -> Value in }
    case "defaultIfEmpty": s.replaceEmpty(with: try its(value()))
    case "all": s.tryAllSatisfy(try predicate()).map(Value.bool)
    case "contains": s.contains(try its(value())).map(Value.bool)
    case "count": s.count().map { .number(Double($0)) }
    case "toList": s.collect().map(Value.list)
    case "concat": s.append(try source("with"))
    case "startWith": s.prepend(try its(value()))
    case "zip": try zip(s, sources("with"))
    case "flatMap": s.tryMap(try sourceFunction()).flatMap { $0 }
    case "switchMap", "switch": s.tryMap(try sourceFunction()).switchToLatest()
    case "catch": try s.catch { [other = source()] _ in other }
    case "catchError": try s.tryCatch { [sourceOf = sourceFunction()] in try sourceOf($0.told ?? .null) }
    case "onErrorReturn": s.replaceError(with: try its(value())).setFailureType(to: (any Error).self)
    case "retry": Publishers.Retry(upstream: s, retries: try count())
    case "buffer": s.collect(try its(count())).map(Value.list)
    case "delay": s.delay(for: try its(milliseconds()), scheduler: clock)
    case "debounce": s.debounce(for: try its(milliseconds()), scheduler: clock)
    case "throttleLatest": s.throttle(for: try its(milliseconds()), scheduler: clock, latest: true)
    case "timeout": s.timeout(try its(milliseconds()), scheduler: clock) { Notification.error(nil) }
    case "share": s.share()
    case "publish": s.multicast(subject: PassthroughSubject())
    case "refCount": try its(stream as? Published).autoconnect()
    case "PublishSubject": fed(PassthroughSubject(), by: s)
    case "BehaviorSubject": fed(CurrentValueSubject(try its(value())), by: s)
    case "do": s.handleEvents(receiveOutput: try observer().next, receiveCompletion: try observer().end)
    default: throw Unsupported("the operator `\(name)`")
    }
  }
  private func equality() throws(Unsupported) -> (Value, Value) throws -> Bool {
    let equal = try reducer("equal")
    return { try equal($0, $1) == .bool(true) }
  }
  private var items: [Value]? { if case .list(let items)? = value() { items } else { nil } }
  private func its<Content>(_ given: Content?) throws(Unsupported) -> Content {
    guard let given else { throw Unsupported("`\(name)` without what it needs") }
    return given
  }
  private func zip(_ s: Former, _ others: [Source]) throws(Unsupported) -> Stream {
    switch others.count {
    case 1: return s.zip(others[0]) { .list([$0, $1]) }
    case 2: return s.zip(others[0], others[1]) { .list([$0, $1, $2]) }
    case 3: return s.zip(others[0], others[1], others[2]) { .list([$0, $1, $2, $3]) }
    default: throw Unsupported("`zip` of more than four streams")
    }
  }
  private func fed(_ subject: some Subject<Value, any Error>, by stream: Former) -> Stream {
    stream.subscribe(AnySubscriber(subject))
    return subject
  }
}

/// The subjects, which a case calls.
protocol Combining { func take(_ told: Notification) }
extension Combining where Self: Subject<Value, any Error> {
  func take(_ told: Notification) {
    switch told {
    case .next(let value): send(value)
    case .completed: send(completion: .finished)
    default: send(completion: .failure(told))
    }
  }
}
extension PassthroughSubject: Combining where Output == Value, Failure == any Error {}
extension CurrentValueSubject: Combining where Output == Value, Failure == any Error {}

extension Observer {
  func end(_ completion: Subscribers.Completion<any Error>) {
    guard case .failure(let error) = completion else { return completed() }
    if let told = error as? Notification { return receive(told) }
    self.error(error.told, message: "\(error)")
  }
}
extension Error {
  /// The value of an error of the case.
  var told: Value? {
    if case .error(let value, _)? = self as? Notification { value } else { (self as? Thrown)?.value }
  }
}
extension Notification: @retroactive Error {}
extension Source: @retroactive Publisher {
  public typealias Output = Value
  public typealias Failure = any Error
  public func receive(subscriber: some Subscriber<Value, any Error>) {
    subscriber.receive(subscription: Connection(self, AnySubscriber(subscriber)))
  }
}
/// A connection of a source, made at the first demand, which is taken for unlimited.
final class Connection: Subscription {
  private var (source, subscriber): (Source?, AnySubscriber<Value, any Error>?)
  private var (disconnect, isCancelled): ((() -> Void)?, Bool) = (nil, false)
  init(_ one: Source, _ downstream: AnySubscriber<Value, any Error>) { (source, subscriber) = (one, downstream) }
  func request(_ demand: Subscribers.Demand) {
    guard let source = source.take() else { return }
    disconnect = source.connect(while: { [self] in subscriber != nil }) { [self] told in
      switch told {
      case .next(let value): _ = subscriber?.receive(value)
      case .completed: subscriber.take()?.receive(completion: .finished)
      default: subscriber.take()?.receive(completion: .failure(told))
      }
    }
    if isCancelled { cancel() }
  }
  func cancel() {
    (source, subscriber, isCancelled) = (nil, nil, true)
    disconnect.take()?()
  }
}
extension VirtualClock: @retroactive Scheduler {
  public var minimumTolerance: Int { 0 }
  public func schedule(options: Never?, _ call: @escaping () -> Void) { call() }
  public func schedule(after: Int, tolerance: Int, options: Never?, _ call: @escaping () -> Void) {
    schedule(after: after - now, call)
  }
  public func schedule(
    after: Int, interval: Int, tolerance: Int, options: Never?, _ call: @escaping () -> Void
  ) -> any Cancellable {
    var next: (any Cancellable)?
    let cancel = schedule(after: after - now) {
      next = self.schedule(after: after + interval, interval: interval, call)
      call()
    }
    return AnyCancellable { next?.cancel() ?? cancel() }
  }
}
extension Int: @retroactive SchedulerTimeIntervalConvertible {
  public static func seconds(_ s: Int) -> Int { s * 1000 }
  public static func seconds(_ s: Double) -> Int { Int(s * 1000) }
  public static func milliseconds(_ ms: Int) -> Int { ms }
  public static func microseconds(_ us: Int) -> Int { us / 1000 }
  public static func nanoseconds(_ ns: Int) -> Int { ns / 1_000_000 }
}
