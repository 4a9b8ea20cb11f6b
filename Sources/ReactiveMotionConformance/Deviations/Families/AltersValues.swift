// Mistakes with values at a place that they pass: always, or only during another call.

import Conformance

/// Where a value is altered.
enum ValuePlace: Sendable {
  case arrival, keeping, delivery, replay, reading, nextOnly

  /// The places of a remembered stream, whose cache is seen in its replays alone.
  static let ofRemember: [ValuePlace] = [.arrival, .delivery, .replay, .nextOnly]
  static let ofProperty: [ValuePlace] = [.keeping, .delivery, .replay, .reading, .nextOnly]
  static let ofUnscopedProperty: [ValuePlace] = [.keeping, .reading]

  /// The end of a name, the end of a sentence, and what is broken there.
  var words: (suffix: String, phrase: String, clauses: Clauses) {
    switch self {
    case .arrival: ("on-arrival", "when it arrives", ("subscribe-upstream", "write"))
    case .keeping: ("on-writing", "when it is written", ("value-cache", "write"))
    case .delivery: ("on-delivery", "when observers receive it", ("subscribe-upstream", "write"))
    case .replay:
      ("for-newcomers", "when a newcomer receives it", ("emit-last-value", "emit-read-value"))
    case .reading: ("on-reading", "when it is read", ("value-cache", "read"))
    case .nextOnly:
      (
        "for-next-only", "when a next-only observer receives it",
        ("subscribe-upstream", "subscribe-next-only")
      )
    }
  }
}

extension Conversion {
  /// Converts values at a place.
  func alter(at place: ValuePlace) -> Alter {
    {
      let convert = convert
      switch place {
      case .arrival: $0.onValue = { $0.below.receive(convert($1)) }
      case .keeping: $0.onStore = { $0.below.store(convert($1)) }
      case .delivery: $0.onTell = { $0.below.tell($1, convert($2)) }
      case .replay: $0.onReplay = { $0.below.replay(convert($1), to: $2) }
      case .reading:
        $0.onRead = { convert($0.below.read()) }
        // What goes wrong where a value is read does so for who reads it, and not for newcomers.
        $0.onEmit = { $0.top.replay($0.top.invokeRead(), to: $1) }
      case .nextOnly:
        $0.onTell = { $0.below.tell($1, $1.isNextOnly ? convert($2) : $2) }
        $0.onReplay = { $0.below.replay($2.isNextOnly ? convert($1) : $1, to: $2) }
      }
    }
  }
}

extension Omission {
  /// Leaves values out at a place.
  func alter(at place: ValuePlace) -> Alter {
    {
      let passes = passing()
      switch place {
      case .keeping: $0.onStore = { if passes($1) { $0.below.store($1) } }
      case .delivery: $0.onBroadcast = { if passes($1) { $0.below.broadcast($1) } }
      case .replay: $0.onReplay = { if !leavesOut($1, nil) { $0.below.replay($1, to: $2) } }
      default: $0.onValue = { if passes($1) { $0.below.receive($1) } }
      }
    }
  }

  /// Leaves out the first value after an observer came, where it equals the one that there was.
  var alterOfFirst: Alter {
    {
      var replayed: [(observer: LiteralObserver, value: Value)] = []
      $0.onReplay = {
        replayed.append(($2, $1))
        $0.below.replay($1, to: $2)
      }
      $0.onTell = { stream, observer, value in
        let index = replayed.firstIndex { $0.observer === observer }
        let last = index.map { replayed.remove(at: $0).value }
        if !leavesOut(value, last) { stream.below.tell(observer, value) }
      }
      $0.onDisconnect = { stream, observer in
        replayed.removeAll { $0.observer === observer }
        stream.below.disconnect(observer)
      }
    }
  }

  /// Tells of one value after the other whether it is not left out.
  fileprivate func passing() -> (Value) -> Bool {
    var last: Value?
    return { value in
      defer { last = value }
      return !leavesOut(value, last)
    }
  }
}

extension FamilyMember {
  /// What becomes of a value in an unscoped property, where it is read or written.
  static func unscoped(_ conversion: Conversion, at place: ValuePlace) -> UnscopedLayer {
    {
      let convert = conversion.convert
      if place == .reading {
        $0.read = { [read = $0.read] in convert(read($0)) }
      } else {
        $0.write = { [write = $0.write] in write($0, convert($1)) }
      }
    }
  }

  static func unscoped(_ omission: Omission) -> UnscopedLayer {
    {
      let passes = omission.passing()
      $0.write = { [write = $0.write] in if passes($1) { write($0, $1) } }
    }
  }
}

/// Converts values, or leaves them out, at a place and during a call.
final class AltersValues: TracksCalls {
  private let place: ValuePlace
  private let call: Call
  private let alter: (Value) -> Value?

  /// Lays it over sentences.
  ///
  /// - Parameters:
  ///   - below: The sentences.
  ///   - place: Where a value is altered: where it arrives, is replayed or is read.
  ///   - call: The call that this happens within.
  ///   - alter: The value that comes instead; `nil` to leave it out. A value that is read is never
  ///     left out.
  init(
    over below: Sentences, at place: ValuePlace, within call: Call,
    _ alter: @escaping (Value) -> Value?
  ) {
    (self.place, self.call, self.alter) = (place, call, alter)
    super.init(over: below)
  }

  private func altered(_ value: Value, at place: ValuePlace) -> Value? {
    self.place == place && calls.contains(call) ? alter(value) : value
  }

  override func receive(_ value: Value) {
    if let value = altered(value, at: .arrival) { super.receive(value) }
  }

  override func replay(_ value: Value, to observer: LiteralObserver) {
    if let value = altered(value, at: .replay) { super.replay(value, to: observer) }
  }

  override func read() -> Value {
    let value = super.read()
    return altered(value, at: .reading) ?? value
  }

  /// What goes wrong where a value is read does so for who reads it, and not for newcomers.
  override func emitValue(to observer: LiteralObserver) {
    if place == .reading {
      top.replay(top.invokeRead(), to: observer)
    } else {
      super.emitValue(to: observer)
    }
  }
}
