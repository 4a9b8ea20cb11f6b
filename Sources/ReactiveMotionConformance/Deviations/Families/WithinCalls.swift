// The family of mistakes with values that show only during another call.

import Conformance

/// Converts values, or leaves them out, at a place and during a call.
final class AltersValues: Alteration {
  private let place: ValuePlace
  private let call: Call
  private let alter: (Value) -> Value?

  /// Makes one.
  ///
  /// - Parameters:
  ///   - place: Where a value is altered: where it arrives, is replayed or is read.
  ///   - call: The call that this happens within.
  ///   - alter: The value that comes instead; `nil` to leave it out. A value that is read is never
  ///     left out.
  init(at place: ValuePlace, within call: Call, _ alter: @escaping (Value) -> Value?) {
    (self.place, self.call, self.alter) = (place, call, alter)
  }

  private func altered(_ value: Value, at place: ValuePlace) -> Value? {
    self.place == place && calls.contains(call) ? alter(value) : value
  }

  override func arrives(_ value: Value, go: @escaping (Value) -> Void) {
    if let value = altered(value, at: .arrival) { go(value) }
  }

  override func replays(
    _ value: Value, to observer: LiteralObserver, go: @escaping (Value) -> Void
  ) {
    if let value = altered(value, at: .replay) { go(value) }
  }

  override func reads(_ value: Value) -> Value {
    altered(value, at: .reading) ?? value
  }

  override var isOfReads: Bool { place == .reading }
}
