// Numbers of the command line and of stored results, whatever stands in their place.

import Conformance

func fuzzNumbers(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  if let shard = Shard(text) { _ = shard.includes(caseAt: 0, of: Name(text)) }
  // It needs no escapes within JSON.
  let content = """
    {format: 1, spec: s, subject: {property: scoped, store: 1}, \
    cases: [{name: n, clauses: [c], timeline: [{read: store, expect: [returns: 2]}]}]}
    """
  let source = SourceText(path: "x.yaml", bytes: Array(content.utf8))
  guard let fixture = try? Fixture.read(source).get() else {
    preconditionFailure("the fixture is not valid")
  }
  if let place = FixturePlace("x.yaml:\(text)") { _ = place.cases(of: fixture) }

  // The numbers that stand one behind the other take the places of those of results.
  var rest = text.split(separator: " ")[...]
  func next(_ usual: String) -> String { rest.popFirst().map(String.init) ?? usual }
  let results = """
    {"version":\(next("2")),"shard":{"index":\(next("1")),"count":\(next("1"))},"files":[{"path":"x.yaml",\
    "index":\(next("null")),"selected":\(next("1")),"limits":{"steps":\(next("1000"))},\
    "source":"\(content)","cases":[{"name":"n","outcomes":[\
    {"outcome":"erred","error":{"message":"m","step":\(next("1")),"events":[],"details":[]}},\
    {"outcome":"failed","actual":[[["returns",\(next("1"))]]]}]}]}],\
    "implementations":[{"name":"a","faults":[]},{"name":"b","faults":[]}],"indexes":[],"problems":[],\
    "end":"complete","seconds":\(next("1"))}
    """
  guard let results = try? RunResults(reading: Array(results.utf8)) else { return }
  var (html, matrix) = (HTMLReporter(), TextReporter(style: Style(isColored: false)))
  let ended = try? results.summary {
    _ = (html.report($0, of: $1), matrix.report($0, of: $1))
  }
  guard let summary = ended else {
    preconditionFailure("what was read once does not read again")
  }
  _ = (html.end(summary), matrix.end(summary))
}
