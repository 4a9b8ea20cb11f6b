// Results that were written as JSON, read back.

import Conformance

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

func fuzzResults(_ bytes: [UInt8]) {
  guard let results = try? ResultFile(reading: bytes),
    let merged = try? ResultFile(merging: [results])
  else { return }
  var reporter = JSONReporter(runnerVersion: "1")
  var text = ""
  for file in merged.files { text += reporter.report(file) }
  text += reporter.end(merged.summary)
  guard let again = try? ResultFile(reading: Array(text.utf8)) else {
    preconditionFailure("what was written does not read back")
  }
  precondition(again.names == merged.names)
  _ = BaselineComparison(of: merged, with: again).text(style: Style(isColored: false))
}
