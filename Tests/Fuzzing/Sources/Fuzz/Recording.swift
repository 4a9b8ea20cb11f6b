// Record's rewriting: what it writes reads back as what was recorded, and all else is untouched.

import Conformance
import ReactiveMotionConformance

func fuzzRecording(_ bytes: [UInt8]) {
  guard let fixture = shortFixture(bytes),
    let result = try? Runner(implementation: SwiftStreams()).run(fixture),
    case .ran(_, let results) = result.content
  else { return }
  let traces = results.map { result -> Trace? in
    if case .failed(let trace, _) = result.outcome.ending { trace } else { nil }
  }
  for replacesAll in [false, true] {
    guard let recording = try? Recording(of: traces, into: fixture, replacesAll: replacesAll),
      !recording.changes.isEmpty
    else { continue }
    guard case .success(let again) = Fixture.read(recording.source, limits: tightLimits) else {
      preconditionFailure("what was recorded is not valid")
    }
    precondition(again.cases.count == fixture.cases.count)
    for (index, (before, after)) in zip(fixture.cases, again.cases).enumerated() {
      precondition(before.name == after.name && before.subject == after.subject)
      precondition(before.reactions == after.reactions && before.tags == after.tags)
      precondition(before.steps.map(\.action) == after.steps.map(\.action))
      precondition(before.steps.map(\.note) == after.steps.map(\.note))
      guard replacesAll, let trace = traces[index] else { continue }
      precondition(
        after.steps.map(\.expectation) == trace, "what was recorded reads back as another")
    }
  }
}
