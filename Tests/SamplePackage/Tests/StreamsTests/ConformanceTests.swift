import Conformance
import Foundation
import Streams
import Testing

/// The streams of this package, as the fixtures see them.
struct SampleStreams: Implementation {
  let name = "sample"

  /// Whether a value is forgotten as soon as it has been delivered, to see a test fail.
  var forgets = false

  func stream(_ subject: TestedStream) throws(Unsupported) -> Subscribe {
    let source = subject.upstream
    var stream = Stream<Value, State> { source.connect(next: $0, state: $1) }
    for one in subject.operators {
      guard one.name == "_remember" else { throw Unsupported("the operator `\(one.name)`") }
      if !forgets { stream = stream.remembered() }
    }
    return { [stream] in stream.subscribe(next: $0.next, state: $0.state) }
  }
}

/// The fixtures to hold to: here those of the package that it stands in, or some of them.
let fixtures = URL(filePath: #filePath).appending(path: "../../../../../Fixtures/_remember")
  .appending(path: ProcessInfo.processInfo.environment["SAMPLE_FIXTURES"] ?? "").standardized.path

/// What the streams lack on purpose. A case that needs anything else that they lack fails: a case that was
/// cancelled looks like one that passed.
let gaps = ["sample does not have the operator `startWith`"]

@Test("The streams conform", arguments: try FixtureCase.all(in: fixtures))
func conforms(_ testCase: FixtureCase) throws {
  let forgets = ProcessInfo.processInfo.environment["SAMPLE_FORGETS"] != nil
  do {
    try testCase.check(SampleStreams(forgets: forgets))
  } catch let missing as Unsupported where gaps.contains(missing.feature) {
    try Test.cancel("\(missing.feature)")
  }
}
