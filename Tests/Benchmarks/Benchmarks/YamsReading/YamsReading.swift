// The cost of reading and decoding fixtures, compared with Yams, which makes a tree of the same files.
//
// It is a separate program because Yams contains its own libyaml.

import Benchmark
import Comparing
import Suites
import Yams

let benchmarks: @Sendable () -> Void = {
  for files in [1_000, 1] {
    compare(
      "read 10000 cases in \(files) file\(files == 1 ? "" : "s")", with: ["Yams.compose"],
      seconds: 20
    ) {
      let suite = try Suite(cases: 10_000, files: files)
      return (
        { try suite.read() },
        [
          {
            for file in suite.files {
              blackHole(try Yams.compose(yaml: String(contentsOfFile: file, encoding: .utf8)))
            }
          }
        ]
      )
    }
  }
}
