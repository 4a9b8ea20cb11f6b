// Every timeline of one size, one after the other.

import Conformance

/// The timelines of an alphabet with exactly one cost, in a fixed order.
struct Timelines: IteratorProtocol {
  private var possibilities: Possibilities
  private let length: Int
  private var frames: [Frame] = []
  private var timeline: [Action] = []

  private struct Frame {
    let place: Int
    var next = 0
    let cost: Int
  }

  /// Prepares them.
  ///
  /// - Parameters:
  ///   - alphabet: What they are made of.
  ///   - cost: What they cost. At least 1.
  ///   - length: How many steps they have at the most.
  init(_ alphabet: Alphabet, cost: Int, length: Int) {
    possibilities = Possibilities(alphabet)
    self.length = length
    frames.append(Frame(place: Possibilities.start, cost: cost))
  }

  /// The next timeline.
  ///
  /// - Complexity: O(1) amortized, but for dead ends, which are few.
  mutating func next() -> [Action]? {
    while let frame = frames.last {
      let options = possibilities.options(at: frame.place)
      // Cheaper options come first.
      guard frame.next < options.count, options[frame.next].cost <= frame.cost else {
        frames.removeLast()
        if !frames.isEmpty { timeline.removeLast() }
        continue
      }
      frames[frames.count - 1].next += 1
      let option = options[frame.next]
      timeline.append(option.action)
      let cost = frame.cost - option.cost
      if cost == 0 {
        defer { timeline.removeLast() }
        return timeline
      }
      if timeline.count < length {
        let place = possibilities.place(after: frame.next, at: frame.place)
        frames.append(Frame(place: place, cost: cost))
      } else {
        timeline.removeLast()
      }
    }
    return nil
  }

  /// How many timelines cost so much.
  ///
  /// - Complexity: O(*p* · *c*) for *p* kinds of progress and a cost of *c*.
  static func count(_ alphabet: Alphabet, cost: Int, length: Int) -> Int {
    struct Key: Hashable {
      let progress: Alphabet.Progress
      let cost: Int
      let steps: Int
    }
    var known: [Key: Int] = [:]
    func count(_ key: Key) -> Int {
      if key.cost == 0 { return 1 }
      if key.steps == 0 || key.cost < 0 { return 0 }
      if let count = known[key] { return count }
      let total = alphabet.options(after: key.progress).reduce(0) { sum, option in
        let next = Key(
          progress: alphabet.progress(key.progress, after: option.action),
          cost: key.cost - option.cost, steps: key.steps - 1)
        let (total, isTooLarge) = sum.addingReportingOverflow(count(next))
        return isTooLarge ? .max : total
      }
      known[key] = total
      return total
    }
    return cost < 1 ? 0 : count(Key(progress: alphabet.start, cost: cost, steps: length))
  }
}
