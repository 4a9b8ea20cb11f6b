// The cases that an implementation passed, on which deviations are tried, so that none is named
// wrongly.

import Conformance
import Synchronization

/// The cases that an implementation passed: those that the run has kept, and the others, which are
/// read again.
struct PassedCases {
  /// How many are enough to find most deviations contradicted.
  static let sample = 96

  /// A case that passed.
  struct Passed {
    let specification: Name
    let testCase: Case
    let plan: Plan

    /// The case for an implementation that is to pass it, too.
    func trial(of candidate: Candidate) -> Trial {
      Trial(
        candidate: candidate, plan: plan,
        measure: testCase.allowsReadings
          ? .expectation(testCase)
          : .trace(testCase.steps.map(\.expectation), by: testCase.rule(.exact)))
    }
  }

  /// The cases, of which the first are of all files.
  private(set) var all: [Passed] = []

  /// Whether they are all that passed.
  private(set) var isComplete = true

  /// No cases.
  init() {}
}

extension PassedCases {
  /// Gathers the cases that an implementation passed.
  ///
  /// - Parameters:
  ///   - implementation: Its position.
  ///   - material: What the run has left.
  ///   - cases: Where the cases of the run stand.
  ///   - end: The last case that was run; `nil` where all were.
  ///   - jobs: How many threads read.
  ///   - isConcerned: Whether what is in a file of a path is of interest.
  init(
    of implementation: Int, _ material: DiagnosisMaterial, in cases: RunCases,
    upTo end: CaseName?, jobs: Int,
    where isConcerned: (_ path: Name) -> Bool
  ) {
    var files = cases.files
    if let end, let last = files.firstIndex(where: { $0.path == end.path }) {
      files.removeSubrange((last + 1)...)
    }
    files.removeAll { !isConcerned($0.path) }
    let notPassed = material.notPassed[implementation] ?? [:]
    let read = Monitor<[Int: [Passed]]>([:])
    let next = Atomic(0)
    let crew = Crew()
    let (meant, count) = (files, files.count)
    @Sendable func work() {
      while true {
        let position = next.add(1, ordering: .relaxed).oldValue
        guard position < count else { break }
        let file = meant[position]
        let others = notPassed[file.path] ?? []
        let passed: [Passed]
        if let kept = material.cases[file.path] {
          let end = end?.path == file.path ? end!.line : .max
          passed = kept.filter { $0.place.line <= end && !others.contains($0.place) }.map {
            Passed(
              specification: material.specifications[file.path]!, testCase: $0, plan: Plan($0))
          }
        } else {
          passed = Self.passed(of: file, cases, others, upTo: end)
        }
        read.update { $0[position] = passed }
      }
    }
    crew.start(min(Crew.size(for: jobs), max(1, files.count)), work)
    crew.wait()
    let byFile = read.read { read in (0..<count).map { read[$0] ?? [] } }
    isComplete = read.read { $0.count == count }
    // Of each file one, then of each the next.
    let longest = byFile.map(\.count).max() ?? 0
    all.reserveCapacity(byFile.reduce(0) { $0 + $1.count })
    for rank in 0..<longest {
      for file in byFile where rank < file.count { all.append(file[rank]) }
    }
  }

  private static func passed(
    of file: FixtureFiles.File, _ cases: RunCases, _ others: Set<Place>, upTo end: CaseName?
  ) -> [Passed] {
    var passed: [Passed] = []
    var selected = 0
    var reader = file.reader(limits: cases.limits)
    while let one = reader.next() {
      if let end, end.path == file.path, one.place.line > end.line { break }
      guard cases.selection.includes(one, of: file.path) else { continue }
      defer { selected += 1 }
      guard cases.shard.includes(caseAt: selected, of: file.path), !others.contains(one.place)
      else { continue }
      passed.append(Passed(specification: "", testCase: one, plan: Plan(one)))
    }
    guard case .success(let fixture) = reader.end() else { return [] }
    return passed.map {
      Passed(specification: fixture.specification, testCase: $0.testCase, plan: $0.plan)
    }
  }
}
