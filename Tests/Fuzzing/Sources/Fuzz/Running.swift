// A fixture to a run: whatever it asks for, the streams do as their transcription does.

import Conformance
import ReactiveMotionConformance

func fuzzRunning(_ bytes: [UInt8]) {
  let runner = Runner(candidates: [Candidate(SwiftStreams()), Candidate(LiteralStreams())])
  guard let fixture = shortFixture(bytes), let result = try? runner.run(fixture),
    case .ran(_, let results) = result.content
  else { return }
  for one in results {
    switch (one.outcomes[0].ending, one.outcomes[1].ending) {
    case (.failed(let left, _), .failed(let right, _)):
      precondition(left == right, "the streams differ from their transcription")
    case (.passed, .passed), (.skipped, .skipped), (.erred, .erred): break
    default: preconditionFailure("the streams differ from their transcription")
    }
  }
  // Every report of it is made, and the results read back as they were.
  var reporters: [any Reporter] = [
    TextReporter(style: Style(isColored: false)), TAPReporter(), JUnitReporter(),
    GitHubReporter(), HTMLReporter(),
  ]
  var summary = RunSummary(of: ["swift", "literal"])
  summary.add(result)
  for index in reporters.indices {
    let text = reporters[index].report(result, of: summary) + reporters[index].end(summary)
    // In the page, tabs stand between the columns of pictures.
    let isPage = reporters[index] is HTMLReporter
    precondition(
      !text.utf8.contains { $0 < 0x20 && $0 != 0x0A && !(isPage && $0 == 0x09) },
      "a control character")
  }
}
