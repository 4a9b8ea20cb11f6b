// The cost of reading and decoding fixtures, compared with libyaml's bare event loop over the same files.

import Benchmark
import Comparing
import Limits
import Suites

let benchmarks: @Sendable () -> Void = {
  func compareReading(_ name: String, _ cases: Int, files: Int, kind: Suite.Kind = .plain) {
    compare("read \(cases) cases \(name)", with: ["limit"]) {
      let suite = try Suite(cases: cases, files: files, kind: kind)
      return (
        { try suite.read() },
        [{ for file in suite.files { precondition(events_of_file(file) > 0) } }]
      )
    }
  }
  for (cases, files) in [
    (1_000, 100), (10_000, 1_000), (10_000, 1), (100_000, 10_000), (100_000, 1),
  ] {
    compareReading("in \(files) file\(files == 1 ? "" : "s")", cases, files: files)
  }
  compareReading("with words of their own in 1 file", 10_000, files: 1, kind: .worded)
}
