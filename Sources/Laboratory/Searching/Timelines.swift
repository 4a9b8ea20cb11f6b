// Every timeline of one size, one after the other, and the possible next actions in one.

import Conformance

/// The timelines of an alphabet with exactly one cost, in a fixed order.
struct Timelines: IteratorProtocol {
  private var possibilities: Possibilities
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
  ///   - alphabet: Their alphabet.
  ///   - cost: Their cost. At least 1.
  init(_ alphabet: Alphabet, cost: Int) {
    possibilities = Possibilities(alphabet)
    frames.append(Frame(place: Possibilities.start, cost: cost))
  }

  /// The next timeline.
  ///
  /// - Complexity: O(1) amortized, except for dead ends, which are few.
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
      let place = possibilities.place(after: frame.next, at: frame.place)
      frames.append(Frame(place: place, cost: cost))
    }
    return nil
  }
}

/// The possible next actions in a timeline, computed once for each progress.
///
/// A number identifies a progress, because changing and looking up a progress itself takes longer
/// than choosing an action.
struct Possibilities {
  /// The place of an empty timeline.
  static let start = 0

  let alphabet: Alphabet
  private var places: [Place] = []
  private var known: [Alphabet.Progress: Int] = [:]

  private struct Place {
    let progress: Alphabet.Progress
    let options: [Alphabet.Option]

    /// The numbers of the options of each kind of action.
    let numbers: [ActionWord: [Int]]

    /// The place after each of the options; `nil` if no timeline has gone there yet.
    var next: [Int?]
  }

  /// The possible next actions in the timelines of an alphabet.
  init(_ alphabet: Alphabet) {
    self.alphabet = alphabet
    _ = place(of: alphabet.start)
  }

  /// The possible next actions, in a fixed order: cheaper ones first.
  func options(at place: Int) -> [Alphabet.Option] { places[place].options }

  /// The kinds of actions of timelines, in a fixed order, without subscribing.
  private(set) lazy var kinds = ActionWord.allCases.filter {
    $0 == .unsubscribe
      ? alphabet.hasObservers
      : $0 != .subscribe && !options(of: $0, at: Self.start).isEmpty
  }

  /// The numbers of the options of a kind; none if no such action is possible.
  func options(of kind: ActionWord, at place: Int) -> [Int] { places[place].numbers[kind] ?? [] }

  /// The present observers.
  func observers(at place: Int) -> [Name] {
    places[place].progress.lives.enumerated().filter { $0.element == .live }
      .map { alphabet.observer($0.offset) }
  }

  /// The place of a timeline after one of the options.
  ///
  /// - Complexity: O(1) if another timeline has gone there before.
  mutating func place(after option: Int, at place: Int) -> Int {
    if let next = places[place].next[option] { return next }
    let next = self.place(after: places[place].options[option].action, at: place)
    places[place].next[option] = next
    return next
  }

  /// The place of a timeline after an action.
  mutating func place(after action: Action, at place: Int) -> Int {
    self.place(of: alphabet.progress(places[place].progress, after: action))
  }

  private mutating func place(of progress: Alphabet.Progress) -> Int {
    if let place = known[progress] { return place }
    let options = alphabet.options(after: progress)
    let next = [Int?](repeating: nil, count: options.count)
    known[progress] = places.count
    let numbers = Dictionary(grouping: options.indices) { options[$0].action.words.word }
    places.append(Place(progress: progress, options: options, numbers: numbers, next: next))
    return places.count - 1
  }
}
