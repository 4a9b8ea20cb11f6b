import FixtureFormat
import Testing

/// Two orders of events are equal if exchanging neighbours turns one into the other: tested by exchanging.
@Suite("The order that a specification leaves free")
struct FreeOrderTests {
  private static let events: [Event] = [
    .connect(source: "s"), .source(.disconnect, of: "s"), .source(.release, of: "s"),
    .connect(source: "u"), .source(.disconnect, of: "u"), .next(observer: "a", 1), .returns(2),
  ]

  /// The rule, as the format has it.
  private static func mayExchange(
    _ one: Event, _ other: Event, _ kinds: Set<SourceEvent>
  ) -> Bool {
    func isListed(_ event: Event, _ of: Set<SourceEvent> = Set(SourceEvent.allCases)) -> Bool {
      if case .source(let kind, _) = event {
        kinds.contains(kind) && of.contains(kind)
      } else {
        false
      }
    }
    if one.name == other.name { return false }
    let gone: Set<SourceEvent> = [.disconnect, .release]
    return isListed(one) && isListed(other) || isListed(one, gone) || isListed(other, gone)
  }

  /// All orders that exchanges turn one into.
  private static func orders(of events: [Event], _ kinds: Set<SourceEvent>) -> Set<[Event]> {
    var found: Set<[Event]> = [events]
    var open = [events]
    while let next = open.popLast() {
      for place in next.indices.dropLast() where mayExchange(next[place], next[place + 1], kinds) {
        var exchanged = next
        exchanged.swapAt(place, place + 1)
        if found.insert(exchanged).inserted { open.append(exchanged) }
      }
    }
    return found
  }

  /// The events that the digits of a number stand for.
  private static func events(_ number: Int, _ count: Int) -> [Event] {
    var number = number
    return (0..<count).map { _ in
      defer { number /= events.count }
      return events[number % events.count]
    }
  }

  @Test(
    "has one normal order for all equal orders, which is one of them",
    arguments: [
      [.connect, .disconnect, .release], [.disconnect, .release], [.connect], [.disconnect], [],
    ] as [Set<SourceEvent>])
  func normalOrder(_ kinds: Set<SourceEvent>) {
    for number in stride(from: 0, to: 117_649, by: 331) {
      let some = Self.events(number, 6)
      let normal = some.inNormalOrder(withoutOrderOf: kinds)
      let same = Self.orders(of: some, kinds)
      #expect(same.contains(normal), "\(some)")
      #expect(same.allSatisfy { $0.inNormalOrder(withoutOrderOf: kinds) == normal }, "\(some)")
    }
  }
}
