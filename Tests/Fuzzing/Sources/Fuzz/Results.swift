// Results that were written as JSON, read back.

import Conformance

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

func fuzzResults(_ bytes: [UInt8]) {
  guard let results = try? RunResults(reading: bytes) else { return }
  let merged = RunResults(merging: [results])
  var reporter = JSONReporter(runnerVersion: "1")
  var text = ""
  var comparison = BaselineComparison(of: merged, with: merged)
  guard
    let summary = try? merged.summary({ file, summary in
      text += reporter.report(file, of: summary)
      try? comparison.add(file)
    })
  else { preconditionFailure("what was read once does not read again") }
  text += reporter.end(summary)
  guard let again = try? RunResults(reading: Array(text.utf8)) else {
    preconditionFailure("what was written does not read back")
  }
  precondition(again.names == merged.names)
  try? comparison.finish()
  _ = comparison.text(style: Style(isColored: false))
}
