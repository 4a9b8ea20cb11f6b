// Fixtures to read and run, in any number; all pass.

import Conformance
import Foundation

/// A folder of fixtures.
public struct Suite: Sendable {
  /// The folder.
  public let folder: String

  /// How many cases there are in all.
  private let caseCount: Int

  /// The index of the specification, if it has words of its own.
  private let index: ClauseIndex?

  /// The files in it, in order.
  public let files: [String]

  /// The kinds of cases of a suite.
  public enum Kind: String, Sendable {
    /// Of a specification of streams; all pass.
    case plain = ""

    /// Of a specification with its own words, which they use.
    case worded = "-with-words"

    /// Like the plain ones, without expectations.
    case unexpecting = "-without-expectations"
  }

  /// Writes a suite, unless it is there.
  ///
  /// - Parameters:
  ///   - cases: How many cases there are in all.
  ///   - count: The number of files, with equally many cases.
  ///   - kind: The kind of the cases.
  /// - Throws: An error of the file system.
  public init(cases: Int, files count: Int, kind: Kind = .plain) throws {
    let home = ProcessInfo.processInfo.environment["BENCHMARK_FOLDER"]
    let parent = home ?? FileManager.default.temporaryDirectory.path + "/conformance-benchmarks"
    folder = "\(parent)/\(cases)-in-\(count)\(kind.rawValue)"
    files = (0..<count).map { [folder] in
      "\(folder)/" + String(repeating: "0", count: 6 - "\($0)".count) + "\($0).yaml"
    }
    index =
      kind == .worded
      ? try ClauseIndex.read(
        SourceText(path: "spec.yaml", bytes: Array(Self.specification.utf8))
      ).get() : nil
    let each = cases / count
    caseCount = each * count
    if FileManager.default.fileExists(atPath: files[count - 1]) { return }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let parts = (kind == .worded ? Self.worded : Self.plain).components(separatedBy: "\n\n")
    for (number, file) in files.enumerated() {
      let cases = (number * each..<(number + 1) * each).map {
        parts[2 + $0 % 3].replacing("number N", with: "number \($0)")
      }
      var text = (parts[..<2] + cases).joined(separator: "\n\n") + "\n\n"
      if kind == .unexpecting { text.replace(#/\n *expect: .*/#, with: "") }
      try text.write(toFile: file, atomically: true, encoding: .utf8)
    }
  }

  /// Reads and decodes every case, one after the other, as `run` and `validate` do.
  ///
  /// - Throws: `InvalidFile`.
  public func read() throws {
    var count = 0
    for file in files {
      var reader = FixtureReader(SourceText.read(file), index: index)
      while reader.next() != nil { count += 1 }
      _ = try reader.end().get()
    }
    precondition(count == caseCount)
  }

  /// The head of a file, and three kinds of cases, about 400 bytes each.
  private static let plain = """
    format: 1
    spec: _remember
    title: Sharing and caching
    subject:
      operators: [_remember]

    cases:

      - name: a late subscriber receives the cached value once, number N
        clauses: [emit-last-value]
        timeline:
          - subscribe: a
            expect: [upstream: connect]
          - emit: 1
            expect: [a: 1]
          - subscribe: b
            expect: [b: 1]
          - emit: 2
            expect: [a: 2, b: 2]
          - unsubscribe: a
          - unsubscribe: b
            expect: [upstream: disconnect]

      - name: one that leaves during a broadcast still receives it, number N
        clauses: [synchronous-broadcast]
        reactions:
          - when: {a: first}
            do: [{unsubscribe: b}]
        timeline:
          - subscribe: a
            expect: [upstream: connect]
          - subscribe: b
          - emit: first
            expect: [a: first, b: first]
          - emit: second
            expect: [a: second]
          - unsubscribe: a
            expect: [upstream: disconnect]

      - name: the state is broadcast and not cached, number N
        clauses: [observe-state]
        tags: [states]
        timeline:
          - subscribe: a
            expect: [upstream: connect]
          - state: active
            expect: [a.state: active]
          - subscribe: b
          - emit: {x: 1.5, y: -20}
            expect: [a: {x: 1.5, y: -20}, b: {x: 1.5, y: -20}]
          - state: atRest
            expect: [a.state: atRest, b.state: atRest]
          - unsubscribe: a
          - unsubscribe: b
            expect: [upstream: disconnect]
    """

  private static let specification = """
    name: ReactiveX
    channels: [next, error, completed]
    operators: {share: ~, take: count, map: function, scan: {seed?: value, with: reducer}, delay: seconds}
    readings: {late: [keeps, forgets]}
    clauses: [{id: share}, {id: functions}, {id: time}]
    """

  /// The same with errors and completion, with functions, and with time.
  private static let worded = """
    format: 1
    spec: ReactiveX
    title: Sharing, functions and time
    subject:
      operators: [share]

    cases:

      - name: a late subscriber receives what is kept, number N
        clauses: [share]
        timeline:
          - subscribe: a
            expect: [upstream: connect]
          - emit: 1
            expect: [a: 1]
          - subscribe: b
            expect:
              - either: {keeps: [b: 1], forgets: []}
          - complete: upstream
            expect: [a.completed, b.completed, upstream: release]
          - unsubscribe: a
          - unsubscribe: b

      - name: a function that fails ends the subscription, number N
        clauses: [functions]
        subject:
          operators:
            - map: [[1, 10], [2, 20], [3, throws, boom]]
            - scan: {seed: 0, with: sum}
        timeline:
          - subscribe: a
            expect: [upstream: connect]
          - emit: 1
            expect: [a: 10]
          - emit: 3
            expect: [a.error: boom, upstream: disconnect]

      - name: what is delayed comes in time, number N
        clauses: [time]
        subject:
          sources: {upstream: {on-connect: [1], then: {error: boom}}}
          operators: [delay: 0.3]
        timeline:
          - subscribe: a
            expect: [upstream: connect, a.error: boom, upstream: release]
          - advance: 0.3
          - subscribe: b
            channels: [next, completed]
            expect: [upstream: connect, upstream: release]
    """
}
