// The actions that may come next in a timeline, cached for those who make many timelines.

import Conformance

/// The actions that may come next in a timeline, computed once for each progress.
///
/// A number identifies a progress, because changing and looking up a progress itself takes longer
/// than choosing an action.
struct Possibilities {
  /// The place of a timeline that is empty.
  static let start = 0

  let alphabet: Alphabet
  private var places: [Place] = []
  private var known: [Alphabet.Progress: Int] = [:]

  private struct Place {
    let progress: Alphabet.Progress
    let options: [Alphabet.Option]

    /// The numbers of the options of each kind of action.
    let numbers: [ActionWord: [Int]]

    /// The place after each of the options; `nil` where nothing has come to it yet.
    var next: [Int?]
    var reactions: Alphabet.AnyReactions?
  }

  /// What may come next in the timelines of an alphabet.
  init(_ alphabet: Alphabet) {
    self.alphabet = alphabet
    _ = place(of: alphabet.start)
  }

  /// The actions that may come next, in a fixed order: cheaper ones first.
  func options(at place: Int) -> [Alphabet.Option] { places[place].options }

  /// The kinds of actions that timelines are made of, in a fixed order, without subscribing and unsubscribing.
  private(set) lazy var kinds = ActionWord.allCases.filter {
    places[Self.start].numbers[$0] != nil && $0 != .subscribe
  }

  /// The numbers of the options of a kind; none where nothing of it may come next.
  func options(of kind: ActionWord, at place: Int) -> [Int] { places[place].numbers[kind] ?? [] }

  /// The place of a timeline that goes on with one of the options.
  ///
  /// - Complexity: O(1) where another timeline has gone there before.
  mutating func place(after option: Int, at place: Int) -> Int {
    if let next = places[place].next[option] { return next }
    let (progress, action) = (places[place].progress, places[place].options[option].action)
    let next = self.place(of: alphabet.progress(progress, after: action))
    places[place].next[option] = next
    return next
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

  /// Reactions to anything that observers may receive, each of which does what may come next.
  ///
  /// - Complexity: O(1) where the place is known.
  mutating func reactions(at place: Int) -> Alphabet.AnyReactions {
    if let reactions = places[place].reactions { return reactions }
    let (progress, options) = (places[place].progress, places[place].options)
    let reactions = alphabet.anyReactions(among: options, after: progress)
    places[place].reactions = reactions
    return reactions
  }
}
