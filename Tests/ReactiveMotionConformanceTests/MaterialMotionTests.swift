import Conformance
import Foundation
import Laboratory
import ReactiveMotionConformance
import Testing

@Suite("The other operators of Material Motion")
struct MaterialMotionTests {
  private static let names: Set<Name> = ["_remember", "startWith", "MaterialMotion"]
  private static let files = ProjectFixtures.files.files
  private static let own = Deviation.all.filter { $0.specification == "MaterialMotion" }
  /// The operators that the clause indexes list.
  private static let operators: Set<String> = Set(
    files.compactMap(\.index).filter { $0.name.map(names.contains) ?? false }
      .flatMap { $0.operators ?? [] }.map(\.name.text))

  @Test("are listed")
  func list() throws {
    let folder = URL(filePath: ProjectFixtures.folder).deletingLastPathComponent()
    let article = try String(
      contentsOf: folder.appending(
        path: "Sources/ReactiveMotion/ReactiveMotion.docc/ReactiveMotion.md"), encoding: .utf8)
    let rows = article.matches(of: #/(?m)^\| `(\w+)\(.*\)` \| `(\w+)` \| .+ \| (\w+) \|$/#)
    #expect(rows.map { String($0.2) }.sorted() == Self.operators.sorted())
  }

  @Test("have rows as in spec.yaml: each an operator with a valid argument, and a clause")
  func rows() throws {
    var listed: Set<Name> = []
    for known in KnownSpecification.builtIn {
      let index = try #require(Self.files.compactMap(\.index).first { $0.name == known.name })
      listed.formUnion((index.operators ?? []).map(\.name))
      for one in known.subjects {
        #expect(index.clause(one.clause) != nil, "\(one.text)")
        let explored = try ProjectFixtures.subjects.subject(one.text, of: known.name)
        #expect(explored.specification == known.name)
      }
    }
    #expect(Set(KnownSpecification.builtIn.flatMap(\.operators)) == listed)
  }

  @Test("have at most 300 deviations, each with its own sentence")
  func deviations() {
    #expect(Self.own.count <= 300)
    #expect(Set(Self.own.map(\.summary)).count == Self.own.count)
    for name in Self.operators.subtracting(["_remember", "startWith"]) {
      #expect(Self.own.contains { $0.name.text.hasPrefix("\(name)-") }, "\(name)")
    }
  }

  @Test("have fixtures that the transcription passes, and that catch each deviation")
  func audit() throws {
    let fixtures = try Self.files.map { try $0.read().get() }
      .filter { $0.specification == "MaterialMotion" }
    let audit = try Audit(
      fixtures, by: Runner(implementation: LiteralStreams()), deviations: Self.own)
    #expect(audit.failingCases.map(\.name) == [])
    #expect(audit.uncaught.map(\.name) == [])
  }

  @Test("behave in Swift like their transcription")
  func exploration() throws {
    let all = try ProjectFixtures.subjects.all(of: "MaterialMotion")
    let alone = Self.operators.subtracting(["_remember", "startWith", "_read"])
    #expect(Set(all.map(\.word.text)) == alone)
    for one in all {
      let findings = try Self.exploration(of: Candidate(SwiftStreams()), on: one)
      #expect(findings.difference == nil, "\(one.name)")
      #expect(findings.triedLength == 3, "\(one.name)")
    }
  }

  @Test(
    "differ from a deviation on a subject explored for it",
    arguments: [
      "stream-stays-connected", "_nextOperator-keeps-the-last", "_read-connects-once",
      "merge-shares-the-other", "valve-begins-open", "dedupe-stores-late",
      "ignoreUntil-drops-the-expected", "delayBy-keeps-its-timers", "rewriteTo-emits-once",
      "slop-returns-at-first", "lowerBound-passes-no-states", "y-is-x",
      "pluck-emits-null-for-nothing",
    ] as [Name])
  func showing(_ name: Name) throws {
    let deviation = try #require(Self.own.first { $0.name == name })
    let findings = try Self.exploration(
      of: deviation.candidate, on: ProjectFixtures.subjects.subject(showing: deviation))
    #expect(findings.difference != nil)
  }

  private static func exploration(
    of candidate: Candidate, on subject: ExploredSubject
  ) throws -> Exploration.Findings {
    var bounds = Exploration.Bounds(variants: subject.variants)
    bounds.index = subject.index
    (bounds.observers, bounds.length) = (2, 3)
    (bounds.reactionLength, bounds.randomTimelines) = (2, 200)
    return try Exploration(of: candidate, against: Candidate(LiteralStreams()), bounds: bounds)
      .run()
  }
}
