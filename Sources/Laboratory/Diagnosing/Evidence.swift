// A mistake in one sentence, whose words hold in every counted case.

import Conformance

/// A claim that a library differs in some operators, at some moments, in some way.
struct Claim {
  /// The operators; empty for any operator.
  let operators: [Name]

  /// The action, and the facts about it.
  let trigger: String
  var facts: [Fact] = []

  /// The differences, each in words.
  var changes: [(atom: Atom, words: String)]

  /// The action at which the missing event comes, or the extra one is expected; `nil` if unknown.
  var later: String?

  /// The claim with more words.
  func with(_ more: (inout Claim) -> Void) -> Claim {
    var longer = self
    more(&longer)
    return longer
  }

  /// Whether it applies to a moment, whatever the difference.
  func concerns(_ moment: Moment) -> Bool {
    let own = moment.cast.operators
    return moment.trigger == trigger && facts.allSatisfy(moment.facts.contains)
      && operators.allSatisfy(own.contains) && (own != [Cast.property] || operators == own)
  }

  /// Whether every word holds in the first differing step of a case.
  func holds(in scene: Scene) -> Bool {
    zip(scene.moments, scene.words).contains { moment, words in
      concerns(moment)
        && changes.allSatisfy { change in
          zip(scene.changes, words).contains {
            $0.atom == change.atom && $1.contains(change.words) && isLater($0, in: scene)
          }
        }
    }
  }

  /// Whether an event may come later in a case, or was expected to.
  private func isLater(_ change: Scene.Change, in scene: Scene) -> Bool {
    guard let later, scene.laterStep(of: change) == nil else { return true }
    let moments = scene.plan.moments(in: scene.expected).dropFirst(scene.step + 1)
    return !moments.joined().contains { $0.trigger == later }
  }

  /// The moment of the difference: "upstream emits null".
  var occasion: String {
    func words(_ place: Fact.Place) -> [String] {
      facts.filter { $0.place == place }.map(\.words)
    }
    let noun = trigger.hasPrefix("an observer") ? "an observer" : "a value"
    let done = words(.noun).last.map { trigger.replacing(noun, with: $0) } ?? trigger
    let conditions = words(.condition).joined(separator: " and ")
    return ([done] + words(.occasion) + words(.end)).joined(separator: " ")
      + (conditions.isEmpty ? "" : ", \(conditions)")
  }

  /// The difference: "the value is not emitted".
  var difference: String {
    let when = later.map {
      changes[0].atom.kind == .missing
        ? ", but only later, when \($0)" : ", too early: it is expected when \($0)"
    }
    return changes.map(\.words).joined(separator: ", and ") + (when ?? "")
  }
}

/// One mistake, as one sentence.
struct Evidence {
  /// The first claim, the smallest timeline, and the failure that it comes from.
  let claim: Claim
  let smallest: Scene
  let origin: Int

  /// The failures in which every word holds, and those in which only the main difference does.
  private(set) var cases: [Int]
  var partly: [Int] = []

  /// The number of moments of this kind that pass.
  private(set) var passing: Int

  /// The operators of the claim, single or combined.
  private(set) var operators: [[Name]]

  /// The occasions, each once, and the difference.
  private(set) var words: [String]

  /// Claims that hold in most failures come first; then those that fit the fewest passing moments,
  /// have fewer operators, and are smaller.
  private var order: [Int] {
    [-cases.count, passing, operators[0].count, smallest.size, origin]
  }

  /// The sentence. The library's own name of an operator follows the operator's name.
  func sentence(_ own: [Name: String]) -> String {
    let separator = smallest.cast.isSeveral ? " with " : " before "
    func word(_ name: Name) -> String {
      name == Cast.property ? name.text : "`\(name)`" + (own[name].map { " (`\($0)`)" } ?? "")
    }
    let names = operators.map { names in
      names.isEmpty ? "whatever the operator" : names.map(word).joined(separator: separator)
    }
    let subject =
      names.count > 4
      ? names.prefix(3).joined(separator: ", ") + " and \(names.count - 3) other operators"
      : names.joined(separator: ", ")
    let told = words.dropLast()
    let occasions = told.filter { one in !told.contains { one == "\($0) while being connected" } }
    let isLong = occasions.contains { $0.contains(",") }
    let all = occasions.joined(separator: isLong ? "; or when " : " or ")
    return "\(subject): when \(all), \(words.last!)"
  }

  /// The words with upstream and the other source exchanged.
  private var mirrored: [String] {
    words.map { text in
      text.replacing("upstream", with: "\0").replacing("the other source", with: "upstream")
        .replacing("\0", with: "the other source")
    }
  }

  private mutating func take(_ other: Evidence) {
    if mirrored == other.words, words != other.words {
      let own = words[0].hasPrefix("upstream") ? words : mirrored
      words = [
        own[0].replacing("upstream", with: "either source"),
        own[1].replacing("the other source", with: "the other one")
          .replacing("upstream", with: "it"),
      ]
    } else {
      words = (words.dropLast() + other.words).uniqued()
    }
    operators = (operators + other.operators).uniqued()
    cases = (cases + other.cases).sorted()
    passing += other.passing
  }

  /// Merges claims into sentences: those that differ only in the moment, in the source, or in the
  /// operator.
  static func merged(_ all: [Evidence]) -> [Evidence] {
    func inOrder(_ all: [Evidence]) -> [Evidence] {
      all.sorted { $0.order.lexicographicallyPrecedes($1.order) }
    }
    func joined(_ all: [Evidence], where isSame: (Evidence, Evidence) -> Bool) -> [Evidence] {
      inOrder(all).reduce(into: []) { merged, one in
        if let index = merged.firstIndex(where: { isSame($0, one) }) {
          merged[index].take(one)
        } else {
          merged.append(one)
        }
      }
    }
    let ofEach = joined(all) { one, other in
      one.operators == other.operators && (one.passing == 0) == (other.passing == 0)
        && (one.words.last == other.words.last || one.mirrored == other.words)
    }
    return inOrder(joined(ofEach) { $0.words == $1.words })
  }
}
