// Results as JSON: for other programs, and for later reports.

/// Writes results as JSON, whose shape the article "Results" describes.
///
/// Each file is written with its text, so that a ``RunResults`` can be reported like a run that has just
/// ended.
package struct JSONReporter: Reporter {
  private let runnerVersion: String
  private var hasBegun = false
  private var indexes: [SourceText] = []

  /// Makes a reporter.
  ///
  /// - Parameter runnerVersion: The version of the runner.
  package init(runnerVersion: String) {
    self.runnerVersion = runnerVersion
  }

  package mutating func report(_ result: FileResult, of summary: RunSummary) -> String {
    if case .ran = result.content, result.selectedCases == 0 { return "" }
    var text = JSONText()
    hasBegun ? text.raw(",\n") : begin(&text, summary)
    hasBegun = true
    StoredFile(result) { position(of: $0) }.write(to: &text)
    return text.take()
  }

  private func begin(_ text: inout JSONText, _ summary: RunSummary) {
    var head = ResultHead(runnerVersion: runnerVersion, shard: summary.shard)
    text.raw("{")
    try! head.members(&text)
    text.raw(",\"files\":[\n")
  }

  /// The position of a clause index among those that are written at the end.
  private mutating func position(of index: ClauseIndex) -> Int? {
    guard let source = index.source else { return nil }
    if let known = indexes.firstIndex(where: { $0.path == source.path }) { return known }
    indexes.append(source)
    return indexes.count - 1
  }

  package func end(_ summary: RunSummary) -> String {
    var text = JSONText()
    var summary = summary
    if !hasBegun { begin(&text, summary) }
    text.raw("]")
    text.also("indexes", indexes)
    for index in summary.entries.indices {
      summary.entries[index].clauses = summary.clauses(with: index)
    }
    try! summary.members(&text)
    text.raw("}\n")
    return text.take()
  }
}

/// The members of results before their files.
struct ResultHead {
  /// The version of the shape.
  static let version = 2

  private var version = Self.version
  private let runnerVersion: String

  /// The part of the cases that was run, as two numbers, from 1.
  private var part: JSONMap<Int>

  init(runnerVersion: String = "", shard: Shard = .all) {
    self.runnerVersion = runnerVersion
    part = JSONMap([("index", shard.index + 1), ("count", shard.count)])
  }

  mutating func members(_ form: inout some JSONForm & ~Copyable) throws(Misshapen) {
    try form("version", &version)
    form.also(
      "runner", ["name": "ConformanceRunner", "version": .string(runnerVersion)] as Value)
    try form("shard", &part)
  }

  /// The part of the cases that was run.
  ///
  /// - Throws: Where there is none, or the results are of another version.
  func shard() throws(RunResults.Problem) -> Shard {
    if version != Self.version {
      throw RunResults.Problem(
        "these are results of version \(version), and this runner reads version "
          + "\(Self.version)")
    }
    let numbers = Dictionary(part.pairs.map { ($0, $1) }) { first, _ in first }
    let (index, count) = (numbers["index"] ?? 0, numbers["count"] ?? 0)
    guard count <= 1_000_000, let shard = Shard(index: index &- 1, count: count) else {
      throw RunResults.Problem("there is no part \(index) of \(count)")
    }
    return shard
  }
}
