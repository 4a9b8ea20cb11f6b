// A layer that replaces some sentences by functions: how most deviations are written.

import Conformance

/// Alters sentences: sets the functions of those that it breaks.
typealias Alter = @Sendable (Altered) -> Void

/// A layer that replaces some sentences by functions.
///
/// A function receives this layer, to call the replaced sentence on `below` and the others on `top`, and
/// the arguments of the sentence.
final class Altered: Sentences {
  /// Lays the alteration of some sentences over others.
  init(over below: Sentences, _ alter: Alter) {
    super.init(over: below)
    alter(self)
  }

  var onBegin: ((Sentences) -> Void)?
  var onSubscribe: ((Sentences, LiteralObserver) -> () -> Void)?
  var onAdd: ((Sentences, LiteralObserver) -> Void)?
  var onEmit: ((Sentences, LiteralObserver) -> Void)?
  var onReplay: ((Sentences, Value, LiteralObserver) -> Void)?
  var onDisconnect: ((Sentences, LiteralObserver) -> Void)?
  var onValue: ((Sentences, Value) -> Void)?
  var onState: ((Sentences, State) -> Void)?
  var onStore: ((Sentences, Value) -> Void)?
  var onBroadcast: ((Sentences, Value) -> Void)?
  var onDeliver: ((Sentences, Call, _ send: (LiteralObserver) -> Void) -> Void)?
  var onTell: ((Sentences, LiteralObserver, Value) -> Void)?
  var onConnect: ((Sentences, LiteralObserver) -> () -> Void)?
  var onSubscribeUpstreamIfNecessary: ((Sentences) -> Void)?
  var onSubscribeUpstream: ((Sentences) -> Void)?
  var onRemove: ((Sentences, Int) -> Void)?
  var onUnsubscribeUpstreamIfNecessary: ((Sentences) -> Void)?
  var onUnsubscribeUpstream: ((Sentences) -> Void)?
  var onRead: ((Sentences) -> Value)?
  var onInvokeRead: ((Sentences) -> Value)?

  override func begin() { (onBegin ?? { $0.below.begin() })(self) }

  override func subscribe(_ observer: LiteralObserver) -> () -> Void {
    (onSubscribe ?? { $0.below.subscribe($1) })(self, observer)
  }

  override func add(_ observer: LiteralObserver) {
    (onAdd ?? { $0.below.add($1) })(self, observer)
  }

  override func emitValue(to observer: LiteralObserver) {
    (onEmit ?? { $0.below.emitValue(to: $1) })(self, observer)
  }

  override func replay(_ value: Value, to observer: LiteralObserver) {
    (onReplay ?? { $0.below.replay($1, to: $2) })(self, value, observer)
  }

  override func disconnect(_ observer: LiteralObserver) {
    (onDisconnect ?? { $0.below.disconnect($1) })(self, observer)
  }

  override func receive(_ value: Value) { (onValue ?? { $0.below.receive($1) })(self, value) }
  override func receive(_ state: State) { (onState ?? { $0.below.receive($1) })(self, state) }
  override func store(_ value: Value) { (onStore ?? { $0.below.store($1) })(self, value) }

  override func broadcast(_ value: Value) {
    (onBroadcast ?? { $0.below.broadcast($1) })(self, value)
  }

  override func deliver(_ call: Call, _ send: (LiteralObserver) -> Void) {
    (onDeliver ?? { $0.below.deliver($1, $2) })(self, call, send)
  }

  override func tell(_ observer: LiteralObserver, _ value: Value) {
    (onTell ?? { $0.below.tell($1, $2) })(self, observer, value)
  }

  override func connect(_ observer: LiteralObserver) -> () -> Void {
    (onConnect ?? { $0.below.connect($1) })(self, observer)
  }

  override func subscribeUpstreamIfNecessary() {
    (onSubscribeUpstreamIfNecessary ?? { $0.below.subscribeUpstreamIfNecessary() })(self)
  }

  override func subscribeUpstream() {
    (onSubscribeUpstream ?? { $0.below.subscribeUpstream() })(self)
  }

  override func remove(at index: Int) { (onRemove ?? { $0.below.remove(at: $1) })(self, index) }

  override func unsubscribeUpstreamIfNecessary() {
    (onUnsubscribeUpstreamIfNecessary ?? { $0.below.unsubscribeUpstreamIfNecessary() })(self)
  }

  override func unsubscribeUpstream() {
    (onUnsubscribeUpstream ?? { $0.below.unsubscribeUpstream() })(self)
  }

  override func read() -> Value { (onRead ?? { $0.below.read() })(self) }
  override func invokeRead() -> Value { (onInvokeRead ?? { $0.below.invokeRead() })(self) }
}

// MARK: - What both specifications' deviations do

extension Altered {
  /// One observer alone is called.
  static func delivers(
    _ call: Call, to one: @escaping @Sendable ([LiteralObserver]) -> LiteralObserver?
  ) -> Alter {
    {
      $0.onDeliver = {
        if $1 != call { return $0.below.deliver($1, $2) }
        one($0.observers).map($2)
      }
    }
  }

  /// The list of observers is walked in another way.
  static func delivers(_ call: Call, by walk: Walk) -> Alter {
    {
      $0.onDeliver = { stream, own, send in
        if own != call { return stream.below.deliver(own, send) }
        walk.go({ stream.observers }, send)
      }
    }
  }

  /// A state that equals the last one is not passed on.
  static let dropsEqualStates: Alter = {
    var lastState: State?
    $0.onState = {
      if $1 != lastState { $0.below.receive($1) }
      lastState = $1
    }
  }

  /// A state that is known already goes no further; the first may be taken for known before one has come.
  static func dropsKnownStates(after first: State?) -> Alter {
    {
      var lastState = first
      $0.onState = {
        if $1 == lastState { return }
        lastState = $1
        $0.below.receive($1)
      }
    }
  }

  /// A state that comes within another is sent after it.
  static let queuesNestedStates: Alter = { $0.onState = queued { $0.below.receive($1) } }

  /// A value that comes while another is being broadcast is broadcast after it.
  static let queuesNestedValues: Alter = { $0.onBroadcast = queued { $0.below.broadcast($1) } }

  /// Of what comes while it is running, does one after the other.
  static func queued<Content>(
    _ body: @escaping (Sentences, Content) -> Void
  ) -> (Sentences, Content) -> Void {
    var queue: [Content] = []
    var isRunning = false
    return {
      queue.append($1)
      if isRunning { return }
      isRunning = true
      while !queue.isEmpty { body($0, queue.removeFirst()) }
      isRunning = false
    }
  }

  /// A newcomer receives the last state, behind the value or before it.
  static func replaysStates(from first: State? = nil, isBeforeValue: Bool = false) -> Alter {
    {
      var lastState = first
      $0.onState = {
        lastState = $1
        $0.below.receive($1)
      }
      $0.onEmit = {
        if isBeforeValue { lastState.map($1.state) }
        $0.below.emitValue(to: $1)
        if !isBeforeValue { lastState.map($1.state) }
      }
    }
  }

  /// A value that comes while another is being broadcast is not.
  static let dropsNestedValues: Alter = {
    var isBroadcasting = false
    $0.onBroadcast = {
      if isBroadcasting { return }
      isBroadcasting = true
      $0.below.broadcast($1)
      isBroadcasting = false
    }
  }

  static let broadcastsTwice: Alter = {
    $0.onBroadcast = {
      $0.below.broadcast($1)
      $0.below.broadcast($1)
    }
  }

  static let broadcastsNoNull: Alter = {
    $0.onBroadcast = { if $1 != .null { $0.below.broadcast($1) } }
  }

  static let addsInFront: Alter = {
    $0.onAdd = { $0.observers.insert($1, at: 0) }
  }

  static let emitsNothing: Alter = { $0.onEmit = { _, _ in } }

  static let emitsTwice: Alter = {
    $0.onEmit = {
      $0.below.emitValue(to: $1)
      $0.below.emitValue(to: $1)
    }
  }

  static let emitsToTheFirst: Alter = {
    $0.onEmit = { if $0.observers.count == 1 { $0.below.emitValue(to: $1) } }
  }

  static let dropsStates: Alter = { $0.onState = { _, _ in } }
}
