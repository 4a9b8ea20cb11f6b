// The base class of the families about calls during other calls: it knows which calls are running.

import Conformance

extension Call {
  /// The calls of a remembered stream in which observers are called.
  static let ofRemember: [Call] = [.value, .state, .replay]

  /// The calls of a property from within which it can be called again.
  static let ofProperty: [Call] = [.value, .state, .replay, .write]
}

/// Sentences that know which calls are running.
class TracksCalls: Sentences {
  /// The calls that are running, from the outermost.
  private(set) final var calls: [Call] = []

  /// How many calls of some kinds are running within each other.
  final func depth(of kinds: Set<Call>) -> Int {
    calls.count(where: kinds.contains)
  }

  /// A call has ended.
  func left(_ call: Call) {}

  private func within(_ call: Call?, _ body: () -> Void) {
    guard let call else { return body() }
    calls.append(call)
    body()
    calls.removeLast()
    left(call)
  }

  /// A stream tells of a value from where it caches that; a property, once it has written it.
  override func receive(_ value: Value) {
    within(storage.isOfProperty ? nil : .value) { super.receive(value) }
  }

  override final func store(_ value: Value) {
    within(storage.isOfProperty ? .write : nil) { super.store(value) }
  }

  override final func broadcast(_ value: Value) {
    within(storage.isOfProperty ? .value : nil) { super.broadcast(value) }
  }

  override func receive(_ state: State) {
    within(.state) { super.receive(state) }
  }

  override func replay(_ value: Value, to observer: LiteralObserver) {
    within(.replay) { super.replay(value, to: observer) }
  }
}
