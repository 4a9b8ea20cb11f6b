// The common part of a remembered stream and a property, word for word, with a hook in each
// sentence.

import Conformance

/// A remembered stream or a scoped property: its observers, and their notifications.
///
/// Each method is one sentence of the specifications. A mistake is switched on in its hook.
class LiteralSubject {
  /// "Create storage for a set of observers." "Store a list of MotionObserver instances."
  final var observers: [LiteralObserver] {
    get { list.content }
    _modify { yield &list.content }
  }

  /// "Create a cache of the last-received value." A property has none.
  final var lastValue: Value? {
    get { cache.content }
    set { cache.content = newValue }
  }

  /// "Create a nullable Subscription variable." A property has none.
  final var subscription: LiteralSubscription? {
    get { connection.content }
    set { connection.content = newValue }
  }

  final var list = LiteralBox([LiteralObserver]())
  final var cache = LiteralBox(nil as Value?)
  final var connection = LiteralBox(nil as LiteralSubscription?)
  private let hooks: LiteralHooks

  /// The running calls, the outermost first.
  private(set) final var calls: [Call] = []

  init(_ hooks: LiteralHooks) {
    self.hooks = hooks
    hooks.made(self)
  }

  // MARK: - Subscribing and unsubscribing

  /// "Return a MotionObservable of type T." "Expose subscribe APIs."
  final func subscribe(_ observer: LiteralObserver) -> () -> Void {
    hooks.connect(self, observer, connect)
    let disconnect = { [self] in hooks.disconnect(self, observer, leave) }
    return hooks.disconnectsEachTime ? disconnect : LiteralSubscription(disconnect).unsubscribe
  }

  /// "Subscribe adds an observer to a list of observers" and "invokes the observer's next function with the current
  /// read value".
  func connect(_ observer: LiteralObserver) {
    add(observer)
    emitCurrent(to: observer)
  }

  final func add(_ observer: LiteralObserver) {
    hooks.add(self, observer) { self.observers.append($0) }
  }

  /// The last value of a stream, or the result of reading a property.
  var current: Value? { nil }

  final func emitCurrent(to observer: LiteralObserver) {
    hooks.emit(self, observer) { if let current = self.current { self.replay(current, to: $0) } }
  }

  final func replay(_ value: Value, to observer: LiteralObserver) {
    hooks.replay(self, Telling(value, observer)) { one in
      self.run(.replay) { one.observer.next(one.value) }
    }
  }

  /// "The unsubscribe implementation should remove the observer from the list of observers."
  final func leave(_ observer: LiteralObserver) {
    guard let index = observers.firstIndex(where: { $0 === observer }) else { return }
    hooks.remove(self, index) { self.observers.remove(at: $0) }
    hooks.left(self, observer) { _ in self.left() }
  }

  /// An observer has been removed.
  func left() {}

  // MARK: - Notifications to observers

  /// "The subscription should cache the received value and emit the value to all subscribed observers." "Invokes the
  /// provided write function and informs all subscribed observers of the new value."
  final func receive(_ value: Value) {
    hooks.value(self, value) {
      self.store($0)
      self.broadcast($0)
    }
  }

  final func store(_ value: Value) {
    hooks.store(self, value) { value in self.run(.write) { self.keep(value) } }
  }

  /// Caches a value, or passes it to the write function.
  func keep(_ value: Value) {}

  final func broadcast(_ value: Value) {
    hooks.broadcast(self, value) { value in
      self.run(.value) { self.deliver(.value) { self.tell($0, value) } }
    }
  }

  final func tell(_ observer: LiteralObserver, _ value: Value) {
    hooks.tell(self, Telling(value, observer)) { $0.observer.next($0.value) }
  }

  /// A state is broadcast to all observers, but not cached: the specification caches only values.
  /// "Informs all subscribed observers of the provided state."
  final func receive(_ state: State) {
    hooks.state(self, state) { state in
      self.run(.state) { self.deliver(.state) { $0.state(state) } }
    }
  }

  final func deliver(_ call: Call, _ send: @escaping (LiteralObserver) -> Void) {
    hooks.deliver(self, call, send)
  }

  private func run(_ call: Call, _ body: () -> Void) {
    calls.append(call)
    body()
    calls.removeLast()
    hooks.returned(self, call)
  }

  // MARK: - Only in `_remember`

  final func subscribeUpstream() { hooks.subscribeUpstream(self, ()) { self.connectUpstream() } }
  final func unsubscribeUpstream() {
    hooks.unsubscribeUpstream(self, ()) {
      self.subscription?.unsubscribe()
      self.subscription = nil
    }
  }
  func subscribeUpstreamIfNecessary() {}

  /// Connects upstream.
  func connectUpstream() {}

  /// Connects upstream for only one observer.
  func connectUpstream(for observer: LiteralObserver) -> () -> Void { {} }

  // MARK: - Only in a property

  /// "Expose a read API: should invoke the provided read function."
  final func read() -> Value { hooks.read(self, current ?? .null) }
}

/// The hooks of one stream or property, in which mistakes are switched on.
struct LiteralHooks {
  /// Replaces a sentence, which `go` runs.
  typealias Hook<Given> = (
    _ one: LiteralSubject, _ given: Given, _ go: @escaping (Given) -> Void
  ) -> Void

  /// The stream or property has been made.
  var made: (_ one: LiteralSubject) -> Void = { _ in }

  var connect: Hook<LiteralObserver> = { $2($1) }
  var add: Hook<LiteralObserver> = { $2($1) }
  var emit: Hook<LiteralObserver> = { $2($1) }
  var replay: Hook<Telling> = { $2($1) }
  var disconnect: Hook<LiteralObserver> = { $2($1) }
  var remove: Hook<Int> = { $2($1) }
  var left: Hook<LiteralObserver> = { $2($1) }
  var value: Hook<Value> = { $2($1) }
  var state: Hook<State> = { $2($1) }
  var store: Hook<Value> = { $2($1) }
  var broadcast: Hook<Value> = { $2($1) }
  var tell: Hook<Telling> = { $2($1) }
  var subscribeUpstream: Hook<Void> = { $2($1) }
  var unsubscribeUpstream: Hook<Void> = { $2($1) }
  var read: (_ one: LiteralSubject, _ value: Value) -> Value = { $1 }

  /// Iterates over the observers: all of them.
  var deliver: (_ one: LiteralSubject, Call, _ send: @escaping (LiteralObserver) -> Void) -> Void =
    { for observer in $0.observers { $2(observer) } }

  /// A call has returned.
  var returned: (_ one: LiteralSubject, Call) -> Void = { _, _ in }

  /// Whether each unsubscribe disconnects.
  var disconnectsEachTime = false
}

extension LiteralHooks {
  /// Iterates over the observers in another way, in some calls.
  mutating func deliver(
    _ meant: Call..., by walk: @escaping (LiteralSubject, (LiteralObserver) -> Void) -> Void
  ) {
    let usual = deliver
    deliver = { one, call, send in
      if meant.contains(call) { walk(one, send) } else { usual(one, call, send) }
    }
  }
}

/// The notifications of one observer.
struct Telling {
  var value: Value
  let observer: LiteralObserver

  init(_ value: Value, _ observer: LiteralObserver) {
    (self.value, self.observer) = (value, observer)
  }
}

/// A running call of a stream or a property.
enum Call: Sendable {
  /// Observers receive a value.
  case value

  /// Observers receive a state.
  case state

  /// A new observer receives the current value.
  case replay

  /// A property's write function runs.
  case write
}

/// State that streams or properties can share by mistake.
final class LiteralBox<Content> {
  var content: Content

  init(_ content: Content) { self.content = content }
}
