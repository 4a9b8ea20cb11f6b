// Fixtures as text, implementations that answer their plans, and folders for them.

import Conformance
import Foundation

/// A valid fixture.
package func fixture(_ text: String, index: ClauseIndex? = nil) throws -> Fixture {
  try Fixture.read(SourceText(path: "x.yaml", bytes: Array(text.utf8)), index: index).get()
}

/// A valid clause index.
package func index(_ text: String) throws -> ClauseIndex {
  try ClauseIndex.read(SourceText(path: "spec.yaml", bytes: Array(text.utf8))).get()
}

/// The text of a fixture with one case, whose steps are on lines of their own, from line 8, or in
/// brackets.
package func timeline(
  _ steps: String, subject: String = "{operators: [_remember]}", reactions: String? = nil
) -> String {
  let head = """
    format: 1
    spec: _remember
    subject: \(subject)
    cases:
      - name: n
        clauses: [c]

    """
  let lines = steps.split(separator: "\n", omittingEmptySubsequences: false)
  return head + (reactions.map { "    reactions: [\($0)]\n" } ?? "") + "    timeline:\n"
    + lines.map { $0.isEmpty ? "" : "      \($0)" }.joined(separator: "\n")
}

/// The text of a fixture of cases `c0`, `c1` and so on, with the steps of each in brackets.
package func cases(_ timelines: [String], subject: String = "{operators: []}") -> String {
  "format: 1\nspec: s\nsubject: \(subject)\ncases:\n"
    + timelines.enumerated().map {
      "  - {name: c\($0), clauses: [c], timeline: \($1)}\n"
    }.joined()
}

/// Answers plans as a test says, like an implementation in another process.
package struct Answering: RemoteImplementation {
  private let answer: @Sendable (Plan, _ likely: Trace) -> (Performance, Duration)

  package init(_ answer: @escaping @Sendable (Plan, Trace) -> (Performance, Duration)) {
    self.answer = answer
  }

  package init(_ answer: @escaping @Sendable (Plan) -> Performance) {
    self.answer = { plan, _ in (answer(plan), .zero) }
  }

  package func play(
    _ plan: Plan, likely trace: Trace,
    deliver: @escaping @Sendable (Performance, Duration) -> Void
  ) {
    let (performance, duration) = answer(plan, trace)
    deliver(performance, duration)
  }

  package func dropWaiting() {}
}

/// Streams whose values come back without end.
package struct Recursing: Implementation {
  package let name = "recursing"

  package init() {}

  package func stream(_ subject: TestedStream) throws(Unsupported) -> Subscribe {
    { observer in
      @Sendable func receive(_ value: Value, _ next: (Value) -> Void) {
        next(value)
        receive(value, next)
      }
      return subject.upstream.connect(next: { receive($0, observer.next) })
    }
  }
}

/// A folder with files and links, each by its path in the folder; it is deleted with this object.
package final class Folder {
  package let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")

  /// The folder within it that is the working directory of programs.
  package var working = ""

  package var path: String { url.path }

  package init(_ files: [String: String] = [:], links: [String: String] = [:]) throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (path, text) in files { try write(text, to: path) }
    for (path, target) in links { try link(path, to: target) }
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// The text of a file.
  package func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: url.appending(path: path)), as: UTF8.self)
  }

  package func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: url.appending(path: path).path)
  }

  package func write(_ text: String, to path: String) throws {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Makes a link; `HERE` in its target stands for the folder.
  package func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(self.path)/\(path)", withDestinationPath: target.replacing("HERE", with: self.path)
    )
  }
}

/// The root of this package.
package let packageRoot = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent()

/// A specification with every channel, the operators of the sample library, and two choices.
package let sampleWords = try! index(
  """
  name: _remember
  channels: [next, state, error, completed]
  operators:
    _remember: ~
    replay: ~
    share: ~
    fail: ~
    take: count
    map: function
    filter: predicate
    scan: {seed?: value, with: reducer}
    merge: {with: sources}
    mapIndexed: indexed-function
    flatMap: source-function
    operate: operation
    rewrite: rows
    delay: seconds
    offset: number?
    scaledBy: number-or-point
    locked: point
    log: {prefix?: text, quiet?: flag}
    finally: callback
    tap: observer
    publish: ~
    window: count
  connectable: [publish]
  tells-streams: [window]
  readings:
    errors: [at-once, in-time]
    point: [keeps, forgets]
    other: [one, two]
  clauses: [{id: c}]
  """)

extension FileResult {
  /// The results of the cases; none of a file that is not valid.
  package var results: [CaseResult] {
    if case .ran(_, let results) = content { results } else { [] }
  }
}
