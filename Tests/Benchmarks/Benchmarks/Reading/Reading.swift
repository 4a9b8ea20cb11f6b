// What reading and decoding fixtures costs, beside libyaml's bare event loop over the same files.

import Benchmark
import Comparing
import Limits
import Suites

let benchmarks: @Sendable () -> Void = {
  for (cases, files) in [
    (1_000, 100), (10_000, 1_000), (10_000, 1), (100_000, 10_000), (100_000, 1),
  ] {
    compare("read \(cases) cases in \(files) file\(files == 1 ? "" : "s")", with: ["limit"]) {
      let suite = try Suite(cases: cases, files: files)
      return (
        { try suite.read() },
        [{ for file in suite.files { precondition(events_of_file(file) > 0) } }]
      )
    }
  }
  compare("read 10000 cases with words of their own in 1 file", with: ["limit"]) {
    let suite = try Suite(cases: 10_000, files: 1, kind: .worded)
    return (
      { try suite.read() },
      [{ for file in suite.files { precondition(events_of_file(file) > 0) } }]
    )
  }
}
