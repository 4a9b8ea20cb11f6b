import Conformance
import Testing

@Suite("A verdict")
struct VerdictTests {
  @Test(
    "is one sentence: what fails, what conforms, what is known to fail, what is not offered",
    arguments: [
      (404, 0, 2, 9, "No new failures: 404 conform, 2 are known to fail, 9 not offered"),
      (398, 6, 2, 9, "6 of 406 cases fail: 398 conform, 2 are known to fail, 9 not offered"),
      (0, 1, 1, 0, "1 of 2 cases fails: 1 is known to fail"),
      (1, 0, 0, 0, "No failures: 1 conforms"), (0, 0, 0, 9, "No case ran: 9 not offered"),
      (0, 0, 0, 0, "No case ran"),
    ])
  func sentence(_ passed: Int, _ failed: Int, _ known: Int, _ skipped: Int, _ sentence: String) {
    let failure = CaseResult.Ending.erred(ExecutionError(message: "boom"))
    let outcomes =
      Array(repeating: CaseResult.Outcome(.passed()), count: passed)
      + Array(repeating: CaseResult.Outcome(failure), count: failed)
      + Array(
        repeating: CaseResult.Outcome(failure, listed: .yes(KnownFailure(reason: "r"))),
        count: known)
      + Array(repeating: CaseResult.Outcome(.skipped(reason: "r")), count: skipped)
    #expect(Tally(of: outcomes).verdict() == sentence)
  }
}
