import Conformance
import Laboratory
import Samples
import Testing

@testable import ReactiveXConformance

@Suite("The kinds of reported mistakes")
struct KindTests {
  private static let names = SubjectNames(known: [], folder: "") {
    FixtureFiles(at: ["\(packageRoot.path)/Fixtures/ReactiveX"])
  }
  private static let subjects = Result { try names.all(of: ReactiveXStreams.specification) }

  @Test(
    "are found by a search on their operators",
    arguments: [
      // An observer is done, or unsubscribes, and the operator goes on.
      ("concat- catch- flatMap-", "asks-nobody", 1, 0, 0),
      ("repeat-", "asks-nobody", 1, 0, 500),
      ("replay-refCount-", "asks-nobody", 3, 0, 0),
      ("shareReplay-", "miscounts-its-users", 4, 0, 0),
      ("publish-", "miscounts-its-users", 5, 0, 0),
      ("concat- catch- startWith- repeat-", "takes-along-another", 5, 0, 0),
      ("takeLast- buffer- debounce-", "tells-one-who-left", 3, 3, 0),
      ("take- first- takeWhile- publish-refCount-", "asks-late", 1, 0, 0),
      // A source ends while it connects, or again, or one subscription is over.
      ("share- concat- retry-", "misses-an-end-while-connecting", 1, 0, 0),
      ("switchMap-", "misses-an-end-of-the-other-while-connecting", 3, 0, 0),
      ("take- concat- merge-", "ends-again-from-within", 3, 3, 0),
      ("throttleFirst- debounce- sample-", "keeps-its-timer-for-the-next", 4, 0, 10_000),
      // Few things happen, or nothing.
      ("take- first- elementAt-", "tells-more-from-within", 2, 2, 0),
      ("reduce- toList- count-", "tells-nothing-of-nothing", 2, 0, 0),
      ("take- takeLast-", "takes-0-for-1", 3, 0, 0),
      ("buffer-", "tells-an-empty-list", 3, 0, 0), ("repeat-", "connects-twice-for-once", 2, 0, 0),
      // Two operators are fused.
      ("skip-take-", "counts-what-is-skipped", 3, 0, 0),
      ("take-take-", "has-the-second-count", 3, 0, 0),
      ("filter-map-", "maps-what-is-left-out", 2, 0, 0),
    ])
  func found(operators: String, way: String, length: Int, reactionLength: Int, random: Int) throws {
    for one in operators.split(separator: " ") {
      let deviation = try #require(
        ReactiveXDeviations.all.first { $0.name.text == "\(one)\(way)" }, "\(one)\(way)")
      let text = try #require(
        ReactiveXDeviations.operators(showing: deviation) { [ReactiveXFixtures.index] })
      let explored =
        try Self.subjects.get().first { $0.name == text }
        ?? Self.names.subject(text, of: ReactiveXStreams.specification)
      var bounds = Exploration.Bounds(variants: explored.variants)
      (bounds.length, bounds.reactionLength, bounds.randomTimelines) =
        (length, reactionLength, random)
      bounds.observers = 2
      (bounds.index, bounds.sourcesMayMisbehave) = (explored.index, way.hasPrefix("ends-again"))
      let search = Exploration(
        of: deviation.candidate, against: Candidate(ReactiveXStreams()), bounds: bounds
      ).against(ReactiveXStreams.reference(following: [], explored.index))
      #expect(try search.run().difference != nil, "\(deviation.name)")
    }
  }
}
