// The counts of the cases of a run.

/// How the cases of a run ended with one implementation.
package struct Tally: CustomStringConvertible, Sendable {
  /// Cases that conformed.
  package private(set) var passed = 0

  /// Cases that did not, or that crashed.
  package private(set) var failed = 0

  /// Cases whose needs the implementation does not meet.
  package private(set) var skipped = 0

  /// Known failures.
  package private(set) var known = 0

  /// Those of the known ones that differ in a specification that the implementation does not claim.
  private(set) var differing = 0

  /// Those of the failed cases that pass, and are listed as known to fail.
  package private(set) var mended = 0

  /// Those of the failed cases that are the fixture's fault.
  package private(set) var fixtureErrors = 0

  /// Cases in which the implementation breaks the cited clauses, known failures or not.
  private(set) var broken = 0

  /// Cases that ran to their end, and were compared with their expectations.
  package private(set) var judged = 0

  /// All cases.
  package var cases: Int { passed + failed + skipped + known }

  /// How many of the cases that ran conform: "14 of 16".
  var share: String { "\(passed) of \(ran)" }

  /// The cases that ran.
  var ran: Int { cases - skipped }

  /// The counts in a sentence.
  ///
  /// - Parameter isWhole: Whether the run has no other fault. With one, it says "no failures in what ran".
  /// - Returns: The sentence without its full stop: "6 of 406 cases fail: 398 conform, 2 are known to fail, 9 not
  ///   offered".
  package func verdict(isWhole: Bool = true) -> String {
    let head =
      ran == 0
      ? "No case ran"
      : failed == 0
        ? (known > 0 ? "No new failures" : "No failures") + (isWhole ? "" : " in what ran")
        : "\(failed) of \(counted(ran, "case")) \(failed == 1 ? "fails" : "fail")"
    let isKnown = known - differing == 1 ? "is known to fail" : "are known to fail"
    let counts = counts(failed: 0, isKnown)
    return head + (counts.isEmpty ? "" : ": " + counts)
  }

  /// The counts that are not zero: "2 conform, 1 fails".
  package var description: String { counts(failed: failed, "known to fail") }

  private func counts(failed: Int, _ isKnown: String) -> String {
    [
      (passed, passed == 1 ? "conforms" : "conform"), (failed, failed == 1 ? "fails" : "fail"),
      (known - differing, isKnown), (differing, differing == 1 ? "differs" : "differ"),
      (skipped, "not offered"),
    ].filter { $0.0 > 0 }.map { "\($0) \($1)" }.joined(separator: ", ")
  }

  /// The counts of nothing.
  package init() {}

  /// The counts of some outcomes.
  ///
  /// - Parameter outcomes: How cases ended.
  package init(of outcomes: some Sequence<CaseResult.Outcome>) {
    for outcome in outcomes { add(outcome) }
  }

  /// Counts a case.
  ///
  /// - Parameter outcome: How it ended.
  package mutating func add(_ outcome: CaseResult.Outcome) {
    if outcome.isPassed { return addPassed(1) }
    if !outcome.isRun { return }
    if outcome.isJudged { judged += 1 }
    if outcome.ending.hasFailed || outcome.isChanged { broken += 1 }
    if outcome.isFailure {
      failed += 1
    } else if outcome.kind == .known {
      known += 1
    } else {
      skipped += 1
    }
    if outcome.isDifference { differing += 1 }
    if outcome.kind == .mended { mended += 1 }
    if case .erred(let error) = outcome.ending, error.isOfFixture { fixtureErrors += 1 }
  }

  /// Counts cases that conformed.
  mutating func addPassed(_ count: Int) {
    passed += count
    judged += count
  }
}
